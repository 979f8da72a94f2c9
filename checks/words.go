package checks

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// The sentences that several formats say, said once, so that they can't differ.

// plural is "1 tool" or "3 tools".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// String is the total with the severities that occur: "5 (3 critical, 2 high)".
func (s Summary) String() string {
	var parts []string
	for _, v := range scanner.Severities() {
		if n := s.Of(v); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	if parts == nil {
		return "0"
	}
	return fmt.Sprintf("%d (%s)", s.Total(), strings.Join(parts, ", "))
}

// gateLine says whether the gate holds, without ever calling what was not read
// clean.
func (r *Report) gateLine() string {
	switch {
	case r.Gate.Failed:
		return fmt.Sprintf("failed, %s at or above %s", plural(r.Gate.Count, "finding", "findings"), r.Gate.FailOn)
	case r.Incomplete():
		return fmt.Sprintf("undecided, nothing at or above %s in what was read", r.Gate.FailOn)
	}
	return fmt.Sprintf("passed, nothing at or above %s", r.Gate.FailOn)
}

// unread counts the files that should have been analysed and were not.
func (r *Report) unread() int {
	unread, _ := r.split()
	return len(unread)
}

// split parts the files that should have been analysed from those that were
// skipped for a good reason.
func (r *Report) split() (unread, skipped []NotAnalysed) {
	for _, n := range r.NotAnalysed {
		if n.Harmless {
			skipped = append(skipped, n)
		} else {
			unread = append(unread, n)
		}
	}
	return unread, skipped
}

// String lists the components that there are: "3 tools, 1 prompt".
func (c Counts) String() string {
	var parts []string
	for _, x := range [...]struct {
		n         int
		one, many string
	}{
		{c.Tools, "tool", "tools"},
		{c.Prompts, "prompt", "prompts"},
		{c.Resources, "resource", "resources"},
		{c.ResourceTemplates, "resource template", "resource templates"},
		{c.Servers, "server", "servers"},
	} {
		if x.n > 0 {
			parts = append(parts, plural(x.n, x.one, x.many))
		}
	}
	if parts == nil {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

func (c Counts) plus(d Counts) Counts {
	return Counts{
		Tools:             c.Tools + d.Tools,
		Prompts:           c.Prompts + d.Prompts,
		Resources:         c.Resources + d.Resources,
		ResourceTemplates: c.ResourceTemplates + d.ResourceTemplates,
		Servers:           c.Servers + d.Servers,
	}
}

// A Place is a component of a source: what summaries speak of.
type Place struct {
	Source    string
	Component scanner.ComponentRef
}

// PlaceOf is the component that a finding is about.
func PlaceOf(f *scanner.Finding) Place { return Place{f.Source, f.Component} }

// sourceGroup and componentGroup are the findings of one source and of one
// component, in order of place.
type sourceGroup struct {
	uri        string
	text       *manifest.Source // nil for a live server
	components []*componentGroup
}

type componentGroup struct {
	source   string
	ref      scanner.ComponentRef
	findings []*scanner.Finding
}

// grouped is the report's findings by source and component. Sources come in
// their order, components in the order of their first finding.
func (r *Report) grouped() []*sourceGroup {
	texts := r.texts()
	type key struct {
		source string
		ref    scanner.ComponentRef
	}
	sources := map[string]*sourceGroup{}
	components := map[key]*componentGroup{}
	var out []*sourceGroup
	for _, f := range r.byComponent() {
		s := sources[f.Source]
		if s == nil {
			s = &sourceGroup{uri: f.Source, text: texts[f.Source]}
			sources[f.Source] = s
			out = append(out, s)
		}
		k := key{f.Source, f.Component}
		c := components[k]
		if c == nil {
			c = &componentGroup{source: f.Source, ref: f.Component}
			components[k] = c
			s.components = append(s.components, c)
		}
		c.findings = append(c.findings, f)
	}
	return out
}

// byComponent are the report's findings; one that tells of several components has
// a part for each.
func (r *Report) byComponent() []*scanner.Finding {
	var all []*scanner.Finding
	for i := range r.Findings {
		f := &r.Findings[i]
		if slices.ContainsFunc(f.Also, func(p scanner.Place) bool { return p.Change != nil && p.Change.Component != f.Component }) {
			all = append(all, changesOf(f)...)
		} else {
			all = append(all, f)
		}
	}
	return all
}

// references lists a rule's categories.
func references(r *scanner.Rule) string {
	return strings.Join(slices.Concat(r.CWE, r.OWASP), ", ")
}

// texts are the files of the report by name.
func (r *Report) texts() map[string]*manifest.Source {
	m := make(map[string]*manifest.Source, len(r.Sources))
	for _, s := range r.Sources {
		m[s.URI] = s.Text
	}
	return m
}

// changeStart is the byte from which two texts are worth showing: a little
// before they first differ.
func changeStart(was, now string) int {
	const context = 40
	at := 0
	for at < len(was) && at < len(now) && was[at] == now[at] {
		at++
	}
	// Both may share the first bytes of a character.
	for at > 0 && at < len(was) && !utf8.RuneStart(was[at]) {
		at--
	}
	for back := 0; at > 0 && back < context; back++ {
		_, n := utf8.DecodeLastRuneInString(was[:at])
		at -= n
	}
	return at
}

// clip is at most limit characters of s from byte from on. before and after are
// an ellipsis where something is left out.
func clip(s string, from, limit int) (before, part, after string) {
	part = s[from:]
	if from > 0 {
		before = ellipsis
	}
	n := 0
	for i := range part {
		if n == limit {
			return before, part[:i], ellipsis
		}
		n++
	}
	return before, part, ""
}

// clipQuoted is clip, quoted for a terminal.
func clipQuoted(s string, from, limit int) string {
	before, part, after := clip(s, from, limit)
	return before + quoteTerminal(part) + after
}
