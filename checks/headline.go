package checks

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/theriac/theriac/scanner"
)

// Headline is what a person must do, in one line without a full stop: "1 problem:
// concealment directive in add", "3 changes to read, none blocking". A run that
// did not read everything never sounds clean.
func (r *Report) Headline() scanner.Message {
	o := r.overview()
	read := len(o.components)
	switch {
	case r.Gate.Failed:
		return r.problems(o)
	case r.Incomplete():
		unread, _ := r.split()
		if len(unread) == 1 {
			return scanner.Say("Could not be read: %s", unread[0].URI)
		}
		return scanner.Say(plural(len(unread), "file", "files") + " could not be read")
	case r.Waits():
		return scanner.Say("Waiting for an approval of " + plural(r.Approval.Changes, "change", "changes"))
	case r.Approval != nil && r.Approval.Given():
		return scanner.Say(plural(r.Approval.Changes, "change", "changes")+", approved by %s", r.Approval.By)
	case !r.Touched():
		return scanner.Say("No MCP metadata touched")
	case read > 0 && r.compared():
		return scanner.Say(plural(read, "change", "changes") + " to read, none blocking")
	case read > 0:
		return scanner.Say(plural(read, "component", "components") + " to read, none blocking")
	}
	return scanner.Say("No problem found")
}

// Touched reports whether the run had anything to do with MCP metadata.
func (r *Report) Touched() bool {
	return len(r.Sources) > 0 || len(r.Findings) > 0 || len(r.Accepted) > 0 || len(r.NotAnalysed) > 0
}

// Title is the headline as plain text, which no terminal and no page acts on.
func (r *Report) Title() string {
	return r.Headline().Render(func(s string) string { return s }, EscapeTerminal)
}

// compared reports whether the report is about a change.
func (r *Report) compared() bool {
	for i := range r.Findings {
		if r.Findings[i].Change != "" {
			return true
		}
	}
	return false
}

// problems counts what is at or above the gate and names the worst.
func (r *Report) problems(o overview) scanner.Message {
	n := 0
	var worst *scanner.Finding
	see := func(f *scanner.Finding) {
		if r.blocks(f) {
			n++
			if worst == nil || f.Severity > worst.Severity {
				worst = f
			}
		}
	}
	for _, c := range o.components {
		for _, x := range c.problems {
			see(x.worst())
		}
		for _, f := range c.changes {
			if !c.explained(f) {
				see(f)
			}
		}
	}
	if worst == nil {
		return scanner.Say("Failed") // the report was changed after its gate was computed
	}
	m := scanner.Say(plural(n, "problem", "problems") + ": ")
	if n > 1 {
		m = scanner.Say(fmt.Sprintf("%d problems, the worst: ", n))
	}
	return m.Then(scanner.Say(strings.ReplaceAll(worst.Rule.Name, "-", " ")+" in %s", cmp.Or(worst.Component.Name, worst.Source)))
}
