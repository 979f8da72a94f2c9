package queue

import (
	"context"
	"fmt"
	"time"
)

// An Approval is somebody's word that the drift in a pull request is meant.
type Approval struct {
	RepositoryID int64
	Pull         int
	// Digest names exactly what was approved.
	Digest string
	Login  string // who
	How    string // webhook.ButtonApprove or webhook.ByReview
	At     time.Time
}

// Approve stores an approval. The first of several for the same digest stays.
func (q *Queue) Approve(ctx context.Context, a Approval) error {
	_, err := q.db.exec(ctx, `INSERT INTO theriac_approval (repository_id, pull, digest, login, how, approved_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`, a.RepositoryID, a.Pull, a.Digest, a.Login, a.How, millis(a.At))
	if err != nil {
		return fmt.Errorf("storing an approval: %w", err)
	}
	return nil
}

// Approved finds the approval of a digest in a pull request; ok is false if there
// is none.
func (q *Queue) Approved(ctx context.Context, repository int64, pull int, digest string) (a Approval, ok bool, err error) {
	got, err := collect(ctx, q.db, func(r rows) (Approval, error) {
		a := Approval{RepositoryID: repository, Pull: pull, Digest: digest}
		var at int64
		err := r.Scan(&a.Login, &a.How, &at)
		a.At = fromMillis(at)
		return a, err
	}, `SELECT login, how, approved_at FROM theriac_approval WHERE repository_id = $1 AND pull = $2 AND digest = $3`, repository, pull, digest)
	if err != nil {
		return Approval{}, false, fmt.Errorf("looking for an approval: %w", err)
	}
	if len(got) == 0 {
		return Approval{}, false, nil
	}
	return got[0], true, nil
}
