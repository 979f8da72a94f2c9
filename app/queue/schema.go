package queue

import (
	"context"
	"fmt"
	"time"
)

// migrations are our tables, one step an entry, each list run once and in order. Steps that were
// released are never edited.
var migrations = [][]string{{
	// Every delivery that was stored.
	`CREATE TABLE theriac_delivery (
		guid text PRIMARY KEY,
		event text NOT NULL,
		received_at bigint NOT NULL
	)`,
	`CREATE INDEX theriac_delivery_received_at ON theriac_delivery (received_at)`,
	// The last question about each subject. updated_at is the event's own time; gone is 1 once
	// nobody wants an answer any more.
	`CREATE TABLE theriac_subject (
		repository_id bigint NOT NULL,
		subject text NOT NULL,
		head text NOT NULL DEFAULT '',
		base_ref text NOT NULL DEFAULT '',
		base_sha text NOT NULL DEFAULT '',
		updated_at bigint NOT NULL DEFAULT 0,
		job_id bigint NOT NULL DEFAULT 0,
		gone integer NOT NULL DEFAULT 0,
		seen_at bigint NOT NULL,
		PRIMARY KEY (repository_id, subject)
	)`,
	`CREATE INDEX theriac_subject_seen_at ON theriac_subject (seen_at)`,
	// Check runs that were opened and not closed. args is the job's, which may be cleaned away.
	`CREATE TABLE theriac_run (
		check_run_id bigint PRIMARY KEY,
		job_id bigint NOT NULL,
		args text NOT NULL
	)`,
	`CREATE INDEX theriac_run_job_id ON theriac_run (job_id)`,
	// Small things to remember; expires_at is 0 for good.
	`CREATE TABLE theriac_fact (
		name text PRIMARY KEY,
		value text NOT NULL,
		expires_at bigint NOT NULL
	)`,
}, {
	// Who approved the drift of a pull request. digest names what was shown.
	`CREATE TABLE theriac_approval (
		repository_id bigint NOT NULL,
		pull integer NOT NULL,
		digest text NOT NULL,
		login text NOT NULL,
		how text NOT NULL,
		approved_at bigint NOT NULL,
		PRIMARY KEY (repository_id, pull, digest)
	)`,
	`CREATE INDEX theriac_approval_approved_at ON theriac_approval (approved_at)`,
}, {
	// The processes that work: see lease.go.
	`CREATE TABLE theriac_process (
		id text PRIMARY KEY,
		beat_at bigint NOT NULL
	)`,
	// Jobs whose process died while they ran. deaths are those that nobody else can have caused.
	`CREATE TABLE theriac_suspect (
		job_id bigint PRIMARY KEY,
		deaths integer NOT NULL,
		restarts integer NOT NULL
	)`,
	// Places of an installation that running jobs have taken.
	`CREATE TABLE theriac_slot (
		installation bigint NOT NULL,
		slot integer NOT NULL,
		job_id bigint NOT NULL,
		PRIMARY KEY (installation, slot)
	)`,
	`CREATE INDEX theriac_slot_job_id ON theriac_slot (job_id)`,
	// Until when GitHub wants to be left alone by an installation, or by the App itself (0).
	`CREATE TABLE theriac_hold (
		identity bigint PRIMARY KEY,
		until_at bigint NOT NULL,
		why text NOT NULL
	)`,
}}

// migrate brings our tables up to date. River's have to be there before, and nobody else may
// migrate at the same time.
func migrate(ctx context.Context, db database) error {
	if _, err := db.exec(ctx, `CREATE TABLE IF NOT EXISTS theriac_schema (version integer PRIMARY KEY)`); err != nil {
		return fmt.Errorf("migrating: %w", err)
	}
	have, err := schemaVersion(ctx, db)
	if err != nil {
		return fmt.Errorf("migrating: %w", err)
	}
	if have > len(migrations) {
		return fmt.Errorf("the database belongs to a newer theriac-app (its tables are at version %d, this program knows %d)", have, len(migrations))
	}
	for version := have + 1; version <= len(migrations); version++ {
		err := db.transact(ctx, func(tx transaction) error {
			for _, statement := range migrations[version-1] {
				if _, err := tx.exec(ctx, statement); err != nil {
					return err
				}
			}
			_, err := tx.exec(ctx, `INSERT INTO theriac_schema (version) VALUES ($1)`, version)
			return err
		})
		if err != nil {
			return fmt.Errorf("migrating to version %d: %w", version, err)
		}
	}
	return nil
}

func schemaVersion(ctx context.Context, c conn) (int, error) {
	got, err := collect(ctx, c, scanned[int], `SELECT coalesce(max(version), 0) FROM theriac_schema`)
	if err != nil {
		return 0, err
	}
	return got[0], nil
}

// prune forgets what is older than the figures in config.go say.
func (q *Queue) prune(ctx context.Context, now time.Time) error {
	for _, p := range []struct {
		statement string
		before    time.Time
	}{
		{`DELETE FROM theriac_delivery WHERE received_at < $1`, now.Add(-keepDeliveries)},
		{`DELETE FROM theriac_subject WHERE seen_at < $1`, now.Add(-keepSubjects)},
		{`DELETE FROM theriac_approval WHERE approved_at < $1`, now.Add(-keepApprovals)},
		{`DELETE FROM theriac_hold WHERE until_at < $1`, now.Add(-time.Hour)},
		{`DELETE FROM theriac_fact WHERE expires_at <> 0 AND expires_at <= $1`, now},
	} {
		if _, err := q.db.exec(ctx, p.statement, millis(p.before)); err != nil {
			return fmt.Errorf("pruning: %w", err)
		}
	}
	if _, err := q.db.exec(ctx, `DELETE FROM theriac_suspect WHERE job_id NOT IN (SELECT id FROM river_job)`); err != nil {
		return fmt.Errorf("pruning: %w", err)
	}
	return nil
}
