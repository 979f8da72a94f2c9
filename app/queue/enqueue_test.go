package queue_test

import (
	"strconv"
	"sync"
	"testing"

	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/webhook"
)

// at once calls f n times at the same time and counts what comes out.
func atOnce(t *testing.T, n int, f func(i int) (webhook.Outcome, error)) map[webhook.Outcome]int {
	t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	got := make(map[webhook.Outcome]int)
	for i := range n {
		wg.Go(func() {
			outcome, err := f(i)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			got[outcome]++
		})
	}
	wg.Wait()
	return got
}

func TestEnqueueOneQuestionAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		got := atOnce(t, 100, func(i int) (webhook.Outcome, error) {
			return q.Enqueue(t.Context(), webhook.Delivery{GUID: strconv.Itoa(i), Event: "pull_request"}, pull(1))
		})
		if got[webhook.Queued] != 1 || got[webhook.Duplicate] != 99 {
			t.Errorf("outcomes %v, want 1 queued and 99 duplicate", got)
		}
		wantStates(t, q, "available=1")
	})
}

func TestEnqueueOneDeliveryAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		got := atOnce(t, 20, func(i int) (webhook.Outcome, error) {
			return q.Enqueue(t.Context(), webhook.Delivery{GUID: "one", Event: "pull_request"}, pull(i))
		})
		if got[webhook.Queued] != 1 || got[webhook.Redelivered] != 19 {
			t.Errorf("outcomes %v, want 1 queued and 19 redelivered", got)
		}
		wantStates(t, q, "available=1")
	})
}

// A GUID is never kept without what it asks for, or a redelivery would be taken for done.
func TestEnqueueFails(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		d := webhook.Delivery{GUID: "one", Event: "pull_request"}
		if outcome, err := q.Enqueue(t.Context(), d, webhook.Request{Kind: "tea"}); err == nil {
			t.Fatalf("outcome %q for a kind that is not known", outcome)
		}
		if held, err := q.Holds(t.Context(), "one"); held || err != nil {
			t.Errorf("Holds = %v, %v; want false", held, err)
		}
		outcome, err := q.Enqueue(t.Context(), d, pull(1))
		if err != nil {
			t.Fatal(err)
		}
		want(t, outcome, webhook.Queued)
		if held, err := q.Holds(t.Context(), "one"); !held || err != nil {
			t.Errorf("Holds = %v, %v; want true", held, err)
		}
	})
}

// TestEnqueueOrder tells stories about one pull request or merge group while nobody works.
func TestEnqueueOrder(t *testing.T) {
	otherBase := func(n int) webhook.Request {
		return with(pull(n), func(r *webhook.Request) { r.BaseRef, r.BaseSHA = "next", sha(99) })
	}
	at := func(r webhook.Request, minute int) webhook.Request {
		r.UpdatedAt = pull(minute).UpdatedAt
		return r
	}
	rerun := func(n int, nonce string) webhook.Request {
		return webhook.Request{Kind: webhook.ReviewPull, Installation: 9, Repository: pull(1).Repository,
			PullRequest: 7, Head: sha(n), BaseRef: "main", Nonce: nonce}
	}
	group := func(kind webhook.Kind, n int, nonce string) webhook.Request {
		return webhook.Request{Kind: kind, Installation: 9, Repository: pull(1).Repository,
			Head: sha(n), BaseRef: "main", BaseSHA: sha(0), Nonce: nonce}
	}
	type step struct {
		request webhook.Request
		outcome webhook.Outcome
	}
	for name, story := range map[string]struct {
		steps  []step
		states string
	}{
		"pushes": {[]step{{pull(1), webhook.Queued}, {pull(2), webhook.Queued}, {pull(3), webhook.Queued}},
			"available=1 cancelled=2"},
		"out of order": {[]step{{pull(2), webhook.Queued}, {pull(1), webhook.Stale}, {pull(2), webhook.Duplicate}},
			"available=1"},
		"in one second": {[]step{{pull(2), webhook.Queued}, {at(pull(1), 2), webhook.Queued}},
			"available=1 cancelled=1"},
		"same head, other base": {[]step{{pull(1), webhook.Queued}, {at(otherBase(1), 2), webhook.Queued}, {at(pull(1), 3), webhook.Queued}},
			"available=1 cancelled=2"},
		"push back to a cancelled head": {[]step{{pull(1), webhook.Queued}, {pull(2), webhook.Queued}, {at(pull(1), 3), webhook.Queued}},
			"available=1 cancelled=2"},
		"duplicate keeps the newest time": {[]step{{pull(1), webhook.Queued}, {at(pull(1), 5), webhook.Duplicate}, {pull(4), webhook.Stale}},
			"available=1"},
		"other pull request": {[]step{{pull(1), webhook.Queued}, {with(pull(1), func(r *webhook.Request) { r.PullRequest = 8 }), webhook.Queued}},
			"available=2"},
		"other repository": {[]step{{pull(1), webhook.Queued}, {with(pull(1), func(r *webhook.Request) { r.Repository.ID = 32 }), webhook.Queued}},
			"available=2"},
		"re-run": {[]step{{pull(1), webhook.Queued}, {rerun(1, "a"), webhook.Queued}, {rerun(1, "b"), webhook.Queued}},
			"available=1 cancelled=2"},
		"re-run of an older head leaves the newer alone": {[]step{{pull(2), webhook.Queued}, {rerun(1, "a"), webhook.Queued}, {pull(2), webhook.Duplicate}},
			"available=2"},
		"re-run of what nobody knows, then a push": {[]step{{rerun(1, "a"), webhook.Queued}, {pull(2), webhook.Queued}},
			"available=1 cancelled=1"},
		"re-run does not make later events stale": {[]step{{pull(1), webhook.Queued}, {rerun(1, "a"), webhook.Queued}, {at(pull(2), 1), webhook.Queued}},
			"available=1 cancelled=2"},
		"reopened": {[]step{{pull(1), webhook.Queued}, {with(at(pull(1), 2), func(r *webhook.Request) { r.Nonce = "a" }), webhook.Queued}},
			"available=1 cancelled=1"},
		"re-run of a commit": {[]step{{group(webhook.RerunCommit, 1, "a"), webhook.Queued}, {group(webhook.RerunCommit, 1, "a"), webhook.Duplicate}, {group(webhook.RerunCommit, 1, "b"), webhook.Queued}},
			"available=2"},
		"merge group": {[]step{{group(webhook.ReviewGroup, 1, ""), webhook.Queued}, {group(webhook.ReviewGroup, 1, ""), webhook.Duplicate}, {group(webhook.ReviewGroup, 2, ""), webhook.Queued}},
			"available=2"},
		"merge group destroyed": {[]step{{group(webhook.ReviewGroup, 1, ""), webhook.Queued}, {group(webhook.ReviewGroup, 2, ""), webhook.Queued}, {group(webhook.CancelGroup, 1, ""), webhook.Cancelled}},
			"available=1 cancelled=1"},
		"merge group destroyed before it was asked for": {[]step{{group(webhook.CancelGroup, 1, ""), webhook.Cancelled}, {group(webhook.ReviewGroup, 1, ""), webhook.Stale}, {group(webhook.ReviewGroup, 1, "a"), webhook.Queued}},
			"available=1"},
		"installation gone": {[]step{{pull(1), webhook.Queued}, {with(pull(1), func(r *webhook.Request) { r.Installation, r.PullRequest = 10, 8 }), webhook.Queued},
			{webhook.Request{Kind: webhook.InstallationGone, Installation: 9}, webhook.Cancelled}},
			"available=1 cancelled=1"},
		"installation gone and back": {[]step{{pull(1), webhook.Queued}, {webhook.Request{Kind: webhook.InstallationGone, Installation: 9}, webhook.Cancelled},
			{webhook.Request{Kind: webhook.InstallationBack, Installation: 9}, webhook.Noted}, {pull(1), webhook.Queued}},
			"available=1 cancelled=1"},
		"repositories gone": {[]step{{pull(1), webhook.Queued}, {with(pull(1), func(r *webhook.Request) { r.Repository.ID = 32 }), webhook.Queued}, {with(pull(1), func(r *webhook.Request) { r.Repository.ID = 33 }), webhook.Queued},
			{webhook.Request{Kind: webhook.RepositoriesGone, Installation: 9, Removed: []int64{31, 33, 34}}, webhook.Cancelled}},
			"available=1 cancelled=2"},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, url string) {
				q := open(t, queue.Config{URL: url})
				for i, s := range story.steps {
					if got := enqueue(t, q, s.request); got != s.outcome {
						t.Fatalf("step %d: outcome %q, want %q", i+1, got, s.outcome)
					}
				}
				wantStates(t, q, story.states)
			})
		})
	}
}
