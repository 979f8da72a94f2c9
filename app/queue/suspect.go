package queue

import (
	"context"
	"fmt"
	"log/slog"
)

// suspicion reports whether a job has to run alone in its process, because an earlier process ended
// while it ran, and notes in the job how often.
func (q *Queue) suspicion(ctx context.Context, job *Job) (suspect bool, err error) {
	type row struct{ deaths, restarts int }
	got, err := collect(ctx, q.db, func(r rows) (v row, err error) { return v, r.Scan(&v.deaths, &v.restarts) },
		`SELECT deaths, restarts FROM theriac_suspect WHERE job_id = $1`, job.ID)
	if err != nil {
		return false, fmt.Errorf("looking for a job's past: %w", err)
	}
	if len(got) == 0 {
		return false, nil
	}
	job.Deaths, job.Restarts = got[0].deaths, got[0].restarts
	return true, nil
}

// takePlace takes one of the installation's places among all processes. Where there is one process
// only, its gate is enough.
func (q *Queue) takePlace(ctx context.Context, job Job) (ok bool, err error) {
	if !q.db.dialect().shared {
		return true, nil
	}
	// Two that see the same place free meet at the primary key, and the second looks again.
	for range 2 {
		n, err := q.db.exec(ctx, `INSERT INTO theriac_slot (installation, slot, job_id)
			SELECT $1, s, $2 FROM generate_series(1, CAST($3 AS integer)) s
			WHERE NOT EXISTS (SELECT 1 FROM theriac_slot t WHERE t.installation = $1 AND t.slot = s)
			ORDER BY s LIMIT 1 ON CONFLICT DO NOTHING`, job.Request.Installation, job.ID, q.cfg.PerInstallation)
		if err != nil {
			return false, fmt.Errorf("taking a place of the installation: %w", err)
		}
		if n > 0 {
			return true, nil
		}
	}
	return false, nil
}

// leavePlace gives the place back. If that fails, takeOver does it once the job has ended.
func (q *Queue) leavePlace(ctx context.Context, job Job) {
	if !q.db.dialect().shared {
		return
	}
	ctx, cancel := insist(ctx)
	defer cancel()
	if _, err := q.db.exec(ctx, `DELETE FROM theriac_slot WHERE job_id = $1`, job.ID); err != nil {
		q.cfg.Log.LogAttrs(ctx, slog.LevelWarn, "a place of the installation is left to be tidied up",
			append(job.Attrs(), slog.String("error", err.Error()))...)
	}
}
