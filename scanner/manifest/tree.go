package manifest

import "iter"

// Kind says what a node is in the data model that JSON and YAML share.
type Kind uint8

const (
	Invalid Kind = iota // the zero Node
	Object
	Array
	String
	Number
	Bool
	Null

	alias // YAML only; a Node never shows it: handles step over to the anchor
)

// A Tree is one parsed JSON or YAML document: a flat slice of nodes in
// document order, so that reading allocates once and walking needs no stack.
//
// An Object's children are its members, key node then value node, every
// duplicate kept. The subtree of node i is nodes[i:nodes[i].next].
type Tree struct {
	source *Source
	// text is what the offsets of nodes count: the source's text, but for a text
	// in a string, which outer then is.
	text  string
	outer Node
	nodes []node
	// values holds the decoded scalars of a YAML tree, by node index. A JSON
	// tree has none: its strings are slices of the source, or decoded on demand.
	values []string
	places placer
}

// node is 16 bytes because a manifest of 10 MB may hold a million of them.
type node struct {
	// start and end are byte offsets in the source. In JSON: of the text between
	// the quotes for a string, of the whole token for anything else. In YAML:
	// start is where yaml.v3 says that the node begins, its anchor and tag
	// included; end is not known. For an alias, start is the index of the
	// anchored node, and end the offset of the alias.
	start, end uint32
	next       uint32 // index of the first node after this one's subtree
	kind       Kind
	flags      flags
}

type flags uint8

const (
	escaped     flags = 1 << iota // JSON: the string holds a backslash
	nonASCII                      // the string holds a byte above 0x7f or an escape that makes one
	isKey                         // the node is a member's key
	damaged                       // invalid UTF-8 or a lone surrogate was replaced by U+FFFD
	merge                         // YAML: the key is <<, plain
	isComponent                   // the object is read as a component of its own
	isFrame                       // and that is a server, which may have others in it
)

// placer maps a range of a string's decoded bytes to bytes of the source.
// exact is false where the place could not be proved by re-reading the source;
// the range is then that of the key, or of the whole node. bounds is the range
// of the node itself.
type placer interface {
	place(t *Tree, index uint32, start, end int) (from, to int, exact bool)
	bounds(t *Tree, index uint32) (start, end int)
}

// A Node is a handle on one node of a tree. The zero Node is Invalid, and every
// method of it answers with a zero value, so that look-ups chain.
type Node struct {
	tree  *Tree
	index uint32
}

// Root is the document's outermost node.
func (t *Tree) Root() Node {
	if t == nil || len(t.nodes) == 0 {
		return Node{}
	}
	return t.at(0)
}

// Source is the file that the tree was read from.
func (t *Tree) Source() *Source { return t.source }

// at makes a handle, stepping over a YAML alias to what it stands for. The
// reader refuses an alias to an alias, so one step is enough.
func (t *Tree) at(i uint32) Node {
	if t.nodes[i].kind == alias {
		i = t.nodes[i].start
	}
	return Node{t, i}
}

func (n Node) raw() *node { return &n.tree.nodes[n.index] }

// Valid reports whether the node stands for anything.
func (n Node) Valid() bool { return n.tree != nil }

// Tree is the document that the node belongs to.
func (n Node) Tree() *Tree { return n.tree }

// Kind says what the node is; Invalid for the zero Node.
func (n Node) Kind() Kind {
	if n.tree == nil {
		return Invalid
	}
	return n.raw().kind
}

// Is reports whether both handles mean the same place of the same document. A
// YAML alias is the same place as its anchor.
func (n Node) Is(m Node) bool { return n == m }

// Damaged reports whether the decoded text differs from what the source says,
// because of invalid UTF-8 or a lone surrogate.
func (n Node) Damaged() bool { return n.tree != nil && n.raw().flags&damaged != 0 }

// ASCII reports whether the decoded text is ASCII only.
func (n Node) ASCII() bool { return n.tree != nil && n.raw().flags&nonASCII == 0 }

// Text is a scalar's decoded text: a string's value, or a number's, boolean's
// or null's as it is written. It is empty for objects and arrays.
//
// A number in YAML keeps its spelling too (1_000, 0o14): what it resolves to
// depends on the reader's version of YAML, what it says does not.
func (n Node) Text() string {
	if n.tree == nil {
		return ""
	}
	r := n.raw()
	switch {
	case r.kind == Object || r.kind == Array:
		return ""
	case n.tree.values != nil:
		return n.tree.values[n.index]
	}
	return jsonText(n.tree.text, *r)
}

// Range is the node's place in the source, in bytes: without the quotes for a
// string, with the brackets for an object or array. In YAML, a collection goes
// from its first byte to the end of the last node in it.
func (n Node) Range() (start, end int) {
	if n.tree == nil {
		return 0, 0
	}
	return n.tree.places.bounds(n.tree, n.index)
}

// Place maps [start, end) of the decoded text, in bytes, to bytes of the
// source. exact is false where the place can't be proved; the range is then the
// key's or the node's.
func (n Node) Place(start, end int) (from, to int, exact bool) {
	if n.tree == nil {
		return 0, 0, false
	}
	return n.tree.places.place(n.tree, n.index, start, end)
}

// Value is the value of the member that a key node belongs to; the zero Node for
// a node that is no key.
func (n Node) Value() Node {
	if n.tree == nil || n.raw().flags&isKey == 0 {
		return Node{}
	}
	return n.tree.at(n.raw().next)
}

// Strings yields every string at or below the node, keys included, in document
// order. It does not go through YAML aliases.
func (n Node) Strings() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n.tree == nil {
			return
		}
		for i := n.index; i < n.raw().next; i++ {
			if n.tree.nodes[i].kind == String && !yield(Node{n.tree, i}) {
				return
			}
		}
	}
}
