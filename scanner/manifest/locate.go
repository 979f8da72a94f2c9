package manifest

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Locator finds what a node of a document belongs to.
type Locator struct {
	doc   *Document
	trees map[*Tree]*owners
}

// owners are a tree's components in order of place, each with the index of the
// one around it, -1 for none.
type owners struct {
	list   []*Component
	around []int
	prefix string // of the tree's pointers
}

// Locator makes a locator of the document as it is now.
func (d *Document) Locator() *Locator {
	l := &Locator{d, map[*Tree]*owners{}}
	for i, t := range d.trees {
		l.trees[t] = &owners{prefix: d.prefix(i)}
	}
	for _, c := range d.Components {
		o := l.trees[c.Node.tree]
		o.list = append(o.list, c)
	}
	for _, o := range l.trees {
		slices.SortStableFunc(o.list, func(a, b *Component) int { return cmp.Compare(a.Node.index, b.Node.index) })
		for i := range o.list {
			around := i - 1
			for around >= 0 && !o.list[around].holds(o.list[i].Node.index) {
				around = o.around[around]
			}
			o.around = append(o.around, around)
		}
	}
	return l
}

func (c *Component) holds(index uint32) bool {
	return index >= c.Node.index && index < c.Node.raw().next
}

// Component is the component that a node stands in; nil for none.
func (l *Locator) Component(n Node) *Component {
	for n.Valid() && n.tree.outer.Valid() {
		n = n.tree.outer
	}
	if !n.Valid() || l.trees[n.tree] == nil {
		return nil
	}
	o := l.trees[n.tree]
	i := sort.Search(len(o.list), func(i int) bool { return o.list[i].Node.index > n.index }) - 1
	for i >= 0 && !o.list[i].holds(n.index) {
		i = o.around[i]
	}
	if i < 0 {
		return nil
	}
	return o.list[i]
}

// Find is Component with the node's path in it (see [Text.Field]; in the
// document, without a component) and its JSON Pointer. For a key, they are those
// of its member.
func (l *Locator) Find(n Node) (c *Component, field, pointer string) {
	if !n.Valid() {
		return nil, "", ""
	}
	if outer := n.tree.outer; outer.Valid() {
		c, field, pointer = l.Find(outer)
		below, way := pathTo(n.tree.Root(), n.index)
		return c, joinFields(field, below), pointer + way
	}
	from := n.tree.Root()
	if o := l.trees[n.tree]; o != nil {
		pointer = o.prefix
	}
	if c = l.Component(n); c != nil {
		from, pointer = c.Node, c.Pointer
	}
	field, way := pathTo(from, n.index)
	return c, field, pointer + way
}

func joinFields(a, b string) string {
	if a == "" || b == "" || b[0] == '[' {
		return a + b
	}
	return a + "." + b
}

// pathTo is the way from a node down to another one in it, as a field and as a
// JSON Pointer. It does not go through aliases.
func pathTo(from Node, index uint32) (field, pointer string) {
	var f, p strings.Builder
	t, at := from.tree, from.index
	for at != index && index < t.nodes[at].next {
		next := at + 1
		if t.nodes[at].kind == Object {
			value := t.nodes[next].next
			for t.nodes[value].next <= index {
				next = t.nodes[value].next
				value = t.nodes[next].next
			}
			key := t.at(next).Text()
			FieldPart(&f, key)
			p.WriteString(PointerPart(key))
			if index < value {
				break // the key itself
			}
			at = value
			continue
		}
		i := 0
		for ; t.nodes[next].next <= index; i++ {
			next = t.nodes[next].next
		}
		f.WriteString("[" + strconv.Itoa(i) + "]")
		p.WriteString(PointerIndex(i))
		at = next
	}
	return f.String(), p.String()
}

// Decoded is the reverse of Place: the bytes of the decoded text that a byte of
// the source stands for. ok is false where it stands for none, or where that
// can't be proved.
func (n Node) Decoded(offset int) (start, end int, ok bool) {
	text := n.Text()
	if n.Kind() != String {
		return 0, 0, false
	}
	// Places of characters follow each other as the characters do.
	after := sort.Search(len(text), func(i int) bool {
		from, _, _ := n.Place(i, i+1)
		return from > offset
	})
	for start = after - 1; start > 0 && !utf8.RuneStart(text[start]); start-- {
	}
	if start < 0 {
		return 0, 0, false
	}
	for end = start + 1; end < len(text) && !utf8.RuneStart(text[end]); end++ {
	}
	from, to, exact := n.Place(start, end)
	return start, end, exact && from <= offset && offset < to
}
