package source

import (
	"go/ast"
	"path"
	"reflect"
	"strconv"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// goHandler is the struct that a handler takes its parameters in.
func (r *reader) goHandler(e *expr) *expr {
	if e == nil {
		return nil
	}
	if e.kind == chain {
		e = e.resolve()
	}
	if e == nil || e.kind != function {
		return nil
	}
	var params *ast.FieldList
	switch c := e.code.(type) {
	case *ast.FuncDecl:
		params = c.Type.Params
	case *ast.FuncLit:
		params = c.Type.Params
	}
	if params == nil || len(params.List) == 0 {
		return nil
	}
	if t := e.file.lookup(typeName(params.List[len(params.List)-1].Type), 0); t != nil {
		if _, ok := t.code.(*ast.StructType); ok {
			return t
		}
	}
	return nil
}

// goStruct reads the fields of a struct as parameters.
func (r *reader) goStruct(e *expr) *node {
	s, ok := e.code.(*ast.StructType)
	if !ok {
		return nil
	}
	g, f := e.file.code, e.file
	n := r.object(e)
	n.start, n.end = r.subject.Start, r.subject.End
	props := n.get("properties")
	for _, field := range s.Fields.List {
		if len(field.Names) == 0 { // an embedded struct
			if t := f.lookup(typeName(field.Type), g.offset(field.Pos())); t != nil && t != e {
				for _, p := range r.schema(t).get("properties").membersOf() {
					props.set(p.key, p.at, p.value)
				}
			}
			continue
		}
		r.goField(props, g, f, field)
	}
	return n
}

func (r *reader) goField(props *node, g *goFile, f *file, field *ast.Field) {
	if !field.Names[0].IsExported() || field.Tag == nil {
		return
	}
	tag := f.decodeAt(g.offset(field.Tag.Pos()), g.offset(field.Tag.End()))
	if tag == nil {
		return
	}
	named, _, _ := strings.Cut(reflect.StructTag(tag.value).Get("json"), ",")
	if named == "-" {
		return
	}
	if named == "" {
		named = field.Names[0].Name
	}
	at := &expr{kind: literal, file: f, start: g.offset(field.Pos()), end: g.offset(field.End())}
	v := r.at(manifest.Object, at)
	r.path = append(r.path, named)
	if t := goTypes[typeName(field.Type)]; t != "" {
		v.set("type", nil, r.word(t, at))
	} else if t := f.lookup(elementName(field.Type), g.offset(field.Pos())); t != nil && t.kind == function {
		if inner := r.schema(t); inner != nil {
			v = inner
			if _, isArray := field.Type.(*ast.ArrayType); isArray {
				v = r.at(manifest.Object, at)
				v.set("type", nil, r.word("array", at))
				v.set("items", nil, inner)
			}
		}
	}
	if d := described(tag); d != nil {
		at.text = d
		r.prose(v, "description", at)
	}
	r.path = r.path[:len(r.path)-1]
	props.set(named, nil, v)
}

func elementName(x ast.Expr) string {
	if a, ok := x.(*ast.ArrayType); ok {
		return typeName(a.Elt)
	}
	return typeName(x)
}

var goTypes = map[string]string{"string": "string", "int": "integer", "int64": "integer", "int32": "integer", "uint": "integer", "float64": "number", "float32": "number", "bool": "boolean"}

// described is the description in a struct's tag: jsonschema_description:"…",
// description:"…", jsonschema:"description=…,…" of invopop/jsonschema, or all of
// jsonschema:"…" as the Go SDK has it.
func described(tag *text) *text {
	for _, key := range []string{"jsonschema_description", "description", "desc"} {
		if t := tagValue(tag, key); t != nil {
			return t
		}
	}
	t := tagValue(tag, "jsonschema")
	if t == nil {
		return nil
	}
	i := strings.Index(t.value, "description=")
	if i < 0 {
		if first, _, _ := strings.Cut(t.value, ","); strings.ContainsAny(first, "= ") == strings.Contains(first, "=") && !strings.Contains(first, " ") {
			return nil // required, enum=…
		}
		return t
	}
	if i > 0 && t.value[i-1] != ',' {
		return t
	}
	from := i + len("description=")
	// The value goes to the next comma without a backslash.
	var keep []span
	start := from
	for k := from; k < len(t.value); k++ {
		if t.value[k] == '\\' && k+1 < len(t.value) && t.value[k+1] == ',' {
			keep = append(keep, span{start, k})
			start = k + 1
			k++
			continue
		}
		if t.value[k] == ',' {
			keep = append(keep, span{start, k})
			return t.keep(keep)
		}
	}
	return t.keep(append(keep, span{start, len(t.value)}))
}

// tagValue is the value of a key in a struct's tag, with the places of its bytes.
func tagValue(tag *text, key string) *text {
	i := strings.Index(tag.value, key+`:"`)
	if i < 0 || i > 0 && tag.value[i-1] != ' ' && tag.value[i-1] != '\t' {
		return nil
	}
	from := i + len(key) + 1
	quoted, err := strconv.QuotedPrefix(tag.value[from:])
	if err != nil {
		return nil
	}
	// The value is a literal of Go inside the tag: its escapes are undone once more.
	value := tag.cut(from+1, from+len(quoted)-1)
	if !strings.Contains(value.value, `\`) {
		return value
	}
	plain, err := strconv.Unquote(quoted)
	if err != nil {
		return nil
	}
	return value.unescape(plain)
}

// unescape is the text with the escapes of a literal undone: plain is what comes
// out. Each escape is a part of its own.
func (t *text) unescape(plain string) *text {
	c := *t
	c.value, c.parts = "", nil
	var texts []*text
	at := 0
	for at < len(t.value) {
		n := strings.IndexByte(t.value[at:], '\\')
		if n < 0 {
			n = len(t.value) - at
		}
		if n > 0 {
			texts = append(texts, t.cut(at, at+n))
			at += n
			continue
		}
		r, _, rest, err := strconv.UnquoteChar(t.value[at:], '"')
		if err != nil {
			return t
		}
		size := len(t.value) - at - len(rest)
		piece := t.cut(at, at+size)
		piece.value = string(r)
		if len(piece.parts) > 0 {
			piece.parts = []manifest.Part{{Decoded: len(piece.value), Start: piece.parts[0].Start, End: piece.parts[len(piece.parts)-1].End}}
		}
		texts = append(texts, piece)
		at += size
	}
	for _, x := range texts {
		c.value += x.value
		c.parts = append(c.parts, x.parts...)
	}
	if c.value != plain {
		return t
	}
	return &c
}

// embedded is the file that a //go:embed above a variable names; "" for none.
func embedded(d *ast.GenDecl, s *ast.ValueSpec) string {
	for _, group := range []*ast.CommentGroup{d.Doc, s.Doc} {
		if group == nil {
			continue
		}
		for _, c := range group.List {
			if name, ok := strings.CutPrefix(c.Text, "//go:embed "); ok && !strings.ContainsAny(name, "*? ") {
				return strings.TrimSpace(name)
			}
		}
	}
	return ""
}

func (f *file) embeddedText(name string, start, end int) *expr {
	t := f.loadedFrom(path.Join(path.Dir(f.path), name), start, end)
	if t == nil {
		return &expr{file: f, start: start, end: end}
	}
	return &expr{kind: literal, file: f, text: t, start: start, end: end}
}
