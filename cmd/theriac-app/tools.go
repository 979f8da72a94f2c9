package main

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app"
	"github.com/theriac/theriac/app/demo"
	"github.com/theriac/theriac/app/doctor"
	"github.com/theriac/theriac/app/queue"
)

func (p *program) demoCommand() *cobra.Command {
	var verbose bool
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Review a pull request of a GitHub inside this program: no account needed",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			log := slog.New(slog.DiscardHandler)
			if verbose {
				log = slog.New(slog.NewJSONHandler(p.stderr, nil))
			}
			return demo.Run(cmd.Context(), p.stdout, log)
		},
	}
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show the log on stderr")
	return cmd
}

// errUnhealthy: the doctor has said why.
var errUnhealthy = errors.New("theriac-app can't work like this; see the lines marked BAD")

func (p *program) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check settings, key, permissions, events, clock and database, and say what to mend",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !doctor.Run(cmd.Context(), p.environ, p.stdout) {
				return errUnhealthy
			}
			return nil
		},
	}
}

func (p *program) backupCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the SQLite database, also while theriac-app works on it",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			url, err := p.database()
			if err != nil {
				return err
			}
			if err := queue.Backup(cmd.Context(), url, args[0]); err != nil {
				return fmt.Errorf("backup: %w", err)
			}
			return nil
		},
	}
}

// database is the only setting that a backup needs.
func (p *program) database() (string, error) {
	settings, err := app.Load(p.environ)
	var faults app.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			if f.Variable == "THERIAC_DATABASE_URL" {
				return "", f
			}
		}
	}
	return settings.DatabaseURL, nil
}
