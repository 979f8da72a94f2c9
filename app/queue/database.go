package queue

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// conn runs statements. They are written with $1, $2, ... for both stores.
type conn interface {
	exec(ctx context.Context, query string, args ...any) (affected int64, err error)
	query(ctx context.Context, query string, args ...any) (rows, error)
}

// rows is what database/sql and pgx have in common.
type rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

// transaction is a conn that can also put jobs in and take them away.
type transaction interface {
	conn
	// insert stores a job, or finds the live one that is the same.
	insert(ctx context.Context, args jobArgs, maxAttempts int) (inserted, error)
	// cancel ends a job: at once if it waits, by its context if it runs. One that has ended or
	// been cleaned away is left alone.
	cancel(ctx context.Context, id int64) error
}

type inserted struct {
	id        int64
	duplicate bool
	// ending: the duplicate is being cancelled and will answer nobody.
	ending bool
}

// database is one of the two stores.
type database interface {
	conn
	transact(ctx context.Context, f func(tx transaction) error) error
	dialect() dialect
	// start lets River work until ctx ends; stopped then says when it has.
	start(ctx context.Context) error
	stopped() <-chan struct{}
	close() error
}

// dialect has the SQL that cannot be written in one way.
type dialect struct {
	// now is the database's own clock, as River stores times.
	now string
	// millis turns a column of River's times into milliseconds since 1970.
	millis func(column string) string
	// args is river_job.args as JSON text.
	args string
	// nowMillis is the database's clock in milliseconds since 1970.
	nowMillis string
	// later is the database's clock plus a time.
	later func(time.Duration) string
	// processOf is the ID of the process that last took a job.
	processOf string
	// skipLocked locks the rows of a query, and passes those by that somebody else has locked.
	skipLocked string
	// shared: several processes may work on the store.
	shared bool
}

// riverTx gives either store's transaction the two verbs about jobs.
type riverTx[T any] struct {
	conn
	client *river.Client[T]
	tx     T
}

// uniqueStates leaves out the completed: what has been answered may be asked again, for instance
// after a pull request went to another base branch and back. The subject's row knows better.
var uniqueStates = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
	rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

func (t riverTx[T]) insert(ctx context.Context, args jobArgs, maxAttempts int) (inserted, error) {
	res, err := t.client.InsertTx(ctx, t.tx, args, &river.InsertOpts{
		MaxAttempts: maxAttempts,
		UniqueOpts:  river.UniqueOpts{ByArgs: true, ByState: uniqueStates},
	})
	if err != nil {
		return inserted{}, err
	}
	return inserted{
		id:        res.Job.ID,
		duplicate: res.UniqueSkippedAsDuplicate,
		ending:    res.UniqueSkippedAsDuplicate && beingCancelled(res.Job.Metadata),
	}, nil
}

func (t riverTx[T]) cancel(ctx context.Context, id int64) error {
	_, err := t.client.JobCancelTx(ctx, t.tx, id)
	if errors.Is(err, rivertype.ErrNotFound) {
		return nil
	}
	return err
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, c conn, scan func(rows) (T, error), query string, args ...any) ([]T, error) {
	rs, err := c.query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rs.Close()
	var all []T
	for rs.Next() {
		v, err := scan(rs)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rs.Err()
}

// scanned reads one column.
func scanned[T any](r rows) (v T, err error) { return v, r.Scan(&v) }
