package checks

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteWorkflow writes the report as workflow commands, which GitHub Actions
// turns into annotations, and then the counts and the gate for who reads the
// log. With Options.MaxPerLevel, the worst of each level are written and the
// rest counted: GitHub drops what is over its limit without saying so.
func (r *Report) WriteWorkflow(w io.Writer, o Options) error {
	p := bufio.NewWriter(w)
	written, left := map[Level]int{}, 0
	for _, a := range r.Annotations() {
		if o.MaxPerLevel > 0 && written[a.Level] == o.MaxPerLevel {
			left++
			continue
		}
		written[a.Level]++
		fmt.Fprintln(p, workflowCommand(a))
	}
	if left > 0 {
		fmt.Fprintf(p, "and %d more without an annotation: GitHub shows %d of each level\n", left, o.MaxPerLevel)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(p, "note: %s%s\n", prefix(n.URI, n.Line, 0), EscapeTerminal(n.Text))
	}
	fmt.Fprintf(p, "findings: %s\n", r.Summary)
	if n := r.unread(); n > 0 {
		fmt.Fprintf(p, "incomplete: %s\n", plural(n, "source was not analysed", "sources were not analysed"))
	}
	fmt.Fprintf(p, "gate (--fail-on %s): %s\n", r.Gate.FailOn, r.gateLine())
	return p.Flush()
}

// workflowNames are the commands for the levels.
var workflowNames = map[Level]string{LevelFailure: "error", LevelWarning: "warning", LevelNotice: "notice"}

// workflowCommand is one annotation as a command: "Workflow commands for GitHub
// Actions", setting an error message.
func workflowCommand(a Annotation) string {
	var properties []string
	add := func(key, value string) {
		properties = append(properties, key+"="+escapeCommandProperty(value))
	}
	if a.Path != "" {
		add("file", EscapeTerminal(a.Path))
		add("line", strconv.Itoa(a.StartLine))
		if a.StartColumn > 0 {
			add("col", strconv.Itoa(a.StartColumn))
		}
		add("endLine", strconv.Itoa(a.EndLine))
		if a.EndColumn > 0 {
			add("endColumn", strconv.Itoa(a.EndColumn))
		}
	}
	add("title", a.Title)
	return "::" + workflowNames[a.Level] + " " + strings.Join(properties, ",") + "::" + escapeCommandData(a.Message)
}
