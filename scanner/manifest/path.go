package manifest

import (
	"strconv"
	"strings"
)

// Field is the text's path inside its component, as published:
// inputSchema.properties.path.description, anyOf[0].title. A key that is no
// plain word is quoted: properties["a.b"].
func (t *Text) Field() string {
	var b strings.Builder
	for _, s := range t.way() {
		if key := t.component.doc.key(s); key.Valid() {
			FieldPart(&b, key.Text())
		} else {
			b.WriteString("[" + strconv.Itoa(int(s.at)) + "]")
		}
	}
	return b.String()
}

// FieldPart adds a key to a path in the notation of [Text.Field].
func FieldPart(b *strings.Builder, key string) {
	if !plainKey(key) {
		b.WriteString("[" + strconv.Quote(key) + "]")
		return
	}
	if b.Len() > 0 {
		b.WriteByte('.')
	}
	b.WriteString(key)
}

// Pointer is the JSON Pointer (RFC 6901) of the text in its file; of the
// member, for a key. In a file of several documents (YAML ---, JSON Lines) its
// first part is the document's number from 0. Below a YAML alias it is the way
// through the alias: what a reader that resolves aliases would follow.
func (t *Text) Pointer() string {
	var b strings.Builder
	b.WriteString(t.component.Pointer)
	for _, s := range t.way() {
		if key := t.component.doc.key(s); key.Valid() {
			b.WriteString(PointerPart(key.Text()))
		} else {
			b.WriteString(PointerIndex(int(s.at)))
		}
	}
	return b.String()
}

// key is the key of a step; not valid for an array element.
func (d *Document) key(s step) Node {
	if s.tree < 0 {
		return Node{}
	}
	return d.textTrees[s.tree].at(s.at)
}

// way is the steps from the component down to the text.
func (t *Text) way() []step {
	n := 0
	for i := t.path; i >= 0; i = t.component.doc.steps[i].up {
		n++
	}
	way := make([]step, n)
	for i := t.path; i >= 0; i = t.component.doc.steps[i].up {
		n--
		way[n] = t.component.doc.steps[i]
	}
	return way
}

func plainKey(key string) bool {
	for _, c := range []byte(key) {
		switch {
		case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c == '_', c == '-', c == '$':
		default:
			return false
		}
	}
	return key != ""
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// PointerPart is a key as one part of a JSON Pointer, with its slash.
func PointerPart(key string) string { return "/" + pointerEscapes.Replace(key) }

// PointerIndex is an array index as one part of a JSON Pointer, with its slash.
func PointerIndex(i int) string { return "/" + strconv.Itoa(i) }

// Top reports whether the text is a member, or the key of one, of the component
// itself rather than of something inside it.
func (t *Text) Top() bool { return t.path >= 0 && t.component.doc.steps[t.path].up < 0 }
