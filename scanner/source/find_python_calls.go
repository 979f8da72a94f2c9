package source

import (
	"slices"
	"strings"
)

// pythonCall reads a call that declares something: Tool(name=…), a server with
// instructions, mcp.tool(…)(fn), mcp.add_tool(fn).
func (r *reader) pythonCall(i int) {
	f := r.root
	callee := f.tok(i)
	form := pythonForm(callee)
	isType := slices.Contains(pythonTypesOf, callee)
	if form == noForm && !isType && !strings.Contains(callee, "MCP") && callee != "Server" {
		return
	}
	from, to, ok := f.inside(i + 1)
	if !ok {
		return
	}
	whole := &expr{file: f, start: int(f.tokens[i].start), end: int(f.tokens[to].end)}
	if isType || form == noForm {
		r.pythonType(callee, whole, f.arguments(from, to, 0))
		return
	}
	if f.is(to+1, '(') {
		// mcp.tool(description=…)(fn)
		start, end, ok := f.inside(to + 1)
		if fn := f.functionAt(start); ok && fn != nil && end == start+1 {
			whole.end = int(f.tokens[end].end)
			r.registered(form, whole, fn, f.arguments(from, to, 0))
			return
		}
	}
	if f.is(i-1, '.') {
		// mcp.tool(fn), mcp.add_tool(fn, description=…)
		if fn := f.functionAt(from); fn != nil && (f.is(from+1, ',') || from+1 == to) {
			args := f.arguments(from, to, 0)
			r.registered(form, whole, fn, args[1:])
			return
		}
	}
	if form == toolForm {
		r.pythonType("Tool", whole, f.arguments(from, to, 0))
	}
}

// pythonTypesOf are the types of the SDK that declare something.
var pythonTypesOf = []string{"Tool", "Prompt", "Resource", "ResourceTemplate", "FunctionTool", "StructuredTool"}

// functionAt is the function that a name means; nil for any other token. A
// method is found by its name as well: self.search.
func (f *file) functionAt(i int) *expr {
	if f.isWord(i, "self") && f.is(i+1, '.') {
		i += 2
	}
	if !f.isWord(i) {
		return nil
	}
	fn := f.lookup(f.tok(i), int(f.tokens[i].start))
	if fn == nil || fn.kind != function || fn.file != f || f.isWord(fn.from, "class") {
		return nil
	}
	return fn
}

// registered reads a function that a call registers.
func (r *reader) registered(form callForm, whole *expr, fn *expr, args []member) {
	def := fn.from
	if r.root.isWord(def, "async") {
		def++
	}
	r.function(form, whole, def, args)
}

// pythonType reads an object of the SDK, by its arguments.
func (r *reader) pythonType(callee string, whole *expr, args []member) {
	switch callee {
	case "Tool", "FunctionTool", "StructuredTool":
		if value(args, "name") != nil && value(args, "description", "inputSchema", "input_schema", "parameters") != nil {
			r.tool(whole, args, nil, nil)
		}
	case "Prompt":
		if value(args, "name") != nil {
			r.prompt(whole, args, nil, nil)
		}
	case "Resource", "ResourceTemplate":
		if a := value(args, "uri", "uriTemplate", "uri_template"); a != nil && value(args, "name") != nil {
			// AnyUrl("…") is its argument.
			if _, inner, ok := a.callee(); ok && len(inner) > 0 {
				a = inner[0].value
			}
			r.resource(whole, args, a, value(args, "name"), callee != "Resource")
		}
	default:
		if strings.Contains(callee, "MCP") || callee == "Server" {
			nameAt := value(args, "name")
			if given := positional(args); nameAt == nil && len(given) > 0 {
				nameAt = given[0]
			}
			r.server(whole, nameAt, value(args, "instructions"))
		}
	}
}

// pythonDict reads a dictionary that declares a tool.
func (r *reader) pythonDict(open int) bool {
	f := r.root
	from, to, ok := f.inside(open)
	if !ok {
		return false
	}
	named, described, schema := false, false, false
	for i := from; i < to; i = f.over(i) {
		if f.kind(i) == quoted && f.is(i+1, ':') {
			switch strings.Trim(f.tok(i), "\"'") {
			case "name":
				named = true
			case "description":
				described = true
			case "inputSchema", "input_schema":
				schema = true
			case "parameters":
				schema = schema || f.toolAround(open)
			}
		}
	}
	if !named || !described || !schema {
		return false
	}
	e := f.parse(open, f.over(open), 0)
	if _, ok := name(e.get("name")); !ok {
		return false
	}
	r.tool(e, e.members, nil, nil)
	return true
}

// pythonClass reads a class whose fields are those of a tool.
func (r *reader) pythonClass(i int) {
	f := r.root
	end := f.blockEnd(i)
	if end > i+400_000 || !f.isWord(i+1) {
		return
	}
	var members []member
	margin := -1
	for k := f.lineEnd(i); k < end; k = f.lineEnd(k) {
		if margin < 0 {
			margin = f.column(k)
		}
		if f.column(k) != margin || !f.isWord(k) || !slices.Contains(classKeys, f.tok(k)) {
			continue
		}
		stop := f.lineEnd(k)
		for v := k + 1; v < stop; v = f.over(v) {
			if f.is(v, '=') {
				members = append(members, member{key: f.tok(k), keyed: true, at: f.keyAt(k), value: f.parse(v+1, stop, 0)})
				break
			}
		}
	}
	if value(members, "name") == nil || value(members, "description") == nil {
		return
	}
	heading := f.src[f.tokens[i].start:f.tokens[f.lineEnd(i)-1].end]
	if !strings.Contains(heading, "Tool") && value(members, inputKeys...) == nil {
		return
	}
	r.tool(&expr{file: f, start: int(f.tokens[i].start), end: int(f.tokens[i+1].end)}, members, nil, nil)
}

var classKeys = append([]string{"name", "description", "title", "annotations"}, inputKeys...)
