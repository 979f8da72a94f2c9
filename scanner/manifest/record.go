package manifest

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// A Record is a component that the caller found by itself, in a file whose form
// no shape describes: an approved baseline.
type Record struct {
	Kind    ComponentKind
	Name    string
	Server  string
	Pointer string // of Node, in the file
	Node    Node   // the component's object
}

// ReadJSON reads a file that must hold exactly one JSON document, whatever its
// name, and recognises nothing in it. limit is the most bytes that are taken, in
// place of [MaxSize]. The error is always an *Error; irregular places are left
// to the caller to judge.
func ReadJSON(uri string, data []byte, limit int) (*Tree, []Irregularity, error) {
	src := &Source{URI: uri}
	if len(data) > limit {
		return nil, nil, &Error{URI: uri, Reason: TooLarge, Detail: fmt.Sprintf("the file has %d bytes; at most %d are read", len(data), limit)}
	}
	if encoding := sniff(data); encoding != "UTF-8" {
		return nil, nil, &Error{URI: uri, Reason: Undecodable, Detail: "the file is " + encoding + "; UTF-8 was expected"}
	}
	if string(data[:min(3, len(data))]) == "\ufeff" {
		src.bom = 3
	}
	src.text = string(data[src.bom:])
	src.ascii = isASCII(src.text)
	src.valid = src.ascii || utf8.ValidString(src.text)
	trees, odd, err := parseJSON(src)
	if err != nil {
		return nil, nil, err
	}
	if len(trees) > 1 {
		i := slices.IndexFunc(odd, func(i Irregularity) bool { return i.Kind == FurtherDocument })
		at := len(src.text)
		if i >= 0 {
			at = odd[i].Start
		}
		return nil, nil, errorAt(src, Unparsable, at, "another JSON document begins here; the file may hold one only")
	}
	return trees[0], odd, nil
}

// Assemble makes a document of records, with the texts in them. All of them
// stand in the tree.
func Assemble(t *Tree, shape string, records []Record) *Document {
	d := &Document{Source: t.source, Shape: shape, trees: []*Tree{t}}
	x := extractor{doc: d}
	for _, r := range records {
		c := &Component{Kind: r.Kind, Name: r.Name, Server: r.Server, Pointer: r.Pointer, Node: r.Node,
			context: contextOf(r.Kind), doc: d}
		x.texts(c)
		d.Components = append(d.Components, c)
	}
	return d
}

// Roots are the outermost nodes of the file's documents, in order.
func (d *Document) Roots() []Node {
	roots := make([]Node, len(d.trees))
	for i, t := range d.trees {
		roots[i] = t.Root()
	}
	return roots
}

// JSON reports whether the document was read as JSON: its text alone then says
// what it holds, where YAML's may refer to anchors elsewhere.
func (t *Tree) JSON() bool { return t.values == nil }
