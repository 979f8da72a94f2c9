package queue

import (
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// A Handler fails in one of four ways: with ErrSuperseded, ErrGone, RetryAt, or anything else,
// which is tried again until the attempts are used up. They may be wrapped.
var (
	// ErrSuperseded: the question is no longer asked; mostly because a newer one is. The job is
	// cancelled. It is also the cause of the context's end (context.Cause) when a newer request,
	// or the end of a merge group or installation, cancels the job while it runs.
	ErrSuperseded = errors.New("superseded by something newer")
	// ErrGone: the installation, repository or pull request is no more, or no longer for us.
	// The job is cancelled, and no attempt at a better answer is made.
	ErrGone = errors.New("gone")
)

// Causes of a context's end that a Handler need not tell apart.
var (
	errStopping = errors.New("the process is stopping")
	errTimeout  = errors.New("the attempt took too long")
)

// ErrLocked: another process has the SQLite file open.
var ErrLocked = errors.New("the database is in use by another theriac-app")

// ErrDisk: the database's disk is full.
var ErrDisk = errors.New("the disk is full")

// fullDisk recognises that in either store's words.
func fullDisk(err error) bool {
	var lite *driver.Error
	var pg *pgconn.PgError
	return errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_FULL ||
		errors.As(err, &pg) && pg.Code == "53100" // disk_full
}

type retryError struct {
	at    time.Time
	cause error
}

// RetryAt asks for the job to be run again at t, not earlier, without spending an attempt. It is
// for GitHub's rate limits, which say when to come back, and for answers that are not there yet.
// cause is for the log; it may be nil.
func RetryAt(t time.Time, cause error) error { return &retryError{at: t, cause: cause} }

func (e *retryError) Error() string {
	if e.cause == nil {
		return fmt.Sprintf("to be tried again at %s", e.at.UTC().Format(time.RFC3339))
	}
	return fmt.Sprintf("%v; to be tried again at %s", e.cause, e.at.UTC().Format(time.RFC3339))
}

func (e *retryError) Unwrap() error { return e.cause }
