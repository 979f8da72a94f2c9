package checks

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/theriac/theriac/scanner"
)

// Annotations are the report's remarks on lines of files: first the files that
// were not analysed, then the findings, the worst first. Workflow commands and
// check runs both show these. Every string is safe to show as plain text. Path
// is empty for a live source, which has no line to remark on.
func (r *Report) Annotations() []Annotation {
	live := map[string]bool{}
	for _, s := range r.Sources {
		live[s.URI] = s.live()
	}
	var out []Annotation
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
		out = append(out, a)
	}
	for _, f := range worstFirst(r.Findings) {
		a := annotation(f)
		if live[f.Source] {
			a.Path = ""
		}
		out = append(out, a)
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

func annotation(f *scanner.Finding) Annotation {
	a := Annotation{
		Path: f.Source, StartLine: 1, EndLine: 1,
		Level: annotationLevels[f.Severity],
		Title: Clip(fmt.Sprintf("%s %s (%s)", f.Rule.ID, f.Rule.Name, f.Severity), MaxTitleBytes),
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
	lines := []string{EscapeTerminal(f.Message), EscapeTerminal(where)}
	if f.Baseline != nil {
		from := changeStart(*f.Baseline, f.Text)
		lines = append(lines,
			"was: "+clipQuoted(*f.Baseline, from, maxInMessage),
			"now: "+clipQuoted(f.Text, from, maxInMessage))
	} else {
		lines = append(lines, "text: "+clipQuoted(f.Text, 0, maxInMessage))
	}
	a.Message = strings.Join(lines, "\n")
	a.RawDetails = details(f)
	return a
}

// details is what someone needs who looks for the very characters.
func details(f *scanner.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "pointer: %s\n", EscapeTerminal(cmp.Or(f.Pointer, "(whole file)")))
	fmt.Fprintf(&b, "span: characters %d to %d of the decoded text\n", f.Span.Start, f.Span.End)
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
