package queue

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// Prune is what Work does every hour.
func (q *Queue) Prune(ctx context.Context, now time.Time) error { return q.prune(ctx, now) }

// State is a job's state, empty if there is no such job.
func (q *Queue) State(ctx context.Context, job int64) (string, error) {
	got, err := collect(ctx, q.db, scanned[string], `SELECT CAST(state AS text) FROM river_job WHERE id = $1`, job)
	if err != nil || len(got) == 0 {
		return "", err
	}
	return got[0], nil
}

// HalfStore begins what Enqueue does, calls stalled before the transaction is committed, and
// commits if stalled returns.
func (q *Queue) HalfStore(ctx context.Context, guid string, stalled func()) error {
	return q.db.transact(ctx, func(tx transaction) error {
		_, err := tx.exec(ctx, `INSERT INTO theriac_delivery (guid, event, received_at) VALUES ($1, 'pull_request', 1)`, guid)
		if err == nil {
			stalled()
		}
		return err
	})
}

// SpoilSchema makes the store look like one of a program of the future.
func (q *Queue) SpoilSchema(ctx context.Context) error {
	_, err := q.db.exec(ctx, `INSERT INTO theriac_schema (version) VALUES (99)`)
	return err
}

// RiverVersion is the version of River that the package's own SQL was written for.
const RiverVersion = riverVersion

// CheckRiver looks for the tables and columns of River's that the package's own SQL uses.
func (q *Queue) CheckRiver(ctx context.Context) error {
	for table, columns := range riverSchema {
		if _, err := q.db.exec(ctx, "UPDATE "+table+" SET "+columns[0]+" = "+columns[0]+" WHERE 1 = 0 AND ("+strings.Join(columns, " IS NULL OR ")+" IS NULL)"); err != nil {
			return err
		}
	}
	return nil
}

// FillDisk lets a SQLite file grow no more, and fills what room it has: SQLite then says what it
// says of a full disk.
func (q *Queue) FillDisk(ctx context.Context) error {
	if _, err := q.db.exec(ctx, `PRAGMA max_page_count = 1`); err != nil { // as many as it has
		return err
	}
	if _, err := q.db.exec(ctx, `DELETE FROM theriac_fact`); err != nil {
		return err
	}
	for n, size := 0, 3000; size > 0; n++ {
		err := q.Remember(ctx, "filler/"+strconv.Itoa(n), strings.Repeat("x", size), 0)
		switch {
		case fullDisk(err):
			size /= 2 // the last corners
		case err != nil:
			return err
		}
	}
	return nil
}

// LookAgain is the part of Ready that writes.
func (q *Queue) LookAgain(ctx context.Context) error { return q.write(ctx) }
