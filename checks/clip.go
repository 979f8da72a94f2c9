package checks

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clipMark ends a text that was cut.
const clipMark = "…"

// Clip returns s in at most max bytes of valid UTF-8. A text that is too long is
// cut between two characters as a reader sees them, and ends in "…".
//
// It is safe for markdown: a fenced code block that the cut leaves open is
// closed, and a code span that it would leave open is left out. Either would let
// quoted text escape from its quotes and act as markdown.
func Clip(s string, max int) string {
	s = strings.ToValidUTF8(s, string(utf8.RuneError))
	if len(s) <= max {
		return s
	}
	for room := max - len(clipMark); room >= 0; {
		kept := s[:boundary(s, room)]
		tail := clipMark
		if fence := openFence(kept); fence != "" {
			tail = fence + "\n" + clipMark
			if !strings.HasSuffix(kept, "\n") {
				tail = "\n" + tail
			}
		} else {
			kept = kept[:beforeOpenSpan(s, len(kept))]
		}
		over := len(kept) + len(tail) - max
		if over <= 0 {
			return kept + tail
		}
		room = len(kept) - over
	}
	return ""
}

// lookBack bounds, in bytes, how far boundary goes back for the start of a
// character. Honest ones are far shorter; hostile ones have no end.
const lookBack = 128

// boundary returns the last place at or before n where s may be cut.
func boundary(s string, n int) int {
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	for i := n; i > 0 && n-i < lookBack; {
		before, size := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i:])
		if !joined(s[:i], before, after) {
			return i
		}
		i -= size
	}
	return n
}

// joined reports whether after belongs to the character that before ends. It is
// the part of UAX #29 that matters for a cut: combining marks, joiners, emoji
// modifiers and tags, flags, CR LF. Hangul and Indic clusters may still be cut
// between two letters, which leaves letters.
func joined(head string, before, after rune) bool {
	const zeroWidthJoiner = '\u200d'
	switch {
	case before == '\r' && after == '\n':
		return true
	case before == '\n' || before == '\r':
		return false
	case after == zeroWidthJoiner, before == zeroWidthJoiner,
		unicode.Is(unicode.M, after),
		before == after && (after == '`' || after == '~'), // half a fence is another fence
		0x1f3fb <= after && after <= 0x1f3ff,              // skin tones
		0xe0020 <= after && after <= 0xe007f:              // tags, as in the flag of Scotland
		return true
	case regional(before) && regional(after):
		n := 0
		for head != "" && n < lookBack {
			r, size := utf8.DecodeLastRuneInString(head)
			if !regional(r) {
				break
			}
			n++
			head = head[:len(head)-size]
		}
		return n%2 == 1
	}
	return false
}

// regional reports a half of a flag.
func regional(r rune) bool { return 0x1f1e6 <= r && r <= 0x1f1ff }

// openFence returns what closes the fenced code block that is open at the end of
// s, or "" (CommonMark 0.31 §4.5).
func openFence(s string) string {
	open := ""
	for line := range strings.Lines(s) {
		fence, rest := fenceOf(strings.TrimRight(line, "\r\n"))
		switch {
		case open == "":
			if fence != "" && (fence[0] != '`' || !strings.Contains(rest, "`")) {
				open = fence
			}
		case fence != "" && fence[0] == open[0] && len(fence) >= len(open) && strings.Trim(rest, " \t") == "":
			open = ""
		}
	}
	return open
}

// fenceOf splits a line that begins with a code fence.
func fenceOf(line string) (fence, rest string) {
	trimmed := strings.TrimLeft(line, " ")
	if len(line)-len(trimmed) > 3 || trimmed == "" || trimmed[0] != '`' && trimmed[0] != '~' {
		return "", ""
	}
	n := run(trimmed)
	if n < 3 {
		return "", ""
	}
	return trimmed[:n], trimmed[n:]
}

// run counts how often the first byte of s stands at its beginning.
func run(s string) int {
	n := 1
	for n < len(s) && s[n] == s[0] {
		n++
	}
	return n
}

// beforeOpenSpan returns where to cut s, at most at n, so that no code span is
// left open: one that the whole text closes, but not the part up to n
// (CommonMark 0.31 §6.1). Spans don't reach beyond their paragraph.
func beforeOpenSpan(s string, n int) int {
	start := max(0, strings.LastIndex(s[:n], "\n\n"))
	end := len(s)
	if i := strings.Index(s[n:], "\n\n"); i >= 0 {
		end = n + i
	}
	kept, whole := lastRuns(s, start, n), lastRuns(s, start, end)
	for i := start; i < n; i++ {
		switch s[i] {
		case '\\': // what it escapes opens nothing
			i++
		case '`':
			size := run(s[i:n])
			switch {
			case kept[size] > i:
				i = closing(s[:n], i+size, size)
			case whole[size] > i:
				return i
			}
			i += size - 1
		}
	}
	return n
}

// lastRuns tells where in s[from:to] the last run of so many backticks begins.
func lastRuns(s string, from, to int) map[int]int {
	last := map[int]int{}
	for i := from; i < to; i++ {
		if s[i] == '`' {
			n := run(s[i:to])
			last[n] = i
			i += n - 1
		}
	}
	return last
}

// closing returns where the next run of exactly n backticks begins.
func closing(s string, from, n int) int {
	for i := from; i < len(s); i++ {
		if s[i] == '`' {
			m := run(s[i:])
			if m == n {
				return i
			}
			i += m - 1
		}
	}
	return len(s)
}
