package queue_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/webhook"
)

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "sqlite:", "sqlite://", "sqlite::memory:", "theriac.db", "mysql://root:hunter2@db/x"} {
		q, err := queue.Open(t.Context(), queue.Config{URL: url})
		if err == nil {
			q.Close()
			t.Errorf("opened %q", url)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the password is told: %v", err)
		}
	}
	for _, url := range []string{"postgres://theriac:hunter2@127.0.0.1:1/x?connect_timeout=1", "postgres://theriac:hunter2@127.0.0.1:nonsense/x"} {
		if _, err := queue.Open(t.Context(), queue.Config{URL: url}); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("opening an unreachable Postgres: %v", err)
		}
	}
	missing := filepath.Join(t.TempDir(), "missing", "theriac.db")
	if _, err := queue.Open(t.Context(), queue.Config{URL: "sqlite:" + missing}); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("opening a file in no folder: %v", err)
	}
}

func TestSQLiteFile(t *testing.T) {
	t.Parallel()
	// Characters that mean something in a URL mean nothing in a path.
	path := filepath.Join(t.TempDir(), "a b%20c?d#e.db")
	q := open(t, queue.Config{URL: "sqlite:" + path})
	enqueue(t, q, pull(1))
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 {
		t.Errorf("the file's mode is %o, want 600", mode)
	}
}

func TestSQLiteIsForOneProcess(t *testing.T) {
	t.Parallel()
	url := "sqlite:" + filepath.Join(t.TempDir(), "theriac.db")
	q, err := queue.Open(t.Context(), queue.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := queue.Open(t.Context(), queue.Config{URL: url}); !errors.Is(err, queue.ErrLocked) {
		t.Errorf("second Open: %v, want ErrLocked", err)
	}
	if err := q.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, queue.Config{URL: url})
}

func TestNewerStore(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q, err := queue.Open(t.Context(), queue.Config{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Ready(t.Context()); err != nil {
			t.Errorf("not ready: %v", err)
		}
		if err := q.SpoilSchema(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := q.Ready(t.Context()); err == nil {
			t.Error("ready, with tables of a newer program")
		}
		if err := q.Close(); err != nil {
			t.Fatal(err)
		}
		if err := q.Ready(t.Context()); err == nil {
			t.Error("ready, after Close")
		}
		if _, err := queue.Open(t.Context(), queue.Config{URL: url}); err == nil || !strings.Contains(err.Error(), "newer theriac-app") {
			t.Errorf("Open: %v", err)
		}
	})
}

// Several replicas that start together migrate once.
func TestOpenTogether(t *testing.T) {
	t.Parallel()
	url := newDatabase(t)
	errs := make(chan error)
	for range 5 {
		go func() {
			q, err := queue.Open(context.Background(), queue.Config{URL: url})
			if err == nil {
				err = q.Close()
			}
			errs <- err
		}()
	}
	for range 5 {
		if err := receive(t, errs); err != nil {
			t.Error(err)
		}
	}
}

func TestBackup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	url, copied := "sqlite:"+filepath.Join(dir, "theriac.db"), filepath.Join(dir, "copy of it.db")
	if err := queue.Backup(t.Context(), url, copied); err == nil {
		t.Error("backed up a file that is not there")
	}
	q, err := queue.Open(t.Context(), queue.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	enqueue(t, q, pull(1))
	if err := queue.Backup(t.Context(), url, copied); err != nil { // with the queue open
		t.Fatal(err)
	}
	if info, err := os.Stat(copied); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v, %v; want mode 600", info.Mode(), err)
	}
	enqueue(t, q, pull(2))
	if err := queue.Backup(t.Context(), url, copied); !errors.Is(err, os.ErrExist) {
		t.Errorf("backing up over a file: %v", err)
	}
	if err := q.Close(); err != nil {
		t.Fatal(err)
	}
	if err := queue.Backup(t.Context(), url, filepath.Join(dir, "second.db")); err != nil { // with nobody there
		t.Error(err)
	}
	q = open(t, queue.Config{URL: "sqlite:" + copied})
	if job := reviewed(t, q); job.Request.Head != sha(1) {
		t.Errorf("the copy has %+v", job)
	}
	if err := queue.Backup(t.Context(), "postgres://x/y", filepath.Join(dir, "third")); err == nil || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("backing up Postgres: %v", err)
	}
}

func TestFacts(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		ctx := t.Context()
		recall := func(name, want string, wantOK bool) {
			t.Helper()
			if value, ok, err := q.Recall(ctx, name); value != want || ok != wantOK || err != nil {
				t.Errorf("Recall(%s) = %q, %v, %v; want %q, %v", name, value, ok, err, want, wantOK)
			}
		}
		remember := func(name, value string, ttl time.Duration) {
			t.Helper()
			if err := q.Remember(ctx, name, value, ttl); err != nil {
				t.Error(err)
			}
		}
		recall("a", "", false)
		remember("a", "1", 0)
		remember("b", "2", 24*time.Hour)
		remember("c", "3", time.Nanosecond)
		recall("a", "1", true)
		recall("b", "2", true)
		recall("c", "", false)
		remember("a", "4", 0)
		recall("a", "4", true)
		if err := q.Prune(ctx, time.Now().Add(25*time.Hour)); err != nil {
			t.Error(err)
		}
		recall("a", "4", true)
		recall("b", "", false)
		if err := q.Forget(ctx, "a"); err != nil {
			t.Error(err)
		}
		recall("a", "", false)

		if swept, err := q.Swept(ctx); !swept.IsZero() || err != nil {
			t.Errorf("Swept = %v, %v; want zero", swept, err)
		}
		at := time.Date(2026, 3, 4, 5, 6, 7, 800, time.FixedZone("", 3600))
		if err := q.SetSwept(ctx, at); err != nil {
			t.Error(err)
		}
		if swept, err := q.Swept(ctx); !swept.Equal(at) || err != nil {
			t.Errorf("Swept = %v, %v; want %v", swept, err, at)
		}
	})
}

func TestPruneDeliveries(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		if err := deliver(t.Context(), q, "one", 2); err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct {
			days int
			held bool
		}{{6, true}, {8, false}} {
			if err := q.Prune(t.Context(), time.Now().AddDate(0, 0, step.days)); err != nil {
				t.Fatal(err)
			}
			if held, err := q.Holds(t.Context(), "one"); held != step.held || err != nil {
				t.Errorf("after %d days, Holds = %v, %v; want %v", step.days, held, err, step.held)
			}
		}
		// What was last asked about a pull request is remembered for longer.
		want(t, redelivered(t, q, "three"), webhook.Stale)
		if err := q.Prune(t.Context(), time.Now().AddDate(0, 0, 61)); err != nil {
			t.Fatal(err)
		}
		want(t, redelivered(t, q, "four"), webhook.Queued)
	})
}

func TestStats(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url})
		stats, err := q.Stats(t.Context())
		if err != nil || stats.Waiting != 0 || stats.Oldest != 0 || len(stats.States) != 8 {
			t.Errorf("empty: %+v, %v", stats, err)
		}
		enqueue(t, q, pull(1))
		enqueue(t, q, with(pull(1), func(r *webhook.Request) { r.PullRequest = 8 }))
		enqueue(t, q, pull(2))
		stats, err = q.Stats(t.Context())
		if err != nil || stats.Waiting != 2 || stats.States["available"] != 2 || stats.States["cancelled"] != 1 {
			t.Errorf("two waiting, one cancelled: %+v, %v", stats, err)
		}
		if stats.Oldest <= 0 || stats.Oldest > patience {
			t.Errorf("the oldest is %v old", stats.Oldest)
		}
	})
}

// What is left when jobs end without their handler having a say.
func TestAbandoned(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		q := open(t, queue.Config{URL: url, MaxAttempts: 1})
		ctx := t.Context()
		opened, gaveUp := make(chan queue.Job), make(chan struct{}, 1)
		stop := work(t, q, funcs{
			handle: func(ctx context.Context, job queue.Job) error {
				switch job.Request.PullRequest {
				case 7: // opens two check runs, closes one, is put off, cancelled while it waits
					over, cancel := context.WithCancel(ctx)
					cancel()
					for _, run := range []int64{51, 52, 53} {
						if err := q.RecordRun(over, job, run); err != nil {
							t.Error(err)
						}
					}
					if err := q.CloseRun(over, 52); err != nil {
						t.Error(err)
					}
					opened <- job
					return queue.RetryAt(time.Now().Add(time.Hour), nil)
				default: // fails before it has a check run, and cannot even say so
					return errors.New("502")
				}
			},
			giveUp: func(context.Context, queue.Job, error) error {
				gaveUp <- struct{}{}
				return errors.New("502 again")
			},
		})
		enqueue(t, q, pull(1))
		first := receive(t, opened)
		enqueue(t, q, with(pull(1), func(r *webhook.Request) { r.PullRequest = 8 }))
		receive(t, gaveUp)
		stop()
		wantStates(t, q, "scheduled=1 discarded=1")
		left, err := q.Abandoned(ctx)
		if err != nil || len(left) != 1 || left[0].Job.Request.PullRequest != 8 || left[0].State != "discarded" || len(left[0].CheckRuns) != 0 {
			t.Errorf("abandoned %+v, %v; want the one that nobody heard of", left, err)
		}
		enqueue(t, q, pull(2))
		left, err = q.Abandoned(ctx)
		if err != nil || len(left) != 2 || left[0].Job.ID != first.ID || left[0].State != "cancelled" || len(left[0].CheckRuns) != 2 {
			t.Errorf("abandoned %+v, %v; want the cancelled one too", left, err)
		}
		for _, a := range left {
			if err := q.Settle(ctx, a.Job.ID); err != nil {
				t.Error(err)
			}
		}
		if left, err := q.Abandoned(ctx); err != nil || len(left) > 0 {
			t.Errorf("abandoned after all were settled: %+v, %v", left, err)
		}
	})
}

// TestFullDisk: a store that cannot be written is not ready, and for which reason.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	q := open(t, queue.Config{URL: "sqlite:" + filepath.Join(t.TempDir(), "theriac.db")})
	if err := q.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := q.FillDisk(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := q.LookAgain(t.Context()); !errors.Is(err, queue.ErrDisk) {
		t.Errorf("with a full disk: %v", err)
	}
}
