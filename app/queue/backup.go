package queue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
)

// Backup writes a consistent copy of a SQLite store to path, which must not exist, while another
// process may be at work on it. Copying the file would miss what is still in its write-ahead log.
// For Postgres, use pg_dump.
func Backup(ctx context.Context, databaseURL, path string) (err error) {
	rest, ok := strings.CutPrefix(databaseURL, "sqlite:")
	if !ok {
		return errors.New("only SQLite is backed up by theriac-app; for Postgres, use pg_dump")
	}
	source, err := sqlitePath(rest)
	if err != nil {
		return err
	}
	if _, err := os.Stat(source); err != nil {
		return err // SQLite would make an empty one
	}
	// Made here for its permissions; VACUUM INTO accepts an empty file.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(path)
		}
	}()
	db, err := sql.Open("sqlite", sqliteDSN(source, url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)"}}))
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?1", path); err != nil {
		return fmt.Errorf("copying %s: %w", source, err)
	}
	return nil
}
