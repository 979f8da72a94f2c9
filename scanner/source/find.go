package source

import (
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// The keys that declarations are written with, by what is published of them. Go
// writes them with a capital.
var (
	nameKeys        = []string{"name", "Name"}
	descriptionKeys = []string{"description", "Description", "desc"}
	titleKeys       = []string{"title", "Title"}
	inputKeys       = []string{"inputSchema", "input_schema", "InputSchema", "parameters", "Parameters", "paramsSchema", "inputShape", "schema",
		"RawInputSchema", "args", "argsSchema", "args_schema", "params", "inputs", "input", "zodSchema", "parametersSchema", "shape", "parameterSchema"}
	outputKeys     = []string{"outputSchema", "output_schema", "OutputSchema", "RawOutputSchema"}
	annotationKeys = []string{"annotations", "Annotations"}
	metaKeys       = []string{"_meta", "meta", "Meta"}
)

// declaration begins a declaration that stands where an expression does.
func (r *reader) declaration(kind manifest.ComponentKind, e *expr, name string) *node {
	r.subject = Computed{Kind: kind, Name: name, Start: e.start, End: e.end}
	if e.file != r.root {
		r.subject.Start, r.subject.End = 0, 0
	}
	r.path, r.deep = r.path[:0], 0
	return &node{kind: manifest.Object, start: r.subject.Start, end: r.subject.End}
}

func (r *reader) done(kind manifest.ComponentKind, n *node) {
	if r.full || len(n.members) == 0 {
		return
	}
	r.declared = append(r.declared, decl{kind, n})
}

// name reads the name of a declaration; ok is false for what can't be one.
func name(e *expr) (*text, bool) {
	if e == nil {
		return nil, false
	}
	t := e.textAt(0)
	return t, t != nil && isName(t.value)
}

// isName reports whether a text may be the name of a tool or prompt: short, and
// of one word.
func isName(s string) bool {
	return s != "" && len(s) <= 128 && !strings.ContainsAny(s, " \t\r\n<>") && s != gap
}

// tool reads a tool from the members that say what it is. named is its name where
// that does not stand among them.
func (r *reader) tool(e *expr, members []member, named *text, nameAt *expr) {
	if named == nil {
		nameAt = value(members, nameKeys...)
		named, _ = name(nameAt)
		if named == nil {
			return
		}
	}
	n := r.declaration(manifest.Tool, e, named.value)
	n.set("name", nil, r.str(named, nameAt))
	r.common(n, members)
	in := value(members, inputKeys...)
	r.input(n, in)
	if out := value(members, outputKeys...); out != nil {
		r.path = append(r.path[:0], "outputSchema")
		n.set("outputSchema", nil, r.schema(out))
		r.path = r.path[:0]
	}
	r.extras(n, members)
	r.done(manifest.Tool, n)
}

// input reads the schema of a tool's parameters. A tool without one has an empty
// one: without it, no list of tools would be known as one.
func (r *reader) input(n *node, e *expr) {
	r.path = append(r.path[:0], "inputSchema")
	in := r.schema(e)
	r.path = r.path[:0]
	if in == nil {
		in = &node{kind: manifest.Object, start: n.start, end: n.end}
		in.set("type", nil, r.word("object", nil))
	}
	n.set("inputSchema", nil, in)
}

// common reads what all kinds of components say.
func (r *reader) common(n *node, members []member) {
	r.prose(n, "title", value(members, titleKeys...))
	r.prose(n, "description", value(members, descriptionKeys...))
}

func (r *reader) extras(n *node, members []member) {
	for _, x := range []struct {
		key  string
		keys []string
	}{{"annotations", annotationKeys}, {"_meta", metaKeys}} {
		if v := value(members, x.keys...).resolve(); v != nil && v.kind == object {
			n.set(x.key, nil, r.literal(v))
		}
	}
}

// prompt reads a prompt.
func (r *reader) prompt(e *expr, members []member, named *text, nameAt *expr) {
	if named == nil {
		nameAt = value(members, nameKeys...)
		if named, _ = name(nameAt); named == nil {
			return
		}
	}
	n := r.declaration(manifest.Prompt, e, named.value)
	n.set("name", nil, r.str(named, nameAt))
	r.common(n, members)
	r.promptArguments(n, value(members, "arguments", "Arguments", "argsSchema", "args", "parameters"))
	r.done(manifest.Prompt, n)
}

// promptArguments reads a list of arguments, or a shape that becomes one.
func (r *reader) promptArguments(n *node, e *expr) {
	if e == nil {
		return
	}
	if v := e.resolve(); v != nil {
		e = v
	}
	r.path = append(r.path[:0], "arguments")
	defer func() { r.path = r.path[:0] }()
	all := r.at(manifest.Array, e)
	if e.kind == list {
		for _, item := range e.items {
			if v := r.argument(item); v != nil {
				all.items = append(all.items, v)
			}
		}
	} else {
		for _, p := range r.schema(e).get("properties").membersOf() {
			all.items = append(all.items, r.propertyArgument(p))
		}
	}
	if len(all.items) > 0 {
		n.set("arguments", nil, all)
	}
}

// propertyArgument is a property of a schema as the argument of a prompt.
func (r *reader) propertyArgument(p field) *node {
	a := &node{kind: manifest.Object, start: p.value.start, end: p.value.end}
	name := p.at
	if name == nil {
		name = &text{value: p.key}
	}
	a.set("name", nil, r.str(name, nil))
	a.set("description", nil, p.value.get("description"))
	return a
}

// argument reads {name, description}, or Argument(name=…, description=…).
func (r *reader) argument(e *expr) *node {
	members := e.members
	if _, args, ok := e.callee(); ok {
		members = args
	}
	named, ok := name(value(members, nameKeys...))
	if !ok {
		return nil
	}
	a := r.at(manifest.Object, e)
	a.set("name", nil, r.str(named, value(members, nameKeys...)))
	r.path = append(r.path, named.value)
	r.common(a, members)
	r.path = r.path[:len(r.path)-1]
	return a
}

// resource reads a resource, or a template of one.
func (r *reader) resource(e *expr, members []member, address, nameAt *expr, isTemplate bool) {
	kind, key := manifest.Resource, "uri"
	if isTemplate {
		kind, key = manifest.ResourceTemplate, "uriTemplate"
	}
	at := address.textAt(0)
	if at == nil {
		return
	}
	named := at.value
	if t := nameAt.textAt(0); t != nil {
		named = t.value
	}
	n := r.declaration(kind, e, named)
	if t := nameAt.textAt(0); t != nil {
		n.set("name", nil, r.str(t, nameAt))
	}
	n.set(key, nil, r.str(at, address))
	r.common(n, members)
	if v := value(members, "mimeType", "mime_type", "MIMEType"); v != nil {
		n.set("mimeType", nil, r.literal(v))
	}
	r.done(kind, n)
}

// server reads what a server says of itself.
func (r *reader) server(e *expr, nameAt, instructions *expr) {
	if instructions == nil {
		return
	}
	t := nameAt.textAt(0)
	named := ""
	if t != nil {
		named = t.value
	}
	n := r.declaration(manifest.Server, e, named)
	if t != nil {
		info := &node{kind: manifest.Object, start: n.start, end: n.end}
		info.set("name", nil, r.str(t, nameAt))
		n.set("serverInfo", nil, info)
	}
	r.prose(n, "instructions", instructions)
	if n.get("instructions") != nil {
		r.done(manifest.Server, n)
	}
}

// hasTool reports whether the name of a function says that it declares a tool:
// registerTool, addTool, tool, addToolWithScopes, but not those that use one.
func hasTool(callee string) bool {
	low := strings.ToLower(callee)
	begins := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(low, w) })
	}
	switch at := strings.LastIndex(low, "tool"); {
	case at < 0:
		return false
	case at+len("tool") == len(low):
		return !begins(notDeclaring)
	case !begins(declaring):
		return false
	}
	return !slices.ContainsFunc(aboutCalls, func(w string) bool { return strings.Contains(low, w) })
}

var (
	declaring = []string{"register", "add", "define", "declare", "create", "make", "new", "must", "build", "mcp", "server"}
	// notDeclaring begin the names of functions that do something with a tool.
	notDeclaring = []string{"call", "get", "use", "run", "execute", "invoke", "remove", "delete", "find", "is", "has", "on", "handle", "select", "enable", "disable",
		"unregister", "list", "test", "parse", "render", "log", "track", "validate", "resolve", "dispatch"}
	// aboutCalls are in the names of functions that make what belongs to a call.
	aboutCalls = []string{"result", "response", "error", "message", "handler", "call", "output", "event", "use", "choice", "toolset", "kit"}
)
