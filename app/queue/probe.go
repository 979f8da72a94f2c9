package queue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
	"github.com/jackc/pgx/v5"
)

// Probe looks at a store and changes nothing in it. It says what it found, or
// why the store could not be used.
func Probe(ctx context.Context, databaseURL string) (found string, err error) {
	if rest, ok := strings.CutPrefix(databaseURL, "sqlite:"); ok {
		path, err := sqlitePath(rest)
		if err != nil {
			return "", err
		}
		return probeSQLite(ctx, path)
	}
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return "", err // pgx leaves the password out of it
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing was written
	var name *string
	if err := conn.QueryRow(ctx, `SELECT CAST(to_regclass('theriac_schema') AS text)`).Scan(&name); err != nil {
		return "", err
	}
	if name == nil {
		return "Postgres, empty: its tables are made at the first start", nil
	}
	return probeTables(ctx, "Postgres", pgConn{conn})
}

func probeSQLite(ctx context.Context, path string) (string, error) {
	_, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		folder, err := os.Stat(filepath.Dir(path))
		if err != nil {
			return "", fmt.Errorf("its folder: %w", err)
		}
		if !folder.IsDir() {
			return "", fmt.Errorf("%s is no folder", filepath.Dir(path))
		}
		return path + " is made at the first start", nil
	case err != nil:
		return "", err
	}
	db, err := sql.Open("sqlite", sqliteDSN(path, url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)"}}))
	if err != nil {
		return "", err
	}
	defer db.Close()
	found, err := probeTables(ctx, path, sqlConn{db})
	if err != nil {
		return "", err
	}
	lock := flock.New(path + ".lock")
	if locked, err := lock.TryLock(); err == nil && !locked {
		found += ", in use by a running theriac-app"
	}
	return found, lock.Unlock()
}

func probeTables(ctx context.Context, what string, c conn) (string, error) {
	version, err := schemaVersion(ctx, c)
	switch {
	case err != nil:
		return "", err
	case version > len(migrations):
		return "", fmt.Errorf("it belongs to a newer theriac-app (its tables are at version %d, this program knows %d)", version, len(migrations))
	case version < len(migrations):
		return fmt.Sprintf("%s, tables at version %d: they are brought up to date at the next start", what, version), nil
	}
	return fmt.Sprintf("%s, tables at version %d", what, version), nil
}
