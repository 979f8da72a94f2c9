package queue

import (
	"context"
	"fmt"
	"log/slog"
)

// reclaim takes back the jobs that ran when this process was last killed, and its leader's lease.
// River would get there by itself, after rescueAfter and up to half a minute more; a pull request
// should not wait for that. It is our SQL on River's tables, so a test goes through it with every
// upgrade.
//
// A job that somebody had wanted cancelled is cancelled, one on its last attempt is discarded (a
// job that kills the process must not do so for ever; Abandoned lists both), any other is
// available again. The attempt stays spent.
func (q *Queue) reclaim(ctx context.Context) error {
	d := q.db.dialect()
	err := q.db.transact(ctx, func(tx transaction) error {
		for _, step := range []struct{ state, clock, where string }{
			{"cancelled", "finalized_at", "metadata->>'cancel_attempted_at' IS NOT NULL"},
			{"discarded", "finalized_at", "attempt >= max_attempts"},
			{"available", "scheduled_at", "attempt < max_attempts"},
		} {
			n, err := tx.exec(ctx, fmt.Sprintf("UPDATE river_job SET state = '%s', %s = %s WHERE state = 'running' AND %s AND %s",
				step.state, step.clock, d.now, d.mine, step.where), q.cfg.ID)
			if err != nil {
				return err
			}
			if n > 0 {
				q.cfg.Log.InfoContext(ctx, "took back jobs of a process that ended early",
					slog.Int64("jobs", n), slog.String("now", step.state))
			}
		}
		_, err := tx.exec(ctx, "DELETE FROM river_leader WHERE "+d.myLease, q.cfg.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("taking back jobs: %w", err)
	}
	return nil
}
