package source

import (
	"slices"

	"github.com/theriac/theriac/scanner/manifest"
)

// parameter reads one parameter or field: name: type = default.
func (r *reader) parameter(props *node, f *file, p span) {
	i := p.start
	if i >= p.end || !f.isWord(i) || f.isWord(i, "self", "cls", "ctx", "context") {
		return
	}
	from, to, eq := i+1, p.end, -1
	for k := i + 1; k < p.end; k = f.over(k) {
		if f.is(k, '=') && eq < 0 {
			eq = k
		}
	}
	if eq >= 0 {
		to = eq
	}
	v := r.at(manifest.Object, nil)
	v.start, v.end = int(f.tokens[i].start), int(f.tokens[i].end)
	if f != r.root {
		v.start, v.end = r.subject.Start, r.subject.End
	}
	r.path = append(r.path, f.tok(i))
	defer func() { r.path = r.path[:len(r.path)-1] }()
	if f.is(from, ':') {
		if f.isWord(from+1, "Context") || f.is(from+2, '.') && f.isWord(from+3, "Context") {
			return
		}
		v = r.annotation(v, f, from+1, to, 0)
	}
	if eq >= 0 {
		d := f.parse(eq+1, p.end, 0)
		if callee, args, ok := d.callee(); ok && slices.Contains(fieldCalls, callee) {
			r.fieldCall(v, args)
		} else if d.kind != scalar || d.name != "null" {
			v.set("default", nil, r.plain(d))
		}
	}
	props.set(f.tok(i), r.keyAt(f.keyAt(i)), v)
}

// plain is a default that is written out.
func (r *reader) plain(e *expr) *node {
	switch e.kind {
	case literal, joined, scalar, list, object:
		return r.literal(e)
	}
	return nil
}

// fieldCalls are the functions whose arguments describe a parameter.
var fieldCalls = []string{"Field", "Query", "Path", "Body", "Param", "Parameter", "Option", "Argument", "PydanticField"}

func (r *reader) fieldCall(v *node, args []member) {
	for _, key := range []string{"title", "description"} {
		if d := value(args, key); d != nil {
			r.prose(v, key, d)
		}
	}
	if d := value(args, "default"); d != nil && d.name != "null" {
		v.set("default", nil, r.plain(d))
	} else if given := positional(args); len(given) > 0 {
		v.set("default", nil, r.plain(given[0]))
	}
	if x := value(args, "examples"); x != nil {
		v.set("examples", nil, r.plain(x))
	}
}

// pythonTypes are the types of JSON Schema by those of Python.
var pythonTypes = map[string]string{
	"str": "string", "int": "integer", "float": "number", "bool": "boolean", "list": "array", "List": "array", "dict": "object", "Dict": "object",
}

// annotation reads a type: Annotated[T, …], Literal[…], Optional[T], a model.
func (r *reader) annotation(v *node, f *file, from, to, depth int) *node {
	if from >= to || depth > 8 {
		return v
	}
	name := ""
	open := from
	for ; open < to && (f.kind(open) == word || f.is(open, '.')); open++ {
		name = f.tok(open)
	}
	if t := pythonTypes[name]; t != "" {
		v.set("type", nil, r.word(t, nil))
	}
	start, end, ok := f.inside(open)
	if !ok {
		if open > from && open == to || f.is(open, '|') {
			if c := f.lookup(name, int(f.tokens[from].start)); c != nil && c.kind == function && c.file.isWord(c.from, "class") {
				r.nested(v, c)
			} else if c != nil && c.kind == chain {
				return r.annotation(v, c.file, c.from, c.to, depth+1) // a type by another name
			}
		}
		return v
	}
	args := f.commas(start, end)
	switch name {
	case "Annotated":
		for k, a := range args {
			if k == 0 {
				v = r.annotation(v, f, a.start, a.end, depth+1)
				continue
			}
			e := f.parse(a.start, a.end, 0)
			if callee, given, ok := e.callee(); ok {
				if slices.Contains(fieldCalls, callee) {
					r.fieldCall(v, given)
				} else if callee == "Doc" && len(given) > 0 {
					r.prose(v, "description", given[0].value)
				}
			} else if x := e.resolve(); x != nil && x.kind != function {
				if callee, given, ok := x.callee(); ok && slices.Contains(fieldCalls, callee) {
					r.fieldCall(v, given)
				} else if x.textAt(0) != nil {
					r.prose(v, "description", e)
				}
			}
		}
	case "Literal":
		values := r.at(manifest.Array, nil)
		for _, a := range args {
			if x := r.literal(f.parse(a.start, a.end, 0)); x != nil {
				values.items = append(values.items, x)
			}
		}
		v.set("enum", nil, values)
	case "Optional", "Union", "Required", "NotRequired":
		for _, a := range args {
			v = r.annotation(v, f, a.start, a.end, depth+1)
		}
	case "list", "List", "Sequence", "Iterable", "set", "tuple":
		if len(args) > 0 {
			item := &node{kind: manifest.Object, start: v.start, end: v.end}
			if item = r.annotation(item, f, args[0].start, args[0].end, depth+1); len(item.members) > 0 {
				v.set("items", nil, item)
			}
		}
	}
	return v
}

// nested puts the fields of a model into a schema.
func (r *reader) nested(v *node, class *expr) {
	if r.deep++; r.deep < 8 {
		props := &node{kind: manifest.Object, start: v.start, end: v.end}
		r.classFields(props, class)
		if len(props.members) > 0 {
			v.set("type", nil, r.word("object", nil))
			v.set("properties", nil, props)
		}
	}
	r.deep--
}

// classFields reads the fields of a pydantic model, a dataclass or a TypedDict.
func (r *reader) classFields(props *node, class *expr) {
	f := class.file
	if r.full {
		return
	}
	if f.is(class.from+2, '(') {
		from, to, _ := f.inside(class.from + 2)
		for _, base := range f.commas(from, to) {
			if c := f.lookup(f.tok(base.start), int(f.tokens[base.start].start)); c != nil && c.kind == function && c.file.isWord(c.from, "class") && c != class && r.deep < 8 {
				r.deep++
				r.classFields(props, c)
				r.deep--
			}
		}
	}
	for k := f.lineEnd(class.from); k < class.to; k = f.lineEnd(k) {
		if f.isWord(k) && f.is(k+1, ':') && !f.isWord(k, "def", "class", "if", "else", "try", "model_config") {
			r.parameter(props, f, span{k, f.lineEnd(k)})
		} else if f.isWord(k, "def", "async", "class") || f.is(k, '@') {
			// Methods: jump over their blocks.
			if f.is(k, '@') {
				continue
			}
			k = max(k, f.blockEnd(k)-1)
		}
	}
}

// classMember is what a class calls by a name: of an enumeration, or a constant.
func (f *file) classMember(class *expr, name string) *expr {
	if f.lang != &python || !f.isWord(class.from, "class") {
		return nil
	}
	for k := f.lineEnd(class.from); k < class.to; k = f.lineEnd(k) {
		if f.isWord(k, name) && f.is(k+1, '=') {
			return f.parse(k+2, f.lineEnd(k), 0)
		}
	}
	return nil
}
