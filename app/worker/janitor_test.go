package worker_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/app/queue"
)

// abandoned waits until the queue lists n jobs that owe GitHub a word. A job's
// line in the log comes a moment before its end is stored.
func (w *world) abandoned(n int) {
	w.t.Helper()
	w.until(fmt.Sprintf("%d abandoned jobs", n), func() bool {
		all, err := w.queue.Abandoned(w.t.Context())
		if err != nil {
			w.t.Fatal(err)
		}
		return len(all) == n
	})
}

// sweepUp runs the janitor until the queue has nothing for it.
func (w *world) sweepUp() {
	w.t.Helper()
	w.worker.ForgetFailures()
	if err := w.worker.Janitor(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	w.abandoned(0)
}

// later makes the queue wait for long between attempts.
func later(c *queue.Config) { c.Backoff = func(int) time.Duration { return time.Hour } }

// TestJanitorCancelled: a job that is superseded while it waits for its next
// attempt runs no code any more.
func TestJanitorCancelled(t *testing.T) {
	w := newWorld(t, later)
	p := w.pull("change", hubtest.Files{"mcp.json": tools(poisoned)})
	w.gh.Fail(hubtest.Fault{Method: "GET", Path: "/compare/", Times: 3, Status: 500})
	w.deliver(w.gh.PullRequestEvent(p, "opened"))
	if got := w.ended(); got != "failed" {
		t.Fatalf("the job ended as %q", got)
	}
	w.wantRuns("in_progress")
	w.repo.Commit("change", hubtest.Files{"mcp.json": tools(honest)})
	p.Sync()
	w.deliver(w.gh.PullRequestEvent(p, "synchronize"))
	w.answer("done")
	w.wantRuns("in_progress", "success")
	w.abandoned(1)
	w.sweepUp()
	w.wantRuns("cancelled", "success")
	n := len(w.gh.Requests())
	w.sweepUp()
	if len(w.gh.Requests()) != n {
		t.Error("a round for nothing made calls")
	}
}

// TestJanitorUnknown: a run whose ID was never learned is not forgotten.
func TestJanitorUnknown(t *testing.T) {
	w := newWorld(t)
	p := w.pull("change", hubtest.Files{"mcp.json": tools(poisoned)})
	w.gh.Fail(hubtest.Fault{Method: "POST", Path: "/check-runs", Lost: true})
	look := w.wire.hold("GET", "/check-runs", 0)
	w.deliver(w.gh.PullRequestEvent(p, "opened"))
	look.arrived(t)
	w.app.Suspend(true)
	w.deliver(w.gh.InstallationEvent(w.app, "suspend"))
	if got := w.ended(); got != "superseded" {
		t.Fatalf("the job ended as %q", got)
	}
	w.app.Suspend(false)
	w.wantRuns("in_progress")
	w.abandoned(1)
	w.sweepUp()
	w.wantRuns("cancelled")
}

// TestJanitorDiscarded: giving up failed as well, for GitHub was away. Once it is
// back the pull request learns that there will be no answer, unless it has one
// by then.
func TestJanitorDiscarded(t *testing.T) {
	for _, answered := range []bool{false, true} {
		t.Run(fmt.Sprintf("answered since: %t", answered), func(t *testing.T) {
			w := newWorld(t, func(c *queue.Config) { c.MaxAttempts = 1 })
			p := w.pull("change", hubtest.Files{"mcp.json": tools(honest)})
			away := hubtest.Fault{Path: "/repos/", Times: 4, Status: 400, Message: "away"} // the pull request, and three more
			w.gh.Fail(away)
			w.deliver(w.gh.PullRequestEvent(p, "opened"))
			if got := w.ended(); got != "given up" {
				t.Fatalf("the job ended as %q", got)
			}
			w.abandoned(1)
			w.wantRuns()
			for range 2 { // what is left of the fault
				w.worker.ForgetFailures()
				if err := w.worker.Janitor(t.Context()); err == nil {
					t.Error("the janitor got through")
				}
			}
			w.abandoned(1)
			if answered {
				w.deliver(w.gh.PullRequestEvent(p, "reopened"))
				w.answer("done")
			}
			w.sweepUp()
			if answered {
				w.wantRuns("success")
			} else {
				w.wantRuns("failure")
				wantTold(t, w.gh.CheckRuns(w.repo)[0], "Could not review", "Re-run")
			}
		})
	}
}

// TestJanitorGone: there is nobody to tell, and no use in trying for ever.
func TestJanitorGone(t *testing.T) {
	w := newWorld(t, later)
	p := w.pull("change", hubtest.Files{"mcp.json": tools(poisoned)})
	w.gh.Fail(hubtest.Fault{Method: "GET", Path: "/compare/", Times: 3, Status: 500})
	w.deliver(w.gh.PullRequestEvent(p, "opened"))
	if got := w.ended(); got != "failed" {
		t.Fatalf("the job ended as %q", got)
	}
	w.app.Remove()
	w.deliver(w.gh.InstallationEvent(w.app, "deleted"))
	w.abandoned(1)
	w.sweepUp()
	if w.lines.find("nobody is left to be told") == "" {
		t.Errorf("not in the log:\n%s", w.lines.all())
	}
}

// TestGiveUpFails: what GiveUp can't do it says, for the queue to remember.
func TestGiveUpFails(t *testing.T) {
	w := newWorld(t)
	job := w.job(w.pull("change", hubtest.Files{"mcp.json": tools(honest)}), time.Now())
	w.gh.Fail(hubtest.Fault{Path: "/check-runs", Times: 1, Status: 403, Message: "no"})
	if err := w.worker.GiveUp(t.Context(), job, errors.New("whatever")); err == nil {
		t.Error("no error")
	}
}

// TestJanitorGoesOn: what cannot be settled keeps nobody else waiting, and is come back to later
// each time.
func TestJanitorGoesOn(t *testing.T) {
	w := newWorld(t, later)
	var pulls []*hubtest.Pull
	for _, branch := range []string{"first", "second"} {
		p := w.pull(branch, hubtest.Files{"mcp.json": tools(poisoned)})
		w.gh.Fail(hubtest.Fault{Method: "GET", Path: "/compare/", Times: 3, Status: 500})
		w.deliver(w.gh.PullRequestEvent(p, "opened"))
		if got := w.ended(); got != "failed" {
			t.Fatalf("the job ended as %q", got)
		}
		pulls = append(pulls, p)
	}
	bad := pulls[0].HeadSHA()
	for _, p := range pulls {
		w.repo.Commit(p.Head, hubtest.Files{"mcp.json": tools(honest)})
		p.Sync()
		w.deliver(w.gh.PullRequestEvent(p, "synchronize"))
		w.answer("done")
	}
	w.abandoned(2)
	w.gh.Fail(hubtest.Fault{Method: "GET", Path: "/commits/" + bad + "/check-runs", Times: 99, Status: 500})
	if err := w.worker.Janitor(t.Context()); err == nil {
		t.Error("a failure was kept secret")
	}
	w.wantRuns("in_progress", "cancelled", "success", "success")
	before := len(w.gh.Requests())
	if err := w.worker.Janitor(t.Context()); err != nil || len(w.gh.Requests()) != before {
		t.Errorf("it comes back at once: %v", err)
	}
	w.gh.Mend()
	w.sweepUp()
	w.wantRuns("cancelled", "cancelled", "success", "success")
}
