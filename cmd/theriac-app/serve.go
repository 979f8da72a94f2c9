package main

import (
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app"
)

func (p *program) serveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Receive webhooks and review pull requests",
		Long: `Receive webhooks and review pull requests, until SIGTERM or SIGINT.

  THERIAC_APP_ID            the GitHub App's ID
  THERIAC_PRIVATE_KEY_FILE  path of its private key (PEM), or
  THERIAC_PRIVATE_KEY       the key itself; \n may stand for line ends
  THERIAC_WEBHOOK_SECRET    the webhook secret; several, for a change of secrets,
                            separated by commas
  THERIAC_GITHUB_URL        API of a GitHub Enterprise Server: https://HOST/api/v3/
  THERIAC_LISTEN            host:port (default 127.0.0.1:8080)
  THERIAC_OPS_LISTEN        host:port of /healthz, /readyz and /metrics; without it they
                            are on THERIAC_LISTEN, /metrics for this machine only
  THERIAC_DATABASE_URL      sqlite:PATH or postgres://... (default sqlite:theriac.db)
  THERIAC_WEBHOOK_MEMORY    most that is held of deliveries being received: 100MiB
  THERIAC_REVIEW_MEMORY     most that is held of changes being reviewed: 1GiB
                            (default: a part of GOMEMLIMIT or of the cgroup's limit)
  THERIAC_LOG_LEVEL         debug, info, warn, error (default info)

POST /webhook takes deliveries; GET /healthz, /readyz and /metrics are for whoever
runs it. The log is JSON, on stderr.`,
		Args: cobra.NoArgs,
		RunE: p.serve,
	}
}

func (p *program) serve(cmd *cobra.Command, _ []string) error {
	settings, err := app.Load(p.environ)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(p.stderr, &slog.HandlerOptions{Level: settings.LogLevel}))
	server, err := app.New(cmd.Context(), settings, log)
	if err != nil {
		return err
	}
	return server.Run(cmd.Context())
}
