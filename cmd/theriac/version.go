package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/checks"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  arguments(0, 0, "no argument"),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(a.stdout, version())
			return err
		},
	}
}

func version() string {
	return fmt.Sprintf("theriac %s (%s %s/%s)", checks.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
