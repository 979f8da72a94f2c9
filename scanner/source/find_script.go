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
		case f.kind(i) == word:
			open := i + 1
			if f.is(open, '<') {
				if end := f.generic(open, len(f.tokens)); end > 0 {
					open = end + 1
				}
			}
			if f.is(open, '(') && !f.isWord(i-1, "function") {
				if end := r.scriptCall(i, open); end > 0 {
					done = max(done, end)
				}
			}
		}
	}
}

// isObject reports whether a brace begins an object rather than a block.
func (f *file) isObject(i int) bool {
	if i == 0 {
		return false
	}
	switch f.kind(i - 1) {
	case punct:
		return !f.is(i-1, ';') && !(f.is(i-1, '>') && f.is(i-2, '='))
	case opening:
		return true
	case word:
		return f.isWord(i-1, "return", "as", "satisfies", "default")
	}
	return false
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

// scriptCall reads a call that may declare something. It gives the token behind
// the arguments that were read; 0 for none.
func (r *reader) scriptCall(i, open int) int {
	f := r.root
	form := scriptForm(f.tok(i))
	if form == noForm {
		return 0
	}
	from, to, ok := f.inside(open)
	if !ok {
		return 0
	}
	ranges := f.commas(from, to)
	if len(ranges) == 0 || len(ranges) > 12 {
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

// keysAt are the keys of the object that begins at a token, without what they
// hold.
func (f *file) keysAt(open int) (keys []string) {
	from, to, ok := f.inside(open)
	if !ok {
		return nil
	}
	start := true
	for i := from; i < to; i = f.over(i) {
		if start && (f.kind(i) == word || f.kind(i) == quoted) && len(keys) < 64 {
			key := f.tok(i)
			if key == "get" && f.isWord(i+1) {
				key = f.tok(i + 1)
			}
			keys = append(keys, strings.Trim(key, "\"'"))
		}
		start = f.is(i, ',')
	}
	return keys
}

// scriptObject reads an object that declares something, and reports whether it did.
func (r *reader) scriptObject(open int) bool {
	f := r.root
	keys := f.keysAt(open)
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(keys, n) })
	}
	isTool := has("description") && (has(inputKeys...) || has("handler", "execute", "run", "callback", "cb") && f.toolAround(open)) ||
		has("description", "inputSchema") && f.toolAround(open)
	isPrompt := has("name") && has("arguments") && !isTool
	isResource := has("name") && has("uri", "uriTemplate", "uri_template") && !isTool
	if !isTool && !isPrompt && !isResource {
		return false
	}
	if !has("name") && (!isTool || !f.valueOfKey(open)) {
		return false
	}
	e := f.parse(open, f.over(open), 0)
	if e.kind != object {
		return false
	}
	nameAt := e.get(nameKeys...)
	switch {
	case isTool && nameAt == nil:
		if !f.sdk() || !(has("inputSchema", "input_schema") || f.toolAround(open)) || value(e.members, descriptionKeys...).textAt(0) == nil {
			return false
		}
		key := f.keyAt(f.keyOf(open))
		if key == nil || !isName(key.value) {
			return false
		}
		r.tool(e, e.members, key, &expr{kind: literal, file: f, text: key, start: key.start, end: key.end})
		return true
	case isTool:
		if _, ok := name(nameAt); !ok || !r.declaresTool(e, open) {
			return false
		}
		r.tool(e, e.members, nil, nil)
	case isPrompt:
		if v := e.get("arguments").resolve(); v == nil || v.kind != list || !f.sdk() {
			return false
		}
		r.prompt(e, e.members, nil, nil)
	default:
		address := e.get("uri", "uriTemplate", "uri_template")
		if t := address.textAt(0); t == nil || !strings.Contains(t.value, ":") || !f.sdk() && e.get("mimeType") == nil {
			return false
		}
		r.resource(e, e.members, address, nameAt, e.get("uri") == nil)
	}
	return true
}

// declaresTool asks for more than the keys name, description and one for
// parameters, where those have other uses.
func (r *reader) declaresTool(e *expr, open int) bool {
	if e.get("inputSchema", "input_schema", "paramsSchema", "inputShape") != nil || r.root.toolAround(open) {
		return true
	}
	return r.root.sdk() && e.get(inputKeys...) != nil
}

// toolAround reports whether what stands before an object calls it a tool:
// defineTool({…}), const searchTool = {…}, TOOLS = [ {…} ], tools: [ {…} ].
func (f *file) toolAround(open int) bool {
	for i, n := open-1, 0; i >= 0 && n < 24; i, n = i-1, n+1 {
		switch t := f.tokens[i]; t.kind {
		case word:
			low := strings.ToLower(f.tok(i))
			if strings.HasSuffix(low, "tool") || strings.HasSuffix(low, "tools") || strings.HasSuffix(low, "tooldefinition") {
				return !slices.ContainsFunc(notDeclaring, func(v string) bool { return strings.HasPrefix(low, v) })
			}
			if n > 8 {
				return false
			}
		case closing:
			// Another element of the same list.
			if t.match < 0 {
				return false
			}
			i = int(t.match)
		case quoted, opening, punct:
			if f.is(i, ';') || f.is(i, '{') {
				return false
			}
		}
	}
	return false
}

// keyOf is the key that an object is the value of, -1 for none. A call may stand
// around the object: key: tool({…}).
func (f *file) keyOf(open int) int {
	i := open - 1
	if f.is(i, '(') && f.kind(i-1) == word {
		for i -= 1; f.is(i-1, '.') && f.kind(i-2) == word; i -= 2 {
		}
		i--
	}
	if f.is(i, ':') && (f.kind(i-1) == word || f.kind(i-1) == quoted) {
		return i - 1
	}
	return -1
}

func (f *file) valueOfKey(open int) bool { return f.keyOf(open) >= 0 }

// scriptClass reads a class whose fields are those of a tool.
func (r *reader) scriptClass(i int) {
	f := r.root
	open := i + 1
	for n := 0; open < len(f.tokens) && !f.is(open, '{') && n < 40; n++ {
		if f.is(open, ';') || f.is(open, ')') {
			return
		}
		open = f.over(open)
	}
	from, to, ok := f.inside(open)
	if !ok || !f.is(open, '{') {
		return
	}
	members := f.fields(from, to)
	if value(members, "description") == nil || value(members, nameKeys...) == nil {
		return
	}
	heading := strings.ToLower(f.src[f.tokens[i].start:f.tokens[open].start])
	if value(members, inputKeys...) == nil && !strings.Contains(heading, "tool") {
		return
	}
	if _, ok := name(value(members, nameKeys...)); !ok {
		return
	}
	e := &expr{kind: object, file: f, members: members, start: int(f.tokens[i].start), end: int(f.tokens[to].end)}
	r.tool(e, members, nil, nil)
}

// fields are the fields of a class: name: string = "…", readonly a = …, get a()
// { return … }, and this.a = … in its constructor.
func (f *file) fields(from, to int) (members []member) {
	for i := from; i < to; i = f.over(i) {
		if f.kind(i) != word || f.is(i-1, '.') {
			continue
		}
		w := f.tok(i)
		switch {
		case w == "constructor" && f.is(i+1, '('):
			open := f.over(i + 1)
			start, end, ok := f.inside(open)
			for k := start; ok && f.is(open, '{') && k < end; k++ {
				if f.isWord(k, "this") && f.is(k+1, '.') && f.is(k+3, '=') && !f.is(k+4, '=') {
					stop := min(f.statement(k+4), end)
					members = append(members, member{key: f.tok(k + 2), keyed: true, at: f.keyAt(k + 2), value: f.parse(k+4, stop, 0)})
					k = stop
				}
			}
		case w == "get" && f.isWord(i+1) && f.is(i+2, '('):
			body := f.over(i + 2)
			for body < to && !f.is(body, '{') {
				body = f.over(body)
			}
			if body < to {
				members = append(members, member{key: f.tok(i + 1), keyed: true, at: f.keyAt(i + 1), value: f.returned(i+1, f.over(body), 0)})
			}
			i = body
		case f.is(i+1, '=') && !f.is(i+2, '=') && !f.is(i+2, '>'):
			end := min(f.statement(i+2), to)
			members = append(members, member{key: w, keyed: true, at: f.keyAt(i), value: f.parse(i+2, end, 0)})
			i = end - 1
		case f.is(i+1, ':') && !f.is(i-1, '.'):
			// A type, and a value behind it.
			for k := i + 2; k < to && k < i+60; k = f.over(k) {
				if f.is(k, ';') || f.tokens[k].first {
					break
				}
				if f.is(k, '=') && !f.is(k+1, '>') {
					end := min(f.statement(k+1), to)
					members = append(members, member{key: w, keyed: true, at: f.keyAt(i), value: f.parse(k+1, end, 0)})
					i = end - 1
					break
				}
			}
		}
	}
	return members
}
