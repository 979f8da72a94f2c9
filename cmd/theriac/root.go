package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// command is the tree of all commands.
func (a *app) command() *cobra.Command {
	var asked bool
	root := &cobra.Command{
		Use:   "theriac",
		Short: "Find hidden instructions and rug pulls in MCP metadata",
		Long: `theriac reads what an MCP server tells the model (tools, prompts, resources and
their schemas) and what people mostly never see, and reports instructions that
are hidden there, on their exact line.

It only ever reads: it calls no tool, sends nothing anywhere and asks no model.

Exit status: 0 nothing at or above the gate (--fail-on), 1 something was,
2 usage error, or input that could not be read whole.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if asked {
				return a.printVersion()
			}
			var names []string
			for _, c := range cmd.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name())
				}
			}
			if len(args) == 0 {
				if found, err := a.lookAround(cmd.Context()); found || err != nil {
					return err
				}
				return usagef(cmd, "no command: want one of %s", strings.Join(names, ", "))
			}
			if len(args[0]) <= maxWord {
				if near := nearest(args[0], names); near != "" {
					return usagef(cmd, "unknown command %q: did you mean %s?", args[0], near)
				}
			}
			return usagef(cmd, "unknown command %q: want one of %s", args[0], strings.Join(names, ", "))
		},
	}
	// Not cobra's version flag: its wording is a template, and a program that has
	// one links text/template with every method that a template could call.
	root.Flags().BoolVarP(&asked, "version", "v", false, "print the version, the commit and its date")
	root.SetFlagErrorFunc(flagError)
	for _, c := range []*cobra.Command{
		a.scanCommand(), a.snapshotCommand(), a.diffCommand(), a.dumpCommand(), a.reviewCommand(),
		a.rulesCommand(), a.explainCommand(), a.versionCommand(), a.actionCommand(),
	} {
		if check := c.Args; check != nil {
			c.Args = func(cmd *cobra.Command, args []string) error {
				if err := check(cmd, args); err != nil {
					return &usageError{cmd.CommandPath(), err}
				}
				return nil
			}
		}
		root.AddCommand(c)
	}
	return root
}

// usagef is a usage error of a command.
func usagef(cmd *cobra.Command, format string, args ...any) error {
	return &usageError{cmd.CommandPath(), fmt.Errorf(format, args...)}
}

// arguments wants between least and most of them, and says what they are.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch n := len(args); {
		case n < least:
			return fmt.Errorf("want %s", what)
		case n > most:
			return fmt.Errorf("want %s, got %d arguments", what, n)
		}
		return nil
	}
}
