package worker_test

import (
	"strings"
	"testing"
	"time"

	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/webhook"
)

// TestPushDuringReview: the newer head cancels the job, and its run.
func TestPushDuringReview(t *testing.T) {
	w := newWorld(t)
	p := w.pull("change", hubtest.Files{"mcp.json": tools(poisoned)})
	blob := w.wire.hold("GET", "/git/blobs/", 0)
	w.deliver(w.gh.PullRequestEvent(p, "opened"))
	blob.arrived(t)
	w.wantRuns("in_progress")
	w.repo.Commit("change", hubtest.Files{"mcp.json": tools(honest)})
	p.Sync()
	w.deliver(w.gh.PullRequestEvent(p, "synchronize"))
	got := map[string]bool{w.ended(): true, w.ended(): true}
	if !got["superseded"] || !got["done"] {
		t.Errorf("the jobs ended as %v", got)
	}
	for _, run := range w.gh.CheckRuns(w.repo) {
		if want := map[bool]string{true: "success", false: "cancelled"}[run.HeadSHA == p.HeadSHA()]; run.Conclusion != want {
			t.Errorf("run on %s: %s, want %s", run.HeadSHA, run.Conclusion, want)
		}
	}
}

// TestSilentPush: the head moves and its event never comes. The verdict on the
// old head must not stand, and the new head is reviewed all the same.
func TestSilentPush(t *testing.T) {
	w := newWorld(t)
	p := w.pull("change", hubtest.Files{"mcp.json": tools(honest)})
	blob := w.wire.hold("GET", "/git/blobs/", 0)
	w.deliver(w.gh.PullRequestEvent(p, "opened"))
	blob.arrived(t)
	w.repo.Commit("change", hubtest.Files{"mcp.json": tools(poisoned)})
	p.Sync()
	blob.release()
	if got := w.ended(); got != "superseded" {
		t.Fatalf("the old head's job ended as %q", got)
	}
	if run := w.answer("done"); run.HeadSHA != p.HeadSHA() {
		t.Errorf("run on %s, want %s", run.HeadSHA, p.HeadSHA())
	}
	w.wantRuns("cancelled", "failure")
}

// job is a job for a pull request as it is now, as the queue hands it over.
func (w *world) job(p *hubtest.Pull, queued time.Time) queue.Job {
	return queue.Job{ID: 1, Attempt: 1, MaxAttempts: 5, QueuedAt: queued, Request: webhook.Request{
		Kind: webhook.ReviewPull, Installation: w.app.ID, Repository: webhook.Repository{ID: w.repo.ID, Owner: "acme", Name: "tools"},
		PullRequest: p.Number, Head: p.HeadSHA(), BaseRef: p.Base, BaseSHA: w.repo.Tip(p.Base), UpdatedAt: p.UpdatedAt(),
	}}
}

// TestFreshness: what a job makes of a pull request that is not as its event
// said, seconds and minutes after it. Nothing is told on old heads.
func TestFreshness(t *testing.T) {
	tests := []struct {
		name   string
		change func(*world, *hubtest.Pull, *queue.Job)
		young  string // how the error of a young job begins
		old    string // and that of an old one
	}{
		{"GitHub knows no such pull request yet", func(_ *world, p *hubtest.Pull, _ *queue.Job) { p.NotYet(9) }, "retry", "gone"},
		{"GitHub still has the head before", func(_ *world, _ *hubtest.Pull, j *queue.Job) {
			j.Request.Head = strings.Repeat("ab", 20)
			j.Request.UpdatedAt = j.Request.UpdatedAt.Add(time.Minute)
		}, "retry", "superseded"},
		{"a newer head", func(_ *world, _ *hubtest.Pull, j *queue.Job) {
			j.Request.Head = strings.Repeat("ab", 20)
			j.Request.UpdatedAt = j.Request.UpdatedAt.Add(-time.Minute)
		}, "superseded", "superseded"},
		{"another base", func(_ *world, _ *hubtest.Pull, j *queue.Job) {
			j.Request.BaseRef = "release"
			j.Request.UpdatedAt = j.Request.UpdatedAt.Add(-time.Minute)
		}, "superseded", "superseded"},
		{"closed", func(_ *world, p *hubtest.Pull, _ *queue.Job) { p.Close() }, "superseded", "superseded"},
		{"reopened, and GitHub does not show it yet", func(_ *world, p *hubtest.Pull, j *queue.Job) {
			p.Close()
			j.Request.UpdatedAt = j.Request.UpdatedAt.Add(time.Minute)
		}, "retry", "superseded"},
		{"a button of another version", func(_ *world, _ *hubtest.Pull, j *queue.Job) { j.Request.Kind = webhook.Approve }, "superseded", "superseded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			p := w.pull("change", hubtest.Files{"mcp.json": tools(poisoned)})
			for age, want := range map[time.Duration]string{time.Second: tt.young, 10 * time.Second: tt.young, time.Minute: tt.young, time.Hour: tt.old} {
				job := w.job(p, time.Now().Add(-age))
				tt.change(w, p, &job)
				if got := kind(w.worker.Handle(t.Context(), job)); got != want {
					t.Errorf("%v old: %s, want %s", age, got, want)
				}
			}
			for _, run := range w.gh.CheckRuns(w.repo) {
				if run.HeadSHA != p.HeadSHA() {
					t.Errorf("a run on %s", run.HeadSHA)
				}
			}
		})
	}
}

// TestTwoPulls: a check run is about a commit, so the worst of its pull requests
// counts. Otherwise a second one, to a branch that has the poison already, would
// have the first one pass.
func TestTwoPulls(t *testing.T) {
	w := newWorld(t)
	text := hubtest.Files{"mcp.json": tools(poisoned)}
	w.repo.Branch("side", "main")
	w.repo.Branch("change", "main")
	w.repo.Commit("change", text)
	w.repo.Branch("side", "change")
	bad := w.repo.Open("main", "change")
	first := w.review(bad)
	fine := w.repo.Open("side", "change")
	second := w.review(fine)
	w.wantRuns("failure", "failure")
	wantMarks(t, second, "mcp.json:1 notice", "mcp.json:5 failure")
	wantTold(t, second, "several open pull requests", "- #1: 1 problem", "- #2: No MCP metadata touched")
	if strings.Contains(first.Summary, "#2") {
		t.Error("the first was alone")
	}
	bad.Close()
	w.deliver(w.gh.CheckRunEvent(w.repo, second, "rerequested"))
	if third := w.answer("done"); third.Conclusion != "success" {
		t.Errorf("the bad one is closed: %s\n%s", third.Conclusion, third.Summary)
	}
}

// TestTooManyPulls: more pull requests of one head than are reviewed fail it.
func TestTooManyPulls(t *testing.T) {
	w := newWorld(t)
	w.repo.Branch("change", "main")
	w.repo.Commit("change", hubtest.Files{"mcp.json": tools(honest)})
	var last *hubtest.Pull
	for range 11 {
		last = w.repo.Open("main", "change")
	}
	wantTold(t, w.review(last), "Could not review", "more than 10 open pull requests")
	w.wantRuns("failure")
}
