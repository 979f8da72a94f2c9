// Command theriac-app is the theriac GitHub App: it reviews the MCP metadata that
// pull requests change, and answers with a check run.
//
// Without an argument it serves. Its settings are environment variables, see
// theriac-app serve --help.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/theriac/theriac/checks"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
}

// run is the whole program; its result is the exit status.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	root := command(environ, stdout, stderr)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	if err := root.ExecuteContext(ctx); err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintf(stderr, "theriac-app: %s\n", checks.EscapeTerminal(line))
		}
		return 1
	}
	return 0
}
