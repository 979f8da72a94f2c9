package compile

import "slices"

// An edge is what a match of some elements begins with, or ends with if it is
// looked at from the right.
type edge struct {
	words []string // or a punctuation mark
	open  bool     // or nothing: the match may take nothing
	any   bool     // or something else
}

// edgeOf is the edge of a sequence.
func edgeOf(list []*node, back bool) (e edge) {
	for i := range list {
		n := list[i]
		if back {
			n = list[len(list)-1-i]
		}
		next := n.edge(back)
		e.words = append(e.words, next.words...)
		if next.any || !next.open {
			e.any = next.any
			return e
		}
	}
	e.open = true
	return e
}

func (n *node) edge(back bool) (e edge) {
	switch n.kind {
	case kindWord, kindSet:
		return edge{words: n.words}
	case kindPunct:
		return edge{}
	case kindSeq:
		return edgeOf(n.kids, back)
	case kindMaybe, kindEager:
		e = edgeOf(n.kids, back)
		e.open = true
		return e
	case kindAlt:
		for i := range n.kids {
			k := edgeOf(n.kids[i:i+1], back)
			e.words = append(e.words, k.words...)
			e.open, e.any = e.open || k.open, e.any || k.any
		}
		return e
	case kindAhead, kindBehind:
		return edge{open: true}
	}
	return edge{any: true} // a gap, a shape, the start of the sentence
}

// besideWords are the words of which one must stand beside an anchor if no
// punctuation does; list is the elements on that side. It is nil where anything
// may stand there.
func besideWords(list []*node, back bool) []string {
	e := edgeOf(list, back)
	if e.open || e.any {
		return nil
	}
	slices.Sort(e.words)
	return slices.Compact(e.words)
}
