package checks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

func orTitle(s string) string   { return cmp.Or(s, "static scan of MCP tool metadata") }
func orUnnamed(s string) string { return cmp.Or(s, "(unnamed)") }

// item is one thing to read: its rules, and the text with the matches marked or,
// for a change, both texts side by side.
func (p *htmlWriter) item(x item, source *manifest.Source) {
	worst := x.worst()
	if worst.Several() {
		p.changes(worst)
		return
	}
	fmt.Fprintf(p, "<article class=\"%s\">\n", worst.Severity)
	for _, f := range x {
		p.said(f.Severity, f)
	}
	switch {
	case worst.Baseline != nil:
		p.sides(worst)
	default:
		p.WriteString("<pre>" + marked(x, source) + "</pre>\n")
	}
	p.WriteString("</article>\n")
}

// changes is one finding of several changes: each with its place, and both texts
// side by side.
func (p *htmlWriter) changes(f *scanner.Finding) {
	fmt.Fprintf(p, "<article class=\"%s\">\n", f.Severity)
	for i, x := range changesOf(f) {
		if i == 0 {
			p.said(f.Severity, x)
		} else {
			fmt.Fprintf(p, "<p>%s <span class=\"at\">%s</span></p>\n", p.message(x.Message), escapeHTML(placeOf(x)))
		}
		p.sides(x)
	}
	p.WriteString("</article>\n")
}

// said is what a finding says, and where.
func (p *htmlWriter) said(severity scanner.Severity, f *scanner.Finding) {
	fmt.Fprintf(p, "<p><b class=\"%s\">%s</b> %s %s <span class=\"at\">%s</span></p>\n", severity, severity, htmlCode(f.Rule.ID),
		p.message(f.Message), escapeHTML(placeOf(f)))
}

// maxSide is how many characters of each side of a change a page shows.
const maxSide = 20_000

// sides shows what was and what is, word by word.
func (p *htmlWriter) sides(f *scanner.Finding) {
	was, now := *f.Baseline, f.Text
	if f.Value && (was == "" || now == "") {
		return // the message says it
	}
	_, was, cutWas := clip(was, 0, maxSide)
	_, now, cutNow := clip(now, 0, maxSide)
	var before, after strings.Builder
	for _, s := range wordDiff(was, now) {
		switch text := escapeHTML(s.text); s.change {
		case removed:
			before.WriteString("<del>" + text + "</del>")
		case added:
			after.WriteString("<ins>" + text + "</ins>")
		default:
			before.WriteString(text)
			after.WriteString(text)
		}
	}
	fmt.Fprintf(p, "<div class=\"sides\"><div><h3>Before</h3><pre>%s%s</pre></div><div><h3>Now</h3><pre>%s%s</pre></div></div>\n",
		before.String(), cutWas, after.String(), cutNow)
}

// contextBytes is how many bytes of a line are shown on both sides of a match.
const contextBytes = 200

// marked is the line of the file with the matches of an item marked, or the
// matched text alone where there is no file.
func marked(x item, source *manifest.Source) string {
	f := x.worst()
	if source == nil || f.Location == nil || f.Start < 0 || f.End < f.Start || f.End > len(source.Text()) {
		return "<mark>" + escapeHTML(itemText(x)) + "</mark>"
	}
	for _, f := range slices.Clone(x) {
		x = append(x[:len(x):len(x)], places(f)...)
	}
	text := source.Text()
	start, end := f.Start, f.End
	for _, other := range x[1:] {
		if other.Start >= 0 && other.Start <= other.End && other.End <= len(text) && other.Baseline == nil {
			start, end = min(start, other.Start), max(end, other.End)
		}
	}
	from, to := start, end
	for from > 0 && start-from < contextBytes && text[from-1] != '\n' {
		from--
	}
	for to < len(text) && to-end < contextBytes && text[to] != '\n' {
		to++
	}
	for from < start && !utf8.RuneStart(text[from]) {
		from++
	}
	for to > end && to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	edges := []int{from, to}
	for _, f := range x {
		for _, at := range []int{f.Start, f.End} {
			if from < at && at < to {
				edges = append(edges, at)
			}
		}
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	var b strings.Builder
	for i := range len(edges) - 1 {
		part := escapeHTML(text[edges[i]:edges[i+1]])
		if slices.ContainsFunc(x, func(f *scanner.Finding) bool { return f.Start <= edges[i] && edges[i+1] <= f.End }) {
			part = "<mark>" + part + "</mark>"
		}
		b.WriteString(part)
	}
	return b.String()
}
