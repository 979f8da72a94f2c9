package checks

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// WriteText writes the report for a person at a terminal: findings by source
// and component, each with its source line and the match marked below, then
// what was accepted, noted and not analysed, and last the counts and the gate.
func (r *Report) WriteText(w io.Writer, o Options) error {
	p := &textWriter{Writer: bufio.NewWriter(w), color: o.Color}
	fmt.Fprintf(p, "theriac %s: %s\n", Version, EscapeTerminal(cmp.Or(o.Title, "static scan of MCP tool metadata")))
	p.sources(r)
	p.findings(r)
	p.accepted(r)
	p.notes(r)
	p.notAnalysed(r)
	p.verdict(r)
	return p.Flush()
}

// textWriter's Writer keeps the first error and gives it at Flush.
type textWriter struct {
	*bufio.Writer
	color bool
}

// ANSI "select graphic rendition" parameters (ECMA-48 §8.3.117).
const (
	bold = "1"
	dim  = "2"
	red  = "31"
)

var severityStyle = [...]string{
	scanner.Info: dim, scanner.Low: "36", scanner.Medium: "33", scanner.High: red, scanner.Critical: "1;31",
}

// paint wraps s, which must be escaped already, in a style.
func (p *textWriter) paint(style, s string) string {
	if !p.color || s == "" {
		return s
	}
	return "\x1b[" + style + "m" + s + "\x1b[0m"
}

func (p *textWriter) sources(r *Report) {
	var c Counts
	for _, s := range r.Sources {
		c = c.plus(s.Counts)
	}
	switch len(r.Sources) {
	case 0:
		fmt.Fprintln(p, "scanned: no MCP metadata")
		return
	case 1:
		fmt.Fprintf(p, "source: %s\n", EscapeTerminal(r.Sources[0].URI))
	default:
		fmt.Fprintf(p, "sources: %d\n", len(r.Sources))
	}
	fmt.Fprintf(p, "scanned: %s\n", c)
}

func (p *textWriter) findings(r *Report) {
	for _, s := range r.grouped() {
		if len(r.Sources) > 1 {
			fmt.Fprintf(p, "\n%s\n", p.paint(bold, "source: "+EscapeTerminal(s.uri)))
		}
		for _, c := range s.components {
			fmt.Fprintf(p, "\n%s\n", p.paint(bold, EscapeTerminal(componentTitle(c.ref))))
			for i, f := range c.findings {
				if i > 0 {
					fmt.Fprintln(p)
				}
				p.finding(f, s.text)
			}
		}
	}
}

// componentTitle is "tool: add", with the server where a file has several.
func componentTitle(c scanner.ComponentRef) string {
	t := string(c.Kind) + ": " + cmp.Or(c.Name, "(unnamed)")
	if c.Server != "" {
		t += " (server " + c.Server + ")"
	}
	return t
}

// placeOf is path:line:column as editors and terminals follow it; the path alone
// for a live source.
func placeOf(f *scanner.Finding) string {
	if f.Location == nil {
		return f.Source
	}
	return fmt.Sprintf("%s:%d:%d", f.Source, f.Location.StartLine, f.Location.StartColumn)
}

// maxShown is how many characters of a text are shown beside its source line,
// and of each side of a change.
const maxShown = 400

func (p *textWriter) finding(f *scanner.Finding, source *manifest.Source) {
	style := severityStyle[f.Severity]
	fmt.Fprintf(p, "  %s  %s  %s\n", p.paint(style, fmt.Sprintf("%-8s", f.Severity)),
		p.paint(bold, f.Rule.ID), f.Rule.Name)
	fmt.Fprintf(p, "    %s\n", EscapeTerminal(f.Message))
	fmt.Fprintf(p, "    %s  %s  chars %d-%d\n", EscapeTerminal(placeOf(f)),
		EscapeTerminal(cmp.Or(f.Field, "(whole component)")), f.Span.Start, f.Span.End)

	quoted := false
	if source != nil && f.Location != nil {
		if q, ok := quoteSource(source.Text(), f); ok {
			number := strconv.Itoa(f.Location.StartLine)
			gutter := strings.Repeat(" ", len(number))
			fmt.Fprintf(p, "    %s %s\n", p.paint(dim, number+" |"), q.line)
			fmt.Fprintf(p, "    %s %s\n", p.paint(dim, gutter+" |"), p.paint(style, q.markers))
			quoted = q.all && f.Exact && f.Text == source.Text()[f.Start:f.End]
		}
	}
	switch {
	case f.Baseline != nil:
		from := changeStart(*f.Baseline, f.Text)
		fmt.Fprintf(p, "    %s %s\n", p.paint(red, "- was:"), clipQuoted(*f.Baseline, from, maxShown))
		fmt.Fprintf(p, "    %s %s\n", p.paint("32", "+ now:"), clipQuoted(f.Text, from, maxShown))
	case !quoted:
		fmt.Fprintf(p, "    text: %s\n", clipQuoted(f.Text, 0, maxShown))
	}
	if refs := references(f.Rule); refs != "" {
		fmt.Fprintf(p, "    %s\n", p.paint(dim, refs))
	}
}

func (p *textWriter) accepted(r *Report) {
	if len(r.Accepted) == 0 {
		return
	}
	fmt.Fprintf(p, "\naccepted by the configuration, not counted: %d\n", len(r.Accepted))
	for i := range r.Accepted {
		a := &r.Accepted[i]
		until := ""
		if a.Expires != "" {
			until = ", until " + EscapeTerminal(a.Expires)
		}
		fmt.Fprintf(p, "  %s  %s  %s  %s\n    %s\n    accepted%s: %s\n", a.Finding.Severity, a.Finding.Rule.ID,
			EscapeTerminal(placeOf(&a.Finding)), EscapeTerminal(componentTitle(a.Finding.Component)),
			clipQuoted(a.Finding.Text, 0, maxShown), until, EscapeTerminal(a.Reason))
	}
}

func (p *textWriter) notes(r *Report) {
	if len(r.Notes) == 0 {
		return
	}
	fmt.Fprintln(p)
	for _, n := range r.Notes {
		fmt.Fprintf(p, "note: %s%s\n", prefix(n.URI, n.Line, 0), EscapeTerminal(n.Text))
	}
}

func (p *textWriter) notAnalysed(r *Report) {
	if len(r.NotAnalysed) == 0 {
		return
	}
	fmt.Fprintln(p)
	for _, n := range r.NotAnalysed {
		label := p.paint(red, "not analysed:")
		if n.Harmless {
			label = "skipped:"
		}
		fmt.Fprintf(p, "%s %s%s (%s)\n", label, prefix(n.URI, n.Line, n.Column),
			EscapeTerminal(n.Detail), EscapeTerminal(string(n.Reason)))
	}
}

// prefix is "path:line:column: " with the parts that there are, escaped.
func prefix(uri string, line, column int) string {
	if uri == "" {
		return ""
	}
	s := uri
	if line > 0 {
		s += ":" + strconv.Itoa(line)
		if column > 0 {
			s += ":" + strconv.Itoa(column)
		}
	}
	return EscapeTerminal(s) + ": "
}

func (p *textWriter) verdict(r *Report) {
	fmt.Fprintf(p, "\nfindings: %s\n", r.Summary)
	if n := r.unread(); n > 0 {
		fmt.Fprintf(p, "%s %s\n", p.paint(red, "incomplete:"), plural(n, "source was not analysed", "sources were not analysed"))
	}
	style := "32"
	if r.Gate.Failed || r.Incomplete() {
		style = red
	}
	fmt.Fprintf(p, "gate (--fail-on %s): %s\n", r.Gate.FailOn, p.paint(style, r.gateLine()))
}
