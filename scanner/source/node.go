package source

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/manifest"
)

// A node is a value as it will be published: JSON, with places.
type node struct {
	kind       manifest.Kind
	text       *text  // of a String
	scalar     string // of a Number, Bool or Null
	members    []field
	index      map[string]int // of members, where there are many
	items      []*node
	start, end int // in the file that is read
}

// A field is a member of an object. at is where its key stands; nil where it
// stands nowhere.
type field struct {
	key   string
	at    *text
	value *node
}

func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	if i := n.find(key); i >= 0 {
		return n.members[i].value
	}
	return nil
}

// set adds a member, or replaces the one of that key.
func (n *node) set(key string, at *text, v *node) {
	if v == nil {
		return
	}
	if i := n.find(key); i >= 0 {
		n.members[i].value = v
		return
	}
	n.members = append(n.members, field{key, at, v})
	if n.index != nil {
		n.index[key] = len(n.members) - 1
	}
}

// find is the index of the member of that key, -1 for none.
func (n *node) find(key string) int {
	if len(n.members) > 16 {
		if n.index == nil {
			n.index = map[string]int{}
			for i, m := range n.members {
				n.index[m.key] = i
			}
		}
		if i, ok := n.index[key]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(n.members, func(m field) bool { return m.key == key })
}

// A reader makes nodes of expressions, and keeps what it could not read.
type reader struct {
	root     *file
	told     []Computed
	texts    int // descriptions and instructions that were met
	subject  Computed
	path     []string
	declared []decl
	// room is how many bytes of text may still be made: constants may be joined
	// and used again and again.
	room int
	full bool
	// open are the schemas that are being read: they may hold themselves.
	open map[*expr]bool
	// deep counts the schemas around the one that is read.
	deep int
}

// at is an object that stands where an expression does.
func (r *reader) at(kind manifest.Kind, e *expr) *node {
	if r.room -= nodeCost; r.room < 0 {
		r.full = true
	}
	n := &node{kind: kind}
	n.start, n.end = r.place(e)
	return n
}

// nodeCost is what a node takes of the reader's room, in bytes.
const nodeCost = 64

// place is where an expression stands in the file that is read; that of the
// declaration where it stands in another one.
func (r *reader) place(e *expr) (start, end int) {
	if e == nil || e.file != r.root || e.end == 0 {
		return r.subject.Start, r.subject.End
	}
	return e.start, e.end
}

// str is a text node.
func (r *reader) str(t *text, e *expr) *node {
	if r.room -= len(t.value); r.room < 0 {
		r.full = true
		return nil
	}
	n := r.at(manifest.String, e)
	if n.text = t; t.file != r.root && t.parts != nil {
		c := *t
		c.parts = nil // it stands in another file
		n.text = &c
	}
	return n
}

func (r *reader) scalar(kind manifest.Kind, word string, e *expr) *node {
	n := r.at(kind, e)
	n.scalar = word
	return n
}

// prose reads a text that a person wrote for the model: what can't be read of it
// is told.
func (r *reader) prose(into *node, key string, e *expr) {
	if e == nil || e.kind == scalar {
		return
	}
	r.texts++
	t := e.textAt(0)
	if t == nil || t.computed {
		c := r.subject
		c.Field = strings.Join(append(r.path[:len(r.path):len(r.path)], key), ".")
		c.Start, c.End = r.place(e)
		c.Partly = t != nil
		r.told = append(r.told, c)
	}
	if t != nil {
		into.set(key, nil, r.str(t, e))
	}
}

// isProse reports whether what stands below a key is written for the model.
func isProse(key string) bool {
	return key == "description" || key == "instructions" || key == "title"
}

// literal reads an expression that is data: strings, numbers, lists and objects
// of such. What is computed in it is left out; descriptions are told.
func (r *reader) literal(e *expr) *node {
	if e == nil || r.full {
		return nil
	}
	switch e.kind {
	case scalar:
		return r.scalarOf(e)
	case list:
		n := r.at(manifest.Array, e)
		for _, item := range e.items {
			if v := r.literal(item); v != nil {
				n.items = append(n.items, v)
			}
		}
		return n
	case object:
		n := r.at(manifest.Object, e)
		r.members(n, e)
		return n
	case literal, joined:
		if t := e.textAt(0); t != nil {
			return r.str(t, e)
		}
	case chain:
		if v := e.resolve(); v != nil && v != e && v.kind != function {
			return r.literal(v)
		}
		if t := e.textAt(0); t != nil {
			return r.str(t, e)
		}
	}
	return nil
}

func (r *reader) scalarOf(e *expr) *node {
	switch e.name {
	case "null":
		return r.scalar(manifest.Null, e.name, e)
	case "true", "false":
		return r.scalar(manifest.Bool, e.name, e)
	}
	if !plainNumber(e.name) {
		return nil
	}
	return r.scalar(manifest.Number, e.name, e)
}

// plainNumber reports whether JSON would write the number so.
func plainNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if s == "" || len(s) > 40 || len(s) > 1 && s[0] == '0' && s[1] != '.' || strings.HasSuffix(s, ".") {
		return false
	}
	return strings.Trim(s, "0123456789.") == "" && strings.Count(s, ".") < 2
}

// members reads an object's members, those that are spread into it too.
func (r *reader) members(n *node, e *expr) {
	if r.deep++; r.deep > maxNesting {
		r.deep--
		return
	}
	defer func() { r.deep-- }()
	for _, m := range e.members {
		if m.spread {
			if v := m.value.resolve(); v != nil && v.kind == object {
				r.members(n, v)
			}
			continue
		}
		key := published(e, m.key)
		r.path = append(r.path, key)
		if isProse(key) && m.value.kind != object && m.value.kind != list {
			r.path = r.path[:len(r.path)-1]
			r.prose(n, key, m.value)
			continue
		}
		n.set(key, r.keyAt(m.at), r.literal(m.value))
		r.path = r.path[:len(r.path)-1]
	}
}

// keyAt is a key that stands in the file that is read; else nil.
func (r *reader) keyAt(t *text) *text {
	if t == nil || t.file != r.root {
		return nil
	}
	return t
}

// published is the key of a member as it is published: the fields of Go's
// structs begin with a capital, and JSON's do not.
func published(e *expr, key string) string {
	if e.typ == "" || e.file.lang != &golang || key == "" {
		return key
	}
	switch key {
	case "URI":
		return "uri"
	case "URITemplate":
		return "uriTemplate"
	case "MIMEType":
		return "mimeType"
	case "Extra", "Meta":
		return "_meta"
	}
	first, size := utf8.DecodeRuneInString(key)
	return string(unicode.ToLower(first)) + key[size:]
}
