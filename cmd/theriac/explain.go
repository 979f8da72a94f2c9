package main

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/rules"
)

func (a *app) explainCommand() *cobra.Command {
	var on string
	cmd := &cobra.Command{
		Use:   "explain RULE | --on FILE#COMPONENT [RULE]",
		Short: "Explain a rule, or why a component has the findings that it has",
		Long: `Explain a rule: what it matches, why, and what to do.

With --on, explain what the rules made of one component of a manifest: each sentence
with its words that mean something and the places of their patterns, the rules that
were asked, what stopped each, how its severity came about, and what swallowed a
finding. A rule's name narrows it down, and says why that rule has nothing to say.`,
		Example: "  theriac explain STRUCT005\n  theriac explain --on mcp/server.json#search_notes\n  theriac explain --on mcp/server.json#search_notes STRUCT005",
		Args: func(cmd *cobra.Command, args []string) error {
			if on != "" {
				return arguments(0, 1, "at most one rule's ID or name")(cmd, args)
			}
			return arguments(1, 1, "one rule's ID or name; theriac rules lists them")(cmd, args)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			for _, r := range rules.All().Rules() {
				ids = append(ids, r.ID)
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if on != "" && len(args) == 0 {
				return a.explainOn(cmd, on, nil)
			}
			r := findRule(rules.All(), args[0])
			if r == nil {
				return usagef(cmd, "%w", unknownRule(rules.All(), args[0]))
			}
			if on != "" {
				return a.explainOn(cmd, on, r)
			}
			_, err := fmt.Fprint(a.stdout, explain(r))
			return err
		},
	}
	cmd.Flags().StringVar(&on, "on", "", "`FILE#COMPONENT` to explain the findings of")
	return cmd
}

// explain is a rule's page.
func explain(r *scanner.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n", r.ID, r.Name)
	line := []string{fmt.Sprintf("layer %d", r.Layer), severities(r, ", ")}
	line = append(append(line, r.CWE...), r.OWASP...)
	fmt.Fprintf(&b, "%s\n\n%s.\n", strings.Join(line, " · "), r.Help.Summary)

	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\n%s\n%s", title, indent(text))
		}
	}
	section("What it matches", r.Help.What)
	section("Why", r.Help.Why)
	bad, good := r.Examples()
	for _, e := range [][2]string{{"A bad example", bad}, {"A good example", good}} {
		if e[1] != "" {
			fmt.Fprintf(&b, "\n%s\n", e[0])
			for line := range strings.Lines(e[1]) { // each by itself: an example of a change has two
				b.WriteString(indent(checks.EscapeTerminal(line)))
			}
		}
	}
	section("How to fix it", r.Help.Fix)
	fmt.Fprintf(&b, "\nHow to accept a finding of it\n%s", indent(
		"Where people reviewed one finding and want to keep the text, .github/theriac.yml on the base branch says so:"))
	text := "the matched text"
	if len(r.Hits) > 0 {
		text = cmp.Or(r.Hits[0].Match, text)
	}
	fmt.Fprintf(&b, `
    accept:
      - rule: %s
        manifest: path/of/manifest.json
        component: tool/name
        text: %s
        reason: "why it is honest here"
        expires: 2030-12-31
`, r.ID, yamlString(text))
	section("What it misses", r.Help.Misses)
	return b.String()
}

// width is how wide a page is, in characters: what fits into any terminal.
const width = 80

// indent breaks a text into lines and moves them in.
func indent(text string) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0:
			b.WriteString("  ")
			column = 2
		case column+1+n > width:
			b.WriteString("\n  ")
			column = 2
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	b.WriteByte('\n')
	return b.String()
}
