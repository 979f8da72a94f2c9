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
	bad, good := r.Examples()
	section("Bad", exampleLines(bad, "    "))
	section("Good", exampleLines(good, "    "))
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
	bad, good := r.Examples()
	section("Bad", fenced(exampleLines(bad, "")))
	section("Good", fenced(exampleLines(good, "")))
	section("How to fix it", escapeMarkdown(r.Help.Fix))
	section("What it misses", escapeMarkdown(r.Help.Misses))
	return strings.TrimSpace(b.String())
}

// exampleLines is an example line by line, each escaped: samples hold the very
// characters that rules look for.
func exampleLines(text, indent string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, indent+EscapeTerminal(strings.TrimSuffix(line, "\n")))
	}
	return strings.Join(lines, "\n")
}
