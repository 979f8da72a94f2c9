// Package app is the GitHub App's server: settings, wiring and lifecycle. What it
// puts together stands in the packages below it:
//
//	webhook   a delivery's bytes → a request
//	queue     requests, kept until they are done
//	worker    a request → an answer, with
//	hub       what GitHub has,
//	review    what is wrong with it,
//	checks    and how to say so
//
// New has all of the wiring; start there.
//
// # Threats
//
// Anybody can reach the webhook's address. Anybody can open a pull request where the
// App is installed, and anybody can install a public App. What they send is hostile
// until the contrary is shown. Each threat has what stops it, and the test that shows it.
//
// Who sends deliveries:
//
//   - A forged delivery. Nothing is looked at before the HMAC over the raw body holds,
//     compared in constant time; without a secret the server does not start. TestHandler,
//     TestVerify, TestFaults.
//   - A delivery that is sent again. Its GUID is stored with its request in one
//     transaction. TestKilledBeforeCommit, TestKilledAfterCommit.
//   - Posts that fill the memory before the signature can be looked at. Bodies are held
//     within a budget; large ones and single senders get a part of it only. TestFlood,
//     TestMemoryAttack.
//   - Names in a payload that are something else: paths in URLs, lines in logs. Logins,
//     repositories, branches and commits are checked at the door. TestParseRefuses, TestIsRef.
//
// Who opens pull requests:
//
//   - Manifests that exhaust the memory. Reviews share a budget, one gets half of it, and
//     what does not fit fails that review in words. TestFatPullRequest.
//   - Changes that exhaust an installation's calls of GitHub. Many files come as one
//     archive, and there is a cap. TestPrefetch, TestReadCalls.
//   - A change that kills the process. A job that was at work when its process ended
//     runs alone after that, and is given up after five deaths of its own. Nobody else's
//     attempts are spent. TestKilledTogether, TestPoisonPill.
//   - A file that stands for another: links, submodules, bytes that were altered on the way.
//     Modes are looked at, links not followed, and content is proved by its hash.
//     TestEntries, TestRead.
//   - Two pull requests with one head, of which one is harmless. The check run stands for
//     all of them and has the worst verdict. TestTwoPulls.
//   - Somebody who approves their own change, or something else than what was shown.
//     TestApprovals.
//   - Text of a manifest that speaks to the reader's terminal, to markdown or to GitHub.
//     It is escaped at the edge, in one function for each format. TestHostileIsInert.
//
// Who has the App installed:
//
//   - One owner who keeps all workers busy. An installation has three places, counted over
//     all replicas. TestGate, TestInstallationsDoNotWaitForEachOther.
//   - One whose repository fails for ever. Every loop goes on after an error and comes back
//     to it later. TestJanitorGoesOn, TestSweepGoesOn.
//   - One who would see another's files. Tokens are for one repository and one purpose, what
//     is kept is kept under the repository it came from. TestTokens, TestPrefetchFails.
//
// What goes wrong by itself:
//
//   - Two processes at one job. Each has a lease under an ID of its own; who lost it ends
//     itself. TestTwoOnOneHost, TestStopped, TestTakenOver.
//   - Replicas that run into GitHub's limits one after the other. What one was told all of
//     them keep. TestSharedLimit.
//   - Secrets in logs, metrics or answers. Errors name the place and quote nothing; metrics
//     have no installation; readiness is a word. TestPull, TestServer, TestOperations, TestKeyMode.
//
// Not stopped: who has the webhook secret or the App's key is the App. GitHub itself is
// believed. A flood that fills the network is for whatever stands before the server.
package app
