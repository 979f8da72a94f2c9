package queue_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/webhook"
)

// A process cannot kill itself and go on testing, so the test binary runs itself again and kills
// that. Each child brings the queue into some state, says "ready" and waits for its end.
var children = map[string]func(ctx context.Context, q *queue.Queue, ready func()) error{
	// A delivery's row is written, its transaction not committed.
	"half": func(ctx context.Context, q *queue.Queue, ready func()) error {
		return q.HalfStore(ctx, "one", func() {
			ready()
			<-ctx.Done()
		})
	},
	// A delivery was acknowledged, nobody works.
	"stored": func(ctx context.Context, q *queue.Queue, ready func()) error {
		if err := deliver(ctx, q, "one", 1); err != nil {
			return err
		}
		ready()
		<-ctx.Done()
		return nil
	},
	// A job runs and has opened a check run.
	"running": func(ctx context.Context, q *queue.Queue, ready func()) error {
		if err := deliver(ctx, q, "one", 1); err != nil {
			return err
		}
		return q.Work(ctx, openAndHang(q, ready))
	},
	// Two jobs run.
	"two": func(ctx context.Context, q *queue.Queue, ready func()) error {
		other := pull(1)
		other.PullRequest, other.Installation = 8, 77
		if _, err := q.Enqueue(ctx, webhook.Delivery{GUID: "other", Event: "pull_request"}, other); err != nil {
			return err
		}
		if err := deliver(ctx, q, "one", 1); err != nil {
			return err
		}
		var both sync.WaitGroup
		both.Add(2)
		go func() { both.Wait(); ready() }()
		return q.Work(ctx, funcs{handle: func(context.Context, queue.Job) error {
			both.Done()
			select {} // deaf
		}})
	},
	// A running job was superseded and has not noticed; the newer one waits.
	"superseded": func(ctx context.Context, q *queue.Queue, ready func()) error {
		if err := deliver(ctx, q, "one", 1); err != nil {
			return err
		}
		return q.Work(ctx, openAndHang(q, func() {
			if err := deliver(ctx, q, "two", 2); err != nil {
				panic(err)
			}
			ready()
		}))
	},
}

func deliver(ctx context.Context, q *queue.Queue, guid string, n int) error {
	outcome, err := q.Enqueue(ctx, webhook.Delivery{GUID: guid, Event: "pull_request"}, pull(n))
	if err == nil && outcome != webhook.Queued {
		err = fmt.Errorf("outcome %q", outcome)
	}
	return err
}

func openAndHang(q *queue.Queue, then func()) queue.Handler {
	return funcs{handle: func(ctx context.Context, job queue.Job) error {
		if err := q.RecordRun(ctx, job, 55); err != nil {
			return err
		}
		then()
		select {} // deaf
	}}
}

func TestMain(m *testing.M) {
	child, url := os.Getenv("THERIAC_QUEUE_CHILD"), os.Getenv("THERIAC_QUEUE_URL")
	if child == "" {
		os.Exit(m.Run())
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience) // nobody is left behind
	defer cancel()
	q, err := queue.Open(ctx, queue.Config{URL: url, MaxWorkers: 2})
	if err == nil {
		err = children[child](ctx, q, func() { fmt.Println("ready") })
	}
	fmt.Println("ended:", err)
	os.Exit(1)
}

// takenOver is when a job of a dead process runs again, at the latest.
const takenOver = 30 * time.Second

// kill runs a child until it is ready and kills it.
func kill(t *testing.T, url, child string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "THERIAC_QUEUE_CHILD="+child, "THERIAC_QUEUE_URL="+url)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "ready\n" {
		t.Errorf("the child said %q, %v", line, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.Exited() {
		t.Fatalf("the child ended with %v, and was not killed", err)
	}
}

// reviewed works until a job was done, and stops.
func reviewed(t *testing.T, q *queue.Queue) queue.Job {
	t.Helper()
	jobs := make(chan queue.Job, 9)
	stop := work(t, q, funcs{handle: func(ctx context.Context, job queue.Job) error {
		for _, run := range job.Leftover {
			if err := q.CloseRun(ctx, run); err != nil {
				return err
			}
		}
		jobs <- job
		return nil
	}})
	job := receive(t, jobs)
	stop()
	if len(jobs) > 0 {
		t.Errorf("also done: %+v", <-jobs)
	}
	return job
}

func redelivered(t *testing.T, q *queue.Queue, guid string) webhook.Outcome {
	t.Helper()
	outcome, err := q.Enqueue(t.Context(), webhook.Delivery{GUID: guid, Event: "pull_request"}, pull(1))
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

func TestKilledBeforeCommit(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		kill(t, url, "half")
		q := open(t, queue.Config{URL: url})
		if held, err := q.Holds(t.Context(), "one"); held || err != nil {
			t.Errorf("Holds = %v, %v; want false", held, err)
		}
		want(t, redelivered(t, q, "one"), webhook.Queued)
		want(t, redelivered(t, q, "one"), webhook.Redelivered)
		wantStates(t, q, "available=1")
	})
}

func TestKilledAfterCommit(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		kill(t, url, "stored")
		q := open(t, queue.Config{URL: url})
		want(t, redelivered(t, q, "one"), webhook.Redelivered)
		if job := reviewed(t, q); job.Request.Head != sha(1) || job.Attempt != 1 || job.Delivery != "one" {
			t.Errorf("done: %+v", job)
		}
		wantStates(t, q, "completed=1")
	})
}

// A job that ran when the process was killed goes on at once, well before River would find out.
func TestKilledRunning(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		kill(t, url, "running")
		q := open(t, queue.Config{URL: url})
		wantStates(t, q, "running=1")
		start := time.Now()
		job := reviewed(t, q)
		if job.Attempt != 1 || job.Restarts != 1 || job.Deaths != 1 || !cmp.Equal(job.Leftover, []int64{55}) {
			t.Errorf("done: attempt %d, restarts %d, deaths %d, leftover check runs %v; want 1, 1, 1, [55]", job.Attempt, job.Restarts, job.Deaths, job.Leftover)
		}
		if d := time.Since(start); d > takenOver {
			t.Errorf("waited %v, want %v at most", d, takenOver)
		}
		wantStates(t, q, "completed=1")
		if left, err := q.Abandoned(t.Context()); err != nil || len(left) > 0 {
			t.Errorf("abandoned %+v, %v", left, err)
		}
	})
}

// A job that kills the process comes to an end, and its pull request can be asked about again.
func TestKilledForTheLastTime(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		kill(t, url, "running")
		q := open(t, queue.Config{URL: url, MaxDeaths: 1})
		idle := funcs{handle: func(_ context.Context, job queue.Job) error {
			t.Errorf("worked on %+v", job)
			return nil
		}}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- q.Work(ctx, idle) }()
		var left []queue.Abandoned
		until(t, func() (ok bool) {
			var err error
			if left, err = q.Abandoned(t.Context()); err != nil {
				t.Fatal(err)
			}
			return len(left) > 0
		})
		cancel()
		if err := receive(t, done); err != nil {
			t.Error(err)
		}
		if len(left) != 1 || left[0].State != "discarded" || !left[0].Killed || left[0].Job.Deaths != 1 || !cmp.Equal(left[0].CheckRuns, []int64{55}) || !cmp.Equal(left[0].Job.Request, pull(1)) || left[0].Job.Delivery != "one" {
			t.Errorf("abandoned %+v", left)
		}
		if err := q.Settle(t.Context(), left[0].Job.ID); err != nil {
			t.Fatal(err)
		}
		if left, err := q.Abandoned(t.Context()); err != nil || len(left) > 0 {
			t.Errorf("abandoned after it was settled: %+v, %v", left, err)
		}
		want(t, enqueue(t, q, pull(1)), webhook.Queued)
		wantStates(t, q, "available=1 discarded=1")
	})
}

// Of two jobs that died together nobody knows which one it was: no death counts, no attempt is
// spent, and each runs alone the next time. One of them dies again, and is given up; the other is
// done.
func TestKilledTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		kill(t, url, "two")
		q := open(t, queue.Config{URL: url})
		var running, most atomic.Int32
		jobs := make(chan queue.Job, 9)
		work(t, q, funcs{handle: func(_ context.Context, job queue.Job) error {
			most.Store(max(most.Load(), running.Add(1)))
			defer running.Add(-1)
			jobs <- job
			return nil
		}})
		for range 2 {
			if job := receive(t, jobs); job.Attempt != 1 || job.Restarts != 1 || job.Deaths != 0 {
				t.Errorf("attempt %d, restarts %d, deaths %d; want 1, 1, 0", job.Attempt, job.Restarts, job.Deaths)
			}
		}
		if most.Load() != 1 {
			t.Errorf("%d ran together", most.Load())
		}
	})
}

// until waits for a condition that only the store can tell.
func until(t *testing.T, condition func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(patience); !condition(); {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal("waited in vain")
		}
	}
}

func TestKilledSuperseded(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		kill(t, url, "superseded")
		q := open(t, queue.Config{URL: url})
		jobs := make(chan queue.Job, 9)
		stop := work(t, q, funcs{handle: func(_ context.Context, job queue.Job) error {
			jobs <- job
			return nil
		}})
		if job := receive(t, jobs); job.Request.Head != sha(2) || job.Attempt != 1 {
			t.Errorf("done: %+v", job)
		}
		var left []queue.Abandoned
		var err error
		until(t, func() bool {
			left, err = q.Abandoned(t.Context())
			return err != nil || len(left) > 0
		})
		stop()
		wantStates(t, q, "completed=1 cancelled=1")
		if err != nil || len(left) != 1 || left[0].State != "cancelled" || !cmp.Equal(left[0].CheckRuns, []int64{55}) || left[0].Job.Request.Head != sha(1) {
			t.Errorf("abandoned %+v, %v", left, err)
		}
		if err := q.CloseRun(t.Context(), 55); err != nil {
			t.Fatal(err)
		}
		if left, err := q.Abandoned(t.Context()); err != nil || len(left) > 0 {
			t.Errorf("abandoned after it was closed: %+v, %v", left, err)
		}
	})
}

// Another replica's start is no reason to take a living one's jobs.
func TestReplicasKeepTheirJobs(t *testing.T) {
	t.Parallel()
	url := newDatabase(t)
	one, two := open(t, queue.Config{URL: url, MaxWorkers: 1}), open(t, queue.Config{URL: url})
	started, finish, other := make(chan struct{}), make(chan struct{}), make(chan queue.Job, 9)
	stopOne := work(t, one, funcs{handle: func(context.Context, queue.Job) error {
		close(started)
		<-finish
		return nil
	}})
	enqueue(t, one, pull(1))
	receive(t, started)
	stopTwo := work(t, two, funcs{handle: func(_ context.Context, job queue.Job) error {
		other <- job
		return nil
	}})
	enqueue(t, one, with(pull(1), func(r *webhook.Request) { r.PullRequest = 8 }))
	if job := receive(t, other); job.Request.PullRequest != 8 {
		t.Errorf("took %+v", job)
	}
	stopTwo()
	wantStates(t, one, "running=1 completed=1")
	close(finish)
	stopOne()
	wantStates(t, one, "completed=2")
}
