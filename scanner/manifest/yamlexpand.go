package manifest

// maxExpansion bounds what the aliases and merge keys of a YAML document stand
// for, as a multiple of its nodes, on top of freeExpansion nodes: whoever walks
// the document through them then has no more than that to do. Without a bound, a
// file of a few kilobytes stands for as many nodes as its author likes.
const (
	maxExpansion  = 4
	freeExpansion = 10_000
)

// expands reports whether the tree's aliases and merge keys stand for more than
// is followed, and the first node at which that becomes certain.
func (t *Tree) expands() (at uint32, much bool) {
	limit := maxExpansion*len(t.nodes) + freeExpansion
	total := 0
	for i := range uint32(len(t.nodes)) {
		switch t.nodes[i].kind {
		case alias:
			total += t.children(t.nodes[i].start)
		case Object:
			for object := range (Node{t, i}).merged() {
				if object.index != i {
					total += t.children(object.index)
				}
				total += len(object.sources(nil))
				if total > limit {
					break
				}
			}
		}
		if total > limit {
			return i, true
		}
	}
	return 0, false
}

// children counts the nodes right below a container.
func (t *Tree) children(i uint32) int {
	n := 0
	if k := t.nodes[i].kind; k == Object || k == Array {
		for c := i + 1; c < t.nodes[i].next; c = t.nodes[c].next {
			n++
		}
	}
	return n
}
