package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Queue is an open queue.
type Queue struct {
	cfg    Config
	db     database
	worker *worker
	lease  lease
	state  atomic.Int32

	// What Ready last found when it wrote. Anybody may ask, and a write costs something.
	probe  sync.Mutex
	probed time.Time
	found  error
}

// What Work has come to.
const (
	idle int32 = iota
	working
	ended
)

// Open opens the store, or makes it, and brings its tables up to date. It touches no job, so it
// is safe beside a working process on Postgres; on SQLite that gives ErrLocked.
func Open(ctx context.Context, cfg Config) (*Queue, error) {
	cfg = cfg.withDefaults()
	q := &Queue{cfg: cfg, lease: lease{id: leasePrefix + uuid.NewString()}}
	q.worker = newWorker(q)
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, q.worker); err != nil {
		return nil, err
	}
	riverConfig := &river.Config{
		ID:                          q.lease.id,
		Queues:                      map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: cfg.MaxWorkers}},
		Workers:                     workers,
		MaxAttempts:                 cfg.MaxAttempts,
		RetryPolicy:                 retryPolicy{cfg.Backoff},
		FetchPollInterval:           fetchPoll,
		JobTimeout:                  cfg.JobTimeout + giveUpTime, // worker keeps cfg.JobTimeout itself
		RescueStuckJobsAfter:        cfg.JobTimeout + giveUpTime + rescueAfter,
		SoftStopTimeout:             cfg.SoftStop,
		CompletedJobRetentionPeriod: keepDone,
		CancelledJobRetentionPeriod: keepDone,
		DiscardedJobRetentionPeriod: keepDiscarded,
		Logger:                      slog.New(warnings{cfg.Log.Handler()}),
	}
	var err error
	if q.db, err = openDatabase(ctx, cfg.URL, riverConfig); err != nil {
		return nil, fmt.Errorf("opening the queue: %w", err)
	}
	return q, nil
}

func openDatabase(ctx context.Context, url string, cfg *river.Config) (database, error) {
	if rest, ok := strings.CutPrefix(url, "sqlite:"); ok {
		path, err := sqlitePath(rest)
		if err != nil {
			return nil, err
		}
		return openSQLite(ctx, path, cfg)
	}
	if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		return openPostgres(ctx, url, cfg)
	}
	return nil, errors.New("the database URL begins with neither sqlite: nor postgres://") // it may hold a password
}

// Work takes the jobs of dead processes over and then does jobs until ctx ends. It then takes
// no more, waits SoftStop for those that run, interrupts the rest, which go back into the queue
// with their attempt unspent, and returns. It can be called once.
func (q *Queue) Work(ctx context.Context, handler Handler) error {
	if !q.state.CompareAndSwap(idle, working) {
		return errors.New("the queue works already")
	}
	defer q.state.Store(ended)
	q.worker.handler = handler
	err := q.enrol(ctx)
	if err == nil {
		err = q.takeOver(ctx)
	}
	if err == nil {
		err = q.db.start(ctx)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil // told to stop before there was anything to stop
		}
		return fmt.Errorf("starting to work: %w", err)
	}
	stopped := q.db.stopped()
	if q.db.dialect().shared {
		go q.beat(context.WithoutCancel(ctx), stopped) // also while the last jobs end
	}
	tick := time.NewTicker(pruneEvery)
	defer tick.Stop()
	for {
		if err := q.prune(ctx, time.Now()); err != nil && ctx.Err() == nil {
			q.cfg.Log.WarnContext(ctx, "queue", slog.String("error", err.Error()))
		}
		select {
		case <-stopped:
			return q.resign(ctx)
		case <-tick.C:
		}
	}
}

// Close closes the store. Work must have returned.
func (q *Queue) Close() error { return q.db.close() }

// Ready reports why the queue cannot take requests or does not do them; nil if it can.
func (q *Queue) Ready(ctx context.Context) error {
	if q.state.Load() == ended {
		return errors.New("the queue has stopped working")
	}
	version, err := schemaVersion(ctx, q.db)
	if err != nil {
		return fmt.Errorf("the database cannot be read: %w", err)
	}
	if version != len(migrations) {
		return fmt.Errorf("the database's tables are at version %d, this program knows %d", version, len(migrations))
	}
	q.probe.Lock()
	defer q.probe.Unlock()
	if time.Since(q.probed) < probeEvery {
		return q.found
	}
	found := q.write(ctx)
	if ctx.Err() == nil {
		q.found, q.probed = found, time.Now()
	}
	return found
}

// write writes something: a full disk shows only then.
func (q *Queue) write(ctx context.Context) error {
	err := q.Remember(ctx, "ready", "", time.Hour)
	switch {
	case fullDisk(err):
		return fmt.Errorf("%w: %w", ErrDisk, err)
	case err != nil:
		return fmt.Errorf("the database cannot be written: %w", err)
	}
	return nil
}

// Stats is what there is in the queue.
type Stats struct {
	// States counts jobs by River's state. All of the states are there, with 0 where there is none.
	States map[string]int
	// Waiting are the jobs that have not ended and do not run.
	Waiting int
	// Oldest is how long ago the oldest of the waiting was queued; 0 if there is none.
	Oldest time.Duration
}

// Stats counts.
func (q *Queue) Stats(ctx context.Context) (Stats, error) {
	type state struct {
		name   string
		count  int
		oldest int64
	}
	got, err := collect(ctx, q.db, func(r rows) (s state, err error) { return s, r.Scan(&s.name, &s.count, &s.oldest) },
		`SELECT CAST(state AS text), count(*), min(`+q.db.dialect().millis("created_at")+`) FROM river_job GROUP BY state`)
	if err != nil {
		return Stats{}, fmt.Errorf("counting jobs: %w", err)
	}
	stats := Stats{States: make(map[string]int)}
	for _, s := range rivertype.JobStates() {
		stats.States[string(s)] = 0
	}
	for _, s := range got {
		stats.States[s.name] = s.count
		switch rivertype.JobState(s.name) {
		case rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateScheduled:
			stats.Waiting += s.count
			stats.Oldest = max(stats.Oldest, time.Since(fromMillis(s.oldest)))
		}
	}
	return stats, nil
}

// retryPolicy gives River our Backoff.
type retryPolicy struct {
	backoff func(attempt int) time.Duration
}

func (p retryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	return time.Now().UTC().Add(p.backoff(job.Attempt))
}

// warnings lets River's warnings through and nothing else: each job has a line of ours. River also
// warns of every running job that is superseded, which is our daily bread.
type warnings struct{ slog.Handler }

func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

func (w warnings) Handle(ctx context.Context, r slog.Record) error {
	if strings.HasSuffix(r.Message, ": job cancelled remotely") {
		return nil
	}
	short := slog.NewRecord(r.Time, r.Level, clip(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		short.AddAttrs(slog.String(a.Key, clip(a.Value.String())))
		return true
	})
	return w.Handler.Handle(ctx, short)
}

// mostLogged bounds each value of River's lines, in bytes: it logs stacks and whole statements.
const mostLogged = 500

func clip(s string) string {
	if len(s) <= mostLogged {
		return s
	}
	return strings.ToValidUTF8(s[:mostLogged], "") + "..."
}

func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}
func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }
