package compile

import "slices"

// An edge is what a match of some elements begins with, or ends with if it is
// looked at from the right: one of the words, or what the flags say.
type edge struct {
	words []string
	punct bool // a punctuation mark
	open  bool // the match may take nothing
	any   bool // something else
}

// edgeOf is the edge of a sequence.
func edgeOf(list []*node, back bool) (e edge) {
	for i := range list {
		n := list[i]
		if back {
			n = list[len(list)-1-i]
		}
		next := n.edge(back)
		e.add(next)
		if !next.open {
			return e
		}
	}
	e.open = true
	return e
}

// add adds what else a match may begin with, other than nothing.
func (e *edge) add(other edge) {
	e.words = append(e.words, other.words...)
	e.punct, e.any = e.punct || other.punct, e.any || other.any
}

func (n *node) edge(back bool) (e edge) {
	switch n.kind {
	case kindWord, kindSet:
		return edge{words: n.words}
	case kindPunct:
		return edge{punct: true}
	case kindSeq:
		return edgeOf(n.kids, back)
	case kindMaybe, kindEager:
		e = edgeOf(n.kids, back)
		e.open = true
		return e
	case kindAlt:
		for _, k := range n.kids {
			one := k.edge(back)
			e.add(one)
			e.open = e.open || one.open
		}
		return e
	case kindAhead, kindBehind:
		return edge{open: true}
	}
	return edge{any: true} // a gap, a shape, the start of the sentence
}

// onlyWords are the words, in order; nil where a match may begin otherwise.
func (e edge) onlyWords() []string {
	if e.punct || e.open || e.any {
		return nil
	}
	words := slices.Clone(e.words)
	slices.Sort(words)
	return slices.Compact(words)
}

// besideWords are the words of which one must stand beside an anchor if no
// punctuation does; list is the elements on that side. It is nil where anything
// may stand there.
func besideWords(list []*node, back bool) []string {
	e := edgeOf(list, back)
	e.punct = false
	return e.onlyWords()
}
