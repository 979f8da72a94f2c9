package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// RecordRun notes that a job has opened a check run, so that it is not forgotten whatever
// happens to the job. It is to be called as soon as GitHub has told the ID, and does its work even
// if ctx has ended in the meantime: the check run is there.
func (q *Queue) RecordRun(ctx context.Context, job Job, checkRun int64) error {
	args, err := argsOf(job.Request, job.Delivery, job.QueuedAt).encode()
	if err != nil {
		return err
	}
	ctx, cancel := insist(ctx)
	defer cancel()
	_, err = q.db.exec(ctx, `INSERT INTO theriac_run (check_run_id, job_id, args) VALUES ($1, $2, $3)
		ON CONFLICT (check_run_id) DO UPDATE SET job_id = excluded.job_id, args = excluded.args`, checkRun, job.ID, args)
	if err != nil {
		return fmt.Errorf("recording a check run: %w", err)
	}
	return nil
}

// CloseRun notes that a check run is completed, even if ctx has ended in the meantime.
func (q *Queue) CloseRun(ctx context.Context, checkRun int64) error {
	ctx, cancel := insist(ctx)
	defer cancel()
	if _, err := q.db.exec(ctx, `DELETE FROM theriac_run WHERE check_run_id = $1`, checkRun); err != nil {
		return fmt.Errorf("closing a check run: %w", err)
	}
	return nil
}

// insist gives a context in which something can be written down whose cause cannot be undone.
func insist(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), insistTime)
}

func (q *Queue) openRuns(ctx context.Context, job int64) ([]int64, error) {
	runs, err := collect(ctx, q.db, scanned[int64], `SELECT check_run_id FROM theriac_run WHERE job_id = $1 ORDER BY check_run_id`, job)
	if err != nil {
		return nil, fmt.Errorf("looking for open check runs: %w", err)
	}
	return runs, nil
}

// Abandoned is a job that has ended and still owes GitHub a word.
type Abandoned struct {
	Job Job
	// State is how it ended: cancelled, discarded (its attempts were used up), completed, or
	// empty if it was cleaned away since.
	State string
	// Killed: it was given up because it brings its process down.
	Killed bool
	// CheckRuns are open as far as the queue knows: RecordRun without CloseRun. They may have
	// been completed, if the process was killed between the two. There is none if a job was
	// given up before it had one; then nobody knows yet that there will be no answer.
	CheckRuns []int64
}

// Abandoned lists such jobs, oldest first: those whose check runs are still open, and those that
// were given up without GiveUp having succeeded. River runs no hook for jobs that it discards
// after a crash, or cancels while they wait, so a janitor has to look here from time to time,
// complete what it finds, and CloseRun and Settle it.
func (q *Queue) Abandoned(ctx context.Context) ([]Abandoned, error) {
	type line struct {
		job, run    int64
		args, state string
		deaths      int
	}
	lines, err := collect(ctx, q.db, func(r rows) (l line, err error) { return l, r.Scan(&l.job, &l.run, &l.args, &l.state, &l.deaths) },
		`SELECT r.job_id, r.check_run_id, r.args, coalesce(CAST(j.state AS text), ''), coalesce(s.deaths, 0)
			FROM theriac_run r LEFT JOIN river_job j ON j.id = r.job_id LEFT JOIN theriac_suspect s ON s.job_id = r.job_id
			WHERE j.id IS NULL OR j.state NOT IN `+liveStates+`
		UNION ALL
		SELECT id, CAST(0 AS bigint), `+q.db.dialect().args+`, 'discarded',
				coalesce((SELECT deaths FROM theriac_suspect s WHERE s.job_id = river_job.id), 0) FROM river_job
			WHERE state = 'discarded' AND kind = '`+jobKind+`'
			AND NOT EXISTS (SELECT 1 FROM theriac_fact WHERE name = '`+settledPrefix+`' || CAST(river_job.id AS text))
		ORDER BY 1, 2`)
	if err != nil {
		return nil, fmt.Errorf("looking for abandoned jobs: %w", err)
	}
	var all []Abandoned
	for _, l := range lines {
		if len(all) == 0 || all[len(all)-1].Job.ID != l.job {
			var args jobArgs
			if err := json.Unmarshal([]byte(l.args), &args); err != nil {
				return nil, fmt.Errorf("job %d cannot be read: %w", l.job, err)
			}
			job := args.job(l.job)
			job.Deaths = l.deaths
			all = append(all, Abandoned{Job: job, State: l.state, Killed: l.deaths >= q.cfg.MaxDeaths})
		}
		if l.run != 0 {
			last := &all[len(all)-1]
			last.CheckRuns = append(last.CheckRuns, l.run)
		}
	}
	return all, nil
}

// settledPrefix names the facts that keep discarded jobs out of Abandoned.
const settledPrefix = "settled/"

// Settle notes that an ended job owes nothing any more: its check runs are closed, or cannot be,
// and who had to be told is told.
func (q *Queue) Settle(ctx context.Context, job int64) error {
	if _, err := q.db.exec(ctx, `DELETE FROM theriac_run WHERE job_id = $1`, job); err != nil {
		return fmt.Errorf("settling a job: %w", err)
	}
	// River keeps the job for keepDiscarded; the note has to outlive it.
	return q.Remember(ctx, settledPrefix+strconv.FormatInt(job, 10), "", keepDiscarded+24*time.Hour)
}
