// Package webhook turns a delivery from GitHub into a decision: bytes in, decision out.
//
// # The way of a delivery
//
//	POST /webhook -> read at most 25 MiB -> Secrets.Verify -> payload -> Parse -> Decide -> Queue.Enqueue -> 202
//
// Nothing is looked at before the signature holds, and nothing is reviewed inside the request:
// GitHub hangs up after ten seconds and does not send again by itself, so the answer is given as
// soon as the request is stored, and not a moment before.
//
// [Decide] is the heart and a pure function: no clock, no network, no state. Every event family
// has a file of its own (pull_request.go, check_run.go, ...) and every pair of event and action
// one line in the table test. What theriac does not act on is answered with 202 as well, because
// a red cross in the App's list of deliveries would be a false alarm.
//
// # Answers
//
//	202  stored durably, a duplicate, or nothing to do (the body's one line says which)
//	400  the signature holds, but the payload cannot be understood
//	401  no signature, or one that does not hold
//	413  over 25 MiB
//	415  neither application/json nor application/x-www-form-urlencoded
//	503  the store failed, or too many bytes are being received at the moment: nothing was kept,
//	     the delivery may be sent again
//
// # Memory
//
// What comes in is hashed while it is read, and held within a budget (Config.Memory): see budget.
//
// # Secrets
//
// THERIAC_WEBHOOK_SECRET may hold several secrets, separated by commas or newlines, so that a
// secret can be rotated without losing a delivery: add the new one beside the old one, restart,
// change it at GitHub, take the old one away. See [ParseSecrets].
package webhook
