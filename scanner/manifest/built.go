package manifest

import (
	"slices"
	"strings"
)

// A Part is a run of a text's decoded bytes, and the bytes of the source that
// they come from. Where both are of the same length, they agree byte for byte;
// else the part as a whole stands for the whole range.
type Part struct {
	Decoded    int // how many bytes of the decoded text
	Start, End int // bytes of the source's text
}

// A Builder makes a document of a file that is neither JSON nor YAML: whoever
// reads such a file says what it holds, node by node in document order, and
// where each text stands. What comes out is a [Document] like any other.
type Builder struct {
	doc    *Document
	tree   *Tree
	places *builtPlaces
	open   []uint32 // the objects and arrays that are not ended yet
	key    bool     // the next string is a member's key
}

// NewBuilder takes a file's bytes, for good, as [Parse] does: UTF-16 is decoded,
// and a byte order mark is no part of the text. The error is an *Error.
func NewBuilder(uri string, data []byte) (*Builder, error) {
	src, err := newSource(uri, data)
	if err != nil {
		return nil, err
	}
	b := &Builder{places: &builtPlaces{}}
	b.tree = &Tree{source: src, text: src.text, values: []string{}, places: b.places}
	b.doc = &Document{Source: src, trees: []*Tree{b.tree}}
	return b, nil
}

// Source is the file.
func (b *Builder) Source() *Source { return b.doc.Source }

// Begin begins an object or array that stands at [start, end) of the source.
func (b *Builder) Begin(kind Kind, start, end int) {
	b.add(kind, "", start, end)
	b.open = append(b.open, uint32(len(b.tree.nodes)-1))
}

// End ends what was begun last.
func (b *Builder) End() {
	last := len(b.open) - 1
	b.tree.nodes[b.open[last]].next = uint32(len(b.tree.nodes))
	b.open = b.open[:last]
}

// Key adds the key of the next value, in an object. A key that does not stand in
// the source has no parts; its place is then [start, end).
func (b *Builder) Key(key string, parts []Part, start, end int) {
	b.key = true
	b.Text(key, parts, start, end)
	b.key = false
}

// Text adds a string. parts say where its bytes come from, in order; without
// them the text does not stand in this source, and [start, end) is the place that
// names it.
func (b *Builder) Text(value string, parts []Part, start, end int) {
	if len(parts) > 0 {
		start, end = parts[0].Start, parts[len(parts)-1].End
	}
	b.add(String, value, start, end)
	n := &b.tree.nodes[len(b.tree.nodes)-1]
	if b.key {
		n.flags |= isKey
	}
	if !isASCII(value) {
		n.flags |= nonASCII
	}
	if strings.ToValidUTF8(value, "") != value {
		n.flags |= damaged
	}
	b.places.add(len(b.tree.nodes)-1, parts, end)
}

// Scalar adds a number, a boolean or null, as it is written.
func (b *Builder) Scalar(kind Kind, text string, start, end int) { b.add(kind, text, start, end) }

func (b *Builder) add(kind Kind, value string, start, end int) {
	i := uint32(len(b.tree.nodes))
	b.tree.nodes = append(b.tree.nodes, node{start: uint32(start), end: uint32(end), next: i + 1, kind: kind})
	b.tree.values = append(b.tree.values, value)
}

// Next is the number of the node that is added next.
func (b *Builder) Next() int { return len(b.tree.nodes) }

// Component says that the object with that number (see [Builder.Next]) is a
// component, and where it stands in the document.
func (b *Builder) Component(kind ComponentKind, name string, object int, pointer string) {
	n := b.tree.at(uint32(object))
	n.raw().flags |= isComponent
	b.doc.Components = append(b.doc.Components, &Component{
		Kind: kind, Name: name, Pointer: pointer, Node: n, context: contextOf(kind), doc: b.doc,
	})
}

// Document ends the document: its components are read for texts. It is a part of
// what a server lists.
func (b *Builder) Document(shape string) *Document {
	b.doc.Shape, b.doc.Partial = shape, true
	slices.SortStableFunc(b.doc.Components, func(a, c *Component) int { return int(a.Node.index) - int(c.Node.index) })
	x := extractor{doc: b.doc}
	for _, c := range b.doc.Components {
		x.texts(c)
	}
	return b.doc
}

// builtPlaces is the placer of built trees.
type builtPlaces struct {
	first []uint32 // by node: its first segment in list
	total []uint32 // by node: bytes of decoded text
	list  []segment
}

func (p *builtPlaces) add(index int, parts []Part, end int) {
	p.grow(index)
	s := segments{end: end}
	for _, part := range parts {
		if part.End-part.Start == part.Decoded {
			s.verbatim(part.Start, part.Decoded)
		} else {
			s.replaced(part.Start, part.End-part.Start, part.Decoded)
		}
	}
	p.list = append(p.list, s.list...)
	p.total[index] = uint32(s.total)
}

// grow makes room for the node; those before it without text have no segments.
func (p *builtPlaces) grow(index int) {
	for len(p.first) <= index {
		p.first = append(p.first, uint32(len(p.list)))
		p.total = append(p.total, 0)
	}
}

func (p *builtPlaces) place(t *Tree, index uint32, start, end int) (from, to int, exact bool) {
	if int(index) < len(p.first) {
		last := len(p.list)
		if int(index)+1 < len(p.first) {
			last = int(p.first[index+1])
		}
		if list := p.list[p.first[index]:last]; len(list) > 0 {
			s := segments{list: list, total: int(p.total[index]), end: int(t.nodes[index].end)}
			if from, to, exact = s.find(start, end); exact {
				return from, to, true
			}
		}
	}
	from, to = p.bounds(t, index)
	return from, to, false
}

func (p *builtPlaces) bounds(t *Tree, index uint32) (start, end int) {
	return int(t.nodes[index].start), int(t.nodes[index].end)
}

// Gather makes a document of components that stand in others: what a change is
// compared with, where it moved them between files. Its source is empty: what is
// found in it has no place.
func Gather(uri string, components []*Component) *Document {
	d := &Document{Source: &Source{URI: uri}, Shape: "gathered", Components: components, Partial: true}
	for _, c := range components {
		for _, t := range c.doc.trees {
			if !slices.Contains(d.trees, t) {
				d.trees = append(d.trees, t)
			}
		}
	}
	return d
}
