package source

import (
	"slices"
	"strings"
)

// findScript reads the declarations of a file in TypeScript or JavaScript.
func (r *reader) findScript() {
	f := r.root
	done := 0 // objects before this token belong to what was read already
	for i := 0; i < len(f.tokens) && !r.full; i++ {
		switch {
		case f.is(i, '{') && i >= done && f.isObject(i):
			if r.scriptObject(i) {
				done = f.over(i)
			}
		case f.isWord(i, "class") && !f.is(i-1, '.'):
			r.scriptClass(i)
		case f.is(i, ']') && f.is(i+1, '(') && f.kind(i-1) == quoted && f.is(i-2, '['):
			// server["tool"](…)
			if key := f.keyAt(i - 1); key != nil {
				if end := r.scriptCall(key.value, i, i+1); end > 0 {
					done = max(done, end)
				}
			}
		case f.kind(i) == word:
			open := i + 1
			if f.is(open, '<') {
				if end := f.generic(open, len(f.tokens)); end > 0 {
					open = end + 1
				}
			}
			if f.is(open, '(') && !f.isWord(i-1, "function") {
				if end := r.scriptCall(f.tok(i), i, open); end > 0 {
					done = max(done, end)
				}
			}
		}
	}
}

// A callForm is what a call by a name declares.
type callForm uint8

const (
	noForm callForm = iota
	toolForm
	promptForm
	resourceForm
	serverForm
)

func scriptForm(callee string) callForm {
	switch {
	case hasTool(callee):
		return toolForm
	case callee == "prompt", callee == "registerPrompt", callee == "addPrompt", callee == "definePrompt":
		return promptForm
	case callee == "resource", callee == "registerResource", callee == "addResource", callee == "registerAppResource":
		return resourceForm
	case callee == "McpServer", callee == "Server", callee == "FastMCP", callee == "MCPServer":
		return serverForm
	}
	return noForm
}

// scriptCall reads a call of a function, by its name, that may declare something:
// i is the token before the bracket. It gives the token behind
// the arguments that were read; 0 for none.
func (r *reader) scriptCall(callee string, i, open int) int {
	f := r.root
	form := scriptForm(callee)
	if form == noForm {
		return 0
	}
	from, to, ok := f.inside(open)
	if !ok {
		return 0
	}
	ranges := f.commas(from, to)
	if len(ranges) == 0 {
		return 0
	}
	args := make([]*expr, len(ranges))
	for k, a := range ranges {
		args[k] = f.parse(a.start, a.end, 0)
	}
	whole := &expr{file: f, start: int(f.tokens[i].start), end: int(f.tokens[to].end)}
	if form == serverForm {
		if f.isWord(i-1, "new") {
			r.scriptServer(whole, args)
		}
		return 0
	}
	// server.registerTool(…) or registerTool(server, …): the name is the first text.
	k := slices.IndexFunc(args, func(a *expr) bool { _, ok := name(a); return ok })
	if k < 0 || k > 2 || len(args) == 1 {
		return 0
	}
	rest := args[k+1:]
	for _, a := range args[:k] {
		// A schema before the name.
		if v := a.resolve(); form == toolForm && v != nil && isZod(v) {
			rest = append([]*expr{a}, rest...)
		}
	}
	if !r.scriptDeclared(form, whole, args[k], rest) {
		return 0
	}
	end := from
	for n, a := range args {
		if a.kind != function {
			end = ranges[n].end
		}
	}
	return end
}

// scriptDeclared reads a name and what follows it.
func (r *reader) scriptDeclared(form callForm, whole, nameAt *expr, rest []*expr) bool {
	named, _ := name(nameAt)
	var members []member
	var texts []*expr
	var address *expr
	isTemplate := false
	for n, a := range rest {
		v := a
		if a.kind == chain {
			if callee, args, ok := a.callee(); ok && callee == "ResourceTemplate" && len(args) > 0 {
				address, isTemplate = args[0].value, true
				continue
			}
			if x := a.resolve(); x != nil {
				v = x
			}
		}
		switch {
		case v.kind == function, isHandler(v):
		case v.kind == object && isHints(v):
			members = append(members, member{key: "annotations", keyed: true, value: a})
		case v.kind == object && isConfig(v, form):
			members = append(members, v.members...)
		case v.kind == object && len(v.members) == 0:
		case n == 0 && v.kind == chain && v.hasCall() && !isZod(v) && len(rest) > 2 && schemaFollows(rest[1:]):
			texts = append(texts, a) // describe("read"), {…}
		case v.kind == object || v.kind == chain && (v.hasCall() && v.textAt(0) == nil):
			members = append(members, member{key: "schema", keyed: true, value: a})
		case v.kind == list:
		case v.kind == scalar:
		case a == rest[len(rest)-1] && v.textAt(0) == nil:
			// The handler, by its name.
		case a.kind == chain && v.textAt(0) == nil && (len(texts) > 0 || n > 0 || len(rest) < 3):
			members = append(members, member{key: "schema", keyed: true, value: a})
		default:
			texts = append(texts, a)
		}
	}
	if form == resourceForm {
		if address == nil && len(texts) > 0 {
			address = texts[0]
		}
		if address == nil {
			return false
		}
		r.resource(whole, members, address, nameAt, isTemplate)
		return true
	}
	if len(texts) == 0 && len(members) == 0 {
		return false
	}
	// name, description; or name, title, description.
	if len(texts) > 0 {
		members = append(members, member{key: "description", keyed: true, value: texts[len(texts)-1]})
	}
	if len(texts) > 1 {
		members = append(members, member{key: "title", keyed: true, value: texts[0]})
	}
	if form == promptForm {
		for k := range members {
			if members[k].key == "schema" {
				members[k].key = "args"
			}
		}
		r.prompt(whole, members, named, nameAt)
		return true
	}
	r.tool(whole, members, named, nameAt)
	return true
}

// schemaFollows reports whether one of the arguments holds parameters.
func schemaFollows(rest []*expr) bool {
	return slices.ContainsFunc(rest, func(e *expr) bool {
		v := e.resolve()
		return v != nil && (v.kind == object && !isHints(v) || isZod(v))
	})
}

// isHandler reports whether a call wraps a function: withErrors(async () => …).
func isHandler(e *expr) bool {
	_, args, ok := e.callee()
	return ok && !isZod(e) && slices.ContainsFunc(args, func(a member) bool { return a.value.kind == function })
}

// isHints reports whether an object holds a tool's annotations.
func isHints(e *expr) bool {
	for _, m := range e.members {
		if strings.HasSuffix(m.key, "Hint") {
			return true
		}
	}
	return false
}

// isConfig reports whether an object says of a tool what it is, rather than which
// parameters it has: the values of a shape are schemas, never texts.
func isConfig(e *expr, form callForm) bool {
	for _, m := range e.members {
		switch m.key {
		case "description", "title":
			if form == resourceForm || m.value.kind == literal || m.value.kind == joined || m.value.kind == unknown || m.value.kind == chain && m.value.step("describe") == nil && !isZod(m.value) {
				return true
			}
		case "inputSchema", "argsSchema", "outputSchema", "annotations", "_meta", "paramsSchema":
			return true
		case "mimeType":
			return form == resourceForm
		}
	}
	return false
}

// isZod reports whether an expression is a schema of zod or TypeBox.
func isZod(e *expr) bool {
	return e.kind == chain && (e.name == "z" || e.name == "Type" || e.name == "zod") && e.hasCall()
}

// scriptServer reads new McpServer({name}, {instructions}).
func (r *reader) scriptServer(whole *expr, args []*expr) {
	var nameAt, instructions *expr
	for _, a := range args {
		v := a.resolve()
		if nameAt == nil {
			nameAt = v.get("name")
		}
		if instructions == nil {
			instructions = v.get("instructions")
		}
	}
	r.server(whole, nameAt, instructions)
}
