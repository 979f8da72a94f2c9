package checks

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
)

// quoteWidth is the width of the quotations in these tests.
const quoteWidth = 96

// Each case marks its match with « and »; want is the two lines.
func TestQuoteSource(t *testing.T) {
	long := strings.Repeat("x", 200)
	for name, c := range map[string]struct{ text, line, markers string }{
		"short":         {`ab «cd» ef`, "ab cd ef", "   ^~"},
		"other lines":   {"zz\nab «cd» ef\nyy", "ab cd ef", "   ^~"},
		"indented":      {"\t  ab «cd»", "ab cd", "   ^~"},
		"tab inside":    {"ab\t«cd»", "ab    cd", "      ^~"},
		"wide":          {"漢字 «漢»x", "漢字 漢x", "     ^~"},
		"marks":         {"e\u0301 «e\u0301»", "e\u0301 e\u0301", "  ^"},
		"invisible":     {"a\u200b «\u202e»b", `a\u200b \u202eb`, "        ^~~~~~"},
		"empty":         {"ab«»cd", "abcd", "  ^"},
		"CRLF":          {"ab «cd»\r\nef", "ab cd", "   ^~"},
		"several lines": {"ab «cd\nef» gh", "ab cd", "   ^~"},
		"at the end":    {"«ab»", "ab", "^~"},
		"long before":   {long + "«ab»cd", "…" + long[:92] + "abcd", strings.Repeat(" ", 93) + "^~"},
		"long after":    {"«ab»" + long, "ab" + long[:94] + "…", "^~"},
		"long both":     {long + "«ab»" + long, "…" + long[:24] + "ab" + long[:70] + "…", strings.Repeat(" ", 25) + "^~"},
		"long match":    {"ab «" + long + "» cd", "ab " + long[:93] + "…", "   ^" + strings.Repeat("~", 92)},
		"log command":   {"«##[add-mask]»", `\u0023#[add-mask]`, "^" + strings.Repeat("~", 16)},
	} {
		start := strings.Index(c.text, "«")
		text := strings.Replace(c.text, "«", "", 1)
		end := strings.Index(text, "»")
		text = strings.Replace(text, "»", "", 1)
		q, ok := quoteSource(text, &scanner.Finding{Start: start, End: end}, quoteWidth)
		if !ok || q.line != c.line || q.markers != c.markers {
			t.Errorf("%s:\n got %q\n     %q\nwant %q\n     %q", name, q.line, q.markers, c.line, c.markers)
		}
	}
	for _, at := range [][2]int{{-1, 0}, {2, 1}, {0, 4}, {4, 4}} {
		if _, ok := quoteSource("abc", &scanner.Finding{Start: at[0], End: at[1]}, quoteWidth); ok {
			t.Errorf("%v is no range of 3 bytes", at)
		}
	}
}

// Whatever the text, the markers stand under the match and the line is short.
func FuzzQuoteSource(f *testing.F) {
	for _, s := range tricky {
		f.Add(strings.Repeat(s, 3), len(s), 2*len(s))
		f.Add(strings.Repeat(s+" ", 40), 20*len(s), 21*len(s))
	}
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		q, ok := quoteSource(text, &scanner.Finding{Start: start, End: end}, quoteWidth)
		if want := 0 <= start && start <= end && end <= len(text); ok != want {
			t.Fatalf("ok is %t for %d to %d of %d", ok, start, end, len(text))
		}
		if !ok {
			return
		}
		safeForTerminal(t, "the line", q.line, "")
		if n := columns(q.line); n > quoteWidth+2 {
			t.Errorf("the line has %d columns", n)
		}
		if strings.Trim(q.markers, " ^~") != "" || strings.Count(q.markers, "^") != 1 || len(q.markers) > quoteWidth+2 {
			t.Errorf("markers %q", q.markers)
		}
		// The text under the caret is the match's first character, if it is one
		// that is shown as it is.
		if r, _ := utf8.DecodeRuneInString(text[start:end]); start < end && r > ' ' && r < 0x7f && r != '#' {
			if at := from(q.line, strings.IndexByte(q.markers, '^')); !strings.HasPrefix(at, string(r)) {
				t.Errorf("the caret points at %q, not at %q:\n%s\n%s", at, r, q.line, q.markers)
			}
		}
	})
}

// from is the part of an escaped line from a column on.
func from(s string, column int) string {
	for i, r := range s {
		if column <= 0 && !isMark(r) {
			return s[i:]
		}
		column -= columns(string(r))
	}
	return ""
}
