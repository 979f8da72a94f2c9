package source

import (
	"slices"
	"strings"
)

// findPython reads the declarations of a file in Python.
func (r *reader) findPython() {
	f := r.root
	done := 0
	for i := 0; i < len(f.tokens) && !r.full; i++ {
		switch {
		case f.is(i, '@') && f.tokens[i].first:
			if end := r.decorated(i); end > i {
				i = end - 1
			}
		case f.is(i, '{') && i >= done:
			if r.pythonDict(i) {
				done = f.over(i)
			}
		case f.isWord(i, "class") && f.tokens[i].first:
			r.pythonClass(i)
		case f.kind(i) == word && f.is(i+1, '(') && !f.isWord(i-1, "def", "class"):
			r.pythonCall(i)
		}
	}
}

// pythonForm is what a decorator or a registering call declares.
func pythonForm(name string) callForm {
	switch {
	case hasTool(name):
		return toolForm
	case name == "prompt", name == "add_prompt":
		return promptForm
	case name == "resource", name == "add_resource", name == "resource_template":
		return resourceForm
	}
	return noForm
}

// decorated reads the decorators that begin at i, and the function below them.
func (r *reader) decorated(i int) int {
	f := r.root
	var declaring []*expr
	k := i
	for k < len(f.tokens) && f.is(k, '@') && f.tokens[k].first {
		end := f.lineEnd(k)
		// Parsing costs something: most decorators declare nothing.
		if slices.ContainsFunc(f.tokens[k:min(end, k+12)], func(t token) bool {
			return t.kind == word && pythonForm(f.src[t.start:t.end]) != noForm
		}) {
			if e := f.parse(k+1, end, 0); e.kind == chain {
				declaring = append(declaring, e)
			}
		}
		k = end
	}
	if f.isWord(k, "async") {
		k++
	}
	if !f.isWord(k, "def") || !f.isWord(k+1) {
		return k
	}
	for _, e := range declaring {
		name, args := e.name, []member(nil)
		if s := e.last(); s != nil {
			name = s.name
			if s.call {
				name, args, _ = e.callee()
			}
		}
		if form := pythonForm(name); form != noForm {
			if form != toolForm && e.name == name && !f.sdk() {
				continue
			}
			r.function(form, e, k, args)
		}
	}
	return k
}

// function reads a function that is registered, at the token def, with the
// arguments of what registers it.
func (r *reader) function(form callForm, at *expr, def int, args []member) {
	f := r.root
	given := positional(args)
	nameAt := value(args, "name")
	var address *expr
	if form == resourceForm {
		if address = value(args, "uri", "uri_template"); address == nil && len(given) > 0 {
			address = given[0]
		}
	} else if nameAt == nil && len(given) > 0 {
		if _, ok := name(given[0]); ok {
			nameAt = given[0]
		}
	}
	named, ok := name(nameAt)
	if !ok {
		named = f.keyAt(def + 1)
		nameAt = &expr{kind: literal, file: f, text: named, start: named.start, end: named.end}
	}
	members := slices.Clone(args)
	if value(members, "description") == nil {
		if doc := f.docstring(def); doc != nil {
			members = append(members, member{key: "description", keyed: true,
				value: &expr{kind: literal, file: f, text: doc, start: doc.start, end: doc.end}})
		}
	}
	// The declaration goes from its decorator to the end of its docstring.
	whole := *at
	whole.end = max(at.end, named.end)
	switch form {
	case resourceForm:
		if t := address.textAt(0); t != nil {
			r.resource(&whole, members, address, nameAt, strings.Contains(t.value, "{"))
		}
		return
	case promptForm:
		members = append(members, member{key: "arguments", keyed: true, value: &expr{kind: function, file: f, from: def, to: def + 1}})
		r.prompt(&whole, members, named, nameAt)
		return
	}
	if value(members, inputKeys...) == nil {
		members = append(members, member{key: "inputSchema", keyed: true, value: &expr{kind: function, file: f, from: def, to: def + 1}})
	}
	r.tool(&whole, members, named, nameAt)
}

// model reads what a function of Python takes, or a class holds, as a schema.
func (r *reader) model(e *expr) *node {
	f := e.file
	if f.code != nil {
		return r.goStruct(e)
	}
	if f.lang != &python {
		return nil
	}
	n := r.object(e)
	props := n.get("properties")
	if f.isWord(e.from, "class") {
		r.classFields(props, e)
		return n
	}
	open := e.from + 2
	for f.isWord(open-2, "async") {
		open++
	}
	from, to, ok := f.inside(open)
	if !ok {
		return n
	}
	for _, p := range f.commas(from, to) {
		r.parameter(props, f, p)
	}
	return n
}
