package manifest

import "strings"

// maxEmbedded is how often a JSON text may stand in a string of another one
// before it is left a string. Real ones do so once.
const maxEmbedded = 3

// embedded reads a schema that is given as a JSON text in a string, as some
// programs store it: its root, or an invalid node where the string is no such
// text. whole is false where the string says more than the root does (comments),
// or is no strict JSON: then the string is to be read as it is as well.
func (x *extractor) embedded(n Node) (root Node, whole bool) {
	text := n.Text()
	if !isObjectText(text) || n.tree.embedding() == maxEmbedded {
		return Node{}, false
	}
	inner := &Source{text: text, ascii: n.ASCII(), valid: true}
	trees, odd, err := parseJSON(inner)
	if len(trees) != 1 || err != nil || trees[0].Root().Kind() != Object {
		return Node{}, false
	}
	whole = plainJSON(trees, odd)
	places := &embeddedPlaces{inner: trees[0].places, outer: n}
	trees[0].source, trees[0].places, trees[0].outer = n.tree.source, places, n
	for _, i := range odd {
		i.Start, i.End, _ = n.Place(i.Start, i.End)
		x.doc.Irregularities = append(x.doc.Irregularities, i)
	}
	return trees[0].Root(), whole
}

// isObjectText reports whether a string may be the JSON text of an object.
func isObjectText(s string) bool { return strings.HasPrefix(strings.TrimLeft(s, " \t\r\n"), "{") }

// embedding counts the strings that the tree's text stands in.
func (t *Tree) embedding() int {
	n := 0
	for ; t.outer.Valid(); t = t.outer.tree {
		n++
	}
	return n
}

// embeddedPlaces is the placer of a JSON text in a string: its places go through
// the escapes of both.
type embeddedPlaces struct {
	inner placer
	outer Node
}

func (p *embeddedPlaces) place(t *Tree, index uint32, start, end int) (from, to int, exact bool) {
	from, to, exact = p.inner.place(t, index, start, end)
	from, to, proved := p.outer.Place(from, to)
	return from, to, exact && proved
}

func (p *embeddedPlaces) bounds(t *Tree, index uint32) (start, end int) {
	start, end = p.inner.bounds(t, index)
	start, end, _ = p.outer.Place(start, end)
	return start, end
}
