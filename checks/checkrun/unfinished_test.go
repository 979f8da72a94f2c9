package checkrun_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/checks/checkrun"
)

// TestContinue: another attempt goes on with a run that has no annotations, and
// cancels the others of its job, but not before there is one. Other jobs' runs
// are left alone.
func TestContinue(t *testing.T) {
	mine := func(id string) bool { return id == "job-1" || id == "job-1-again" }
	for _, tt := range []struct {
		name string
		// left is how many annotations the runs wanted that were left, oldest first;
		// -1 is another job's run, -2 a completed one.
		left []int
		want []string
	}{
		{"nothing left", nil, []string{"in_progress"}},
		{"one without annotations", []int{0}, []string{"in_progress"}},
		{"one with annotations", []int{60}, []string{"cancelled", "in_progress"}},
		{"one of each", []int{60, 0}, []string{"cancelled", "in_progress"}},
		{"two without", []int{0, 0}, []string{"cancelled", "in_progress"}},
		{"another job's", []int{-1}, []string{"in_progress", "in_progress"}},
		{"completed", []int{-2}, []string{"success", "in_progress"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			ctx := context.Background()
			for _, n := range tt.left {
				id := "job-1"
				if n == -1 {
					id = "job-2"
				}
				run, err := checkrun.OpenAtOnce(ctx, w.client.Checks, w.target(id), &w.waits)
				if err != nil {
					t.Fatal(err)
				}
				if n == -2 {
					if _, err := run.Complete(ctx, verdict(checkrun.Success), still); err != nil {
						t.Fatal(err)
					}
				}
				if n > 0 {
					// The first batch is posted, and then something is in the way.
					blocked := func(context.Context) (bool, error) { return false, errors.New("blocked") }
					if _, err := run.Complete(ctx, verdict(checkrun.Failure, marks(n, checks.LevelFailure)...), blocked); err == nil {
						t.Fatal("completed")
					}
				}
			}
			run, err := checkrun.Continue(ctx, w.client.Checks, w.target("job-1-again"), mine)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range w.gh.CheckRuns(w.repo) {
				state := r.Conclusion
				if state == "" {
					state = r.Status
				}
				got = append(got, state)
				if r.ID == run.ID() && (state != "in_progress" || len(r.Annotations) > 0 || r.ExternalID == "job-2") {
					t.Errorf("goes on with %+v", r)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("runs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAmend changes the words of a completed run and nothing else.
func TestAmend(t *testing.T) {
	w := newWorld(t)
	run := w.open()
	v := verdict(checkrun.Failure, marks(2, checks.LevelFailure)...)
	if _, err := run.Complete(context.Background(), v, still); err != nil {
		t.Fatal(err)
	}
	want := w.gh.CheckRuns(w.repo)[0]
	v.Summary = "other words"
	if err := run.Amend(context.Background(), v); err != nil {
		t.Fatal(err)
	}
	want.Summary, want.Updates = v.Summary, want.Updates+1
	if diff := cmp.Diff(want, w.gh.CheckRuns(w.repo)[0]); diff != "" {
		t.Errorf("the run (-want +got):\n%s", diff)
	}
}

func TestExternalIDs(t *testing.T) {
	w := newWorld(t)
	for _, id := range []string{"one", "two"} {
		if _, err := checkrun.Open(context.Background(), w.client.Checks, w.target(id)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := checkrun.ExternalIDs(context.Background(), w.client.Checks, "acme", "tools", w.pull.HeadSHA())
	slices.Sort(got)
	if diff := cmp.Diff([]string{"one", "two"}, got); diff != "" || err != nil {
		t.Errorf("%v, %s", err, diff)
	}
}

func TestCloseUnfinished(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	for _, id := range []string{"job-1/1", "job-2/1", "job-1/2"} {
		if _, err := checkrun.OpenAtOnce(ctx, w.client.Checks, w.target(id), &w.waits); err != nil {
			t.Fatal(err)
		}
	}
	done, err := checkrun.OpenAtOnce(ctx, w.client.Checks, w.target("job-1/3"), &w.waits)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := done.Complete(ctx, verdict(checkrun.Success), still); err != nil {
		t.Fatal(err)
	}
	n, err := checkrun.CloseUnfinished(ctx, w.client.Checks, w.target(""), func(id string) bool { return strings.HasPrefix(id, "job-1/") }, checkrun.Failure, "It gave up; re-run the check.")
	if err != nil || n != 2 {
		t.Fatalf("closed %d, %v", n, err)
	}
	var got []string
	for _, r := range w.gh.CheckRuns(w.repo) {
		got = append(got, r.ExternalID+" "+r.Conclusion+" "+r.Title)
	}
	want := []string{"job-1/1 failure Could not review", "job-2/1  Reviewing", "job-1/2 failure Could not review", "job-1/3 success 2 findings"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
}
