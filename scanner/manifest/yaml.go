package manifest

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// parseYAML reads every document of a YAML stream. yaml.v3 parses; its nodes,
// which stay what the file says (every duplicate key, aliases as pointers), are
// then laid out as a flat [Tree].
//
// Where a document is broken, the documents before it are returned as well.
func parseYAML(src *Source) ([]*Tree, []Irregularity, error) {
	text, late := readable(src)
	r := &yamlReader{src: src, lines: yamlLines(src.text), places: &yamlPlaces{}}
	err := r.read(text)
	if err == nil {
		err = late
	}
	if len(r.trees) == 0 {
		if err == nil {
			err = errorAt(src, Unparsable, len(src.text), "no YAML document in the file")
		}
		return nil, nil, err
	}
	return r.trees, r.irregularities(), err
}

// readable is the text as yaml.v3 can take it. Each byte that is no UTF-8 becomes
// one U+FFFD, so that lines and columns stay. Where a character is not allowed,
// the text ends before its document, and the error says where: yaml.v3 reads
// ahead, and would lose the documents before as well.
func readable(src *Source) (string, error) {
	text := src.text
	var err error
	if at := forbidden(text); at >= 0 {
		r, _ := utf8.DecodeRuneInString(text[at:])
		err = errorAt(src, Unparsable, at, "U+%04X may not stand in YAML", r)
		text = text[:strings.LastIndex(text[:at], "\n---")+1]
	}
	if !src.valid {
		text = string([]rune(text))
	}
	return text, err
}

// forbidden is the offset of the first character outside of YAML 1.2.2 §5.1's
// printable set, or -1. Invalid UTF-8 is not meant.
func forbidden(text string) int {
	for i, r := range text {
		switch {
		case r >= ' ' && r <= '~', r == '\n', r == '\t', r == '\r', r == '\u0085':
		case r >= 0xa0 && r <= 0xfffd, r >= 0x10000:
		default:
			return i
		}
	}
	return -1
}

type yamlReader struct {
	src       *Source
	lines     *yamlPosition
	trees     []*Tree
	tree      *Tree // the document that is being read
	anchors   map[*yaml.Node]uint32
	keys      keySet
	irregular []Irregularity
	places    *yamlPlaces
}

// read decodes one document after the other.
func (r *yamlReader) read(text string) error {
	d := yaml.NewDecoder(strings.NewReader(text))
	for {
		document, err := decodeYAML(d)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return r.syntax(err)
		}
		if len(r.trees) == maxDocuments {
			return errorAt(r.src, TooLarge, r.lines.offset(document.Line, document.Column),
				"more than %d documents in one file", maxDocuments)
		}
		r.tree = &Tree{source: r.src, text: r.src.text, places: r.places, values: []string{}}
		r.anchors = map[*yaml.Node]uint32{}
		noticed := len(r.irregular)
		for _, root := range document.Content {
			if err := r.node(root, 0, 0); err != nil {
				r.irregular = r.irregular[:noticed]
				return err
			}
		}
		if at, much := r.tree.expands(); much {
			r.irregular = r.irregular[:noticed]
			start, _ := r.places.bounds(r.tree, at)
			return errorAt(r.src, TooLarge, start, "aliases and merge keys stand for too much from here on: %d times the document", maxExpansion)
		}
		if len(r.tree.nodes) > 0 {
			r.trees = append(r.trees, r.tree)
		}
	}
}

// decodeYAML reads one document. yaml.v3 panics on some broken input.
func decodeYAML(d *yaml.Decoder) (document *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			document, err = nil, fmt.Errorf("the reader of YAML failed: %v", p)
		}
	}()
	document = new(yaml.Node)
	return document, d.Decode(document)
}

// syntax gives yaml.v3's error its place. It names the line as it counts lines,
// and often that of the construct around the fault.
func (r *yamlReader) syntax(err error) error {
	detail := strings.TrimPrefix(err.Error(), "yaml: ")
	offset := 0
	if rest, ok := strings.CutPrefix(detail, "line "); ok {
		number, rest, _ := strings.Cut(rest, ": ")
		if line, err := strconv.Atoi(number); err == nil {
			detail, offset = rest, r.lines.offset(line, 1)
		}
	} else if rest, ok := strings.CutPrefix(detail, "unknown anchor '"); ok {
		// Of this it names no line. The first alias of that name is the one.
		name, _, _ := strings.Cut(rest, "'")
		offset = max(strings.Index(r.src.text, "*"+name), 0)
	}
	reason := Unparsable
	if strings.Contains(detail, "exceeded max depth") {
		reason = TooDeep
	}
	return errorAt(r.src, reason, offset, "%s", detail)
}

// node lays out a node and all below it. It recurses, to MaxDepth at most.
func (r *yamlReader) node(n *yaml.Node, depth int, f flags) error {
	t := r.tree
	index := uint32(len(t.nodes))
	offset := r.lines.offset(n.Line, n.Column)
	switch n.Kind {
	case yaml.ScalarNode:
		for i := 0; i < len(n.Value); i++ {
			if n.Value[i] >= utf8.RuneSelf {
				f |= nonASCII
				break
			}
		}
		if n.Style == 0 && n.Tag == "!!merge" {
			f |= merge
		}
		if !r.src.valid && strings.ContainsRune(n.Value, utf8.RuneError) {
			f |= damaged
		}
		t.nodes = append(t.nodes, node{uint32(offset), 0, index + 1, yamlKind(n), f})
		t.values = append(t.values, n.Value)
		r.anchor(n, index)
		return nil

	case yaml.AliasNode:
		target, ok := r.anchors[n.Alias]
		if !ok || t.nodes[target].kind == alias {
			return errorAt(r.src, Unparsable, offset, "the alias refers to no anchor of its document")
		}
		t.nodes = append(t.nodes, node{target, uint32(offset), index + 1, alias, f})
		t.values = append(t.values, "")
		return nil

	case yaml.MappingNode, yaml.SequenceNode:
		if depth == MaxDepth {
			return errorAt(r.src, TooDeep, offset, "mappings and sequences nest more than %d deep", MaxDepth)
		}
		kind := Array
		if n.Kind == yaml.MappingNode {
			kind = Object
		}
		t.nodes = append(t.nodes, node{start: uint32(offset), kind: kind, flags: f})
		t.values = append(t.values, "")
		r.anchor(n, index) // before the children: they may refer to it
		for i, child := range n.Content {
			f := flags(0)
			if kind == Object && i%2 == 0 {
				f = isKey
			}
			if err := r.node(child, depth+1, f); err != nil {
				return err
			}
		}
		t.nodes[index].next = uint32(len(t.nodes))
		if kind == Object {
			r.duplicates(index)
		}
		return nil
	}
	return errorAt(r.src, Unparsable, offset, "the reader of YAML made a node of no kind")
}

func (r *yamlReader) anchor(n *yaml.Node, index uint32) {
	if n.Anchor != "" {
		r.anchors[n] = index
	}
}

// yamlKind is what a scalar is. Only a plain scalar without a tag can be
// anything but a string: a tag must not hide text from the rules (!!null "…").
func yamlKind(n *yaml.Node) Kind {
	if n.Style != 0 {
		return String
	}
	switch n.Tag {
	case "!!int", "!!float":
		return Number
	case "!!bool":
		return Bool
	case "!!null":
		return Null
	}
	return String
}

// duplicates notices every scalar key that an earlier key of the object equals.
// The same merge key twice is how several mappings are merged in YAML 1.1.
func (r *yamlReader) duplicates(object uint32) {
	t := r.tree
	r.keys.reset()
	for i := object + 1; i < t.nodes[object].next; {
		key := t.at(i)
		if k := key.Kind(); k != Object && k != Array && t.nodes[i].flags&merge == 0 {
			r.keys.add(i, key.Text())
		}
		i = t.nodes[t.nodes[i].next].next
	}
	r.keys.repeated(func(i uint32) {
		start, end := r.places.bounds(t, i)
		r.irregular = append(r.irregular, Irregularity{DuplicateKey, t.at(i), start, end})
	})
}
