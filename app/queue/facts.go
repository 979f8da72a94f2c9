package queue

import (
	"context"
	"fmt"
	"time"
)

// Remember keeps a small fact under a name, in place of what was there; for ttl, or for good if
// that is 0. For instance: that a repository's code scanning refuses uploads, for a day.
func (q *Queue) Remember(ctx context.Context, name, value string, ttl time.Duration) error {
	var expires int64
	if ttl > 0 {
		expires = millis(time.Now().Add(ttl))
	}
	_, err := q.db.exec(ctx, `INSERT INTO theriac_fact (name, value, expires_at) VALUES ($1, $2, $3)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`, name, value, expires)
	if err != nil {
		return fmt.Errorf("remembering %s: %w", name, err)
	}
	return nil
}

// Recall gives a fact back; ok is false if there is none, or no longer.
func (q *Queue) Recall(ctx context.Context, name string) (value string, ok bool, err error) {
	got, err := collect(ctx, q.db, scanned[string],
		`SELECT value FROM theriac_fact WHERE name = $1 AND (expires_at = 0 OR expires_at > $2)`, name, millis(time.Now()))
	if err != nil {
		return "", false, fmt.Errorf("recalling %s: %w", name, err)
	}
	if len(got) == 0 {
		return "", false, nil
	}
	return got[0], true, nil
}

// Forget drops a fact.
func (q *Queue) Forget(ctx context.Context, name string) error {
	if _, err := q.db.exec(ctx, `DELETE FROM theriac_fact WHERE name = $1`, name); err != nil {
		return fmt.Errorf("forgetting %s: %w", name, err)
	}
	return nil
}

// Holds reports whether a delivery was stored, by its GUID. The redelivery sweep asks, so that
// GitHub is not asked for what is here.
func (q *Queue) Holds(ctx context.Context, guid string) (bool, error) {
	got, err := collect(ctx, q.db, scanned[string], `SELECT guid FROM theriac_delivery WHERE guid = $1`, guid)
	if err != nil {
		return false, fmt.Errorf("looking for a delivery: %w", err)
	}
	return len(got) > 0, nil
}

// sweptFact is the name of the redelivery sweep's cursor.
const sweptFact = "swept"

// Swept is up to when the redelivery sweep has looked through GitHub's list; zero if it never has.
func (q *Queue) Swept(ctx context.Context) (time.Time, error) {
	value, ok, err := q.Recall(ctx, sweptFact)
	if err != nil || !ok {
		return time.Time{}, err
	}
	t, err := time.Parse(time.RFC3339Nano, value)
	if err != nil {
		return time.Time{}, fmt.Errorf("the redelivery sweep's cursor cannot be read: %w", err)
	}
	return t, nil
}

// SetSwept moves the cursor.
func (q *Queue) SetSwept(ctx context.Context, t time.Time) error {
	return q.Remember(ctx, sweptFact, t.UTC().Format(time.RFC3339Nano), 0)
}
