package queue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"golang.org/x/sync/semaphore"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

type sqlite struct {
	sqlConn
	db     *sql.DB
	lock   *flock.Flock
	client *river.Client[*sql.Tx]
	// turn makes transactions wait in the order of their coming. database/sql gives a free
	// connection to any of those that wait, which leaves some of many webhooks waiting for long.
	turn *semaphore.Weighted
}

// sqlitePath reads the part of the URL after "sqlite:"; sqlite:/a, sqlite:///a and sqlite:a are
// all understood.
func sqlitePath(rest string) (string, error) {
	path := strings.TrimPrefix(rest, "//")
	if path == "" || strings.Contains(path, ":memory:") {
		return "", errors.New("sqlite: wants the path of a file")
	}
	return path, nil
}

// sqliteDSN puts the settings into the DSN, because they are a connection's and not the file's.
// FULL makes a commit survive a power cut, and costs nothing that matters at our rates. Writers
// begin as writers (immediate): a reader that becomes one can fail where waiting would not help.
func sqliteDSN(path string, extra url.Values) string {
	q := url.Values{
		"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)"},
		"_txlock": {"immediate"},
	}
	for k, v := range extra {
		q[k] = v
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

func openSQLite(ctx context.Context, path string, cfg *river.Config) (_ *sqlite, err error) {
	// One process only: takeOver takes every running job for a dead one's.
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	locked, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("%s.lock: %w", path, err)
	}
	if !locked {
		return nil, fmt.Errorf("%s: %w", path, ErrLocked)
	}
	defer func() {
		if err != nil {
			_ = lock.Unlock()
		}
	}()
	// SQLite would make the file readable for everybody.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", sqliteDSN(path, nil))
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = db.Close()
		}
	}()
	// With more than one connection writers still met SQLITE_BUSY now and then, whatever
	// busy_timeout said.
	db.SetMaxOpenConns(1)
	driver := riversqlite.New(db)
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: cfg.Logger})
	if err != nil {
		return nil, err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return nil, fmt.Errorf("%s: migrating River's tables: %w", path, err)
	}
	client, err := river.NewClient(driver, cfg)
	if err != nil {
		return nil, err
	}
	s := &sqlite{sqlConn: sqlConn{db}, db: db, lock: lock, client: client, turn: semaphore.NewWeighted(1)}
	if err := migrate(ctx, s); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

func (s *sqlite) transact(ctx context.Context, f func(transaction) error) error {
	if err := s.turn.Acquire(ctx, 1); err != nil {
		return err
	}
	defer s.turn.Release(1)
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to roll back
	if err := f(riverTx[*sql.Tx]{sqlConn{tx}, s.client, tx}); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *sqlite) start(ctx context.Context) error { return s.client.Start(ctx) }
func (s *sqlite) stopped() <-chan struct{}        { return s.client.Stopped() }

func (s *sqlite) close() error { return errors.Join(s.db.Close(), s.lock.Unlock()) }

func (s *sqlite) dialect() dialect {
	return dialect{
		now:       "datetime('now', 'subsec')",
		millis:    func(c string) string { return "CAST(unixepoch(" + c + ", 'subsec') * 1000 AS integer)" },
		args:      "json(args)",
		nowMillis: "CAST(unixepoch('subsec') * 1000 AS integer)",
		later: func(d time.Duration) string {
			return fmt.Sprintf("datetime('now', 'subsec', '+%.3f seconds')", d.Seconds())
		},
		processOf: "json_extract(attempted_by, '$[#-1]')",
	}
}

// sqlConn runs statements on a *sql.DB or a *sql.Tx.
type sqlConn struct {
	on interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	}
}

// numbered turns $1 into ?1, SQLite's way to number parameters.
func numbered(query string) string { return parameter.ReplaceAllString(query, "?$1") }

var parameter = regexp.MustCompile(`\$(\d+)`)

func (c sqlConn) exec(ctx context.Context, query string, args ...any) (int64, error) {
	res, err := c.on.ExecContext(ctx, numbered(query), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (c sqlConn) query(ctx context.Context, query string, args ...any) (rows, error) {
	rs, err := c.on.QueryContext(ctx, numbered(query), args...)
	if err != nil {
		return nil, err
	}
	return sqlRows{rs}, nil
}

type sqlRows struct{ *sql.Rows }

func (r sqlRows) Close() { _ = r.Rows.Close() } // what went wrong is in Err
