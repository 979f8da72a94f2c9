package queue

import (
	"context"
	"time"
)

// Hold notes for all processes that GitHub wants to be left alone until a time, by an installation
// or by the App itself (0). A later time that is there already stays.
func (q *Queue) Hold(ctx context.Context, identity int64, until time.Time, why string) error {
	ctx, cancel := insist(ctx)
	defer cancel()
	_, err := q.db.exec(ctx, `INSERT INTO theriac_hold (identity, until_at, why) VALUES ($1, $2, $3)
		ON CONFLICT (identity) DO UPDATE SET until_at = excluded.until_at, why = excluded.why
		WHERE theriac_hold.until_at < excluded.until_at`, identity, millis(until), why)
	return err
}

// OnHold is until when GitHub wants to be left alone, and why; a zero time if it does not.
func (q *Queue) OnHold(ctx context.Context, identity int64) (until time.Time, why string, err error) {
	type row struct {
		until int64
		why   string
	}
	got, err := collect(ctx, q.db, func(r rows) (v row, err error) { return v, r.Scan(&v.until, &v.why) },
		`SELECT until_at, why FROM theriac_hold WHERE identity = $1`, identity)
	if err != nil || len(got) == 0 {
		return time.Time{}, "", err
	}
	return fromMillis(got[0].until), got[0].why, nil
}

// Shared reports whether other processes may work on the same store.
func (q *Queue) Shared() bool { return q.db.dialect().shared }
