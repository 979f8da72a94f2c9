package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/theriac/theriac/checks"
)

// mostShown is how many manifests the first picture names.
const mostShown = 10

// lookAround says what there is to review in the working directory, and which
// command shows it: what a newcomer who types the program's name wants to know. It
// reports whether there is anything.
func (a *app) lookAround(ctx context.Context) (found bool, err error) {
	c, err := ownConfig()
	if err != nil {
		return false, err
	}
	in, err := gather(ctx, []string{"."}, c, false)
	if err != nil {
		return false, err
	}
	var lines []string
	unread, locked := 0, 0
	for i := range in.files {
		doc, missing := in.files[i].read(a.stdin)
		switch {
		case missing != nil && !missing.Harmless:
			unread++
		case doc != nil:
			lines = append(lines, fmt.Sprintf("  %s: %s", checks.EscapeTerminal(in.files[i].URI), checks.CountComponents(doc)))
			if _, err := os.Stat(filepath.FromSlash(c.BaselinePath(in.files[i].URI))); err == nil {
				locked++
			}
		}
	}
	if len(lines)+unread == 0 {
		return false, nil
	}
	out := fmt.Sprintf("theriac %s found MCP metadata in %d files here, %d of them with an approved baseline:\n\n", checks.Version, len(lines), locked)
	for _, l := range lines[:min(len(lines), mostShown)] {
		out += l + "\n"
	}
	if more := len(lines) - mostShown; more > 0 {
		out += fmt.Sprintf("  and %d more\n", more)
	}
	if unread > 0 {
		out += fmt.Sprintf("  %d that could not be read whole: theriac scan . says why\n", unread)
	}
	out += `
  theriac scan .        what is wrong with what stands here
  theriac review        what this branch changes, as a pull request would be judged
  theriac snapshot .    record what stands here as approved
  theriac --help        everything else
`
	_, err = a.stdout.Write([]byte(out))
	return true, err
}
