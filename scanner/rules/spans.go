package rules

import (
	"cmp"
	"slices"
	"sort"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/phrase"
)

// spans are the places of matches in a published text, in order: a text may have
// as many matches as odd characters, and comparing each with each would take the
// product of both.
type spans []struct {
	start int
	reach int // the largest end up to here
}

func spansOf(p *scanner.Passage, signals ...phrase.Signal) spans {
	var s spans
	for h := range p.All(signals...) {
		start, end := p.PublishedBytes(h)
		s = append(s, struct{ start, reach int }{start, end})
	}
	slices.SortFunc(s, func(a, b struct{ start, reach int }) int { return cmp.Compare(a.start, b.start) })
	for i := 1; i < len(s); i++ {
		s[i].reach = max(s[i].reach, s[i-1].reach)
	}
	return s
}

// touch reports whether a match overlaps bytes [start, end) or stands right
// beside them.
func (s spans) touch(start, end int) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].start > end })
	return i > 0 && s[i-1].reach >= start
}
