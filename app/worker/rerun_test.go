package worker_test

import (
	"testing"

	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/app/queue"
)

// TestRerun: every press of a button is a new review with a run of its own, also
// for a fork, of whose commits GitHub names no pull request.
func TestRerun(t *testing.T) {
	for _, branch := range []string{"change", "mallory:change"} {
		t.Run(branch, func(t *testing.T) {
			w := newWorld(t)
			p := w.pull(branch, hubtest.Files{"mcp.json": tools(poisoned)})
			if branch != "change" {
				p.Unlink()
			}
			first := w.review(p)
			for _, e := range []hubtest.Event{
				w.gh.CheckRunEvent(w.repo, first, "rerequested"),
				w.gh.CheckSuiteEvent(w.repo, p.HeadSHA(), "rerequested"),
				w.gh.CheckRunEvent(w.repo, first, "rerequested"),
			} {
				w.deliver(e)
				wantMarks(t, w.answer("done"), "mcp.json:1 notice", "mcp.json:5 failure")
			}
			w.wantRuns("failure", "failure", "failure", "failure")
		})
	}
}

// TestRerunOfOld: nobody waits for an answer about a head that is none any more.
func TestRerunOfOld(t *testing.T) {
	w := newWorld(t)
	p := w.pull("change", hubtest.Files{"mcp.json": tools(poisoned)})
	old := w.review(p)
	w.repo.Commit("change", hubtest.Files{"mcp.json": tools(honest)})
	p.Sync()
	w.deliver(w.gh.PullRequestEvent(p, "synchronize"))
	w.answer("done")
	for _, e := range []hubtest.Event{
		w.gh.CheckRunEvent(w.repo, old, "rerequested"), w.gh.CheckSuiteEvent(w.repo, old.HeadSHA, "rerequested"),
	} {
		w.deliver(e)
		if got := w.ended(); got != "superseded" {
			t.Errorf("the job ended as %q", got)
		}
	}
	w.wantRuns("failure", "success")
}

// TestRetargetedRerun: a re-run takes the base branch as it is now.
func TestRetargetedRerun(t *testing.T) {
	w := newWorld(t)
	w.repo.Branch("side", "main")
	p := w.pull("change", hubtest.Files{"mcp.json": tools(poisoned)})
	first := w.review(p)
	w.repo.Branch("side", "change")
	p.Retarget("side")
	w.deliver(w.gh.CheckRunEvent(w.repo, first, "rerequested"))
	w.answer("done")
	w.wantRuns("failure", "success")
}

// group makes a merge group of branches, each of which is fine alone.
func group(w *world) (sha string) {
	w.repo.Commit("main", hubtest.Files{"mcp/a.json": tools(honest)})
	w.repo.Branch("gh-readonly-queue/main/pr-1", "main")
	return w.repo.Commit("gh-readonly-queue/main/pr-1", hubtest.Files{"mcp/a.json": tools(honest, tool("add", "Adds."+poison))})
}

// TestGroup: a merge group's commit is reviewed for real, and can be again.
func TestGroup(t *testing.T) {
	w := newWorld(t)
	sha := group(w)
	w.deliver(w.gh.MergeGroupEvent(w.repo, "main", sha, "checks_requested"))
	run := w.answer("done")
	if run.HeadSHA != sha || run.Name != "theriac" || run.Conclusion != "failure" {
		t.Errorf("%q on %s: %s", run.Name, run.HeadSHA, run.Conclusion)
	}
	if len(w.gh.Uploads()) != 0 {
		t.Error("a merge group's commit went to code scanning")
	}
	w.deliver(w.gh.CheckRunEvent(w.repo, run, "rerequested"))
	w.answer("done")
	w.deliver(w.gh.CheckSuiteEvent(w.repo, sha, "rerequested"))
	w.answer("done")
	w.wantRuns("failure", "failure", "failure")
}

// TestGroupDestroyed: the end of a group ends its review.
func TestGroupDestroyed(t *testing.T) {
	w := newWorld(t)
	sha := group(w)
	tree := w.wire.hold("GET", "/git/trees/", 0)
	w.deliver(w.gh.MergeGroupEvent(w.repo, "main", sha, "checks_requested"))
	tree.arrived(t)
	w.wantRuns("in_progress")
	w.deliver(w.gh.MergeGroupEvent(w.repo, "main", sha, "destroyed"))
	if got := w.ended(); got != "superseded" {
		t.Errorf("the job ended as %q", got)
	}
	w.wantRuns("cancelled")
}

// TestUninstalled: removing the App ends its work.
func TestUninstalled(t *testing.T) {
	w := newWorld(t)
	p := w.pull("change", hubtest.Files{"mcp.json": tools(poisoned)})
	blob := w.wire.hold("GET", "/git/blobs/", 0)
	w.deliver(w.gh.PullRequestEvent(p, "opened"))
	blob.arrived(t)
	w.app.Remove()
	w.deliver(w.gh.InstallationEvent(w.app, "deleted"))
	if got := w.ended(); got != "superseded" {
		t.Errorf("the job ended as %q", got)
	}
}

// TestSuspended: a suspended installation is left alone, and answered again once
// it is back.
func TestSuspended(t *testing.T) {
	w := newWorld(t, func(c *queue.Config) { c.MaxAttempts = 2 })
	w.app.Suspend(true)
	p := w.pull("change", hubtest.Files{"mcp.json": tools(poisoned)})
	w.deliver(w.gh.PullRequestEvent(p, "opened"))
	if got := w.ended(); got != "gone" {
		t.Fatalf("the job ended as %q", got)
	}
	if n := len(w.gh.Requests()); n > 3 {
		t.Errorf("%d requests for nothing", n)
	}
	w.app.Suspend(false)
	w.deliver(w.gh.PullRequestEvent(p, "reopened"))
	w.answer("done")
	w.wantRuns("failure")
}
