package worker_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/app/queue"
)

// TestManyFindings: a review of more findings than one request takes is killed
// after the second batch. The next attempt has a run of its own with every
// finding once, and the first is not left in progress. Texts hold what could
// break the limits: emoji, code fences, length.
func TestManyFindings(t *testing.T) {
	const n = 137
	w := newWorld(t)
	var all []string
	for i := range n {
		all = append(all, tool(fmt.Sprintf("tool_%d", i), strings.Repeat("Sums 🧮 numbers.\n```\n~~~\n", 60)+poison))
	}
	p := w.pull("change", hubtest.Files{"mcp.json": tools(all...)})
	third := w.wire.hold(http.MethodPatch, "/check-runs/", 2)
	w.deliver(w.gh.PullRequestEvent(p, "opened"))
	third.arrived(t)
	w.stop()
	w.wantRuns("in_progress")
	if got := len(w.gh.CheckRuns(w.repo)[0].Annotations); got != 100 {
		t.Errorf("%d annotations after two batches", got)
	}

	w.open()
	for w.ended() != "done" { // the interrupted attempt has a line as well
	}
	w.wantRuns("cancelled", "failure")
	run := w.gh.CheckRuns(w.repo)[1]
	seen := map[string]int{}
	for _, a := range run.Annotations {
		seen[fmt.Sprintf("%s:%d %s", a.Path, a.StartLine, a.Title)]++
	}
	if want := n + 1; len(run.Annotations) != want || len(seen) != want { // and that the manifest is new
		t.Errorf("%d annotations, %d of them different; want %d", len(run.Annotations), len(seen), want)
	}
	// hubtest fails the test for what GitHub would refuse, such as long summaries.
}

// TestInterrupted: a review that is interrupted before it had annotations goes
// on with the same run.
func TestInterrupted(t *testing.T) {
	w := newWorld(t)
	p := w.pull("change", hubtest.Files{"mcp.json": tools(poisoned)})
	blob := w.wire.hold("GET", "/git/blobs/", 0)
	w.deliver(w.gh.PullRequestEvent(p, "opened"))
	blob.arrived(t)
	w.stop()
	w.wantRuns("in_progress")
	w.open()
	for w.ended() != "done" {
	}
	w.wantRuns("failure")
}

// TestGiveUp: after the last attempt the check run fails and says how to go on,
// whether or not there was a run by then.
func TestGiveUp(t *testing.T) {
	tests := []struct {
		name  string
		fault hubtest.Fault
		want  string // a part of what is told
	}{
		{"the pull request can't be read", hubtest.Fault{Method: "GET", Path: "/pulls/1", Status: 502, HTML: true}, "did not get through"},
		{"a file can't be read", hubtest.Fault{Method: "GET", Path: "/git/blobs/", Status: 500, Message: "text of a server"}, "did not get through"},
		{"connections break", hubtest.Fault{Method: "GET", Path: "/compare/", Reset: true}, "did not get through"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, func(c *queue.Config) { c.MaxAttempts = 2 })
			tt.fault.Times = 1000
			w.gh.Fail(tt.fault)
			w.deliver(w.gh.PullRequestEvent(w.pull("change", hubtest.Files{"mcp.json": tools(honest)}), "opened"))
			if got := w.ended(); got != "failed" {
				t.Fatalf("the first attempt ended as %q", got)
			}
			run := w.answer("given up")
			w.wantRuns("failure")
			wantTold(t, run, "Could not review", tt.want, "Re-run")
			if strings.Contains(run.Summary, "text of a server") {
				t.Errorf("an error's own words are told:\n%s", run.Summary)
			}
		})
	}
}

// TestRecovers: trouble that passes leaves no trace.
func TestRecovers(t *testing.T) {
	w := newWorld(t)
	w.gh.Fail(hubtest.Fault{Method: "POST", Path: "/check-runs", Lost: true})
	w.gh.Fail(hubtest.Fault{Method: "GET", Path: "/git/blobs/", Status: 401, Message: "Bad credentials"})
	w.gh.Fail(hubtest.Fault{Method: "PATCH", Path: "/check-runs/", Cut: true})
	run := w.review(w.pull("change", hubtest.Files{"mcp.json": tools(poisoned)}))
	w.wantRuns("failure")
	wantMarks(t, run, "mcp.json:1 notice", "mcp.json:5 failure")
}

// TestPermissionMissing: no further attempt would help, so the first one says
// what to do.
func TestPermissionMissing(t *testing.T) {
	w := newWorld(t)
	w.gh.Fail(hubtest.Fault{Method: "GET", Path: "/git/trees/", Times: 9, Status: 403, Message: "Resource not accessible by integration",
		Header: map[string]string{"X-Accepted-GitHub-Permissions": "contents=read"}})
	run := w.review(w.pull("change", hubtest.Files{"mcp.json": tools(honest)}))
	w.wantRuns("failure")
	wantTold(t, run, "Could not review", "was not granted a permission", "contents")
	if !strings.Contains(w.lines.find("not reviewed"), "contents=read") {
		t.Errorf("the log does not name the permission:\n%s", w.lines.all())
	}
}

// TestTooLarge: what can't be seen in full is not passed.
func TestTooLarge(t *testing.T) {
	w := newWorld(t)
	files := hubtest.Files{}
	for i := range 300 {
		files[fmt.Sprintf("docs/%d/page.md", i)] = hubtest.Text(fmt.Sprint(i))
	}
	p := w.pull("change", files)
	w.repo.SetLimits(100, 100, 10) // GitHub cuts both of its lists
	wantTold(t, w.review(p), "Could not review", "Split it")
	w.wantRuns("failure")
}

// TestRateLimit: the job comes back when GitHub says so, and spends no attempt.
func TestRateLimit(t *testing.T) {
	reset := time.Now().Add(time.Hour).Truncate(time.Second)
	for name, fault := range map[string]hubtest.Fault{
		"primary": hubtest.RateLimit("/compare/", reset), "secondary": hubtest.SecondaryLimit("/compare/", 3600),
		"while writing": hubtest.SecondaryLimit("/check-runs", 3600),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			p := w.pull("change", hubtest.Files{"mcp.json": tools(honest)})
			w.gh.Fail(fault)
			err := w.worker.Handle(t.Context(), w.job(p, time.Now()))
			if kind(err) != "retry" || !strings.Contains(err.Error(), reset.UTC().Format("2006-01-02T15:")) {
				t.Errorf("%v, want a retry at about %v", err, reset.UTC())
			}
			n := len(w.gh.Requests())
			if err := w.worker.Handle(t.Context(), w.job(p, time.Now())); kind(err) != "retry" || len(w.gh.Requests()) != n {
				t.Errorf("%v after %d more requests before the time", err, len(w.gh.Requests())-n)
			}
		})
	}
}
