package source

import (
	"slices"
	"strings"
)

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

// told are the keys that tell whether an object declares something.
var told = func() map[string]bool {
	all := map[string]bool{}
	for _, keys := range [][]string{inputKeys, {"name", "description", "handler", "execute", "run", "callback", "cb", "arguments", "uri", "uriTemplate", "uri_template"}} {
		for _, k := range keys {
			all[k] = true
		}
	}
	return all
}()

// keysAt are those keys of the object that begins at a token which tell what it
// declares, each once.
func (f *file) keysAt(open int) (keys []string) {
	from, to, ok := f.inside(open)
	if !ok {
		return nil
	}
	start := true
	for i := from; i < to; i = f.over(i) {
		if start && (f.kind(i) == word || f.kind(i) == quoted) {
			key := strings.Trim(f.tok(i), "\"'")
			if key == "get" && f.isWord(i+1) {
				key = f.tok(i + 1)
			}
			if told[key] && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
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
	for n := 0; open < len(f.tokens) && !f.is(open, '{') && n < maxType; n++ {
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
			for k := i + 2; k < to && k < i+maxType; k = f.over(k) {
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
