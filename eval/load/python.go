package load

import (
	"slices"
	"strings"
)

// A pyTool is a function, or a call of Tool(…), by which Python code tells a
// server's tools. It is read from the source text; nothing is run or imported.
type pyTool struct {
	name   string
	doc    string
	params []pyParam
	kind   string // tool, prompt or resource
	line   int
}

type pyParam struct{ name, doc string }

// pyTools finds what a source declares: functions decorated with …tool, …prompt
// or …resource, new docstrings assigned to them, and calls of Tool(…). They are
// in the order of the source, so that a function that is declared again, as a
// server does that turns on its second start, comes out twice.
func pyTools(name, source string) ([]pyTool, error) {
	lines, err := pyLines(name, source)
	if err != nil {
		return nil, err
	}
	var all []pyTool
	var decorators []pyLine
	for i, l := range lines {
		if len(l.tokens) > 1 && l.tokens[0].text == "@" {
			decorators = append(decorators, l)
			continue
		}
		if d := functionName(l); d >= 0 {
			if t, ok := decorated(decorators, l, d); ok {
				if t.doc == "" {
					t.doc = docstring(l, lines[i+1:])
				}
				all = append(all, t)
			}
		} else if t, ok := newDocstring(l, all); ok {
			all = append(all, t)
		}
		all = append(all, toolCalls(l)...)
		decorators = nil
	}
	return all, nil
}

// functionName is the index of the name in "def name(" or "async def name(", or
// -1.
func functionName(l pyLine) int {
	for i, t := range l.tokens[:min(2, len(l.tokens))] {
		if t.kind == pyName && t.text == "def" && i+1 < len(l.tokens) {
			return i + 1
		}
	}
	return -1
}

func decorated(decorators []pyLine, def pyLine, at int) (pyTool, bool) {
	for _, d := range decorators {
		// @mcp.tool, @mcp.tool(), @tool(name="…")
		end := slices.IndexFunc(d.tokens, func(t pyToken) bool { return t.text == "(" && t.kind == pyMark })
		if end < 0 {
			end = len(d.tokens)
		}
		kind := d.tokens[end-1].text
		if kind != "tool" && kind != "prompt" && kind != "resource" {
			continue
		}
		t := pyTool{name: def.tokens[at].text, kind: kind, line: def.tokens[at].line, params: parameters(def.tokens[at+1:])}
		if s, ok := keyword(d.tokens[end:], "name"); ok {
			t.name = s
		}
		t.doc, _ = keyword(d.tokens[end:], "description")
		return t, true
	}
	return pyTool{}, false
}

// docstring is the string that a function's body begins with: behind the colon
// of its own line, or alone on the next one, which is indented deeper.
func docstring(def pyLine, rest []pyLine) string {
	body := def.tokens[len(def.tokens)-1:]
	if body[0].kind != pyString {
		if len(rest) == 0 || rest[0].indent <= def.indent {
			return ""
		}
		body = rest[0].tokens
	}
	var b strings.Builder
	for _, t := range body {
		if t.kind != pyString || t.formatted {
			return ""
		}
		b.WriteString(t.text)
	}
	return dedent(b.String())
}

// newDocstring reads "name.__doc__ = '…'" for a tool that is known.
func newDocstring(l pyLine, known []pyTool) (pyTool, bool) {
	t := l.tokens
	if len(t) < 5 || t[1].text != "." || t[2].text != "__doc__" || t[3].text != "=" {
		return pyTool{}, false
	}
	for _, k := range slices.Backward(known) {
		if k.name == t[0].text {
			k.doc, _ = literals(t[4:])
			k.doc, k.line = dedent(k.doc), t[0].line
			return k, true
		}
	}
	return pyTool{}, false
}

// toolCalls finds Tool(name="…", description="…") in a line.
func toolCalls(l pyLine) []pyTool {
	var all []pyTool
	for i, t := range l.tokens {
		if t.kind != pyName || t.text != "Tool" || i+1 == len(l.tokens) || l.tokens[i+1].text != "(" {
			continue
		}
		name, ok := keyword(l.tokens[i+1:], "name")
		if !ok {
			continue
		}
		doc, _ := keyword(l.tokens[i+1:], "description")
		all = append(all, pyTool{name: name, doc: doc, kind: "tool", line: t.line})
	}
	return all
}

// keyword finds a string argument by its name in the call whose bracket comes
// first, not in calls inside it.
func keyword(call []pyToken, name string) (string, bool) {
	depth := 0
	for i, t := range call {
		switch {
		case t.kind == pyMark && strings.Contains("([{", t.text):
			depth++
		case t.kind == pyMark && strings.Contains(")]}", t.text):
			if depth--; depth == 0 {
				return "", false
			}
		case depth == 1 && t.kind == pyName && t.text == name && i+2 < len(call) && call[i+1].text == "=":
			return literals(call[i+2:])
		}
	}
	return "", false
}

// literals joins the adjacent string literals that tokens begin with, in
// brackets or not.
func literals(tokens []pyToken) (string, bool) {
	var b strings.Builder
	n := 0
	for _, t := range tokens {
		if t.kind == pyMark && t.text == "(" && n == 0 {
			continue
		}
		if t.kind != pyString {
			break
		}
		b.WriteString(t.text)
		n++
	}
	return b.String(), n > 0
}

// parameters reads the names in a signature, with the text of Field(description
// = "…") where one is given. self, cls and a context object are the framework's.
func parameters(tokens []pyToken) []pyParam {
	var all []pyParam
	depth, start := 0, false
	for i, t := range tokens {
		switch {
		case t.kind == pyMark && strings.Contains("([{", t.text):
			depth++
			start = depth == 1
		case t.kind == pyMark && strings.Contains(")]}", t.text):
			if depth--; depth == 0 {
				return all
			}
		case t.kind == pyMark && t.text == "," && depth == 1:
			start = true
		case t.kind == pyName && start:
			start = false
			if t.text != "self" && t.text != "cls" && t.text != "ctx" && t.text != "context" {
				all = append(all, pyParam{name: t.text})
			}
		case t.kind == pyName && t.text == "Field" && depth > 0 && len(all) > 0:
			if s, ok := keyword(tokens[i+1:], "description"); ok {
				all[len(all)-1].doc = s
			}
		}
	}
	return all
}

// dedent takes the common indentation out of all lines but the first, as Python
// shows docstrings (PEP 257).
func dedent(s string) string {
	lines := strings.Split(s, "\n")
	common := -1
	for _, l := range lines[1:] {
		if bare := strings.TrimLeft(l, " \t"); bare != "" {
			if n := len(l) - len(bare); common < 0 || n < common {
				common = n
			}
		}
	}
	for i := 1; i < len(lines) && common > 0; i++ {
		lines[i] = lines[i][min(common, len(lines[i])):]
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
