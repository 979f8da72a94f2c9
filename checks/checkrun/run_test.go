package checkrun_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-github/v66/github"

	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/checks/checkrun"
)

// A world is a GitHub with a pull request to report on.
type world struct {
	t      *testing.T
	gh     *hubtest.Server
	app    *hubtest.Installation
	repo   *hubtest.Repo
	pull   *hubtest.Pull
	client *github.Client
	waits  []time.Duration
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, gh: hubtest.New(t)}
	w.app = w.gh.Install("acme")
	w.repo = w.gh.Repo("acme", "tools")
	w.repo.Commit("main", hubtest.Files{"README.md": hubtest.Text("hello\n")})
	w.repo.Branch("change", "main")
	w.repo.Commit("change", hubtest.Files{"mcp.json": hubtest.Text("{\n\n}\n"), "sub/mcp.json": hubtest.Text("{}\n")})
	w.pull = w.repo.Open("main", "change")
	client, err := github.NewClient(nil).WithAuthToken(w.app.Token(w.repo)).WithEnterpriseURLs(w.gh.URL, w.gh.URL)
	if err != nil {
		t.Fatal(err)
	}
	w.client = client
	return w
}

func (w *world) target(id string) checkrun.Target {
	return checkrun.Target{Owner: "acme", Repo: "tools", HeadSHA: w.pull.HeadSHA(), ExternalID: id}
}

func (w *world) open() *checkrun.Run {
	w.t.Helper()
	run, err := checkrun.OpenAtOnce(context.Background(), w.client.Checks, w.target("job-1"), &w.waits)
	if err != nil {
		w.t.Fatal(err)
	}
	return run
}

func still(context.Context) (bool, error) { return true, nil }

func verdict(c checkrun.Conclusion, list ...checks.Annotation) checkrun.Verdict {
	return checkrun.Verdict{Conclusion: c, Title: "2 findings", Summary: "what was found", Text: "more", Annotations: list}
}

func TestRun(t *testing.T) {
	w := newWorld(t)
	run := w.open()
	got := w.gh.CheckRuns(w.repo)[0]
	if got.ID != run.ID() || got.Status != "in_progress" || got.Name != "theriac" || got.HeadSHA != w.pull.HeadSHA() || got.ExternalID != "job-1" {
		t.Fatalf("opened: %+v", got)
	}
	list := append(marks(1, checks.LevelNotice), marks(1, checks.LevelFailure)...)
	out, err := run.Complete(context.Background(), verdict(checkrun.Failure, list...), still)
	if err != nil {
		t.Fatal(err)
	}
	if want := (checkrun.Outcome{Conclusion: checkrun.Failure, Sent: 2, Shown: 2}); out != want {
		t.Errorf("outcome %+v, want %+v", out, want)
	}
	got = w.gh.CheckRuns(w.repo)[0]
	if got.Status != "completed" || got.Conclusion != "failure" || got.Title != "2 findings" || got.Summary != "what was found" || got.Text != "more" {
		t.Errorf("completed: %+v", got)
	}
	if n := len(w.gh.Requests()); n != 2 {
		t.Errorf("%d requests for a run with few annotations, want 2", n)
	}
}

// TestBatches: 51 annotations in one request would be refused; GitHub also takes
// what a request adds, so that none may be sent twice.
func TestBatches(t *testing.T) {
	for _, tt := range []struct{ found, sent, updates int }{{0, 0, 1}, {50, 50, 1}, {51, 51, 2}, {100, 100, 2}, {101, 101, 3}, {500, 500, 10}, {502, 500, 10}} {
		w := newWorld(t)
		list := append(marks(tt.found/2, checks.LevelNotice), marks(tt.found-tt.found/2, checks.LevelFailure)...)
		out, err := w.open().Complete(context.Background(), verdict(checkrun.Failure, list...), still)
		if err != nil {
			t.Fatal(err)
		}
		got := w.gh.CheckRuns(w.repo)[0]
		if out.Sent != tt.sent || out.Shown != tt.sent || len(got.Annotations) != tt.sent || got.Updates != tt.updates {
			t.Errorf("%d found: outcome %+v, %d stored in %d updates", tt.found, out, len(got.Annotations), got.Updates)
		}
		levels := make([]string, len(got.Annotations))
		seen := map[string]bool{}
		for i, a := range got.Annotations {
			levels[i] = a.Level
			if seen[a.Message] {
				t.Errorf("%d found: %q twice", tt.found, a.Message)
			}
			seen[a.Message] = true
		}
		if !slices.IsSorted(levels) { // failure before notice
			t.Errorf("%d found: not worst first", tt.found)
		}
		if more := strings.Contains(got.Summary, "and 2 more without an annotation"); more != (tt.found == 502) {
			t.Errorf("%d found: summary %q", tt.found, got.Summary)
		}
		if slices.ContainsFunc(w.waits, func(d time.Duration) bool { return d != checkrun.WritePause }) || len(w.waits) != tt.updates-1 {
			t.Errorf("%d found: paused %v", tt.found, w.waits)
		}
	}
}

func TestLongSummary(t *testing.T) {
	w := newWorld(t)
	v := checkrun.Verdict{Conclusion: checkrun.Failure, Title: strings.Repeat("t", 300), Summary: strings.Repeat("ä", 70_000), Text: "```\n" + strings.Repeat("x", 70_000),
		Annotations: marks(501, checks.LevelNotice)}
	if _, err := w.open().Complete(context.Background(), v, still); err != nil {
		t.Fatal(err)
	}
	got := w.gh.CheckRuns(w.repo)[0]
	if !strings.HasSuffix(got.Summary, "…\n\nand 1 more without an annotation.\n") || !strings.HasSuffix(got.Text, "x\n```\n…") {
		t.Errorf("summary ends %q, text ends %q", got.Summary[len(got.Summary)-60:], got.Text[len(got.Text)-20:])
	}
}

func TestEmptyVerdict(t *testing.T) {
	w := newWorld(t)
	if _, err := w.open().Complete(context.Background(), checkrun.Verdict{Conclusion: checkrun.Success}, still); err != nil {
		t.Fatal(err)
	}
	if got := w.gh.CheckRuns(w.repo)[0]; got.Conclusion != "success" || got.Title == "" || got.Summary == "" {
		t.Errorf("%+v", got)
	}
}

// TestHeadMoved: a verdict on an old head must not stand.
func TestHeadMoved(t *testing.T) {
	w := newWorld(t)
	out, err := w.open().Complete(context.Background(), verdict(checkrun.Success, marks(60, checks.LevelNotice)...), func(context.Context) (bool, error) {
		if n := len(w.gh.CheckRuns(w.repo)[0].Annotations); n != 50 {
			t.Errorf("asked with %d annotations posted, want it last thing before the end", n)
		}
		return false, nil
	})
	if err != nil || out.Conclusion != checkrun.Cancelled {
		t.Fatalf("outcome %+v, %v", out, err)
	}
	if got := w.gh.CheckRuns(w.repo)[0]; got.Conclusion != "cancelled" || got.Status != "completed" {
		t.Errorf("%+v", got)
	}
}

func TestHeadUnknown(t *testing.T) {
	w := newWorld(t)
	cause := errors.New("no answer")
	_, err := w.open().Complete(context.Background(), verdict(checkrun.Success), func(context.Context) (bool, error) { return false, cause })
	if !errors.Is(err, cause) {
		t.Fatalf("error %v", err)
	}
	if got := w.gh.CheckRuns(w.repo)[0]; got.Conclusion != "" {
		t.Errorf("completed as %q without knowing the head", got.Conclusion)
	}
}

// TestTrouble: whatever happens to single requests, there is one run with each
// annotation once.
func TestTrouble(t *testing.T) {
	const runs, one = "/check-runs", "/check-runs/"
	tests := []struct {
		name   string
		faults []hubtest.Fault
	}{
		{"opening: 503 twice", []hubtest.Fault{{Method: "POST", Path: runs, Status: 503, Times: 2}}},
		{"opening: a web page", []hubtest.Fault{{Method: "POST", Path: runs, Status: 502, HTML: true}}},
		{"opening: reset", []hubtest.Fault{{Method: "POST", Path: runs, Reset: true}}},
		{"opening: answer lost", []hubtest.Fault{{Method: "POST", Path: runs, Lost: true}}},
		{"opening: answer cut", []hubtest.Fault{{Method: "POST", Path: runs, Cut: true}}},
		{"updating: 503 twice", []hubtest.Fault{{Method: "PATCH", Path: one, Status: 503, Times: 2}}},
		{"updating: answer lost", []hubtest.Fault{{Method: "PATCH", Path: one, Lost: true}}},
		{"updating: answers lost", []hubtest.Fault{{Method: "PATCH", Path: one, Lost: true}, {Method: "PATCH", Path: one, Lost: true}}},
		{"completing: answer lost", []hubtest.Fault{{Method: "PATCH", Path: one, Skip: 1, Lost: true}}},
		{"completing: answer cut", []hubtest.Fault{{Method: "PATCH", Path: one, Skip: 1, Cut: true}}},
		{"both", []hubtest.Fault{{Method: "POST", Path: runs, Lost: true}, {Method: "PATCH", Path: one, Status: 500}, {Method: "PATCH", Path: one, Cut: true}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			for _, f := range tt.faults {
				w.gh.Fail(f)
			}
			out, err := w.open().Complete(context.Background(), verdict(checkrun.Failure, marks(70, checks.LevelFailure)...), still)
			if err != nil {
				t.Fatal(err)
			}
			all := w.gh.CheckRuns(w.repo)
			if len(all) != 1 || all[0].Conclusion != "failure" || len(all[0].Annotations) != 70 || out.Shown != 70 {
				t.Errorf("outcome %+v, %d runs, first with %d annotations: %s", out, len(all), len(all[0].Annotations), all[0].Conclusion)
			}
		})
	}
}

// TestSeenLate: GitHub's list may lag, so that a run whose answer was lost looks
// as if it had not been made.
func TestSeenLate(t *testing.T) {
	w := newWorld(t)
	w.gh.Fail(hubtest.Fault{Method: "POST", Path: "/check-runs", Lost: true})
	svc := &lateList{ChecksService: w.client.Checks}
	run, err := checkrun.OpenAtOnce(context.Background(), svc, w.target("job-1"), &w.waits)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Complete(context.Background(), verdict(checkrun.Success), still); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range w.gh.CheckRuns(w.repo) {
		got = append(got, r.Conclusion)
	}
	if diff := cmp.Diff([]string{"cancelled", "success"}, got); diff != "" {
		t.Errorf("conclusions (-want +got):\n%s", diff)
	}
}

// lateList shows no runs the first time.
type lateList struct {
	*github.ChecksService
	asked bool
}

func (l *lateList) ListCheckRunsForRef(ctx context.Context, owner, repo, ref string, o *github.ListCheckRunsOptions) (*github.ListCheckRunsResults, *github.Response, error) {
	list, resp, err := l.ChecksService.ListCheckRunsForRef(ctx, owner, repo, ref, o)
	if !l.asked && err == nil {
		l.asked, list.CheckRuns = true, nil
	}
	return list, resp, err
}

// TestGivesUp: a refusal is final, and endless trouble has an end.
func TestGivesUp(t *testing.T) {
	tests := []struct {
		name  string
		fault hubtest.Fault
		posts int
	}{
		{"refused", hubtest.Fault{Method: "POST", Path: "/check-runs", Status: 403, Message: "no", Times: 100}, 1},
		{"down", hubtest.Fault{Method: "POST", Path: "/check-runs", Status: 503, Times: 100}, 3},
		{"down altogether", hubtest.Fault{Path: "/", Status: 503, Times: 100}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.gh.Fail(tt.fault)
			if _, err := checkrun.OpenAtOnce(context.Background(), w.client.Checks, w.target("job-1"), &w.waits); err == nil {
				t.Fatal("no error")
			}
			posts := 0
			for _, r := range w.gh.Requests() {
				if r.Method == "POST" {
					posts++
				}
			}
			if posts != tt.posts {
				t.Errorf("%d requests to open a run, want %d", posts, tt.posts)
			}
		})
	}
}
