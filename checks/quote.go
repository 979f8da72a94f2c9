package checks

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/theriac/theriac/scanner"
)

// A quotation is one source line, or the part of it around a match, as a
// terminal shows it, and the line of markers below.
type quotation struct {
	line    string // escaped, one line
	markers string // "    ^~~~"
	all     bool   // the whole match is on the line
}

const (
	quoteWidth   = 96 // columns of a quoted line, without its gutter
	quoteContext = 24 // columns kept before a match that does not fit with its whole line
	ellipsis     = "…"
)

// quoteSource quotes the line of text in which the finding begins. It reads no
// further than the columns it shows, because a manifest of megabytes may be a
// single line with thousands of findings. ok is false where the finding's
// offsets are none of the text.
func quoteSource(text string, f *scanner.Finding) (q quotation, ok bool) {
	start, end := f.Start, f.End
	if start < 0 || end < start || end > len(text) {
		return quotation{}, false
	}
	q.all = true
	if i := strings.IndexByte(text[start:end], '\n'); i >= 0 {
		end, q.all = start+i, false
	}
	before := tail(text, start, quoteWidth)
	match := head(text, start, end, quoteWidth)
	after := head(text, end, len(text), quoteWidth)

	if room := quoteWidth; before.columns+match.columns+after.columns > room || !before.whole || !after.whole {
		// The match first, with some of what leads to it; then what follows,
		// then more of what leads.
		lead := min(before.columns, quoteContext)
		match = head(text, start, end, room-lead)
		room -= match.columns
		before = tail(text, start, max(lead, room-after.columns))
		after = head(text, end, len(text), room-before.columns)
	}

	var b strings.Builder
	pad := before.columns
	if !before.whole {
		b.WriteString(ellipsis)
		pad++
	}
	b.WriteString(before.shown)
	b.WriteString(match.shown)
	if match.whole {
		b.WriteString(after.shown)
	}
	if !match.whole || !after.whole {
		b.WriteString(ellipsis)
	}
	q.line, q.all = b.String(), q.all && match.whole
	q.markers = strings.Repeat(" ", pad) + "^" + strings.Repeat("~", max(match.columns-1, 0))
	return q, true
}

// shownText is a part of a line as it is shown.
type shownText struct {
	shown   string
	columns int
	whole   bool // nothing between it and the end that it was to reach was cut
}

// head shows text from start on, up to end or the end of the line, and to limit
// columns.
func head(text string, start, end, limit int) shownText {
	var b strings.Builder
	t := shownText{whole: true}
	for i := start; i < end && text[i] != '\n' && !strings.HasPrefix(text[i:], "\r\n"); {
		n := min(clusterLen(text[i:]), end-i)
		c, w := cell(text, i, n)
		if t.columns+w > limit {
			t.whole = false
			break
		}
		b.WriteString(c)
		t.columns += w
		i += n
	}
	t.shown = b.String()
	return t
}

// tail shows text before end, back to the beginning of the line, without the
// indentation, and to limit columns.
func tail(text string, end, limit int) shownText {
	t := shownText{whole: true}
	var cells []string
	for i := end; i > 0 && text[i-1] != '\n'; {
		n := clusterLenBefore(text[:i])
		c, w := cell(text, i-n, n)
		if t.columns+w > limit {
			t.whole = false
			break
		}
		cells = append(cells, c)
		t.columns += w
		i -= n
	}
	// Indentation says nothing about the match.
	for t.whole && len(cells) > 0 && strings.Trim(cells[len(cells)-1], " ") == "" {
		t.columns -= len(cells[len(cells)-1])
		cells = cells[:len(cells)-1]
	}
	slices.Reverse(cells)
	t.shown = strings.Join(cells, "")
	return t
}

// maxCluster bounds how many marks are taken with their letter: there may be
// megabytes of them. EscapeTerminal spells those that are too many.
const maxCluster = 2 * maxMarks

// clusterLen is the length in bytes of the first character of s with the
// combining marks that follow it; clusterLenBefore that of the last.
func clusterLen(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	for range maxCluster {
		r, m := utf8.DecodeRuneInString(s[n:])
		if !isMark(r) {
			break
		}
		n += m
	}
	return n
}

func clusterLenBefore(s string) int {
	n := 0
	for range maxCluster {
		r, m := utf8.DecodeLastRuneInString(s[:len(s)-n])
		if n > 0 && r == '\n' {
			break
		}
		n += m
		if !isMark(r) {
			break
		}
	}
	return n
}

// tabWidth is how many columns a tab is shown as: the quotation may begin
// anywhere in the line, so real tab stops would mean nothing.
const tabWidth = 4

// cell is the character text[i:i+n], with its marks, as it is shown, and its
// width in columns: wide and full-width characters take two (Unicode Standard
// Annex 11).
func cell(text string, i, n int) (shown string, columns int) {
	if text[i] == '\t' {
		return strings.Repeat(" ", tabWidth), tabWidth
	}
	if oldCommand(text[i:]) {
		shown = spell('#', "#")
	} else {
		shown = EscapeTerminal(text[i : i+n])
	}
	for _, r := range shown {
		switch {
		case isMark(r):
		case isWide(r):
			columns += 2
		default:
			columns++
		}
	}
	return shown, columns
}

func isWide(r rune) bool {
	if r < 0x1100 { // the first wide character
		return false
	}
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}
