package queue

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"
)

// Every process that works has a row in theriac_process, under an ID that it drew when it opened
// the queue, and renews it. Who does not renew it for leaseTime is dead, and the others take its
// jobs over. Host names would not do: two processes may share one, and a container that comes back
// may have another.
//
// The database's clock measures a lease, so that the replicas' own need not agree. A process that
// could not renew for long enough that others may have taken its jobs must not go on with them, for
// instance one that was stopped and continued. It ends itself, at once and without a word to the
// database: see Config.Lost.
const (
	// leasePrefix tells such an ID from the host names that earlier versions used.
	leasePrefix = "lease:"
	// beatEvery is how often a lease is renewed, and the dead are looked for.
	beatEvery = 3 * time.Second
	// leaseTime is how long a lease holds. With beatEvery, and the pauses below, a dead process's
	// job runs again within 25 seconds.
	leaseTime = 12 * time.Second
	// leaseSlack is how much earlier a process stops to trust its own lease than others do.
	leaseSlack = 3 * time.Second
)

// lease is this process's own.
type lease struct {
	id string
	// renewed is when the last renewal was sent that got through, as a monotonic time.
	renewed atomic.Pointer[time.Time]
}

// Held reports whether this process may still act on its jobs: false once others may have taken
// them. Whoever is about to do what must not be done twice asks before.
func (q *Queue) Held() bool {
	if !q.db.dialect().shared {
		return true // the lock file is held
	}
	at := q.lease.renewed.Load()
	return at != nil && time.Since(*at) < leaseTime-leaseSlack
}

// enrol writes the lease for the first time.
func (q *Queue) enrol(ctx context.Context) error {
	start := time.Now()
	_, err := q.db.exec(ctx, `INSERT INTO theriac_process (id, beat_at) VALUES ($1, `+q.db.dialect().nowMillis+`)`, q.lease.id)
	if err != nil {
		return fmt.Errorf("signing on: %w", err)
	}
	q.lease.renewed.Store(&start)
	return nil
}

// renew renews the lease. lost is true if somebody has taken this process for dead.
func (q *Queue) renew(ctx context.Context) (lost bool, err error) {
	start := time.Now()
	n, err := q.db.exec(ctx, `UPDATE theriac_process SET beat_at = `+q.db.dialect().nowMillis+` WHERE id = $1`, q.lease.id)
	if err != nil {
		return false, fmt.Errorf("renewing the lease: %w", err)
	}
	if n == 0 {
		return true, nil
	}
	q.lease.renewed.Store(&start)
	return false, nil
}

// resign takes the lease away, after all jobs have ended or gone back.
func (q *Queue) resign(ctx context.Context) error {
	ctx, cancel := insist(ctx)
	defer cancel()
	if _, err := q.db.exec(ctx, `DELETE FROM theriac_process WHERE id = $1`, q.lease.id); err != nil {
		return fmt.Errorf("signing off: %w", err)
	}
	return nil
}

// beat keeps the lease and takes the dead's jobs over, until stopped.
func (q *Queue) beat(ctx context.Context, stopped <-chan struct{}) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	warned := time.Time{}
	for {
		select {
		case <-stopped:
			return
		case <-tick.C:
		}
		round, cancel := context.WithTimeout(ctx, beatEvery)
		lost, err := q.renew(round)
		if err == nil && !lost {
			err = q.takeOver(round)
		}
		cancel()
		select {
		case <-stopped:
			return
		default:
		}
		// A database that is away is no reason to go: it is away for the others too, or Held says
		// no until it is known whether they have taken over.
		if lost {
			q.cfg.Log.ErrorContext(ctx, "the lease is lost: others do this process's jobs, so it ends")
			q.cfg.Lost()
			return
		}
		if err != nil && time.Since(warned) > time.Minute {
			warned = time.Now()
			q.cfg.Log.WarnContext(ctx, "queue", slog.String("error", err.Error()))
		}
	}
}
