// Package hub reads from GitHub what a review needs: the live pull request, what
// it changes, the trees and files on both sides, who may do what. It is the one
// place that knows GitHub's API for reading; package checks writes.
//
//	h, err := hub.New(hub.Options{AppID: id, PrivateKey: pem, URL: url})
//	repo := h.Repo(hub.Ref{Installation: 1, ID: 2, Owner: "acme", Name: "tools"})
//	pull, err := repo.Pull(ctx, 17)
//	sides, err := repo.Sides(ctx, pull.BaseRef, pull.HeadSHA)
//	changes, err := repo.Changes(ctx, pull, sides)
//	data, err := sides.Head.Read(ctx, "mcp/server.json")
//
// A review makes about eight calls: the open pull requests, one comparison for
// merge base, base tip and changed files, one tree a commit, one blob a file, the
// pull request once more, since it may have moved, and the check run's own. What
// never changes, trees and blobs, is kept in memory for the next review of the
// repository; many files come in one archive.
//
// Files are read by blob and never through the contents API, which follows
// symbolic links, calls submodules files and stops at 1 MB. Everything is read
// through the base repository: a fork may be private, or gone.
//
// Errors are sorted by [Classify] into what a job queue can act on: [RetryAt],
// [ErrGone], [ErrNotFound], [ErrPermission], [ErrCredentials]; anything else is
// worth another try.
package hub
