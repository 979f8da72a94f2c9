package queue

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

type postgres struct {
	pgConn
	pool   *pgxpool.Pool
	client *river.Client[pgx.Tx]
}

// migrationLock is the advisory lock that lets one replica migrate while the others wait.
// The number means nothing; it only has to be ours.
const migrationLock = 0x7468_6572_6961_63

func openPostgres(ctx context.Context, url string, cfg *river.Config) (_ *postgres, err error) {
	poolConfig, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err // pgx leaves the password out of it
	}
	if !strings.Contains(url, "pool_max_conns=") {
		// pgx's default, the number of CPUs but 4 at least, would make webhooks wait for workers.
		poolConfig.MaxConns = 16
	}
	pool, err := pgxpool.NewWithConfig(ctx, poolConfig)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			pool.Close()
		}
	}()
	client, err := river.NewClient(riverpgxv5.New(pool), cfg)
	if err != nil {
		return nil, err
	}
	p := &postgres{pgConn: pgConn{pool}, pool: pool, client: client}
	return p, p.migrate(ctx, cfg)
}

func (p *postgres) migrate(ctx context.Context, cfg *river.Config) error {
	held, err := p.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer held.Release()
	if _, err := held.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(migrationLock)); err != nil {
		return err
	}
	// A lock that is not given back goes with the connection.
	defer held.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", int64(migrationLock)) //nolint:errcheck
	migrator, err := rivermigrate.New(riverpgxv5.New(p.pool), &rivermigrate.Config{Logger: cfg.Logger})
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrating River's tables: %w", err)
	}
	return migrate(ctx, p)
}

func (p *postgres) transact(ctx context.Context, f func(transaction) error) error {
	return pgx.BeginFunc(ctx, p.pool, func(tx pgx.Tx) error {
		return f(riverTx[pgx.Tx]{pgConn{tx}, p.client, tx})
	})
}

func (p *postgres) start(ctx context.Context) error { return p.client.Start(ctx) }
func (p *postgres) stopped() <-chan struct{}        { return p.client.Stopped() }

func (p *postgres) close() error {
	p.pool.Close()
	return nil
}

func (p *postgres) dialect() dialect {
	return dialect{
		now:       "now()",
		millis:    func(c string) string { return "CAST(extract(epoch FROM " + c + ") * 1000 AS bigint)" },
		args:      "CAST(args AS text)",
		nowMillis: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)",
		later: func(d time.Duration) string {
			return fmt.Sprintf("now() + interval '%d milliseconds'", d.Milliseconds())
		},
		processOf:  "attempted_by[cardinality(attempted_by)]",
		skipLocked: "FOR UPDATE OF river_job SKIP LOCKED",
		shared:     true,
	}
}

// pgConn runs statements on a pool or in a transaction.
type pgConn struct {
	on interface {
		Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
		Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
	}
}

func (c pgConn) exec(ctx context.Context, query string, args ...any) (int64, error) {
	tag, err := c.on.Exec(ctx, query, args...)
	return tag.RowsAffected(), err
}

func (c pgConn) query(ctx context.Context, query string, args ...any) (rows, error) {
	return c.on.Query(ctx, query, args...)
}
