package checks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner"
)

// Annotations are the report's remarks on lines of files, the worst first: files
// that were not analysed, and the items of the [overview]: one for each, however
// many rules it trips, and one for each change on its own line, also where one
// finding tells several. What stood there before has none. Workflow commands and
// check runs both show these. Every string is safe to show as plain text. Path
// is empty for a live source, which has no line to remark on.
func (r *Report) Annotations() []Annotation {
	live := map[string]bool{}
	for _, s := range r.Sources {
		live[s.URI] = s.live()
	}
	type ranked struct {
		Annotation
		severity scanner.Severity
	}
	var all []ranked
	for _, n := range r.NotAnalysed {
		if n.Harmless {
			continue
		}
		a := Annotation{
			Path: n.URI, StartLine: max(n.Line, 1), EndLine: max(n.Line, 1),
			Level:   LevelFailure,
			Title:   "theriac could not analyse this file",
			Message: EscapeTerminal(fmt.Sprintf("%s (%s)", n.Detail, n.Reason)),
		}
		if n.Line > 0 && n.Column > 0 {
			a.StartColumn, a.EndColumn = n.Column, n.Column
		}
		all = append(all, ranked{a, scanner.Critical})
	}
	add := func(x item) {
		a := annotation(x)
		if live[x.worst().Source] {
			a.Path = ""
		}
		all = append(all, ranked{a, x.worst().Severity})
	}
	o := r.overview()
	for _, c := range o.components {
		// A change that a problem explains is told with the problem.
		told := slices.Clone(c.problems)
		for _, f := range c.changes {
			if i := c.explains(f); i >= 0 {
				told[i] = append(slices.Clone(told[i]), f)
			} else {
				for _, x := range changesOf(f) {
					told = append(told, item{x})
				}
			}
		}
		for _, x := range told {
			add(x)
		}
	}
	for _, f := range o.minor {
		for _, x := range changesOf(f) {
			add(item{x})
		}
	}
	// What stood there before is no remark on a line of this change.
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(b.severity, a.severity) })
	var out []Annotation
	for _, a := range all {
		out = append(out, a.Annotation)
	}
	return out
}

// annotationLevels is how GitHub shows each severity.
var annotationLevels = [...]Level{
	scanner.Info: LevelNotice, scanner.Low: LevelNotice, scanner.Medium: LevelWarning,
	scanner.High: LevelFailure, scanner.Critical: LevelFailure,
}

// maxExcerpt is how many characters of a text the details of an annotation hold.
const maxExcerpt = 4000

// annotation is one remark on an item, at its worst finding.
func annotation(x item) Annotation {
	f := x.worst()
	a := Annotation{
		Path: f.Source, StartLine: 1, EndLine: 1,
		Level: annotationLevels[f.Severity],
		Title: Clip(fmt.Sprintf("%s %s (%s)", strings.Join(x.rules(), " "), strings.ReplaceAll(f.Rule.Name, "-", " "), f.Severity), MaxTitleBytes),
	}
	if l := f.Location; l != nil {
		a.StartLine = max(l.StartLine, 1)
		a.EndLine = max(l.EndLine, a.StartLine)
		// GitHub takes columns only where there is one line.
		if a.StartLine == a.EndLine && l.StartColumn > 0 {
			a.StartColumn, a.EndColumn = l.StartColumn, max(l.EndColumn, l.StartColumn)
		}
	}
	where := componentTitle(f.Component)
	if f.Field != "" {
		where += ", " + f.Field
	}
	var lines []string
	for _, f := range x {
		if m := EscapeTerminal(f.Message.String()); !slices.Contains(lines, m) {
			lines = append(lines, m)
		}
	}
	lines = append(lines, EscapeTerminal(where))
	lines = append(lines, textLines(f, itemText(x), maxInMessage)...)
	a.Message = strings.Join(lines, "\n")
	var all strings.Builder
	for i, f := range x {
		if i > 0 {
			all.WriteString("\n")
		}
		all.WriteString(details(f))
	}
	a.RawDetails = all.String()
	return a
}

// textLines show what a finding is about: the matched text, or for a change what
// was and what is, from where they differ. Each side has at most limit
// characters. A value whose message says all is not shown.
func textLines(f *scanner.Finding, text string, limit int) []string {
	switch {
	case f.Baseline == nil:
		return []string{"text: " + clipQuoted(text, 0, limit)}
	case f.Value && (*f.Baseline == "" || f.Text == ""), *f.Baseline == f.Text:
		return nil
	case *f.Baseline == "":
		return []string{"now: " + clipQuoted(f.Text, 0, limit)}
	case f.Text == "":
		return []string{"was: " + clipQuoted(*f.Baseline, 0, limit)}
	}
	from := changeStart(*f.Baseline, f.Text)
	return []string{"was: " + clipQuoted(*f.Baseline, from, limit), "now: " + clipQuoted(f.Text, from, limit)}
}

// details is what someone needs who looks for the very characters.
func details(f *scanner.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "rule: %s\npointer: %s\n", f.Rule.ID, EscapeTerminal(cmp.Or(f.Pointer, "(whole file)")))
	fmt.Fprintf(&b, "span: characters %d to %d of the decoded text\n", f.Span.Start, f.Span.End)
	for _, p := range f.Also {
		fmt.Fprintf(&b, "also: characters %d to %d: %s\n", p.Span.Start, p.Span.End, clipQuoted(p.Text, 0, maxInMessage))
	}
	if f.Location != nil {
		fmt.Fprintf(&b, "bytes: %d to %d of the file\n", f.Start, f.End)
		if !f.Exact {
			b.WriteString("place: that of the key; the text's own could not be proved\n")
		}
	}
	if refs := references(f.Rule); refs != "" {
		fmt.Fprintf(&b, "categories: %s\n", refs)
	}
	fmt.Fprintf(&b, "fingerprint: %s\n", EscapeTerminal(f.Fingerprint))
	if f.Baseline != nil {
		fmt.Fprintf(&b, "was: %s\nnow: %s\n", clipQuoted(*f.Baseline, 0, maxExcerpt), clipQuoted(f.Text, 0, maxExcerpt))
	} else {
		fmt.Fprintf(&b, "text: %s\n", clipQuoted(f.Text, 0, maxExcerpt))
	}
	return b.String()
}
