package source

import (
	"go/ast"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// findGo reads the declarations of a file in Go.
func (r *reader) findGo() {
	f := r.root
	if f.code.tree == nil {
		return
	}
	// done are literals that belong to what was read already; typed, those whose
	// type stands around them.
	done, typed := map[ast.Node]bool{}, map[ast.Node]string{}
	ast.Inspect(f.code.tree, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.CallExpr:
			r.goCall(x, done)
		case *ast.CompositeLit:
			elided(x, typed)
			if !done[x] {
				r.goLiteral(x, typed[x], nil)
			}
		}
		return !r.full
	})
}

// elided notes the type of literals in a list or map that is written once for all.
func elided(x *ast.CompositeLit, typed map[ast.Node]string) {
	element := ""
	switch t := x.Type.(type) {
	case *ast.ArrayType:
		element = typeName(t.Elt)
	case *ast.MapType:
		element = typeName(t.Value)
	}
	if element == "" {
		return
	}
	for _, e := range x.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		if c, ok := e.(*ast.CompositeLit); ok && c.Type == nil {
			typed[c] = element
		}
	}
}

// goLiteral reads a struct literal that declares something. handler is the
// function that a tool is registered with, for the type of its parameters.
func (r *reader) goLiteral(x *ast.CompositeLit, typ string, handler *expr) {
	if x.Type != nil {
		typ = typeName(x.Type)
	}
	switch typ {
	case "Tool", "Prompt", "Resource", "ResourceTemplate", "ServerOptions":
	default:
		return
	}
	e := r.root.code.expr(r.root, x, typ, 0)
	if e.kind != object {
		return
	}
	switch typ {
	case "Tool":
		members := e.members
		if value(members, inputKeys...) == nil && handler != nil {
			members = append(members, member{key: "InputSchema", keyed: true, value: handler})
		}
		r.tool(e, members, nil, nil)
	case "Prompt":
		r.prompt(e, e.members, nil, nil)
	case "ServerOptions":
		r.server(e, nil, e.get("Instructions"))
	default:
		address := e.get("URI", "URITemplate")
		r.resource(e, e.members, address, e.get("Name"), typ == "ResourceTemplate")
	}
}

// goCall reads a call that declares something.
func (r *reader) goCall(x *ast.CallExpr, done map[ast.Node]bool) {
	callee := typeName(x.Fun)
	if i, ok := x.Fun.(*ast.IndexExpr); ok {
		callee = typeName(i.X)
	}
	g, f := r.root.code, r.root
	switch {
	case callee == "WithInstructions" && len(x.Args) == 1:
		e := g.expr(f, x, "", 0)
		r.server(e, nil, g.expr(f, x.Args[0], "", 0))
	case hasTool(callee) || callee == "NewToolWithRawSchema":
		r.goTool(x, done)
	case callee == "NewPrompt":
		r.goPrompt(g.expr(f, x, "", 0))
	case callee == "NewResource" || callee == "NewResourceTemplate":
		r.goResource(g.expr(f, x, "", 0), callee == "NewResourceTemplate")
	}
}

func (r *reader) goTool(x *ast.CallExpr, done map[ast.Node]bool) {
	g, f := r.root.code, r.root
	// AddTool(server, &mcp.Tool{…}, handler)
	for i, a := range x.Args {
		if u, ok := a.(*ast.UnaryExpr); ok {
			a = u.X
		}
		c, ok := a.(*ast.CompositeLit)
		if !ok || typeName(c.Type) != "Tool" || done[c] {
			continue
		}
		var handler *expr
		if i+1 < len(x.Args) {
			handler = r.goHandler(g.expr(f, x.Args[len(x.Args)-1], "", 0))
		}
		done[c] = true
		r.goLiteral(c, "", handler)
		return
	}
	e := g.expr(f, x, "", 0)
	_, args, _ := e.callee()
	given := positional(args)
	if len(given) < 2 {
		return
	}
	named, ok := name(given[0])
	if !ok {
		return
	}
	n := r.declaration(manifest.Tool, e, named.value)
	n.set("name", nil, r.str(named, given[0]))
	props := r.at(manifest.Object, e)
	var in *node
	for i, a := range given[1:] {
		callee, _, isCall := a.callee()
		switch t := a.textAt(0); {
		case i == 0 && t != nil && !strings.HasPrefix(callee, "With"):
			r.prose(n, "description", a)
		case isCall && strings.HasPrefix(callee, "With"):
			r.goOption(n, props, a)
		case isCall && callee == "RawMessage":
			in = r.schema(a)
		case i == 1 && t != nil && a.kind == literal:
			in = r.schema(a)
		case a.kind == function || a.kind == chain && len(a.steps) == 0:
			if h := r.goHandler(a); h != nil && in == nil {
				in = r.schema(h)
			}
		}
	}
	if in == nil {
		in = r.object(e)
		in.set("properties", nil, props)
	}
	if n.get("description") == nil && len(props.members) == 0 && len(r.told) == 0 {
		return
	}
	n.set("inputSchema", nil, in)
	r.done(manifest.Tool, n)
}

// goOption applies an option of mcp-go to a tool.
func (r *reader) goOption(n, props *node, e *expr) {
	callee, args, _ := e.callee()
	given := positional(args)
	if len(given) == 0 {
		return
	}
	switch callee {
	case "WithDescription", "WithPromptDescription", "WithResourceDescription", "WithTemplateDescription":
		r.prose(n, "description", given[0])
		return
	case "WithMIMEType", "WithTemplateMIMEType":
		n.set("mimeType", nil, r.literal(given[0]))
		return
	case "WithTitleAnnotation":
		a := r.at(manifest.Object, e)
		r.prose(a, "title", given[0])
		n.set("annotations", nil, a)
		return
	}
	t, ok := goOptionTypes[callee]
	if !ok || props == nil {
		return
	}
	named, ok := name(given[0])
	if !ok {
		return
	}
	v := r.at(manifest.Object, e)
	if t != "" {
		v.set("type", nil, r.word(t, e))
	}
	r.path = append(r.path[:0], "inputSchema", named.value)
	for _, o := range given[1:] {
		r.goProperty(v, o)
	}
	r.path = r.path[:0]
	props.set(named.value, r.keyAt(named), v)
}

var goOptionTypes = map[string]string{
	"WithString": "string", "WithNumber": "number", "WithInteger": "integer", "WithBoolean": "boolean", "WithObject": "object", "WithArray": "array", "WithAny": "", "WithArgument": "",
}

// goProperty applies an option of mcp-go to a parameter.
func (r *reader) goProperty(v *node, e *expr) {
	callee, args, _ := e.callee()
	given := positional(args)
	if len(given) == 0 {
		return
	}
	switch callee {
	case "Description", "ArgumentDescription":
		r.prose(v, "description", given[0])
	case "Title":
		r.prose(v, "title", given[0])
	case "Enum":
		values := r.at(manifest.Array, e)
		for _, a := range given {
			if x := r.literal(a); x != nil {
				values.items = append(values.items, x)
			}
		}
		v.set("enum", nil, values)
	case "DefaultString", "DefaultNumber", "DefaultBool":
		v.set("default", nil, r.literal(given[0]))
	case "Items":
		v.set("items", nil, r.schema(given[0]))
	case "Properties":
		v.set("properties", nil, r.literal(given[0]))
	}
}

func (r *reader) goPrompt(e *expr) {
	_, args, _ := e.callee()
	given := positional(args)
	if len(given) == 0 {
		return
	}
	named, ok := name(given[0])
	if !ok {
		return
	}
	n := r.declaration(manifest.Prompt, e, named.value)
	n.set("name", nil, r.str(named, given[0]))
	props := r.at(manifest.Object, e)
	for _, a := range given[1:] {
		r.goOption(n, props, a)
	}
	all := r.at(manifest.Array, e)
	for _, p := range props.members {
		all.items = append(all.items, r.propertyArgument(p))
	}
	if len(all.items) > 0 {
		n.set("arguments", nil, all)
	}
	r.done(manifest.Prompt, n)
}

func (r *reader) goResource(e *expr, isTemplate bool) {
	_, args, _ := e.callee()
	given := positional(args)
	if len(given) < 2 {
		return
	}
	at, named := given[0].textAt(0), given[1].textAt(0)
	if at == nil || named == nil || !strings.Contains(at.value, ":") {
		return
	}
	kind, key := manifest.Resource, "uri"
	if isTemplate {
		kind, key = manifest.ResourceTemplate, "uriTemplate"
	}
	n := r.declaration(kind, e, named.value)
	n.set("name", nil, r.str(named, given[1]))
	n.set(key, nil, r.str(at, given[0]))
	for _, a := range given[2:] {
		r.goOption(n, nil, a)
	}
	r.done(kind, n)
}
