package worker_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/theriac/theriac/app/hub/hubtest"
)

const redeliveries = "POST /app/hook/deliveries/{id}/attempts"

func (w *world) sweep() {
	w.t.Helper()
	if err := w.worker.Sweep(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// TestSweep: what was delivered while nobody was there is asked for, once, in
// its order; what arrived is not.
func TestSweep(t *testing.T) {
	w := newWorld(t)
	w.sweep()
	if n := len(w.gh.Requests()); n != 0 {
		t.Errorf("a new database made %d calls", n)
	}
	w.review(w.pull("seen", hubtest.Files{"mcp.json": tools(honest)}))
	w.stop()
	for _, branch := range []string{"missed", "missed-too"} {
		p := w.pull(branch, hubtest.Files{"mcp.json": tools(poisoned)})
		if d := w.gh.Deliver(t.Context(), w.hook, w.gh.PullRequestEvent(p, "opened")); d.Status != 0 {
			t.Fatalf("somebody answered %d", d.Status)
		}
	}
	w.open()
	w.gh.SetHookURL(w.hook)
	w.sweep()
	w.answer("done")
	w.answer("done")
	w.wantRuns("success", "failure", "failure")
	w.sweep()
	var asked []string
	for _, r := range w.gh.Requests() {
		if r.Route == redeliveries {
			asked = append(asked, r.Path)
		}
	}
	if len(asked) != 2 || !slices.IsSorted(asked) {
		t.Errorf("redeliveries %q, want 2 in their order", asked)
	}
}

// TestSweepGivesUp: an event that fails again and again is asked for three times
// and no more.
func TestSweepGivesUp(t *testing.T) {
	w := newWorld(t)
	w.sweep()
	hook := httptest.NewServer(http.NotFoundHandler())
	defer hook.Close()
	p := w.pull("change", hubtest.Files{"mcp.json": tools(honest)})
	w.gh.Deliver(t.Context(), hook.URL, w.gh.PullRequestEvent(p, "opened"))
	for n := range 3 {
		w.sweep()
		w.until("another attempt", func() bool { return len(w.gh.Deliveries()) == n+2 })
	}
	w.sweep()
	if n := w.gh.Count(redeliveries); n != 3 {
		t.Errorf("%d redeliveries, want 3", n)
	}
}

// TestSweepGoesOn: an event that GitHub refuses to deliver again stands in no other's way, and is
// asked for again, but not for ever.
func TestSweepGoesOn(t *testing.T) {
	w := newWorld(t)
	w.sweep()
	w.stop()
	for _, branch := range []string{"refused", "other"} {
		w.gh.Deliver(t.Context(), w.hook, w.gh.PullRequestEvent(w.pull(branch, hubtest.Files{"mcp.json": tools(honest)}), "opened"))
	}
	w.open()
	w.gh.SetHookURL(w.hook)
	w.gh.Fail(hubtest.Fault{Method: "POST", Path: "/attempts", Times: 1, Status: 404, Message: "Not Found"})
	if err := w.worker.Sweep(t.Context()); err == nil {
		t.Error("a refusal was kept secret")
	}
	w.answer("done")
	w.wantRuns("success")
	w.sweep()
	w.answer("done")
	w.wantRuns("success", "success")
}
