package queue_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/webhook"
)

// soon makes retries come at once.
func soon(int) time.Duration { return 0 }

func TestWorkGetsWhatWasAsked(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		button := webhook.Request{Kind: webhook.Approve, Installation: 9, Repository: pull(1).Repository, PullRequest: 7,
			Head: sha(1), BaseRef: "main", Nonce: "n", CheckRun: 55, Button: "approve_baseline", Sender: "octocat"}
		for guid, r := range map[string]webhook.Request{"one": pull(1), "two": button} {
			if _, err := q.Enqueue(t.Context(), webhook.Delivery{GUID: guid, Event: "pull_request"}, r); err != nil {
				t.Fatal(err)
			}
		}
		jobs := make(chan queue.Job, 2)
		stop := work(t, q, funcs{handle: func(_ context.Context, job queue.Job) error {
			jobs <- job
			return nil
		}})
		got := map[string]queue.Job{}
		for range 2 {
			job := receive(t, jobs)
			if job.Attempt != 1 || job.MaxAttempts != 5 || job.Last() || job.ID == 0 || job.QueuedAt.IsZero() {
				t.Errorf("job %+v", job)
			}
			got[job.Delivery] = job
		}
		if diff := cmp.Diff(map[string]webhook.Request{"one": pull(1), "two": button},
			map[string]webhook.Request{"one": got["one"].Request, "two": got["two"].Request}); diff != "" {
			t.Errorf("requests (-want +got):\n%s", diff)
		}
		stop()
		wantStates(t, q, "completed=2")
	})
}

func TestSupersedeQueued(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		for n := range 4 {
			want(t, enqueue(t, q, pull(n+1)), webhook.Queued)
		}
		jobs := make(chan queue.Job, 9)
		stop := work(t, q, funcs{handle: func(_ context.Context, job queue.Job) error {
			jobs <- job
			return nil
		}})
		if job := receive(t, jobs); job.Request.Head != sha(4) {
			t.Errorf("worked on head %s, which is not the last", job.Request.Head)
		}
		stop()
		if len(jobs) > 0 {
			t.Errorf("worked on %s too", (<-jobs).Request.Head)
		}
		wantStates(t, q, "completed=1 cancelled=3")
	})
}

func TestSupersedeRunning(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		started, ended := make(chan string, 9), make(chan error, 9)
		stop := work(t, q, funcs{handle: func(ctx context.Context, job queue.Job) error {
			started <- job.Request.Head
			if job.Request.Head == sha(1) {
				<-ctx.Done()
				ended <- context.Cause(ctx)
				return ctx.Err()
			}
			ended <- nil
			return nil
		}})
		enqueue(t, q, pull(1))
		if head := receive(t, started); head != sha(1) {
			t.Fatalf("started with %s", head)
		}
		want(t, enqueue(t, q, pull(2)), webhook.Queued)
		for range 2 {
			if err := receive(t, ended); err != nil && !errors.Is(err, queue.ErrSuperseded) {
				t.Errorf("the context's cause is %v, want ErrSuperseded", err)
			}
		}
		stop()
		wantStates(t, q, "completed=1 cancelled=1")
	})
}

// A job that has finished its work just when it is superseded does not count as an answer.
func TestSupersedeFinishing(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		ended := make(chan struct{})
		stop := work(t, q, funcs{handle: func(ctx context.Context, job queue.Job) error {
			if job.Request.Head == sha(1) {
				enqueue(t, q, pull(2))
				<-ctx.Done()
				return nil
			}
			close(ended)
			return nil
		}})
		enqueue(t, q, pull(1))
		receive(t, ended)
		stop()
		wantStates(t, q, "completed=1 cancelled=1")
	})
}

// The head goes away and comes back while its first job is still winding up: River would take the
// new job for a duplicate of the one that is going to answer nobody.
func TestBackToEndingHead(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		first, letGo, answered := make(chan struct{}), make(chan struct{}), make(chan string, 9)
		var once sync.Once
		stop := work(t, q, funcs{handle: func(ctx context.Context, job queue.Job) error {
			mine := false
			once.Do(func() { mine = true })
			if mine {
				close(first)
				<-letGo // deaf to its context for a while
				return hang(ctx)
			}
			if job.Request.Head == sha(2) {
				return hang(ctx)
			}
			answered <- job.Request.Head
			return nil
		}})
		enqueue(t, q, pull(1))
		receive(t, first)
		want(t, enqueue(t, q, pull(2)), webhook.Queued)
		back := with(pull(1), func(r *webhook.Request) { r.UpdatedAt = pull(3).UpdatedAt })
		want(t, enqueue(t, q, back), webhook.Queued)
		want(t, enqueue(t, q, back), webhook.Duplicate)
		close(letGo)
		if head := receive(t, answered); head != sha(1) {
			t.Errorf("answered for %s", head)
		}
		stop()
		if len(answered) > 0 {
			t.Errorf("answered for %s too", <-answered)
		}
		wantStates(t, q, "completed=1 cancelled=2")
	})
}

// What a worker finds out can be put into the queue in its own job's place.
func TestRequeue(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		done := make(chan queue.Job)
		stop := work(t, q, funcs{handle: func(ctx context.Context, job queue.Job) error {
			if job.Request.Head == sha(1) {
				if outcome, err := q.Requeue(ctx, pull(2)); outcome != webhook.Queued {
					t.Errorf("Requeue: %q, %v", outcome, err)
				}
				return fmt.Errorf("reading the pull request: %w", queue.ErrSuperseded)
			}
			done <- job
			return nil
		}})
		enqueue(t, q, pull(1))
		if job := receive(t, done); job.Delivery != "" || job.Request.Head != sha(2) {
			t.Errorf("job %+v", job)
		}
		stop()
		wantStates(t, q, "completed=1 cancelled=1")
	})
}

func TestAnsweredIsNotAskedAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		done := make(chan string, 9)
		h := funcs{handle: func(_ context.Context, job queue.Job) error {
			done <- job.Request.BaseRef
			return nil
		}}
		next := with(pull(2), func(r *webhook.Request) { r.Head, r.BaseRef, r.BaseSHA = sha(1), "next", sha(99) })
		back := with(pull(3), func(r *webhook.Request) { r.Head = sha(1) })
		enqueue(t, q, pull(1))
		work(t, q, h)
		receive(t, done)
		// Whether the answer is in or still being written down, it is the same answer.
		want(t, enqueue(t, q, pull(1)), webhook.Duplicate)
		want(t, enqueue(t, q, next), webhook.Queued)
		if base := receive(t, done); base != "next" {
			t.Errorf("reviewed against %s", base)
		}
		// The last word was about the other base branch, so this is a question again.
		want(t, enqueue(t, q, back), webhook.Queued)
		if base := receive(t, done); base != "main" {
			t.Errorf("reviewed against %s", base)
		}
	})
}

// TestVerdicts has a job end in every way.
func TestVerdicts(t *testing.T) {
	transient := errors.New("502 from GitHub")
	for name, test := range map[string]struct {
		// returns is what Handle returns, call by call; nil is repeated.
		returns []func(ctx context.Context) error
		// attempts is what Handle sees as its number.
		attempts []int
		// cause is part of what GiveUp is told; empty if it is not to be called.
		cause  string
		states string
	}{
		"done":       {[]func(context.Context) error{give(nil)}, []int{1}, "", "completed=1"},
		"superseded": {[]func(context.Context) error{give(fmt.Errorf("head: %w", queue.ErrSuperseded))}, []int{1}, "", "cancelled=1"},
		"gone":       {[]func(context.Context) error{give(fmt.Errorf("token: %w", queue.ErrGone))}, []int{1}, "", "cancelled=1"},
		"put off": {[]func(context.Context) error{give(fmt.Errorf("limit: %w", queue.RetryAt(time.Now().Add(20*time.Millisecond), transient))), give(queue.RetryAt(time.Time{}, nil)), give(queue.RetryAt(time.Now(), nil)), give(queue.RetryAt(time.Now(), nil)), give(nil)},
			[]int{1, 1, 1, 1, 1}, "", "completed=1"},
		"failed, then done": {[]func(context.Context) error{give(transient), give(nil)}, []int{1, 2}, "", "completed=1"},
		"failed for good":   {[]func(context.Context) error{give(transient), give(transient), give(transient)}, []int{1, 2, 3}, "502 from GitHub", "discarded=1"},
		"put off between":   {[]func(context.Context) error{give(transient), give(queue.RetryAt(time.Now(), nil)), give(transient), give(transient)}, []int{1, 2, 2, 3}, "502 from GitHub", "discarded=1"},
		"panics":            {[]func(context.Context) error{boom("manifest text"), boom("manifest text"), boom("manifest text")}, []int{1, 2, 3}, "panic in github.com/theriac/theriac/app/queue_test.", "discarded=1"},
		"runtime panics":    {[]func(context.Context) error{outOfRange, outOfRange, give(nil)}, []int{1, 2, 3}, "", "completed=1"},
		"takes too long":    {[]func(context.Context) error{hang, hang, hang}, []int{1, 2, 3}, "the attempt took too long", "discarded=1"},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, url string) {
				q := open(t, queue.Config{URL: url, MaxAttempts: 3, Backoff: soon, JobTimeout: time.Second})
				var calls int
				var attempts []int
				done := make(chan string, 2)
				stop := work(t, q, funcs{
					handle: func(ctx context.Context, job queue.Job) error {
						attempts = append(attempts, job.Attempt)
						calls++
						err := test.returns[calls-1]
						if calls == len(test.returns) && test.cause == "" {
							done <- ""
						}
						return err(ctx)
					},
					giveUp: func(ctx context.Context, job queue.Job, cause error) error {
						if ctx.Err() != nil || !job.Last() {
							t.Errorf("GiveUp with %v, last %v", ctx.Err(), job.Last())
						}
						done <- cause.Error()
						return nil
					},
				})
				enqueue(t, q, pull(1))
				cause := receive(t, done)
				if !strings.Contains(cause, test.cause) || strings.Contains(cause, "manifest text") {
					t.Errorf("given up for %q, want %q", cause, test.cause)
				}
				stop()
				if diff := cmp.Diff(test.attempts, attempts); diff != "" {
					t.Errorf("attempts (-want +got):\n%s", diff)
				}
				wantStates(t, q, test.states)
				if left, err := q.Abandoned(t.Context()); err != nil || len(left) > 0 {
					t.Errorf("abandoned %+v, %v", left, err)
				}
			})
		})
	}
}

func give(err error) func(context.Context) error { return func(context.Context) error { return err } }
func boom(v any) func(context.Context) error     { return func(context.Context) error { panic(v) } }

func outOfRange(context.Context) error {
	var none []int
	return fmt.Errorf("%d", none[len(none)])
}

func hang(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

func TestStopWaits(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		started, finish := make(chan struct{}), make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			done <- q.Work(ctx, funcs{handle: func(ctx context.Context, _ queue.Job) error {
				close(started)
				<-finish
				return ctx.Err()
			}})
		}()
		enqueue(t, q, pull(1))
		receive(t, started)
		cancel()
		// Taken while it stops: stored, not worked on.
		want(t, enqueue(t, q, with(pull(1), func(r *webhook.Request) { r.PullRequest = 8 })), webhook.Queued)
		select {
		case <-done:
			t.Error("did not wait for the running job")
		default:
		}
		close(finish)
		if err := receive(t, done); err != nil {
			t.Error(err)
		}
		wantStates(t, q, "available=1 completed=1")
		if err := q.Ready(t.Context()); err == nil {
			t.Error("ready, although it has stopped")
		}
	})
}

func TestStopInterrupts(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q, err := queue.Open(t.Context(), queue.Config{URL: url, SoftStop: time.Millisecond, MaxAttempts: 1})
		if err != nil {
			t.Fatal(err)
		}
		started := make(chan struct{})
		stop := work(t, q, funcs{
			handle: func(ctx context.Context, job queue.Job) error {
				if err := q.RecordRun(ctx, job, 55); err != nil {
					t.Error(err)
				}
				close(started)
				return hang(ctx)
			},
			giveUp: func(context.Context, queue.Job, error) error {
				t.Error("given up, because of a restart")
				return nil
			},
		})
		enqueue(t, q, pull(1))
		receive(t, started)
		stop()
		wantStates(t, q, "available=1")
		if err := q.Close(); err != nil {
			t.Fatal(err)
		}

		q = open(t, queue.Config{URL: url, MaxAttempts: 1})
		again := make(chan queue.Job)
		work(t, q, funcs{handle: func(_ context.Context, job queue.Job) error {
			again <- job
			return nil
		}})
		job := receive(t, again)
		if job.Attempt != 1 || !cmp.Equal(job.Leftover, []int64{55}) {
			t.Errorf("after the restart: attempt %d, leftover check runs %v; want 1, [55]", job.Attempt, job.Leftover)
		}
	})
}

func TestWorkOnce(t *testing.T) {
	t.Parallel()
	q := open(t, queue.Config{URL: "sqlite:" + t.TempDir() + "/theriac.db"})
	ran := make(chan struct{})
	h := funcs{handle: func(context.Context, queue.Job) error {
		close(ran)
		return nil
	}}
	stop := work(t, q, h)
	if err := q.Ready(t.Context()); err != nil {
		t.Error(err)
	}
	enqueue(t, q, pull(1))
	receive(t, ran)
	stop()
	if err := q.Work(t.Context(), h); err == nil {
		t.Error("worked twice")
	}
}

// One owner's reviews hang; another owner's go on.
func TestInstallationsDoNotWaitForEachOther(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url, MaxWorkers: 4, PerInstallation: 2})
		hanging, release, quick := make(chan int, 99), make(chan struct{}), make(chan struct{})
		var mu sync.Mutex
		running, most := 0, 0
		stop := work(t, q, funcs{handle: func(_ context.Context, job queue.Job) error {
			if job.Request.Installation == 10 {
				close(quick)
				return nil
			}
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			hanging <- job.Request.PullRequest
			<-release
			mu.Lock()
			running--
			mu.Unlock()
			return nil
		}})
		for n := range 8 {
			enqueue(t, q, with(pull(1), func(r *webhook.Request) { r.PullRequest = 100 + n }))
		}
		receive(t, hanging)
		receive(t, hanging)
		enqueue(t, q, with(pull(1), func(r *webhook.Request) { r.Installation, r.Repository.ID = 10, 32 }))
		receive(t, quick)
		close(release)
		for range 6 {
			receive(t, hanging)
		}
		stop()
		if most != 2 {
			t.Errorf("%d jobs of one installation ran at once, want 2", most)
		}
		wantStates(t, q, "completed=9")
	})
}

// TestStorm pushes to many pull requests at once while workers work. In the end the last head of
// each must have been reviewed, and nothing be left.
func TestStorm(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		const pulls, pushes = 15, 12
		q := open(t, queue.Config{URL: url, PerInstallation: 8})
		var mu sync.Mutex
		reviewed := make(map[int]string)
		lastReviewed := make(chan int, pulls)
		stop := work(t, q, funcs{handle: func(ctx context.Context, job queue.Job) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			mu.Lock()
			reviewed[job.Request.PullRequest] = job.Request.Head
			mu.Unlock()
			if job.Request.Head == sha(pushes) {
				lastReviewed <- job.Request.PullRequest
			}
			return nil
		}})
		var wg sync.WaitGroup
		for p := range pulls {
			wg.Go(func() {
				for n := range pushes {
					r := with(pull(n+1), func(r *webhook.Request) { r.PullRequest = p + 1 })
					d := webhook.Delivery{GUID: fmt.Sprintf("%d/%d", p, n), Event: "pull_request"}
					if outcome, err := q.Enqueue(t.Context(), d, r); outcome != webhook.Queued {
						t.Errorf("pull %d, push %d: %q, %v", p, n, outcome, err)
					}
				}
			})
		}
		wg.Wait()
		for range pulls {
			receive(t, lastReviewed)
		}
		stop()
		for p, head := range reviewed {
			if head != sha(pushes) {
				t.Errorf("pull %d was last reviewed at %s", p, head)
			}
		}
		stats, err := q.Stats(t.Context())
		if err != nil || stats.Waiting != 0 || stats.States["running"] != 0 {
			t.Errorf("left: %+v, %v", stats, err)
		}
		if n := stats.States["completed"] + stats.States["cancelled"]; n != pulls*pushes {
			t.Errorf("%d jobs ended, want %d", n, pulls*pushes)
		}
	})
}
