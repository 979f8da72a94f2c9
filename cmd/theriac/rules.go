package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/rules"
)

func (a *app) rulesCommand() *cobra.Command {
	formats := []struct {
		name  string
		write func([]*scanner.Rule) ([]byte, error)
	}{{"text", rulesText}, {"json", rulesJSON}, {"markdown", rulesMarkdown}}
	var format string
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List every rule",
		Long:  "List every rule with its ID, name, layer, severities, CWE and OWASP categories.",
		Args:  arguments(0, 0, "no argument; theriac explain RULE shows one rule"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var names []string
			for _, f := range formats {
				if names = append(names, f.name); f.name != format {
					continue
				}
				out, err := f.write(rules.All().Rules())
				if err != nil {
					return err
				}
				_, err = a.stdout.Write(out)
				return err
			}
			return usagef(cmd, "unknown format %q: want %s", format, strings.Join(names, ", "))
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, json or markdown")
	return cmd
}

func severities(r *scanner.Rule, join string) string {
	var all []string
	for _, s := range r.Severities {
		all = append(all, s.String())
	}
	return strings.Join(all, join)
}

func rulesText(all []*scanner.Rule) ([]byte, error) {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tNAME\tLAYER\tSEVERITIES\tCWE\tOWASP")
	for _, r := range all {
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\n", r.ID, r.Name, r.Layer, severities(r, ", "),
			strings.Join(r.CWE, ", "), strings.Join(r.OWASP, ", "))
	}
	err := w.Flush()
	return b.Bytes(), err
}

func rulesJSON(all []*scanner.Rule) ([]byte, error) {
	type rule struct {
		ID         string             `json:"id"`
		Name       string             `json:"name"`
		Layer      int                `json:"layer"`
		Severities []scanner.Severity `json:"severities"`
		CWE        []string           `json:"cwe"`
		OWASP      []string           `json:"owasp"`
		Summary    string             `json:"summary"`
	}
	out := []rule{}
	for _, r := range all {
		out = append(out, rule{r.ID, r.Name, r.Layer, r.Severities,
			append([]string{}, r.CWE...), append([]string{}, r.OWASP...), r.Help.Summary})
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(map[string]any{"rules": out})
	return b.Bytes(), err
}

// rulesMarkdown is the table that the README holds.
func rulesMarkdown(all []*scanner.Rule) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintln(&b, "| Rule | Name | What it matches | Severity | CWE | OWASP |\n|---|---|---|---|---|---|")
	for _, r := range all {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.ID, r.Name, cell(r.Help.Summary), severities(r, ", "),
			strings.Join(r.CWE, ", "), strings.Join(r.OWASP, ", "))
	}
	return b.Bytes(), nil
}

// cell makes a rule's own text fit for a markdown table.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "<", `\<`, ">", `\>`, "*", `\*`, "`", "\\`", "_", `\_`).Replace(s)
}

// yamlString is a text as a YAML scalar in quotes: its escapes are those of Go.
func yamlString(s string) string { return strconv.QuoteToASCII(s) }
