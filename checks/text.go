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
	p := &textWriter{Writer: bufio.NewWriter(w), color: o.Color, verbose: o.Verbose, width: cmp.Or(max(o.Width, 0), DefaultWidth)}
	fmt.Fprintf(p, "theriac %s: %s\n", Version, EscapeTerminal(orTitle(o.Title)))
	p.sources(r)
	p.report(r)
	p.accepted(r)
	p.notes(r)
	p.notAnalysed(r)
	p.verdict(r)
	return p.Flush()
}

// textWriter's Writer keeps the first error and gives it at Flush.
type textWriter struct {
	*bufio.Writer
	color   bool
	verbose bool
	width   int // columns
}

// ANSI "select graphic rendition" parameters (ECMA-48 §8.3.117).
const (
	bold  = "1"
	dim   = "2"
	red   = "31"
	green = "32"
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

// report writes what is to be read, by component, and folds the rest.
func (p *textWriter) report(r *Report) {
	o := r.overview()
	for _, c := range o.components {
		p.component(c.Place)
		for i, x := range c.problems {
			if i > 0 {
				fmt.Fprintln(p)
			}
			p.item(x, c.text)
		}
		for i, f := range c.changes {
			if i > 0 || len(c.problems) > 0 {
				fmt.Fprintln(p)
			}
			p.changes(f, c.text)
		}
	}
	p.minor(o.minor, r.texts())
	p.known(o.known, r.texts())
}

func (p *textWriter) component(at Place) {
	fmt.Fprintf(p, "\n%s\n", p.paint(bold, EscapeTerminal(componentTitle(at.Component)+" in "+at.Source)))
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

// line is a finding as editors and terminals jump to it.
func (p *textWriter) line(f *scanner.Finding) {
	style := severityStyle[f.Severity]
	place := EscapeTerminal(placeOf(f))
	message := EscapeTerminal(f.Message.String())
	plain := fmt.Sprintf("%s %s %s %s", place, f.Severity, f.Rule.ID, message)
	if columns(plain) <= p.width {
		fmt.Fprintf(p, "%s %s %s %s\n", place, p.paint(style, f.Severity.String()), p.paint(bold, f.Rule.ID), message)
		return
	}
	fmt.Fprintf(p, "%s %s %s\n", place, p.paint(style, f.Severity.String()), p.paint(bold, f.Rule.ID))
	p.wrap(message, "    ")
}

// item writes an item: a line a rule, the source line once with all its marks,
// and what the marks can't show.
func (p *textWriter) item(x item, source *manifest.Source) {
	for _, f := range x {
		p.line(f)
		if p.verbose {
			p.more(f)
		}
	}
	f := x.worst()
	if f.Baseline != nil || !p.quote(x, source) {
		for _, l := range textLines(f, itemText(x), maxShown) {
			style := ""
			switch {
			case strings.HasPrefix(l, "was: "):
				style = red
			case strings.HasPrefix(l, "now: "):
				style = green
			}
			p.wrapIn(style, l, "    ")
		}
	}
}

// changes writes a finding of layer 3: each of its changes with its place, and what
// was and what is.
func (p *textWriter) changes(f *scanner.Finding, source *manifest.Source) {
	for _, x := range alsoLines(f) {
		p.item(item{x}, source)
	}
}

// alsoLines are the changes that a finding tells, as lines of one finding: the
// first as severe as the finding, and the others called further ones.
func alsoLines(f *scanner.Finding) []*scanner.Finding {
	all := changesOf(f)
	for i, x := range all {
		if i == 0 {
			x.Severity = f.Severity
		} else {
			x.Message = scanner.Say("also: ").Then(x.Message)
		}
	}
	return all
}

// more is what only some ask for.
func (p *textWriter) more(f *scanner.Finding) {
	p.wrap(fmt.Sprintf("%s, characters %d to %d", EscapeTerminal(cmp.Or(f.Field, "(whole component)")), f.Span.Start, f.Span.End), "    ")
	if refs := references(f.Rule); refs != "" {
		fmt.Fprintf(p, "    %s\n", p.paint(dim, refs))
	}
}

// quote shows the source line of an item with its marks. It reports whether the
// matched texts can all be read there.
func (p *textWriter) quote(x item, source *manifest.Source) (all bool) {
	f := x.worst()
	if source == nil || f.Location == nil {
		return false
	}
	number := strconv.Itoa(f.Location.StartLine)
	gutter := strings.Repeat(" ", len(number))
	const around = len("    ") + len(" | ") + len(ellipsis) // the ellipsis may stand on both sides, a column each
	q, ok := quoteSource(source.Text(), f, max(p.width-around-len(number), quoteContext+8), append(places(f), x[1:]...)...)
	if !ok {
		return false
	}
	fmt.Fprintf(p, "    %s %s\n", p.paint(dim, number+" |"), q.line)
	fmt.Fprintf(p, "    %s %s\n", p.paint(dim, gutter+" |"), p.paint(severityStyle[f.Severity], q.markers))
	return q.all && f.Exact && f.Text == source.Text()[f.Start:f.End]
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
		p.wrap(fmt.Sprintf("note: %s%s", prefix(n.URI, n.Line, 0), EscapeTerminal(n.Text)), "")
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
	if r.Stale != nil {
		fmt.Fprintf(p, "to bring a baseline up to date, if the change is meant:\n  %s\n", strings.ReplaceAll(r.mendCommands(), "\n", "\n  "))
	}
	if r.Approval != nil {
		p.wrap(EscapeTerminal("approval: "+r.Approval.sentence()), "")
	}
	style := green
	if r.Gate.Failed || r.Incomplete() {
		style = red
	}
	fmt.Fprintf(p, "gate (--fail-on %s): %s\n", r.Gate.FailOn, p.paint(style, r.gateLine()))
}
