package checks

import (
	"fmt"
	"strings"

	"github.com/theriac/theriac/scanner"
)

// HelpText explains a rule in plain text: what, why, a bad and a good example,
// how to fix it.
func HelpText(r *scanner.Rule) string {
	var b strings.Builder
	section := func(title, body string) {
		if strings.TrimSpace(body) != "" {
			fmt.Fprintf(&b, "%s\n%s\n\n", title, strings.Trim(body, "\n"))
		}
	}
	section("What it matches", r.Help.What)
	section("Why it matters", r.Help.Why)
	section("Bad", exampleLines(r.Hits, "    "))
	section("Good", exampleLines(r.Quiet, "    "))
	section("How to fix it", r.Help.Fix)
	section("What it misses", r.Help.Misses)
	return strings.TrimSpace(b.String())
}

// HelpMarkdown is HelpText in markdown.
func HelpMarkdown(r *scanner.Rule) string {
	var b strings.Builder
	section := func(title, body string) {
		if body = strings.TrimSpace(body); body != "" {
			fmt.Fprintf(&b, "### %s\n\n%s\n\n", title, body)
		}
	}
	section("What it matches", escapeMarkdown(r.Help.What))
	section("Why it matters", escapeMarkdown(r.Help.Why))
	section("Bad", fenced(exampleLines(r.Hits, "")))
	section("Good", fenced(exampleLines(r.Quiet, "")))
	section("How to fix it", escapeMarkdown(r.Help.Fix))
	section("What it misses", escapeMarkdown(r.Help.Misses))
	return strings.TrimSpace(b.String())
}

// exampleLines is the first sample that shows the rule, line by line, each
// escaped: samples hold the very characters that rules look for.
func exampleLines(samples []scanner.Sample, indent string) string {
	for _, s := range samples {
		text := s.Text
		if text == "" {
			text = s.Manifest
		}
		if text == "" {
			continue
		}
		var lines []string
		for line := range strings.Lines(text) {
			lines = append(lines, indent+EscapeTerminal(strings.TrimSuffix(line, "\n")))
		}
		return strings.Join(lines, "\n")
	}
	return ""
}
