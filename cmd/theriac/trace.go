package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/rules"
)

// explainOn prints why the component that on names, FILE#COMPONENT, has the
// findings that it has, and no others. rule narrows it to one rule; nil for all.
// A component is named as in reports, with or without its kind: tool/search.
func (a *app) explainOn(cmd *cobra.Command, on string, rule *scanner.Rule) error {
	i := strings.LastIndexByte(on, '#')
	if i < 0 {
		return usagef(cmd, "--on wants FILE#COMPONENT: manifest.json#search, or manifest.json# for the server")
	}
	path, name := on[:i], on[i+1:]
	f := input{review.Found{URI: slashed(path), Named: true}, path}
	doc, missing := f.read(a.stdin)
	if missing != nil {
		return errors.New(checks.EscapeTerminal(fmt.Sprintf("%s: %s", missing.URI, cmp.Or(missing.Detail, string(missing.Reason)))))
	}
	traces, err := scanner.Explain(doc, rules.All(), func(c *manifest.Component) bool {
		return c.Name == name || string(c.Kind)+"/"+c.Name == name
	})
	if err != nil {
		return err
	}
	if len(traces) == 0 {
		return fmt.Errorf("%s lists no component %q", checks.EscapeTerminal(path), name)
	}
	for i := range traces {
		writeTrace(a.stdout, &traces[i], rule)
	}
	return nil
}

// traceAll prints the same for each component with a finding above info in the
// files of a command line.
func (a *app) traceAll(files []input, report *checks.Report, set *scanner.Set) error {
	for _, f := range files {
		if f.path == "-" {
			return errors.New("--trace reads files twice, and standard input only once: save it to a file")
		}
		if _, err := os.Stat(f.path); err != nil {
			continue // the report says so
		}
		if doc, _ := f.read(a.stdin); doc != nil {
			if err := a.traceOne(doc, report, set); err != nil {
				return err
			}
		}
	}
	return nil
}

// traceOne is traceAll for one document.
func (a *app) traceOne(doc *manifest.Document, report *checks.Report, set *scanner.Set) error {
	traces, err := scanner.Explain(doc, set, func(c *manifest.Component) bool {
		return slices.ContainsFunc(report.Findings, func(x scanner.Finding) bool {
			return x.Source == doc.Source.URI && x.Severity > scanner.Info && x.Component == scanner.RefOf(c)
		})
	})
	if err != nil {
		return err
	}
	for i := range traces {
		writeTrace(a.stdout, &traces[i], nil)
	}
	return nil
}

// writeTrace writes a trace; all that it shows of the manifest is escaped.
func writeTrace(w io.Writer, t *scanner.Trace, only *scanner.Rule) {
	say := func(format string, args ...any) {
		for i, x := range args {
			if s, ok := x.(string); ok {
				args[i] = checks.EscapeTerminal(s)
			}
		}
		fmt.Fprintf(w, format+"\n", args...)
	}
	say("%s %s", string(t.Component.Kind), t.Component.Name)
	quiet := 0
	for i := range t.Texts {
		x := &t.Texts[i]
		if only == nil && len(x.Rules) == 0 {
			quiet++
			continue
		}
		say("  %s  (%s)", x.Field, x.Role)
		for n, s := range x.Sentences {
			if len(s.Signals) == 0 && len(s.Concepts) == 0 {
				continue
			}
			say("    sentence %d: %s", n+1, s.Text)
			for _, e := range s.Signals {
				say("      %s  %s  (%s)", e.Signal, quoted(e.Text), e.Place)
			}
			if len(s.Concepts) > 0 {
				say("      speaks of %s", concepts(s.Concepts))
			}
		}
		for _, r := range x.Rules {
			if only == nil || r.Rule == only {
				writeTraced(say, &r)
			}
		}
		switch {
		case only == nil:
			say("    nothing here wakes %s", strings.Join(x.Unasked, " "))
		case slices.Contains(x.Deaf, only.ID):
			say("    %s does not read a text of this kind", only.ID)
		case slices.Contains(x.Unasked, only.ID):
			say("    nothing here wakes %s", only.ID)
		}
	}
	if quiet > 0 {
		say("  %d more texts, in which nothing wakes any rule", quiet)
	}
}

func writeTraced(say func(string, ...any), r *scanner.TracedRule) {
	say("    %s %s was asked", r.Rule.ID, r.Rule.Name)
	for _, step := range r.Steps {
		say("      - %s", step)
	}
	for _, x := range r.Reports {
		say("      %s  %s: %s  %s", x.Severity.String(), quoted(x.Text), x.Message, x.Outcome)
	}
	if len(r.Reports) == 0 {
		say("      reports nothing")
	}
}

// concepts lists what a sentence speaks of, each with its words.
func concepts(all []scanner.Evidence) string {
	var order []string
	words := map[string][]string{}
	for _, e := range all {
		if words[e.Signal] == nil {
			order = append(order, e.Signal)
		}
		if !slices.Contains(words[e.Signal], e.Text) {
			words[e.Signal] = append(words[e.Signal], e.Text)
		}
	}
	for i, name := range order {
		order[i] = name + " (" + strings.Join(words[name], ", ") + ")"
	}
	return strings.Join(order, ", ")
}

func quoted(s string) string { return `"` + s + `"` }

// trace is --trace: it needs files, and a report that people read.
func (a *app) trace(cmd *cobra.Command, paths []string, live, sources bool, o *reporting, report *checks.Report, s *settings) error {
	switch {
	case live:
		return usagef(cmd, "--trace wants files: write the listing to one with theriac dump")
	case o.format != "text" && o.output == "":
		return usagef(cmd, "--trace goes with --format text, or with -o for the report")
	}
	if sources {
		code, err := readSources(cmd.Context(), paths, s.config)
		if err != nil {
			return err
		}
		for _, doc := range code.documents {
			if err := a.traceOne(doc, report, s.rules); err != nil {
				return err
			}
		}
		_, paths = splitSources(paths)
	}
	in, err := gather(cmd.Context(), paths, s.config, false)
	if err != nil {
		return err
	}
	return a.traceAll(in.files, report, s.rules)
}
