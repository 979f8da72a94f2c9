// Package hubtest is a small, strict GitHub in one process: the part of the REST
// API that theriac calls, held to GitHub's own rules, and its webhooks. Tests and
// `theriac-app demo` use it.
//
//	gh := hubtest.New(t)
//	repo := gh.Repo("acme", "tools")
//	gh.Install("acme")
//	repo.Commit("main", hubtest.Files{"README.md": hubtest.Text("hello")})
//	repo.Branch("change", "main")
//	repo.Commit("change", hubtest.Files{"mcp.json": hubtest.Text(`{"tools":[]}`)})
//	pull := repo.Open("main", "change")
//	gh.Deliver(ctx, url, gh.PullRequestEvent(pull, "opened"))
//
// Objects have git's real IDs. Requests are checked for credentials, scope,
// permissions, page sizes and the limits of check runs and SARIF; what GitHub
// would refuse is refused, and what it would take but not forgive is a
// violation, which fails the test.
package hubtest
