package worker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/theriac/theriac/app/hub/hubtest"
)

const uploads = "POST /repos/{owner}/{repo}/code-scanning/sarifs"

// TestScanningRefused: whatever code scanning says, the check run's conclusion is
// what the findings say, and one line tells what became of the upload. A refusal
// that takes somebody to change a setting is remembered for a day.
func TestScanningRefused(t *testing.T) {
	tests := []struct {
		status int
		line   string
		tries  int // of two reviews
	}{
		{403, "Not in code scanning: it is off for this repository", 1},
		{404, "Not in code scanning: it is not available", 1},
		{413, "Not in code scanning: the report is too large", 2},
		{503, "Not in code scanning: GitHub's code scanning is not available at the moment", 2},
		{500, "Not in code scanning: the upload failed", 2},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.status), func(t *testing.T) {
			w := newWorld(t)
			w.gh.SetScanning(fmt.Sprint(tt.status))
			for _, branch := range []string{"one", "two"} {
				run := w.review(w.pull(branch, hubtest.Files{"mcp.json": tools(poisoned)}))
				wantTold(t, run, tt.line)
				if n := strings.Count(run.Summary, "code scanning"); n > 2 { // the line itself, which may name it twice
					t.Errorf("told %d times:\n%s", n, run.Summary)
				}
				if strings.Contains(run.Summary, "go to code scanning") {
					t.Errorf("the promise is still there:\n%s", run.Summary)
				}
			}
			w.wantRuns("failure", "failure")
			if n := w.gh.Count(uploads); n != tt.tries {
				t.Errorf("%d uploads, want %d", n, tt.tries)
			}
		})
	}
}

// TestScanningNotGranted: the App works without the permission.
func TestScanningNotGranted(t *testing.T) {
	w := newWorld(t)
	w.app.Grant("security_events", "")
	for _, branch := range []string{"one", "two"} {
		run := w.review(w.pull(branch, hubtest.Files{"mcp.json": tools(poisoned)}))
		wantTold(t, run, "lacks the permission for code scanning alerts")
	}
	w.wantRuns("failure", "failure")
	if n := w.gh.Count(uploads); n != 0 {
		t.Errorf("%d uploads without a token for them", n)
	}
	refused := 0
	for _, r := range w.gh.Requests() {
		if strings.HasSuffix(r.Path, "/access_tokens") && r.Status == 422 {
			refused++
		}
	}
	if refused != 1 {
		t.Errorf("asked %d times for what is not granted", refused)
	}
}

// TestScanningFollows: a pull request that no longer touches a manifest has its
// old alerts closed by another upload, and the removed file in none.
func TestScanningFollows(t *testing.T) {
	w := newWorld(t)
	w.repo.Commit("main", hubtest.Files{"old.json": tools(honest, tool("mul", "Multiplies two numbers."))})
	p := w.pull("change", hubtest.Files{"mcp.json": tools(poisoned), "old.json": hubtest.Removed()})
	w.review(p)
	w.repo.Commit("change", hubtest.Files{"mcp.json": hubtest.Removed(), "old.json": tools(honest, tool("mul", "Multiplies two numbers."))})
	p.Sync()
	w.deliver(w.gh.PullRequestEvent(p, "synchronize"))
	w.answer("done")
	up := w.gh.Uploads()
	if len(up) != 2 {
		t.Fatalf("%d uploads, want 2", len(up))
	}
	if s := string(up[0].Log); !strings.Contains(s, "STRUCT005") || strings.Contains(s, `"uri": "old.json"`) || strings.Contains(s, `"uri":"old.json"`) {
		t.Errorf("the first upload:\n%s", s)
	}
	if s := string(up[1].Log); strings.Contains(s, `"mcp.json"`) {
		t.Errorf("the second upload still has results:\n%s", s)
	}
}
