package source

import (
	"slices"
	"strings"
)

// textOf is the text that an expression makes; nil where it makes none that is
// known in any part. What is partly known has gaps, and is computed.
func (f *file) textOf(e *expr) *text { return e.textAt(0) }

// maxFollowed is how many constants are followed from one to the next.
const maxFollowed = 6

func (e *expr) textAt(depth int) *text {
	if e == nil || depth > maxFollowed {
		return nil
	}
	switch e.kind {
	case literal:
		return e.text
	case joined:
		return e.sum(e.items, depth)
	case chain:
		if t := e.called(depth); t != nil {
			return t
		}
		if r := e.resolve(); r != nil && r != e && r.kind != function {
			if t := r.textAt(depth + 1); t != nil {
				c := *t
				c.start, c.end = t.start, t.end
				return &c
			}
		}
		return nil
	case unknown:
		return e.fragments()
	}
	return nil
}

// unchanged are functions and methods that give their text as it is, but for
// blanks, by how blanks are treated.
var unchanged = map[string]func(*text) *text{
	"strip": (*text).trim, "trim": (*text).trim, "TrimSpace": (*text).trim,
	"dedent": dedented, "outdent": dedented, "stripIndent": dedented, "stripIndents": dedented, "cleandoc": (*text).clean,
	"String": as, "str": as, "toString": as, "raw": as, "valueOf": as,
	"_": as, "gettext": as, "__": as, "Text": as, "markdown": as, "html": as, "md": as,
}

func as(t *text) *text { return t }

// dedented is a text as the dedent packages of npm and textwrap.dedent(…).strip()
// make it.
func dedented(t *text) *text {
	d := t.dedent(false)
	if d == t {
		d = t.dedent(true)
	}
	return d.trim()
}

// called is the text that a call gives; nil where the expression is no such call.
func (e *expr) called(depth int) *text {
	s := e.last()
	if s == nil || !s.call {
		return nil
	}
	args := positional(s.args)
	name, _, _ := e.callee()
	switch name {
	case "join":
		return e.joinedList(args, depth)
	case "Join":
		if len(args) == 2 && args[0].kind == list {
			return args[0].joinWith(args[1].textAt(depth), depth)
		}
		return nil
	case "read_text", "readFileSync", "readFile":
		return e.loaded(args)
	}
	change, ok := unchanged[name]
	switch {
	case ok && len(args) == 1:
		if t := args[0].textAt(depth); t != nil {
			return change(t)
		}
	case ok && len(args) == 0 && s.name != "":
		if t := e.before().textAt(depth); t != nil {
			return change(t)
		}
	case len(args) == 2 && isKey(args[0]):
		return args[1].textAt(depth) // t("TOOL_DESCRIPTION", "what the tool does")
	case len(args) > 0:
		// A function of the program: what it makes of the text is not known.
		if t := e.fixedArguments(args, depth); t != nil {
			return t
		}
	}
	return nil
}

// isKey reports whether an argument is the key of a text, as programs with
// translations give one: upper case, or words joined by dots, without blanks.
func isKey(e *expr) bool {
	if e.kind != literal || e.text.value == "" || len(e.text.value) > 200 {
		return false
	}
	return !strings.ContainsAny(e.text.value, " \t\n") &&
		(e.text.value == strings.ToUpper(e.text.value) || strings.ContainsAny(e.text.value, "._"))
}

// before is a chain without its last step.
func (e *expr) before() *expr {
	c := *e
	c.steps = e.steps[:len(e.steps)-1]
	if len(c.steps) == 0 && c.head != nil {
		return c.head
	}
	return &c
}

// resolve is what a name stands for: a constant, or a part of one. It is nil for
// a name that is not known, and the expression itself where that is no name.
func (e *expr) resolve() *expr {
	if e == nil || e.kind != chain {
		return e
	}
	names, ok := e.path()
	if !ok {
		return e
	}
	f := e.file
	key := strings.Join(names, ".")
	if f.open[key] || len(f.open) > maxNesting {
		return nil
	}
	f.open[key] = true
	defer delete(f.open, key)
	at := f.lookup(names[0], e.start)
	rest := names[1:]
	if at == nil && len(rest) > 0 {
		at, rest = f.moduleMember(names[0], rest[0]), rest[1:]
	}
	for _, name := range rest {
		if name == "value" && at != nil && at.kind == literal {
			continue // of an enumeration in Python
		}
		at = at.resolve()
		if at == nil {
			return nil
		}
		if at.kind == function {
			at = at.file.classMember(at, name)
		} else {
			at = at.part(name)
		}
	}
	if at != nil && at.kind == chain {
		return at.resolve()
	}
	return at
}

// part is the value of a key of an object, through Object.freeze(…) and what
// else is only wrapped around it.
func (e *expr) part(name string) *expr {
	if _, args, ok := e.callee(); ok && len(args) == 1 {
		e = args[0].value
	}
	if v := e.get(name); v != nil {
		return v
	}
	if e == nil {
		return nil
	}
	for _, m := range slices.Backward(e.members) {
		if m.spread {
			if v := m.value.resolve().get(name); v != nil {
				return v
			}
		}
	}
	return nil
}
