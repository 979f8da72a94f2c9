// The runtime would look again and again for a changed limit on processors. A
// command doesn't live that long, and the looking is a tenth of a short run.
//
//go:debug updatemaxprocs=0

// Command theriac reads MCP metadata for hidden instructions: it scans manifests,
// records and compares approved baselines, and reviews changes as the GitHub App
// does.
//
// Exit status: 0 nothing at or above the gate, 1 something was, 2 usage error or
// input that could not be read whole. A run that could not do its work never
// exits 0.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/checks"
)

func main() {
	// Signals do what they do to any program: nothing here needs to be put back
	// in order, and git's processes end with their standard input.
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Exit statuses.
const (
	passed = 0 // nothing at or above the gate
	gated  = 1 // something was
	failed = 2 // usage error, or work that could not be done
)

// run is the whole program; its result is the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.command()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	if c, _, err := root.Find(args); err == nil && c != root {
		// Nobody asks for shell completion: its commands needn't be made.
		root.CompletionOptions.DisableDefaultCmd = true
	}
	err := root.ExecuteContext(ctx)
	var usage *usageError
	switch {
	case err == nil:
		return a.status
	case errors.As(err, &usage):
		// One line: what is wrong, and where to read on.
		fmt.Fprintf(stderr, "theriac: %s (see %s --help)\n", checks.EscapeTerminal(err.Error()), usage.command)
	default:
		var faults config.Errors
		if !errors.As(err, &faults) {
			a.complain("%v", err)
		}
		for _, fault := range faults {
			a.complain("%v", fault)
		}
	}
	return failed
}

// app is what the commands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	status         int
	reported       *checks.Report // what a command reported last
	// codeScanning says that SARIF goes to GitHub, which would show accepted
	// findings as open alerts.
	codeScanning bool
	// link makes addresses of lines of the reviewed commit; nil where nobody knows
	// them.
	link   func(path string, start, end int) string
	inputs []string // the files that were read
}

// complain says something on stderr that is no reason to stop.
func (a *app) complain(format string, args ...any) {
	fmt.Fprintf(a.stderr, "theriac: %s\n", checks.EscapeTerminal(fmt.Sprintf(format, args...)))
}

// usageError is a command line that makes no sense.
type usageError struct {
	command string
	err     error
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }
