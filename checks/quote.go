package checks

import (
	"slices"
	"strings"
	"unicode/utf8"

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
	quoteContext = 24 // columns kept before a match that does not fit with its whole line
	ellipsis     = "…"
)

// quoteSource quotes the line of text in which the finding begins, in width
// columns, and marks it and what the others match on the same line. It reads no
// further than the columns it shows, because a manifest of megabytes may be a
// single line with thousands of findings. ok is false where the finding's offsets
// are none of the text.
func quoteSource(text string, f *scanner.Finding, width int, others ...*scanner.Finding) (q quotation, ok bool) {
	start, end := f.Start, f.End
	if start < 0 || end < start || end > len(text) {
		return quotation{}, false
	}
	q.all = true
	if i := strings.IndexByte(text[start:end], '\n'); i >= 0 {
		end, q.all = start+i, false
	}
	before := tail(text, start, width)
	match := head(text, start, end, width)
	after := head(text, end, len(text), width)

	if room := width; before.columns+match.columns+after.columns > room || !before.whole || !after.whole {
		// The match first, with some of what leads to it; then what follows,
		// then more of what leads.
		lead := min(before.columns, quoteContext)
		match = head(text, start, end, room-lead)
		room -= match.columns
		before = tail(text, start, max(lead, room-after.columns))
		after = head(text, end, len(text), room-before.columns)
	}

	var b strings.Builder
	pad := 0
	if !before.whole {
		b.WriteString(ellipsis)
		pad++
	}
	b.WriteString(before.shown)
	b.WriteString(match.shown)
	to := match.to
	if match.whole {
		b.WriteString(after.shown)
		to = after.to
	}
	if !match.whole || !after.whole {
		b.WriteString(ellipsis)
	}
	q.line, q.all = b.String(), q.all && match.whole
	q.markers = strings.Repeat(" ", pad) + markers(text, before.from, to, append([]*scanner.Finding{f}, others...))
	return q, true
}

// markers is the line below a quotation of bytes from to to: ^ where a match
// begins, ~ where it goes on.
func markers(text string, from, to int, findings []*scanner.Finding) string {
	var line []byte
	first := map[int]bool{} // columns at which a match begins
	for i := from; i < to; {
		n := min(clusterLen(text[i:]), to-i)
		_, columns := cell(text, i, n)
		mark := byte(' ')
		for _, f := range findings {
			if f.Start < i+n && i < f.End {
				mark = '~'
			}
			if i <= f.Start && f.Start < i+n {
				first[len(line)] = true
			}
		}
		for range columns {
			line = append(line, mark)
		}
		i += n
	}
	for at := range first {
		if at == len(line) {
			line = append(line, ' ') // a mark without a letter
		}
		line[at] = '^'
	}
	if f := findings[0]; f.Start == to {
		line = append(line, '^') // an empty match at the end
	}
	return strings.TrimRight(string(line), " ")
}

// shownText is a part of a line as it is shown.
type shownText struct {
	shown    string
	columns  int
	whole    bool // nothing between it and the end that it was to reach was cut
	from, to int  // bytes of the text
}

// head shows text from start on, up to end or the end of the line, and to limit
// columns.
func head(text string, start, end, limit int) shownText {
	var b strings.Builder
	t := shownText{whole: true, from: start}
	i := start
	for i < end && text[i] != '\n' && !strings.HasPrefix(text[i:], "\r\n") {
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
	t.shown, t.to = b.String(), i
	return t
}

// tail shows text before end, back to the beginning of the line, without the
// indentation, and to limit columns.
func tail(text string, end, limit int) shownText {
	t := shownText{whole: true, to: end}
	var cells []string
	var bytes []int
	i := end
	for i > 0 && text[i-1] != '\n' {
		n := clusterLenBefore(text[:i])
		c, w := cell(text, i-n, n)
		if t.columns+w > limit {
			t.whole = false
			break
		}
		cells, bytes = append(cells, c), append(bytes, n)
		t.columns += w
		i -= n
	}
	// Indentation says nothing about the match.
	for last := len(cells) - 1; t.whole && last >= 0 && strings.Trim(cells[last], " ") == ""; last-- {
		t.columns -= len(cells[last])
		i += bytes[last]
		cells = cells[:last]
	}
	slices.Reverse(cells)
	t.shown, t.from = strings.Join(cells, ""), i
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
func cell(text string, i, n int) (shown string, width int) {
	if text[i] == '\t' {
		return strings.Repeat(" ", tabWidth), tabWidth
	}
	if oldCommand(text[i:]) {
		shown = spell('#', "#")
	} else {
		shown = EscapeTerminal(text[i : i+n])
	}
	return shown, columns(shown)
}
