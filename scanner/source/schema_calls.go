package source

import (
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// types are the schemas that zod and TypeBox make by calls of these names, and
// their types in JSON Schema.
var types = map[string]string{
	"string": "string", "email": "string", "url": "string", "uuid": "string", "iso": "string", "date": "string", "datetime": "string",
	"number": "number", "int": "integer", "integer": "integer", "bigint": "integer", "float": "number", "boolean": "boolean", "null": "null",
	"any": "", "unknown": "", "custom": "", "never": "", "undefined": "", "void": "", "stringbool": "", "symbol": "",
}

// kindOf reads the call that makes a schema; nil where it is none.
func (r *reader) kindOf(e *expr, s *step) *node {
	args := positional(s.args)
	arg := func(i int) *expr {
		if i < len(args) {
			return args[i]
		}
		return nil
	}
	n := r.at(manifest.Object, e)
	name := strings.ToLower(s.name[:1]) + s.name[1:]
	switch name {
	case "object", "strictObject", "looseObject":
		if a := arg(0).resolve(); a != nil && a.kind == object {
			n = r.shape(a)
		} else {
			n = r.object(e)
		}
	case "array", "set":
		n.set("type", nil, r.word("array", e))
		r.path = append(r.path, "items")
		n.set("items", nil, r.schema(arg(0)))
		r.path = r.path[:len(r.path)-1]
	case "enum", "nativeEnum", "union", "discriminatedUnion", "tuple", "intersection", "intersect":
		r.alternatives(n, name, args)
	case "literal":
		if v := r.literal(arg(0)); v != nil {
			n.set("const", nil, v)
		}
	case "record":
		n.set("type", nil, r.word("object", e))
		if len(args) > 0 {
			n.set("additionalProperties", nil, r.schema(args[len(args)-1]))
		}
	case "optional", "nullable", "nullish", "readonly", "partial", "preprocess", "pipe", "lazy", "composite", "ref":
		for _, a := range slices.Backward(args) {
			if v := r.schema(a); v != nil {
				return v
			}
		}
	case "coerce":
	default:
		t, ok := types[name]
		if !ok {
			return nil
		}
		if t != "" {
			n.set("type", nil, r.word(t, e))
		}
	}
	if len(args) > 0 {
		// TypeBox's options, and those of zod 3.
		if o := args[len(args)-1]; o.kind == object && (name != "object" || len(args) > 1) {
			for _, key := range []string{"title", "description", "default", "examples"} {
				if v := o.get(key); v != nil && isProse(key) {
					r.prose(n, key, v)
				} else if v != nil {
					n.set(key, nil, r.literal(v))
				}
			}
		}
	}
	return n
}

func (r *reader) alternatives(n *node, name string, args []*expr) {
	if name == "enum" || name == "nativeEnum" {
		if len(args) == 0 {
			return
		}
		v := args[0].resolve()
		if v != nil && v.kind == object {
			values := r.at(manifest.Array, v)
			for _, m := range v.members {
				if t := m.value.textAt(0); t != nil {
					values.items = append(values.items, r.str(t, m.value))
				}
			}
			n.set("enum", nil, values)
			return
		}
		n.set("enum", nil, r.literal(v))
		return
	}
	all := r.at(manifest.Array, nil)
	for _, a := range args {
		if a.kind == list {
			args = a.items
		}
	}
	for _, a := range args {
		if v := r.schema(a); v != nil {
			all.items = append(all.items, v)
		}
	}
	n.set("anyOf", nil, all)
}

// modify applies one call to a schema.
func (r *reader) modify(n *node, e *expr, s *step) *node {
	args := positional(s.args)
	if !s.call {
		return n
	}
	switch {
	case (s.name == "describe" || s.name == "description" || s.name == "title") && len(args) > 0:
		key := "description"
		if s.name == "title" {
			key = s.name
		}
		// zod keeps one description a schema: the last one said.
		c := &node{kind: n.kind, start: n.start, end: n.end}
		c.members = slices.DeleteFunc(slices.Clone(n.members), func(f field) bool { return f.key == key })
		r.prose(c, key, args[0])
		return c
	case (s.name == "meta" || s.name == "openapi") && len(args) > 0 && args[0].kind == object:
		for _, key := range []string{"title", "description"} {
			if v := args[0].get(key); v != nil {
				r.prose(n, key, v)
			}
		}
	case s.name == "default" && len(args) > 0:
		n.set("default", nil, r.literal(args[0]))
	case (s.name == "extend" || s.name == "merge" || s.name == "safeExtend" || s.name == "and" || s.name == "augment") && len(args) > 0:
		var more *node
		if v := args[0].resolve(); v != nil && v.kind == object {
			more = r.shape(v)
		} else {
			more = r.schema(args[0])
		}
		c := r.object(e)
		for _, from := range []*node{n, more} {
			for _, p := range from.get("properties").membersOf() {
				c.get("properties").set(p.key, p.at, p.value)
			}
		}
		return c
	case (s.name == "pick" || s.name == "omit") && len(args) > 0 && args[0].kind == object:
		c := r.object(e)
		for _, p := range n.get("properties").membersOf() {
			if (args[0].get(p.key) != nil) == (s.name == "pick") {
				c.get("properties").set(p.key, p.at, p.value)
			}
		}
		return c
	case s.name == "array":
		c := r.at(manifest.Object, e)
		c.set("type", nil, r.word("array", e))
		c.set("items", nil, n)
		return c
	case types[s.name] != "" && n.get("type") == nil:
		n.set("type", nil, r.word(types[s.name], e)) // z.coerce.number()
	}
	return n
}
