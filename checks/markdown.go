package checks

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner"
)

// WriteMarkdown writes what a check run's summary shows: the verdict, the
// counts, what was not analysed, where the findings are, each of them, and what
// to do about them. Nothing of a manifest acts as markdown in it. With
// Options.MaxBytes it leaves out what does not fit, the least severe first, and
// says how much.
func (r *Report) WriteMarkdown(w io.Writer, o Options) error {
	limit := o.MaxBytes
	if limit <= 0 {
		limit = math.MaxInt
	}
	m := &markdownWriter{left: limit}
	m.text("**" + r.Headline() + ".**\n\n")
	m.text(r.markdownCounts())

	// Shares of what is left, so that no section starves the ones below it.
	m.section(section{title: "Not analysed", items: markdownNotAnalysed(r, false), share: 4})
	m.section(section{title: "Where", head: whereHead, items: markdownWhere(r), share: 5, more: "component"})
	m.reserve(r.markdownAdvice())
	m.section(section{title: "Findings", items: markdownFindings(r), share: 1, more: "finding"})
	m.release()
	m.section(section{title: "Accepted", items: markdownAccepted(r), share: 2, more: "accepted finding"})
	m.section(section{title: "Notes", items: markdownNotes(r), share: 2, more: "note"})
	m.section(section{title: "Skipped", items: markdownNotAnalysed(r, true), share: 1, more: "file"})
	_, err := io.WriteString(w, Clip(strings.TrimRight(m.b.String(), "\n")+"\n", limit))
	return err
}

// markdownWriter writes within a number of bytes.
type markdownWriter struct {
	b        strings.Builder
	left     int
	reserved string
}

func (m *markdownWriter) text(s string) {
	m.b.WriteString(s)
	m.left -= len(s)
}

// reserve keeps room for a text that release writes.
func (m *markdownWriter) reserve(s string) {
	m.reserved = s
	m.left -= len(s) + 1
}

func (m *markdownWriter) release() {
	if m.reserved != "" {
		m.b.WriteString(m.reserved + "\n")
	}
	m.reserved = ""
}

// A section is a list under a title, cut where it takes more than its share.
type section struct {
	title string
	head  string // before the first item
	items []string
	share int    // it may take 1/share of what is left
	more  string // what an item is, for "and 3 more"
}

func (m *markdownWriter) section(s section) {
	if len(s.items) == 0 {
		return
	}
	const forMore = 64 // the line that says what is left out
	begin := "### " + s.title + "\n\n" + s.head
	room := m.left/s.share - len(begin) - forMore
	var b strings.Builder
	n := 0
	for n < len(s.items) && b.Len()+len(s.items[n]) <= room {
		b.WriteString(s.items[n])
		n++
	}
	if n > 0 {
		m.text(begin + b.String())
	}
	if more := len(s.items) - n; more > 0 {
		what := cmp.Or(s.more, "file")
		m.text(fmt.Sprintf("\n… and %s.\n", plural(more, "more "+what, "more "+what+"s")))
	}
	m.text("\n")
}

func (r *Report) markdownCounts() string {
	var c Counts
	for _, s := range r.Sources {
		c = c.plus(s.Counts)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "findings: %s\n", r.Summary)
	if len(r.Sources) == 0 {
		b.WriteString("scanned: no MCP metadata\n")
	} else {
		fmt.Fprintf(&b, "scanned: %s in %s\n", c, plural(len(r.Sources), "source", "sources"))
	}
	if n := r.unread(); n > 0 {
		fmt.Fprintf(&b, "incomplete: %s\n", plural(n, "file was not analysed", "files were not analysed"))
	}
	if n := len(r.Accepted); n > 0 {
		fmt.Fprintf(&b, "accepted: %d, not counted\n", n)
	}
	// A line of a list each.
	return "- " + strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\n", "\n- ") + "\n\n"
}

const whereHead = "| manifest | component | critical | high | medium | low | info |\n" +
	"| --- | --- | ---: | ---: | ---: | ---: | ---: |\n"

// markdownWhere is a table row for each component with findings, the worst
// first.
func markdownWhere(r *Report) []string {
	type row struct {
		counts Summary
		text   string
	}
	var rows []row
	for _, s := range r.grouped() {
		for _, c := range s.components {
			var x row
			for _, f := range c.findings {
				x.counts.count(f.Severity)
			}
			x.text = fmt.Sprintf("| %s | %s |", tableCode(s.uri), tableComponent(c.ref))
			for _, v := range scanner.Severities() {
				cell := ""
				if n := x.counts.Of(v); n > 0 {
					cell = fmt.Sprint(n)
				}
				x.text += " " + cell + " |"
			}
			rows = append(rows, x)
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		for _, v := range scanner.Severities() {
			if c := cmp.Compare(b.counts.Of(v), a.counts.Of(v)); c != 0 {
				return c
			}
		}
		return 0
	})
	var out []string
	for _, x := range rows {
		out = append(out, x.text+"\n")
	}
	return out
}

func tableComponent(c scanner.ComponentRef) string {
	return strings.ReplaceAll(markdownComponent(c), "|", spell('|', "|"))
}

func markdownComponent(c scanner.ComponentRef) string {
	s := string(c.Kind)
	if c.Name != "" {
		s += " " + codeSpan(c.Name)
	}
	if c.Server != "" {
		s += " of server " + codeSpan(c.Server)
	}
	return s
}

// Characters of a text, and of a change, that a finding shows.
const (
	maxMarkdownText = 400
	maxMarkdownDiff = 1500
)

// markdownFindings is a list item for each finding, the worst first.
func markdownFindings(r *Report) []string {
	var out []string
	for _, f := range worstFirst(r.Findings) {
		out = append(out, markdownFinding(f))
	}
	return out
}

func markdownFinding(f *scanner.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- **%s** %s %s: %s\n", f.Severity, f.Rule.ID, f.Rule.Name, escapeMarkdown(f.Message))
	fmt.Fprintf(&b, "  in %s, %s", codeSpan(placeOf(f)), markdownComponent(f.Component))
	if f.Field != "" {
		fmt.Fprintf(&b, ", %s", codeSpan(f.Field))
	}
	// Two blanks at its end break a line.
	b.WriteString("  \n  ")
	if f.Baseline != nil {
		fmt.Fprintf(&b, "change: %s\n", markdownDiff(*f.Baseline, f.Text, maxMarkdownDiff))
	} else {
		before, part, after := clip(f.Text, 0, maxMarkdownText)
		fmt.Fprintf(&b, "text: %s%s%s\n", before, codeSpan(showBlanks(part)), after)
	}
	return b.String()
}

func markdownAccepted(r *Report) []string {
	var out []string
	for i := range r.Accepted {
		a := &r.Accepted[i]
		until := ""
		if a.Expires != "" {
			until = ", until " + escapeMarkdown(a.Expires)
		}
		_, part, after := clip(a.Finding.Text, 0, maxInMessage)
		out = append(out, fmt.Sprintf("- %s %s in %s, %s: %s%s  \n  accepted%s: %s\n", a.Finding.Severity, a.Finding.Rule.ID,
			codeSpan(placeOf(&a.Finding)), markdownComponent(a.Finding.Component),
			codeSpan(showBlanks(part)), after, until, escapeMarkdown(a.Reason)))
	}
	return out
}

func markdownNotes(r *Report) []string {
	var out []string
	for _, n := range r.Notes {
		out = append(out, "- "+markdownPlace(n.URI, n.Line, 0)+escapeMarkdown(n.Text)+"\n")
	}
	return out
}

func markdownNotAnalysed(r *Report, harmless bool) []string {
	var out []string
	for _, n := range r.NotAnalysed {
		if n.Harmless == harmless {
			out = append(out, fmt.Sprintf("- %s%s (%s)\n", markdownPlace(n.URI, n.Line, n.Column),
				escapeMarkdown(n.Detail), escapeMarkdown(string(n.Reason))))
		}
	}
	return out
}

func markdownPlace(uri string, line, column int) string {
	if uri == "" {
		return ""
	}
	return codeSpan(strings.TrimSuffix(prefix(uri, line, column), ": ")) + ": "
}
