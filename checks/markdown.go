package checks

import (
	"cmp"
	"fmt"
	"io"
	"iter"
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
	unread, skipped := r.split()
	m.section(list("Not analysed", "file", 4, unread, markdownNotAnalysed))
	where := list("Where", "component", 5, r.rows(), whereRow.markdown)
	where.head = whereHead
	m.section(where)
	m.reserve(r.markdownAdvice())
	m.section(list("Findings", "finding", 1, worstFirst(r.Findings), markdownFinding))
	m.release()
	m.section(list("Accepted", "accepted finding", 2, r.Accepted, markdownAccepted))
	m.section(list("Notes", "note", 2, r.Notes, markdownNote))
	m.section(list("Skipped", "file", 1, skipped, markdownNotAnalysed))
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
	// items are its n items, made one by one: most of many thousands are never
	// shown.
	items iter.Seq[string]
	n     int
	share int    // it may take 1/share of what is left
	more  string // what an item is, for "and 3 more"
}

// list is a section with an item for each x of all.
func list[T any](title, more string, share int, all []T, item func(T) string) section {
	return section{title: title, more: more, share: share, n: len(all), items: func(yield func(string) bool) {
		for _, x := range all {
			if !yield(item(x)) {
				return
			}
		}
	}}
}

func (m *markdownWriter) section(s section) {
	if s.n == 0 {
		return
	}
	const forMore = 64 // the line that says what is left out
	begin := "### " + s.title + "\n\n" + s.head
	room := m.left/s.share - len(begin) - forMore
	var b strings.Builder
	n := 0
	for item := range s.items {
		if b.Len()+len(item) > room {
			break
		}
		b.WriteString(item)
		n++
	}
	if n > 0 {
		m.text(begin + b.String())
	}
	if more := s.n - n; more > 0 {
		m.text(fmt.Sprintf("\n… and %s.\n", plural(more, "more "+s.more, "more "+s.more+"s")))
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
		fmt.Fprintf(&b, "incomplete: %s\n", plural(n, "source was not analysed", "sources were not analysed"))
	}
	if n := len(r.Accepted); n > 0 {
		fmt.Fprintf(&b, "accepted: %d, not counted\n", n)
	}
	// A line of a list each.
	return "- " + strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\n", "\n- ") + "\n\n"
}

const whereHead = "| manifest | component | critical | high | medium | low | info |\n" +
	"| --- | --- | ---: | ---: | ---: | ---: | ---: |\n"

// whereRow is a component with its findings counted.
type whereRow struct {
	source string
	ref    scanner.ComponentRef
	counts Summary
}

// rows is a row for each component with findings, the worst first.
func (r *Report) rows() []whereRow {
	var rows []whereRow
	for _, s := range r.grouped() {
		for _, c := range s.components {
			row := whereRow{source: s.uri, ref: c.ref}
			for _, f := range c.findings {
				row.counts.count(f.Severity)
			}
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b whereRow) int {
		for _, v := range scanner.Severities() {
			if c := cmp.Compare(b.counts.Of(v), a.counts.Of(v)); c != 0 {
				return c
			}
		}
		return 0
	})
	return rows
}

func (w whereRow) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | %s |", tableCode(w.source), tableComponent(w.ref))
	for _, v := range scanner.Severities() {
		if n := w.counts.Of(v); n > 0 {
			fmt.Fprintf(&b, " %d", n)
		}
		b.WriteString(" |")
	}
	b.WriteString("\n")
	return b.String()
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

func markdownAccepted(a Accepted) string {
	until := ""
	if a.Expires != "" {
		until = ", until " + escapeMarkdown(a.Expires)
	}
	f := &a.Finding
	_, part, after := clip(f.Text, 0, maxInMessage)
	return fmt.Sprintf("- %s %s in %s, %s: %s%s  \n  accepted%s: %s\n", f.Severity, f.Rule.ID,
		codeSpan(placeOf(f)), markdownComponent(f.Component),
		codeSpan(showBlanks(part)), after, until, escapeMarkdown(a.Reason))
}

func markdownNote(n Note) string {
	return "- " + markdownPlace(n.URI, n.Line, 0) + escapeMarkdown(n.Text) + "\n"
}

func markdownNotAnalysed(n NotAnalysed) string {
	return fmt.Sprintf("- %s%s (%s)\n", markdownPlace(n.URI, n.Line, n.Column),
		escapeMarkdown(n.Detail), escapeMarkdown(string(n.Reason)))
}

func markdownPlace(uri string, line, column int) string {
	if uri == "" {
		return ""
	}
	return codeSpan(strings.TrimSuffix(prefix(uri, line, column), ": ")) + ": "
}
