package queue_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/webhook"
)

// patience is how long a test waits for what should happen at once.
const patience = time.Minute

// onBoth runs a test on SQLite and, if THERIAC_TEST_POSTGRES has the URL of a server on which
// databases can be made, on Postgres. .ci/run always sets it, so nothing is skipped there.
func onBoth(t *testing.T, test func(t *testing.T, url string)) {
	t.Helper()
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, "sqlite:"+filepath.Join(t.TempDir(), "theriac.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, newDatabase(t))
	})
}

var databases atomic.Int32

func newDatabase(t *testing.T) string {
	t.Helper()
	server := os.Getenv("THERIAC_TEST_POSTGRES")
	if server == "" {
		t.Skip("THERIAC_TEST_POSTGRES is not set")
	}
	name := fmt.Sprintf("theriac_test_%d_%d", os.Getpid(), databases.Add(1))
	admin := func(statement string) {
		conn, err := pgx.Connect(t.Context(), server)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	admin("CREATE DATABASE " + name)
	t.Cleanup(func() {
		conn, err := pgx.Connect(context.Background(), server)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		if _, err := conn.Exec(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// open opens a queue that is closed with the test.
func open(t *testing.T, cfg queue.Config) *queue.Queue {
	t.Helper()
	q, err := queue.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := q.Close(); err != nil {
			t.Error(err)
		}
	})
	return q
}

// funcs is a Handler of two functions; the second may be missing.
type funcs struct {
	handle func(ctx context.Context, job queue.Job) error
	giveUp func(ctx context.Context, job queue.Job, cause error) error
}

func (f funcs) Handle(ctx context.Context, job queue.Job) error { return f.handle(ctx, job) }

func (f funcs) GiveUp(ctx context.Context, job queue.Job, cause error) error {
	if f.giveUp == nil {
		return nil
	}
	return f.giveUp(ctx, job, cause)
}

// work starts to work. The function returned stops it and waits until everything is stored.
func work(t *testing.T, q *queue.Queue, h queue.Handler) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- q.Work(ctx, h) }()
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := receive(t, done); err != nil {
			t.Errorf("Work: %v", err)
		}
	}
	t.Cleanup(stop)
	return stop
}

// receive waits for a value.
func receive[T any](t *testing.T, ch <-chan T) T {
	t.Helper()
	select {
	case v := <-ch:
		return v
	case <-time.After(patience):
		t.Fatal("waited in vain")
		panic("unreachable")
	}
}

// pull is a request for a review of pull request 7 at the n-th head, updated in the n-th minute.
func pull(n int) webhook.Request {
	return webhook.Request{
		Kind: webhook.ReviewPull, Installation: 9, Repository: webhook.Repository{ID: 31, Owner: "acme", Name: "tools"},
		PullRequest: 7, Head: sha(n), BaseRef: "main", BaseSHA: sha(0),
		UpdatedAt: time.Date(2026, 3, 4, 5, n, 0, 0, time.UTC),
	}
}

func sha(n int) string { return fmt.Sprintf("%040x", n) }

// with changes a request.
func with(r webhook.Request, change func(*webhook.Request)) webhook.Request {
	change(&r)
	return r
}

var deliveries atomic.Int64

// enqueue stores a request as a new delivery.
func enqueue(t *testing.T, q *queue.Queue, r webhook.Request) webhook.Outcome {
	t.Helper()
	guid := fmt.Sprintf("guid-%d", deliveries.Add(1))
	outcome, err := q.Enqueue(t.Context(), webhook.Delivery{GUID: guid, Event: "pull_request"}, r)
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

func want(t *testing.T, got, want webhook.Outcome) {
	t.Helper()
	if got != want {
		t.Fatalf("outcome %q, want %q", got, want)
	}
}

// wantStates compares the states that jobs are in, written like "completed=1 cancelled=2".
func wantStates(t *testing.T, q *queue.Queue, states string) {
	t.Helper()
	stats, err := q.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, name := range []string{"available", "scheduled", "retryable", "pending", "running", "completed", "cancelled", "discarded"} {
		if n := stats.States[name]; n > 0 {
			got = append(got, fmt.Sprintf("%s=%d", name, n))
		}
	}
	if g := strings.Join(got, " "); g != states {
		t.Errorf("jobs %q, want %q", g, states)
	}
}
