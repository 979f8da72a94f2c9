package worker_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/app/queue"
)

// approvals is a repository that wants drift to be approved, and a pull request of
// "author" that edits a tool.
func approvals(t *testing.T) (*world, *hubtest.Pull) {
	t.Helper()
	w := newWorld(t)
	w.repo.Commit("main", hubtest.Files{"mcp.json": tools(honest), ".github/theriac.yml": hubtest.Text("version: 1\ndrift: approve\n")})
	for login, permission := range map[string]string{"author": "admin", "reader": "read", "writer": "write", "boss": "admin"} {
		w.repo.SetPermission(login, permission)
	}
	w.repo.Branch("change", "main")
	w.edit("Adds two or more numbers.")
	p := w.repo.Open("main", "change")
	p.SetAuthor("author")
	return w, p
}

func (w *world) edit(description string) {
	w.repo.Commit("change", hubtest.Files{"mcp.json": tools(tool("add", description))})
}

// waits reviews a pull request that has to wait.
func (w *world) waits(p *hubtest.Pull) hubtest.CheckRun {
	w.t.Helper()
	run := w.review(p)
	if run.Conclusion != "action_required" || len(run.Actions) != 1 || run.Actions[0].Identifier != "approve" {
		w.t.Fatalf("%s with the buttons %+v", run.Conclusion, run.Actions)
	}
	wantTold(w.t, run, "Waiting for an approval of 1 change")
	return run
}

// TestApprovals has a row for each way to approve, or to try.
func TestApprovals(t *testing.T) {
	press := func(who string) func(*world, *hubtest.Pull, hubtest.CheckRun) hubtest.Event {
		return func(w *world, _ *hubtest.Pull, run hubtest.CheckRun) hubtest.Event {
			return w.gh.PressEvent(w.repo, run, "approve", who)
		}
	}
	review := func(state, who, kind string) func(*world, *hubtest.Pull, hubtest.CheckRun) hubtest.Event {
		return func(w *world, p *hubtest.Pull, _ hubtest.CheckRun) hubtest.Event {
			return w.gh.ReviewEvent(p, state, p.HeadSHA(), who, kind)
		}
	}
	for _, c := range []struct {
		name  string
		event func(*world, *hubtest.Pull, hubtest.CheckRun) hubtest.Event
		// want is the new run's conclusion; empty where nothing follows.
		want, says string
	}{
		{"writer", press("writer"), "success", "approved by writer"},
		{"admin", press("boss"), "success", "approved by boss"},
		{"reader", press("reader"), "action_required", "only somebody who can write"},
		{"stranger", press("nobody"), "action_required", "only somebody who can write"},
		{"author", press("author"), "action_required", "the author of a pull request"},
		{"author in other letters", press("Author"), "action_required", "the author of a pull request"},
		{"writer's review", review("approved", "writer", "User"), "success", "by a review"},
		{"reader's review", review("approved", "reader", "User"), "action_required", "only somebody who can write"},
		{"author's review", review("approved", "author", "User"), "action_required", "the author of a pull request"},
		{"writer's comment", review("commented", "writer", "User"), "", ""},
		{"bot's review", review("approved", "writer", "Bot"), "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, p := approvals(t)
			first := w.waits(p)
			w.deliver(c.event(w, p, first))
			if c.want == "" {
				w.deliver(w.gh.CheckRunEvent(w.repo, first, "rerequested")) // something to wait for
				w.answer("done")
				w.wantRuns("action_required", "action_required")
				return
			}
			run := w.answer("done")
			w.wantRuns("action_required", c.want)
			wantTold(t, run, c.says)
		})
	}
}

// TestApprovalIsOfWhatWasShown: it holds as long as the metadata stays, through
// pushes and restarts and in a copy of the database, and not for another edit.
func TestApprovalIsOfWhatWasShown(t *testing.T) {
	w, p := approvals(t)
	first := w.waits(p)
	w.deliver(w.gh.PressEvent(w.repo, first, "approve", "writer"))
	w.answer("done")

	backup := filepath.Join(t.TempDir(), "copy.db")
	if err := queue.Backup(t.Context(), "sqlite:"+w.database, backup); err != nil {
		t.Fatal(err)
	}
	w.stop()
	w.database = backup
	w.open()
	again := func(want string) hubtest.CheckRun {
		t.Helper()
		p.Sync()
		w.deliver(w.gh.PullRequestEvent(p, "synchronize"))
		for w.ended() != "done" { // the copy was made before the press was noted as done
		}
		runs := w.gh.CheckRuns(w.repo)
		run := runs[len(runs)-1]
		if run.Conclusion != want {
			t.Errorf("%s, want %s", run.Conclusion, want)
		}
		return run
	}
	w.repo.Commit("change", hubtest.Files{"README.md": hubtest.Text("# the tools\n")})
	wantTold(t, again("success"), "approved by writer")
	w.edit("Adds two or three numbers.")
	second := again("action_required")

	// What was pressed on an older head changes nothing.
	w.edit("Adds two or four numbers.")
	again("action_required")
	for _, e := range []hubtest.Event{
		w.gh.PressEvent(w.repo, first, "approve", "writer"), w.gh.PressEvent(w.repo, second, "approve", "writer"),
		w.gh.ReviewEvent(p, "approved", second.HeadSHA, "writer", "User"),
	} {
		w.deliver(e)
		if got := w.ended(); got != "superseded" {
			t.Errorf("an approval of an older head ended as %q", got)
		}
	}
	// Back to what was approved: the approval is still there.
	w.edit("Adds two or more numbers.")
	again("success")
}

// TestApprovedTwice: of two presses at once, the first is told, and both runs say
// the same.
func TestApprovedTwice(t *testing.T) {
	w, p := approvals(t)
	first := w.waits(p)
	press := w.gh.PressEvent(w.repo, first, "approve", "writer")
	second := w.gh.PressEvent(w.repo, first, "approve", "boss")
	w.deliver(press)
	w.deliver(second)
	w.ended()
	w.ended()
	for _, run := range w.gh.CheckRuns(w.repo)[1:] {
		if run.Conclusion != "success" || !strings.Contains(run.Summary, "Approved by") {
			t.Errorf("%s: %s", run.Conclusion, run.Summary)
		}
	}
	if strings.Count(w.lines.all(), `"drift approved"`)+strings.Count(w.lines.all(), "drift approved") == 0 {
		t.Errorf("nothing in the log:\n%s", w.lines.all())
	}
}

// TestApprovalLookupFails: a permission that can't be looked up is none, the check
// stays, and the press can be repeated.
func TestApprovalLookupFails(t *testing.T) {
	w, p := approvals(t)
	first := w.waits(p)
	w.gh.Fail(hubtest.Fault{Method: http.MethodGet, Path: "/permission", Status: 500, Message: "text of a server", Times: 9})
	w.deliver(w.gh.PressEvent(w.repo, first, "approve", "writer"))
	failed := w.answer("done")
	wantTold(t, failed, "could not be checked")
	w.gh.Mend()
	w.deliver(w.gh.PressEvent(w.repo, failed, "approve", "writer"))
	w.answer("done")
	w.wantRuns("action_required", "action_required", "success")
}

// TestApprovalOfClosed: nobody waits for it.
func TestApprovalOfClosed(t *testing.T) {
	w, p := approvals(t)
	first := w.waits(p)
	p.Close()
	w.deliver(w.gh.PressEvent(w.repo, first, "approve", "writer"))
	if got := w.ended(); got != "superseded" {
		t.Errorf("ended as %q", got)
	}
	w.wantRuns("action_required")
}

// TestApprovalNeverCoversPoison: no press turns a run green that failed by a rule.
func TestApprovalNeverCoversPoison(t *testing.T) {
	w, p := approvals(t)
	w.edit("Adds two numbers." + poison)
	p.Sync()
	run := w.review(p)
	if run.Conclusion != "failure" || len(run.Actions) != 0 {
		t.Fatalf("%s with the buttons %+v", run.Conclusion, run.Actions)
	}
	w.deliver(w.gh.PressEvent(w.repo, run, "approve", "writer"))
	if got := w.ended(); got != "superseded" {
		t.Errorf("ended as %q", got)
	}
	w.wantRuns("failure")
}

// TestReportIsNoApproval: without the setting nothing waits, and nothing is asked
// of GitHub about it.
func TestReportIsNoApproval(t *testing.T) {
	w, p := approvals(t)
	w.repo.Commit("main", hubtest.Files{".github/theriac.yml": hubtest.Text("version: 1\n")})
	p.Sync()
	run := w.review(p)
	w.wantRuns("success")
	wantTold(t, run, "1 change to read, none blocking")
	w.deliver(w.gh.ReviewEvent(p, "approved", p.HeadSHA(), "writer", "User"))
	if got := w.ended(); got != "superseded" {
		t.Errorf("ended as %q", got)
	}
	for _, r := range w.gh.Requests() {
		if strings.Contains(r.Path, "/permission") {
			t.Errorf("asked for %s", r.Path)
		}
	}
}
