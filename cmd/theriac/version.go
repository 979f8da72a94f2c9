package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app/build"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit and its date",
		Args:  arguments(0, 0, "no argument"),
		RunE:  func(*cobra.Command, []string) error { return a.printVersion() },
	}
}

func (a *app) printVersion() error {
	_, err := fmt.Fprintln(a.stdout, version())
	return err
}

// version is one line: the version, and the commit it was built from with its date.
func version() string { return "theriac " + build.Read().String() }
