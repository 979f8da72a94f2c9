package checks

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"

	"github.com/theriac/theriac/scanner"
)

// htmlStyle is the page's own style sheet. The page has no script: the filters are
// boxes that the style sheet looks at.
//
//go:embed html.css
var htmlStyle string

// htmlHead begins every page that theriac writes. The policy lets nothing be loaded
// and nothing be run, whatever a manifest says.
// https://www.w3.org/TR/CSP3/
const htmlHead = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
`

// WriteHTML writes the report as one page that stands alone: each component with
// what changed in it, old and new side by side, and what is wrong with it, marked
// in its line. Nothing of a manifest is active in it.
func (r *Report) WriteHTML(w io.Writer, o Options) error {
	p := &htmlWriter{Writer: bufio.NewWriter(w)}
	title := r.Title()
	p.WriteString(htmlHead + "<title>theriac: " + escapeHTML(title) + "</title>\n<style>\n" + htmlStyle + "</style>\n")
	for _, v := range scanner.Severities() {
		fmt.Fprintf(p, "<input type=\"checkbox\" id=\"show-%s\" checked>", v)
	}
	p.WriteString("\n<header>\n<h1>" + p.message(r.Headline()) + "</h1>\n")
	fmt.Fprintf(p, "<p>theriac %s, %s. %s. Gate at %s: %s.</p>\n<p class=\"filters\">Show:", Version, escapeHTML(orTitle(o.Title)),
		escapeHTML(r.read()), r.Gate.FailOn, escapeHTML(r.gateLine()))
	for _, v := range scanner.Severities() {
		fmt.Fprintf(p, " <label for=\"show-%s\" class=\"%s\">%s <b>%d</b></label>", v, v, v, r.Summary.Of(v))
	}
	p.WriteString("</p>\n</header>\n<main>\n")
	p.body(r)
	p.WriteString("</main>\n</html>\n")
	return p.Flush()
}

func (p *htmlWriter) body(r *Report) {
	v := r.overview()
	unread, skipped := r.split()
	p.list("Not analysed", unread, false, p.notAnalysed)
	if mend := r.mendCommands(); mend != "" {
		p.WriteString("<section><h2>The baseline does not fit the manifest</h2><p>If the change is meant, record it:</p><pre>" + escapeHTML(mend) + "</pre></section>\n")
	}
	if r.Approval != nil {
		p.WriteString("<p>" + escapeHTML(r.Approval.sentence()) + ".</p>\n")
	}
	for _, c := range v.components {
		p.component(c)
	}
	texts := r.texts()
	foldedList(p, plural(len(v.minor), "minor finding", "minor findings"), v.minor, func(f *scanner.Finding) { p.item(item{f}, texts[f.Source]) })
	foldedList(p, knownLine(v.known), v.known, func(c *componentGroup) {
		p.WriteString("<h3>" + p.place(Place{c.source, c.ref}) + "</h3>\n")
		for _, f := range c.findings {
			p.item(item{f}, texts[f.Source])
		}
	})
	foldedList(p, plural(len(r.Accepted), "accepted finding", "accepted findings"), r.Accepted, func(a Accepted) {
		p.item(item{&a.Finding}, texts[a.Finding.Source])
		p.WriteString("<p>Accepted: " + escapeHTML(a.Reason) + "</p>\n")
	})
	foldedList(p, plural(len(r.Notes), "note", "notes"), r.Notes, func(n Note) {
		p.WriteString("<p>" + escapeHTML(prefix(n.URI, n.Line, 0)+n.Text) + "</p>\n")
	})
	p.list(plural(len(skipped), "file", "files")+" skipped", skipped, true, p.notAnalysed)
}

// htmlWriter's Writer keeps the first error and gives it at Flush.
type htmlWriter struct{ *bufio.Writer }

func (p *htmlWriter) message(m scanner.Message) string { return m.Render(escapeHTML, htmlCode) }

func (p *htmlWriter) place(at Place) string {
	s := escapeHTML(string(at.Component.Kind)) + " " + htmlCode(orUnnamed(at.Component.Name))
	if at.Component.Server != "" {
		s += " of server " + htmlCode(at.Component.Server)
	}
	return s + " in " + htmlCode(at.Source)
}

func (p *htmlWriter) component(c *componentView) {
	p.WriteString("<section>\n<h2>" + p.place(c.Place) + "</h2>\n")
	for _, x := range c.problems {
		p.item(x, c.text)
	}
	for _, f := range c.changes {
		p.item(item{f}, c.text)
	}
	p.WriteString("</section>\n")
}

func (p *htmlWriter) notAnalysed(n NotAnalysed) {
	fmt.Fprintf(p, "<p>%s%s (%s)</p>\n", escapeHTML(prefix(n.URI, n.Line, n.Column)), escapeHTML(n.Detail), escapeHTML(string(n.Reason)))
}

func (p *htmlWriter) list(title string, all []NotAnalysed, folded bool, write func(NotAnalysed)) {
	if folded {
		foldedList(p, title, all, write)
		return
	}
	if len(all) == 0 {
		return
	}
	p.WriteString("<section><h2>" + escapeHTML(title) + "</h2>\n")
	for _, x := range all {
		write(x)
	}
	p.WriteString("</section>\n")
}

// foldedList is a list that is opened by a click; nothing where it is empty.
func foldedList[T any](p *htmlWriter, title string, all []T, write func(T)) {
	if len(all) == 0 {
		return
	}
	p.WriteString("<details><summary>" + escapeHTML(title) + "</summary>\n")
	for _, x := range all {
		write(x)
	}
	p.WriteString("</details>\n")
}
