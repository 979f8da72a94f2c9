package main

import (
	"fmt"
	"net"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app/setup"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/deploy"
)

func (p *program) setupCommand() *cobra.Command {
	var dir, listen, github string
	cmd := &cobra.Command{
		Use:   "setup",
		Short: "Make the GitHub App in your account or organisation, on a page in the browser",
		Long: `Make the GitHub App in your account or organisation.

A page on this machine asks for a name and an address and sends you to GitHub to
confirm. GitHub sends you back with a code, which is traded for the App's key and
webhook secret. They are written to ` + setup.KeyFile + ` and ` + setup.EnvFile + `, which you
alone can read; files that are there are never overwritten.

On a machine without a browser, forward the port to yours, the same on both sides:
  ssh -L 8090:127.0.0.1:8090 HOST theriac-app setup --listen 127.0.0.1:8090`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := net.Listen("tcp", listen)
			if err != nil {
				return fmt.Errorf("--listen: %w", err)
			}
			return setup.Run(cmd.Context(), setup.Options{
				Manifest: deploy.AppManifest, Dir: dir, GitHub: github,
				UserAgent: "theriac-app/" + checks.Version, Out: p.stdout,
			}, l)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "folder to write the key and the settings to")
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:0", "`ADDRESS` of the page, on the loopback interface")
	cmd.Flags().StringVar(&github, "github", "", "`URL` of a GitHub Enterprise Server, to fill in on the page")
	return cmd
}
