// Package queue keeps what was acknowledged until it is done. It is River behind four verbs, and
// the only package that knows River:
//
//	Enqueue   a delivery's request, durably, before GitHub gets its 202
//	Requeue   a request that work itself gave rise to, under the same rules
//	Work      do what is queued, until told to stop
//	Stats     how much there is, and how old
//
// # What an Enqueue does
//
// One transaction holds all of it, so that a crash at any moment leaves either everything or
// nothing, and a redelivery always makes good what was lost:
//
//  1. The delivery's GUID is written. If it was there already, that is all: Redelivered.
//  2. The subject's row is locked. A subject is what only one review can be about: a pull
//     request, a merge group. It remembers what was last asked about it, when, and the job.
//  3. An event older than the row's is dropped (Stale); the question that the row already asks,
//     in work or answered, is not asked again (Duplicate).
//  4. A job is inserted, and the row's previous job is cancelled, running or not.
//
// Jobs are unique by repository, pull request, head, base branch and base commit, never by pull
// request alone: a push during a review would be lost. Re-runs carry a nonce.
//
// # What can become of a job
//
// A Handler has four ways to fail, see errors.go. What is left of a job at the end (a check run
// that still says "in progress", a job that was given up without anybody having been told) is
// listed by Abandoned until somebody settles it; the jobs of a killed process are taken over
// by whoever lives (see lease.go and river.go), and not after River's rescuer has waited.
//
// # Stores
//
// THERIAC_DATABASE_URL chooses: sqlite:PATH, embedded, for one process, guarded by a lock file;
// or postgres://..., for several replicas. All of the package's SQL is written once; dialect has
// the few words that differ. The SQLite file must be on a local disk: its write-ahead log does
// not work over a network. Back it up with Backup (theriac-app backup), not by copying.
//
// SQLite gets one connection. Inside a transaction only the transaction may be used: any other
// statement would wait for that one connection until its context ends.
package queue
