package source

import (
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// schema reads what a declaration says of its parameters, in whatever way it
// does: JSON Schema, zod, TypeBox, a pydantic model, a Go struct.
func (r *reader) schema(e *expr) *node {
	if e == nil || r.full || r.open[e] {
		return nil
	}
	r.open[e] = true
	defer delete(r.open, e)
	if r.deep++; r.deep > maxNesting/2 {
		r.deep--
		return nil
	}
	defer func() { r.deep-- }()
	switch e.kind {
	case object:
		if t := e.get("type"); t != nil && isZod(t) && e.get("description") != nil {
			// mcp-framework: {type: z.string(), description: "…"}
			n := r.schema(t)
			r.prose(n, "description", e.get("description"))
			return n
		}
		if isJSONSchema(e) {
			n := r.at(manifest.Object, e)
			r.members(n, e)
			return n
		}
		return r.shape(e)
	case function:
		return r.model(e)
	case literal, joined:
		if t := e.textAt(0); t != nil && strings.HasPrefix(strings.TrimSpace(t.value), "{") {
			return r.str(t, e) // JSON Schema as a text
		}
	case chain:
		return r.chainSchema(e)
	}
	return nil
}

// isJSONSchema tells a JSON Schema from a shape, whose keys are parameters.
func isJSONSchema(e *expr) bool {
	if e.typ != "" {
		return true
	}
	if v := e.get("properties"); v != nil && (v.kind == object || v.kind == chain && len(v.steps) == 0) {
		return true
	}
	for _, key := range []string{"type", "$ref", "$schema"} {
		if v := e.get(key); v != nil && (v.kind == literal || v.kind == chain && v.step() == nil && v.textAt(0) != nil) {
			return true
		}
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf", "enum"} {
		if v := e.get(key); v != nil && v.kind == list {
			return true
		}
	}
	return false
}

// shape reads parameters by name.
func (r *reader) shape(e *expr) *node {
	n := r.object(e)
	r.properties(n.get("properties"), e)
	return n
}

// object is a schema for an object, without properties so far.
func (r *reader) object(e *expr) *node {
	n := r.at(manifest.Object, e)
	n.set("type", nil, r.word("object", e))
	n.set("properties", nil, r.at(manifest.Object, e))
	return n
}

// word is a string that the source does not say in so many letters.
func (r *reader) word(s string, e *expr) *node {
	n := r.at(manifest.String, e)
	n.text = &text{value: s}
	return n
}

func (r *reader) properties(into *node, e *expr) {
	for _, m := range e.members {
		if m.spread {
			if s := r.spreadShape(m.value); s != nil {
				for _, p := range s.get("properties").membersOf() {
					into.set(p.key, p.at, p.value)
				}
			}
			continue
		}
		r.path = append(r.path, m.key)
		v := r.schema(m.value)
		if v == nil {
			v = r.at(manifest.Object, m.value)
		}
		into.set(m.key, r.keyAt(m.at), v)
		r.path = r.path[:len(r.path)-1]
	}
}

func (n *node) membersOf() []field {
	if n == nil {
		return nil
	}
	return n.members
}

// spreadShape is what ...x brings into a shape.
func (r *reader) spreadShape(e *expr) *node {
	if v := e.resolve(); v != nil && v.kind == object {
		return r.shape(v)
	}
	return r.schema(e)
}

// wrappers give the schema that they are given, in another form.
var wrappers = []string{"zodToJsonSchema", "toJSONSchema", "toJsonSchema", "jsonSchema", "asSchema", "freeze", "optional", "Optional",
	"nullable", "lazy", "partial", "strict", "Readonly", "zodSchema", "z2j", "toJsonSchemaCompat", "RawMessage", "loads", "parse", "nullish", "readonly", "exactOptional", "NonRequired"}

// chainSchema reads a schema that is built by calls.
func (r *reader) chainSchema(e *expr) *node {
	if name, args, ok := e.callee(); ok && len(e.steps) <= 2 && slices.Contains(wrappers, name) && len(args) > 0 {
		if inner := r.schema(args[0].value); inner != nil {
			return inner
		}
	}
	if len(e.steps) == 0 || !e.hasCall() {
		if v := e.resolve(); v != nil && v != e {
			return r.schema(v)
		}
		if n := r.parts(e); n != nil {
			return n
		}
		return nil
	}
	first := 0
	for first < len(e.steps) && !e.steps[first].call {
		first++
	}
	n, from := r.base(e, first)
	if n == nil {
		n = r.at(manifest.Object, e)
	}
	for i := from; i < len(e.steps); i++ {
		n = r.modify(n, e, &e.steps[i])
	}
	return n
}

func (e *expr) hasCall() bool {
	return slices.ContainsFunc(e.steps, func(s step) bool { return s.call })
}

// parts reads X.shape and X.shape.key.
func (r *reader) parts(e *expr) *node {
	i := slices.IndexFunc(e.steps, func(s step) bool { return s.name == "shape" && !s.call })
	if i < 0 {
		return nil
	}
	c := *e
	c.steps = e.steps[:i]
	n := r.schema(&c)
	for _, s := range e.steps[i+1:] {
		n = n.get("properties").get(s.name)
	}
	return n
}

// base is what the chain begins with: a type of the library, or a schema that
// has a name; and the step behind it.
func (r *reader) base(e *expr, first int) (*node, int) {
	s := &e.steps[first]
	if s.name == "" { // a function: optionalString("…")
		return r.at(manifest.Object, e), first + 1
	}
	if n := r.kindOf(e, s); n != nil && e.head == nil && first <= 1 {
		if v := e.file.lookup(e.name, e.start); v == nil || first > 0 {
			return n, first + 1
		}
	}
	c := *e
	c.steps = e.steps[:first]
	if s.call && s.name != "" {
		// The call belongs to what is asked of the named schema.
		if n := r.schema(&c); n != nil {
			return n, first
		}
	}
	return nil, first
}
