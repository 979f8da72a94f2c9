package checks

import (
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// lineDiff shows a change as lines for a diff block: what went with -, what came
// with +, and the line before and after it. A line is a sentence, or a part of a
// long one. Each is escaped; all together have about limit characters.
func lineDiff(was, now string, limit int) string {
	a, b := sentences(was), sentences(now)
	var out []string
	room := limit
	add := func(sign string, lines []string) {
		for _, l := range lines {
			if room <= 0 {
				return
			}
			room -= len(l)
			out = append(out, sign+EscapeTerminal(l))
		}
	}
	at := 0 // in a
	edits := lcs.DiffLines(a, b)
	for _, e := range edits {
		// A line of context on both sides; the rest in between is left out.
		switch same := a[at:e.Start]; {
		case at == 0 && len(same) > 1:
			add(" ", []string{ellipsis, same[len(same)-1]})
		case at > 0 && len(same) > 2:
			add(" ", []string{same[0], ellipsis, same[len(same)-1]})
		default:
			add(" ", same)
		}
		add("-", a[e.Start:e.End])
		add("+", b[e.ReplStart:e.ReplEnd])
		at = e.End
	}
	if rest := a[at:]; len(rest) > 1 {
		add(" ", []string{rest[0], ellipsis})
	} else {
		add(" ", rest)
	}
	if room <= 0 {
		out = append(out, " "+ellipsis)
	}
	return strings.Join(out, "\n")
}

// maxLine is how many characters a line of a diff has at most.
const maxLine = 96

// sentences cuts a text into lines: at its own line breaks, after sentences, and
// at blanks where that is not enough.
func sentences(s string) []string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		for line != "" {
			n := sentenceEnd(line)
			out = append(out, strings.TrimRight(line[:n], " "))
			line = strings.TrimLeft(line[n:], " ")
		}
	}
	return out
}

// sentenceEnd is how many bytes of a line the next piece takes.
func sentenceEnd(line string) int {
	blank, count := 0, 0
	for i, r := range line {
		if count++; count > maxLine && blank > 0 {
			return blank
		}
		if count > 2*maxLine {
			return i
		}
		if r != ' ' {
			continue
		}
		if i > 0 && strings.IndexByte(".!?", line[i-1]) >= 0 {
			return i + utf8.RuneLen(r)
		}
		blank = i + utf8.RuneLen(r)
	}
	return len(line)
}
