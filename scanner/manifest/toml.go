package manifest

import (
	"errors"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"
)

// parseTOML reads a TOML document (TOML 1.0). go-toml parses one expression after
// the other and says where each key and value stands; tables are put together
// here, in the order of the file, and laid out as a flat [Tree].
//
// TOML has no documents: where the file is broken, there is none.
func parseTOML(src *Source) ([]*Tree, []Irregularity, error) {
	r := &tomlReader{src: src, root: &tomlValue{kind: Object}}
	if !src.valid {
		return nil, nil, errorAt(src, Undecodable, invalidUTF8(src.text), "a byte that is no UTF-8, which TOML must be")
	}
	r.parser.Reset([]byte(src.text))
	into := r.root
	for r.parser.NextExpression() {
		e := r.parser.Expression()
		var err error
		switch e.Kind {
		case unstable.Table:
			into, err = r.table(e, false)
		case unstable.ArrayTable:
			into, err = r.table(e, true)
		case unstable.KeyValue:
			err = r.member(into, e, 0)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if err := r.parser.Error(); err != nil {
		return nil, nil, r.syntax(err)
	}
	t := &Tree{source: src, text: src.text, places: &tomlPlaces{}, values: []string{}}
	if err := r.lay(t, r.root, 0, 0); err != nil {
		return nil, nil, err
	}
	return []*Tree{t}, nil, nil
}

// tomlReader puts tables together. Every key keeps the place where it was first
// written.
type tomlReader struct {
	src    *Source
	parser unstable.Parser
	root   *tomlValue
}

// tomlValue is a value, or a key.
type tomlValue struct {
	kind       Kind
	start, end int // in the source; a string's quotes included
	text       string
	// keys and values are a table's members; an array has values only.
	keys, values []*tomlValue
	index        map[string]int // of keys
	// tables is set for an array of tables: a table of the same name goes on with
	// its last one.
	tables bool
}

func (v *tomlValue) get(key string) *tomlValue {
	if i, ok := v.index[key]; ok {
		return v.values[i]
	}
	return nil
}

func (v *tomlValue) put(key, value *tomlValue) {
	if v.index == nil {
		v.index = map[string]int{}
	}
	v.index[key.text] = len(v.values)
	v.keys, v.values = append(v.keys, key), append(v.values, value)
}

// syntax gives go-toml's error its place.
func (r *tomlReader) syntax(err error) error {
	var at *unstable.ParserError
	if !errors.As(err, &at) {
		return errorAt(r.src, Unparsable, 0, "%s", err)
	}
	// The parser slices what it was given, so that the rest says where it was.
	return errorAt(r.src, Unparsable, r.offset(at), "%s", at.Message)
}

func (r *tomlReader) offset(e *unstable.ParserError) int {
	if len(e.Highlight) == 0 {
		return len(r.src.text)
	}
	return int(r.parser.Range(e.Highlight).Offset)
}

func (r *tomlReader) twice(k *tomlValue) error {
	return errorAt(r.src, Unparsable, k.start, "%q is defined twice", k.text)
}

// table finds or makes the table of a header.
func (r *tomlReader) table(e *unstable.Node, array bool) (*tomlValue, error) {
	at := r.root
	for keys := e.Key(); keys.Next(); {
		k := r.key(keys.Node())
		last := keys.IsLast()
		next := at.get(k.text)
		switch {
		case next == nil && last && array:
			table := &tomlValue{kind: Object, start: k.start, end: k.end}
			at.put(k, &tomlValue{kind: Array, start: k.start, end: k.end, tables: true, values: []*tomlValue{table}})
			next = table
		case next == nil:
			next = &tomlValue{kind: Object, start: k.start, end: k.end}
			at.put(k, next)
		case next.tables && last && array:
			table := &tomlValue{kind: Object, start: k.start, end: k.end}
			next.values = append(next.values, table)
			next = table
		case next.tables && !(last && !array):
			next = next.values[len(next.values)-1]
		case next.kind != Object || last && array:
			return nil, r.twice(k)
		}
		at = next
	}
	return at, nil
}

// member adds what a line "key.key = value" says to a table.
func (r *tomlReader) member(at *tomlValue, e *unstable.Node, depth int) error {
	for keys := e.Key(); keys.Next(); {
		k := r.key(keys.Node())
		next := at.get(k.text)
		if keys.IsLast() {
			if next != nil {
				return r.twice(k)
			}
			v, err := r.value(e.Value(), depth)
			if err != nil {
				return err
			}
			at.put(k, v)
			return nil
		}
		if next == nil {
			next = &tomlValue{kind: Object, start: k.start, end: k.end}
			at.put(k, next)
		}
		if next.kind != Object {
			return r.twice(k)
		}
		at = next
	}
	return nil
}

func (r *tomlReader) key(n *unstable.Node) *tomlValue {
	start, end := r.bounds(n)
	return &tomlValue{kind: String, start: start, end: end, text: string(n.Data)}
}

func (r *tomlReader) bounds(n *unstable.Node) (start, end int) {
	return int(n.Raw.Offset), int(n.Raw.Offset + n.Raw.Length)
}

// value recurses, to MaxDepth at most.
func (r *tomlReader) value(n *unstable.Node, depth int) (*tomlValue, error) {
	start, end := r.bounds(n)
	if depth == MaxDepth {
		return nil, errorAt(r.src, TooDeep, start, "arrays and tables nest more than %d deep", MaxDepth)
	}
	v := &tomlValue{start: start, end: end, text: string(n.Data)}
	switch n.Kind {
	case unstable.Array:
		v.kind, v.text = Array, ""
		for children := n.Children(); children.Next(); {
			if children.Node().Kind == unstable.Comment {
				continue
			}
			e, err := r.value(children.Node(), depth+1)
			if err != nil {
				return nil, err
			}
			v.values = append(v.values, e)
		}
	case unstable.InlineTable:
		v.kind, v.text = Object, ""
		for children := n.Children(); children.Next(); {
			if children.Node().Kind != unstable.KeyValue {
				continue
			}
			if err := r.member(v, children.Node(), depth+1); err != nil {
				return nil, err
			}
		}
	case unstable.String:
		v.kind = String
	case unstable.Bool:
		v.kind = Bool
	case unstable.Integer, unstable.Float:
		v.kind = Number
	default:
		v.kind = String // dates and times: whoever reads them sees text
	}
	return v, nil
}

// lay lays out a value and all below it.
func (r *tomlReader) lay(t *Tree, v *tomlValue, depth int, f flags) error {
	if depth > MaxDepth {
		return errorAt(r.src, TooDeep, v.start, "arrays and tables nest more than %d deep", MaxDepth)
	}
	for i := range len(v.text) {
		if v.text[i] >= utf8.RuneSelf {
			f |= nonASCII
			break
		}
	}
	index := len(t.nodes)
	t.nodes = append(t.nodes, node{uint32(v.start), uint32(v.end), uint32(index + 1), v.kind, f})
	t.values = append(t.values, v.text)
	for i, child := range v.values {
		if v.kind == Object {
			if err := r.lay(t, v.keys[i], depth+1, isKey); err != nil {
				return err
			}
		}
		if err := r.lay(t, child, depth+1, 0); err != nil {
			return err
		}
	}
	t.nodes[index].next = uint32(len(t.nodes))
	return nil
}
