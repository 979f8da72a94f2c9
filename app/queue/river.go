package queue

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// This file has all of the SQL on River's tables that changes them, and riverSchema says which
// tables and columns it counts on. River has no lease of its own: it takes a job for dead when it
// has run for too long, and knows nothing of processes. So an upgrade of River needs a look here;
// TestRiverSchema holds both the version and the columns.
const riverVersion = "v0.51.2"

// riverSchema is what is read or written here and elsewhere in the package.
var riverSchema = map[string][]string{
	"river_job": {"id", "kind", "state", "attempt", "max_attempts", "attempted_at", "attempted_by", "args", "metadata",
		"created_at", "scheduled_at", "finalized_at"},
	"river_leader": {"leader_id"},
}

// Pauses before a job is tried again that was taken over.
const (
	// aloneStep lies between the times at which jobs that died together are tried again.
	aloneStep = 2 * time.Second
	// afterDeath is the pause after a job's first death of its own; it doubles with each.
	afterDeath = time.Second
)

// orphan is a running job whose process is dead.
type orphan struct {
	id      int64
	process string
	// cancelled: somebody wanted it cancelled before.
	cancelled bool
	deaths    int
	// rank counts the orphans of a process, of which there are so many together.
	rank, together int
}

// takeOver takes the jobs of dead processes back into the queue:
//
//   - one that somebody had wanted cancelled is cancelled;
//   - one that was alone in its process has brought it down, as far as anybody can tell: the death
//     counts against it, and after Config.MaxDeaths of them it is given up (Abandoned lists it);
//   - those that died together are suspects. No death counts, and each is tried again alone in its
//     process, one after the other: see gate.
//
// No attempt is spent: attempts count errors.
func (q *Queue) takeOver(ctx context.Context) error {
	d := q.db.dialect()
	err := q.db.transact(ctx, func(tx transaction) error {
		// Whoever holds a SQLite file's lock is the only one, so nobody else's job runs.
		dead := "true"
		if !d.shared {
			if _, err := tx.exec(ctx, `DELETE FROM theriac_process WHERE id <> $1`, q.lease.id); err != nil {
				return err
			}
		} else {
			// Of several that find the same dead, one gets the row; the others pass by. A job
			// whose process never signed on belongs to a program from before there were leases,
			// and has the time that it had then.
			if _, err := tx.exec(ctx, `DELETE FROM theriac_process WHERE id IN
				(SELECT id FROM theriac_process WHERE beat_at < `+d.nowMillis+` - $1 FOR UPDATE SKIP LOCKED)`, leaseTime.Milliseconds()); err != nil {
				return err
			}
			dead = fmt.Sprintf(`NOT EXISTS (SELECT 1 FROM theriac_process p WHERE p.id = %s) AND
				(%s LIKE '%s%%' OR attempted_at < now() - interval '%d seconds')`, d.processOf, d.processOf, leasePrefix,
				int((q.cfg.JobTimeout + giveUpTime + rescueAfter).Seconds()))
		}
		orphans, err := q.orphans(ctx, tx, dead)
		if err != nil {
			return err
		}
		for _, o := range orphans {
			if err := q.putBack(ctx, tx, o); err != nil {
				return err
			}
		}
		return tidy(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("taking jobs over: %w", err)
	}
	return nil
}

// tidy drops what dead processes and ended jobs still hold: the lead among River's clients, and
// places of an installation.
func tidy(ctx context.Context, tx transaction) error {
	if _, err := tx.exec(ctx, `DELETE FROM river_leader WHERE leader_id LIKE '`+leasePrefix+`%'
		AND NOT EXISTS (SELECT 1 FROM theriac_process p WHERE p.id = leader_id)`); err != nil {
		return err
	}
	_, err := tx.exec(ctx, `DELETE FROM theriac_slot WHERE job_id NOT IN (SELECT id FROM river_job WHERE state = 'running')`)
	return err
}

// orphans lists and locks the running jobs of the dead.
func (q *Queue) orphans(ctx context.Context, tx transaction, dead string) ([]orphan, error) {
	d := q.db.dialect()
	list, err := collect(ctx, tx, func(r rows) (o orphan, err error) {
		return o, r.Scan(&o.id, &o.process, &o.cancelled, &o.deaths)
	}, `SELECT id, coalesce(`+d.processOf+`, ''), metadata->>'cancel_attempted_at' IS NOT NULL,
			coalesce((SELECT deaths FROM theriac_suspect s WHERE s.job_id = river_job.id), 0)
		FROM river_job WHERE state = 'running' AND `+dead+` ORDER BY id `+d.skipLocked)
	if err != nil {
		return nil, err
	}
	together := map[string]int{}
	for i, o := range list {
		list[i].rank = together[o.process]
		together[o.process]++
	}
	for i, o := range list {
		list[i].together = together[o.process]
	}
	return list, nil
}

// putBack settles the fate of one orphan.
func (q *Queue) putBack(ctx context.Context, tx transaction, o orphan) error {
	alone := o.together == 1
	if alone {
		o.deaths++
	}
	// A job that is available at a later time is fetched then; "scheduled" would wait for River's
	// leader, which may be the one that died.
	state, clock, wait := "available", "scheduled_at", time.Duration(0)
	switch {
	case o.cancelled:
		state, clock = "cancelled", "finalized_at"
	case o.deaths >= q.cfg.MaxDeaths:
		state, clock = "discarded", "finalized_at"
	case alone:
		wait = afterDeath << min(o.deaths-1, 3)
	default:
		wait = aloneStep * time.Duration(1+o.rank)
	}
	if _, err := tx.exec(ctx, `UPDATE river_job SET state = '`+state+`', attempt = CASE WHEN attempt > 0 THEN attempt - 1 ELSE 0 END, `+clock+` = `+q.db.dialect().later(wait)+`
		WHERE id = $1 AND state = 'running'`, o.id); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, `INSERT INTO theriac_suspect (job_id, deaths, restarts) VALUES ($1, $2, 1)
		ON CONFLICT (job_id) DO UPDATE SET deaths = excluded.deaths, restarts = theriac_suspect.restarts + 1`, o.id, o.deaths); err != nil {
		return err
	}
	q.cfg.Log.WarnContext(ctx, "took over a job of a process that had ended", slog.Int64("job", o.id),
		slog.String("now", state), slog.Int("together", o.together), slog.Int("deaths", o.deaths))
	return nil
}
