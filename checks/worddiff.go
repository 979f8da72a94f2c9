package checks

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// A segment is a run of words that two texts share, or that only one has.
type segment struct {
	change change
	text   string
}

type change int8

const (
	same    change = iota
	removed        // only in the old text
	added          // only in the new text
)

// wordDiff compares two texts word by word. The segments of removed and same
// text together are was; those of added and same text are now. No two segments
// in a row are of one kind.
func wordDiff(was, now string) []segment {
	a, b := words(was), words(now)
	var out []segment
	add := func(c change, tokens []string) {
		if len(tokens) == 0 {
			return
		}
		text := strings.Join(tokens, "")
		if n := len(out); n > 0 && out[n-1].change == c {
			out[n-1].text += text
			return
		}
		out = append(out, segment{c, text})
	}
	at := 0 // in a
	edits := lcs.DiffLines(a, b)
	for i := 0; i < len(edits); {
		// Edits with no word between them are one: half a phrase struck and half
		// kept reads worse than all of it struck.
		j := i + 1
		for j < len(edits) && !hasWord(a[edits[j-1].End:edits[j].Start]) {
			j++
		}
		e := lcs.Diff{Start: edits[i].Start, End: edits[j-1].End, ReplStart: edits[i].ReplStart, ReplEnd: edits[j-1].ReplEnd}
		next := len(a)
		if j < len(edits) {
			next = edits[j].Start
		}
		e = slide(a, b, e, next)
		add(same, a[at:e.Start])
		add(removed, a[e.Start:e.End])
		add(added, b[e.ReplStart:e.ReplEnd])
		at, i = e.End, j
	}
	add(same, a[at:])
	return out
}

// slide moves an edit that only adds or only removes to the right, past
// punctuation and blanks, where the result is the same: "one. [Two.] Three"
// instead of "one[. Two]. Three". next is where the next edit begins in a.
func slide(a, b []string, e lcs.Diff, next int) lcs.Diff {
	part, start := b, &e.ReplStart
	switch {
	case e.Start == e.End && e.ReplStart == e.ReplEnd:
		return e
	case e.ReplStart == e.ReplEnd:
		part, start = a, &e.Start
	case e.Start != e.End:
		return e
	}
	for e.End < next && !hasWord(part[*start:*start+1]) && part[*start] == a[e.End] {
		e.Start, e.End, e.ReplStart, e.ReplEnd = e.Start+1, e.End+1, e.ReplStart+1, e.ReplEnd+1
	}
	return e
}

// words cuts s into words, runs of blanks, and single other characters.
func words(s string) []string {
	var out []string
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if k := kindOf(r); k != other {
			for n < len(s) {
				r, m := utf8.DecodeRuneInString(s[n:])
				if kindOf(r) != k {
					break
				}
				n += m
			}
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

type wordKind int8

const (
	other wordKind = iota
	letters
	blanks
)

func kindOf(r rune) wordKind {
	switch {
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '_':
		return letters
	case unicode.IsSpace(r):
		return blanks
	}
	return other
}

func hasWord(tokens []string) bool {
	for _, t := range tokens {
		if r, _ := utf8.DecodeRuneInString(t); kindOf(r) == letters {
			return true
		}
	}
	return false
}

// markdownDiff shows a change in one line of markdown: what was removed struck,
// what was added bold, all of it as code. Long parts are shortened, to about
// limit characters in all.
func markdownDiff(was, now string, limit int) string {
	segments := wordDiff(was, now)
	var b strings.Builder
	for i, s := range segments {
		if utf8.RuneCountInString(b.String()) > limit {
			b.WriteString(" " + ellipsis + " (more changes follow)")
			break
		}
		var text, before, after string
		if s.change == same {
			text, before, after = shortenSame(s.text, i == 0, i == len(segments)-1)
		} else {
			_, text, after = clip(s.text, 0, limit/2)
		}
		// A blank at the edge of code is hard to see: it stands between the
		// segments instead.
		if strings.Trim(text, " ") != "" {
			if strings.HasPrefix(text, " ") && i > 0 {
				text, before = text[1:], " "+before
			}
			if strings.HasSuffix(text, " ") && i < len(segments)-1 {
				text, after = text[:len(text)-1], after+" "
			}
		}
		code := codeSpan(showBlanks(text))
		switch s.change {
		case removed:
			code = "~~" + code + "~~"
		case added:
			code = "**" + code + "**"
		}
		b.WriteString(before + code + after)
	}
	return b.String()
}

// contextRunes is how much of unchanged text is shown beside a change.
const contextRunes = 60

// shortenSame keeps the ends of an unchanged part that a change is next to.
func shortenSame(s string, first, last bool) (text, before, after string) {
	n := utf8.RuneCountInString(s)
	runes := []rune(s)
	switch {
	case first && last:
		_, text, after = clip(s, 0, 2*contextRunes)
		return text, "", after
	case first && n > contextRunes:
		return string(runes[n-contextRunes:]), ellipsis, ""
	case last && n > contextRunes:
		return string(runes[:contextRunes]), "", ellipsis
	case !first && !last && n > 2*contextRunes:
		return string(runes[:contextRunes]) + " " + ellipsis + " " + string(runes[n-contextRunes:]), "", ""
	}
	return s, "", ""
}

// showBlanks makes a text of nothing but blanks visible.
func showBlanks(s string) string {
	if strings.Trim(s, " ") == "" {
		return strings.Repeat("\u2423", len(s)) // open box
	}
	return s
}
