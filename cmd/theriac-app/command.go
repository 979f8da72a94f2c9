package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app/build"
)

// program is what the commands share.
type program struct {
	environ        []string
	stdout, stderr io.Writer
}

// command is the tree of all commands.
func command(environ []string, stdout, stderr io.Writer) *cobra.Command {
	p := &program{environ, stdout, stderr}
	root := &cobra.Command{
		Use:   "theriac-app",
		Short: "The GitHub App that reviews MCP metadata in pull requests",
		Long: `theriac-app is the theriac GitHub App. It receives GitHub's webhooks, reads the
MCP metadata that a pull request changes, and answers with a check run.

Without a command it serves. To see it at work without an account: theriac-app demo`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       build.Read().String(),
		Args:          cobra.NoArgs,
		RunE:          p.serve,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.AddCommand(p.serveCommand(), p.setupCommand(), p.doctorCommand(), p.demoCommand(),
		p.backupCommand(), p.healthcheckCommand())
	return root
}
