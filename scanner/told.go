package scanner

import (
	"cmp"
	"slices"
)

// Told is what the rules that were called before have reported of a passage for what
// it says: by phrases, not for how it is written. A rule that asks says that it comes
// after the others; see [Rule.AfterAll].
type Told struct {
	passage *Passage
	ahead   []match // by start
	open    []match // those that begin before where the last question ended
	all     []match
}

// Told gathers it.
func (p *Passage) Told() *Told {
	t := &Told{passage: p}
	for _, m := range p.matches {
		if len(m.rule.Wake.Signals) > 0 {
			t.ahead = append(t.ahead, m)
		}
	}
	t.all = t.ahead
	slices.SortStableFunc(t.ahead, func(a, b match) int { return cmp.Compare(a.start, b.start) })
	return t
}

// maxBeside is how many of the matches before a place may be beside it.
const maxBeside = 64

// Beside is the worst severity that was told of bytes [from, to) of Value outside
// [start, end): a second sign, and not the same one in the words of another rule.
func (t *Told) Beside(start, end, from, to int) (worst Severity) {
	start, end = t.passage.origin(start, end)
	from, to = t.passage.origin(from, to)
	n, _ := slices.BinarySearchFunc(t.all, to, func(m match, to int) int { return cmp.Compare(m.start, to) })
	for _, m := range t.all[max(0, n-maxBeside):n] {
		if m.end > from && (m.end <= start || m.start >= end) {
			worst = max(worst, m.severity)
		}
	}
	return worst
}

// Worst is the worst severity that was told within bytes of Value, or across their
// ends; zero if nothing was. Its questions go through the text from its beginning
// to its end, so that all of them together take no longer than one look.
func (t *Told) Worst(start, end int) (worst Severity) {
	start, end = t.passage.origin(start, end)
	n := 0
	for n < len(t.ahead) && t.ahead[n].start < end {
		n++
	}
	t.open = slices.DeleteFunc(append(t.open, t.ahead[:n]...), func(m match) bool { return m.end <= start })
	t.ahead = t.ahead[n:]
	for _, m := range t.open {
		worst = max(worst, m.severity)
	}
	return worst
}
