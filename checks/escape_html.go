package checks

import (
	"html"
	"strings"
)

// escapeHTML makes s safe as the text of an element, and of nothing else: it is
// never put into a tag, an attribute, a style or an address. What can't be seen is
// spelled, in a span that makes it stand out; a line break is spelled and kept. Each
// line is escaped by itself: a page may be printed to the log of an action, and what
// begins a line there may be a command.
func escapeHTML(s string) string {
	var b strings.Builder
	for line := range strings.SplitAfterSeq(s, "\n") {
		pieces(line,
			func(run string) { b.WriteString(html.EscapeString(run)) },
			func(r rune, raw string) {
				b.WriteString(`<span class="unseen">` + html.EscapeString(spell(r, raw)) + "</span>")
				if r == '\n' {
					b.WriteByte('\n')
				}
			})
	}
	return b.String()
}

// htmlCode is s as code.
func htmlCode(s string) string {
	if s == "" {
		return "<code>(empty)</code>"
	}
	return "<code>" + escapeHTML(s) + "</code>"
}
