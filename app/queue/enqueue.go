package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/theriac/theriac/webhook"
)

// Enqueue stores a delivery and what it asks for, as the package comment tells. When it returns
// without an error all of it is on the disk; with one, nothing is.
func (q *Queue) Enqueue(ctx context.Context, delivery webhook.Delivery, request webhook.Request) (webhook.Outcome, error) {
	now := time.Now()
	var outcome webhook.Outcome
	err := q.db.transact(ctx, func(tx transaction) error {
		n, err := tx.exec(ctx, `INSERT INTO theriac_delivery (guid, event, received_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
			delivery.GUID, delivery.Event, millis(now))
		if err != nil {
			return err
		}
		if n == 0 {
			outcome = webhook.Redelivered
			return nil
		}
		outcome, err = q.apply(ctx, tx, delivery.GUID, request, now)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("storing a delivery: %w", err)
	}
	return outcome, nil
}

// Requeue stores a request that no delivery brought: a worker found a newer head than the one it
// was sent for, or the pull requests of a commit. It may cancel the job that calls it.
func (q *Queue) Requeue(ctx context.Context, request webhook.Request) (webhook.Outcome, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	// The caller's own context may end by what is stored here, and that as soon as the store has
	// it, before it has said so.
	ctx, cancel := insist(ctx)
	defer cancel()
	var outcome webhook.Outcome
	err := q.db.transact(ctx, func(tx transaction) (err error) {
		outcome, err = q.apply(ctx, tx, "", request, time.Now())
		return err
	})
	if err != nil {
		return "", fmt.Errorf("storing a request: %w", err)
	}
	return outcome, nil
}

func (q *Queue) apply(ctx context.Context, tx transaction, delivery string, r webhook.Request, now time.Time) (webhook.Outcome, error) {
	args := argsOf(r, delivery, now)
	switch r.Kind {
	case webhook.ReviewPull, webhook.ReviewGroup:
		return q.ask(ctx, tx, args, now)
	case webhook.RerunCommit, webhook.Approve:
		res, err := tx.insert(ctx, args, q.cfg.MaxAttempts)
		if res.duplicate {
			return webhook.Duplicate, err
		}
		return webhook.Queued, err
	case webhook.CancelGroup:
		return webhook.Cancelled, dismiss(ctx, tx, args, now)
	case webhook.InstallationGone:
		return webhook.Cancelled, cancelAll(ctx, tx, "installation", r.Installation)
	case webhook.RepositoriesGone:
		for _, id := range r.Removed {
			if err := cancelAll(ctx, tx, "repository_id", id); err != nil {
				return "", err
			}
		}
		return webhook.Cancelled, nil
	case webhook.InstallationBack, webhook.Nothing:
		return webhook.Noted, nil
	}
	return "", fmt.Errorf("a request of kind %q is not known", r.Kind)
}

// subject is a row of theriac_subject.
type subject struct {
	head, baseRef, baseSHA string
	updatedAt              int64
	job                    int64
	gone                   int
}

// subjectName is what only one review can be about. A merge group has its head for a name: every
// group is a new commit.
func subjectName(a jobArgs) string {
	if a.Request == webhook.ReviewPull {
		return "pull/" + strconv.Itoa(a.PullRequest)
	}
	return "merge_group/" + a.Head
}

// lockSubject makes or finds the row and keeps it locked until the transaction ends.
func lockSubject(ctx context.Context, tx transaction, a jobArgs, now time.Time) (subject, error) {
	got, err := collect(ctx, tx, func(r rows) (s subject, err error) {
		return s, r.Scan(&s.head, &s.baseRef, &s.baseSHA, &s.updatedAt, &s.job, &s.gone)
	}, `INSERT INTO theriac_subject (repository_id, subject, seen_at) VALUES ($1, $2, $3)
		ON CONFLICT (repository_id, subject) DO UPDATE SET seen_at = excluded.seen_at
		RETURNING head, base_ref, base_sha, updated_at, job_id, gone`, a.RepositoryID, subjectName(a), millis(now))
	if err != nil {
		return subject{}, err
	}
	return got[0], nil
}

func saveSubject(ctx context.Context, tx transaction, a jobArgs, s subject) error {
	_, err := tx.exec(ctx, `UPDATE theriac_subject
		SET head = $3, base_ref = $4, base_sha = $5, updated_at = $6, job_id = $7, gone = $8
		WHERE repository_id = $1 AND subject = $2`,
		a.RepositoryID, subjectName(a), s.head, s.baseRef, s.baseSHA, s.updatedAt, s.job, s.gone)
	return err
}

// ask puts a question about a subject, in place of the one before.
func (q *Queue) ask(ctx context.Context, tx transaction, a jobArgs, now time.Time) (webhook.Outcome, error) {
	s, err := lockSubject(ctx, tx, a, now)
	if err != nil {
		return "", err
	}
	rerun := a.Nonce != "" && a.UpdatedAt == 0
	switch {
	case s.gone != 0 && !rerun:
		return webhook.Stale, nil // its end overtook it
	case a.UpdatedAt != 0 && a.UpdatedAt < s.updatedAt:
		// Times are whole seconds. Of two events in one second the later to arrive wins here;
		// the worker, who sees the live head, has the last word.
		return webhook.Stale, nil
	case rerun && s.head != "" && s.head != a.Head:
		// A re-run of a check on an older head is no news about the subject.
		res, err := tx.insert(ctx, a, q.cfg.MaxAttempts)
		if res.duplicate {
			return webhook.Duplicate, err
		}
		return webhook.Queued, err
	}
	s.updatedAt = max(s.updatedAt, a.UpdatedAt)
	if a.Nonce == "" && s.head == a.Head && s.baseRef == a.BaseRef && s.baseSHA == a.BaseSHA {
		answered, err := answersOrWill(ctx, tx, s.job)
		if err != nil {
			return "", err
		}
		if answered {
			return webhook.Duplicate, saveSubject(ctx, tx, a, s)
		}
	}
	res, err := tx.insert(ctx, a, q.cfg.MaxAttempts)
	if err != nil {
		return "", err
	}
	if res.ending {
		// The head went away and came back while its first job is still winding up. That job
		// answers nobody, so this one must not be taken for the same.
		a.Nonce = "after/" + strconv.FormatInt(res.id, 10)
		if res, err = tx.insert(ctx, a, q.cfg.MaxAttempts); err != nil {
			return "", err
		}
	}
	if s.job != 0 && s.job != res.id {
		if err := tx.cancel(ctx, s.job); err != nil {
			return "", err
		}
	}
	s.head, s.job, s.gone = a.Head, res.id, 0
	if a.BaseSHA != "" {
		s.baseRef, s.baseSHA = a.BaseRef, a.BaseSHA
	}
	if err := saveSubject(ctx, tx, a, s); err != nil {
		return "", err
	}
	if res.duplicate {
		return webhook.Duplicate, nil
	}
	return webhook.Queued, nil
}

// dismiss ends what is asked about a subject. The row stays, so that a question that its end
// overtook on the way is recognised.
func dismiss(ctx context.Context, tx transaction, a jobArgs, now time.Time) error {
	s, err := lockSubject(ctx, tx, a, now)
	if err != nil {
		return err
	}
	if s.job != 0 {
		if err := tx.cancel(ctx, s.job); err != nil {
			return err
		}
	}
	s.head, s.gone = a.Head, 1
	return saveSubject(ctx, tx, a, s)
}

// liveStates are those of jobs that have not ended, as an SQL list.
const liveStates = `('available', 'pending', 'retryable', 'running', 'scheduled')`

// answersOrWill reports whether a job has answered or is going to.
func answersOrWill(ctx context.Context, c conn, id int64) (bool, error) {
	got, err := collect(ctx, c, scanned[int64], `SELECT id FROM river_job WHERE id = $1
		AND (state = 'completed' OR state IN `+liveStates+` AND metadata->>'cancel_attempted_at' IS NULL)`, id)
	return len(got) > 0, err
}

// cancelAll cancels all live jobs that have a number in one of their args.
func cancelAll(ctx context.Context, tx transaction, arg string, value int64) error {
	ids, err := collect(ctx, tx, scanned[int64], `SELECT id FROM river_job
		WHERE state IN `+liveStates+` AND kind = '`+jobKind+`' AND CAST(args->>'`+arg+`' AS bigint) = $1 ORDER BY id`, value)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := tx.cancel(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// beingCancelled reports whether River has noted in a job's metadata that it is to be cancelled.
func beingCancelled(metadata []byte) bool {
	var m struct {
		At *string `json:"cancel_attempted_at"`
	}
	return json.Unmarshal(metadata, &m) == nil && m.At != nil
}
