package source

import (
	"go/ast"
	"slices"
)

type exprKind uint8

const (
	unknown exprKind = iota // an expression that only running it would tell
	literal                 // a string
	scalar                  // a number, a boolean or null
	chain                   // a name or another expression, and what is asked of it: a.b(c).d
	joined                  // texts joined by +, or by standing side by side
	object                  // keys and values
	list
	function // a function or class: its body is not part of an expression
)

// An expr is an expression of any of the languages, as far as it matters here.
type expr struct {
	kind       exprKind
	file       *file
	start, end int    // bytes of the source
	text       *text  // of a literal
	name       string // a chain's head, where that is a name; a scalar as JSON writes it
	head       *expr  // a chain's head, where that is no name
	steps      []step
	items      []*expr // of joined and list
	members    []member
	// typ is the type that an object is written with, without its package.
	typ string
	// from and to are the tokens of the expression, where the file has tokens.
	from, to int
	code     ast.Node // of Go: a function or a struct
}

// A step is one thing that is asked of the head of a chain.
type step struct {
	name string // "" where the head itself is called
	call bool
	args []member
	at   int // byte of the source
}

// A member is a key with its value, or an argument: a positional one has no key.
type member struct {
	key    string
	keyed  bool
	at     *text // the key as it stands
	value  *expr
	spread bool // what value holds is meant
}

// get is the value of a key; nil if there is none.
func (e *expr) get(keys ...string) *expr {
	if e == nil || e.kind != object {
		return nil
	}
	return value(e.members, keys...)
}

// value is the value of the first of the keys that is there.
func value(members []member, keys ...string) *expr {
	for _, key := range keys {
		for i := len(members) - 1; i >= 0; i-- {
			if members[i].keyed && members[i].key == key {
				return members[i].value
			}
		}
	}
	return nil
}

// positional are the arguments without a key.
func positional(args []member) (all []*expr) {
	for _, a := range args {
		if !a.keyed && !a.spread {
			all = append(all, a.value)
		}
	}
	return all
}

// last is the last step of a chain; nil for none.
func (e *expr) last() *step {
	if e == nil || e.kind != chain || len(e.steps) == 0 {
		return nil
	}
	return &e.steps[len(e.steps)-1]
}

// callee is the name of what a chain calls at its end: the b of a.b(…).
func (e *expr) callee() (name string, args []member, ok bool) {
	s := e.last()
	if s == nil || !s.call {
		return "", nil, false
	}
	if s.name != "" {
		return s.name, s.args, true
	}
	if len(e.steps) == 1 {
		return e.name, s.args, e.name != ""
	}
	if before := e.steps[len(e.steps)-2]; !before.call {
		return before.name, s.args, true
	}
	return "", s.args, false
}

// path is a chain without calls: a.b.c.
func (e *expr) path() ([]string, bool) {
	if e == nil || e.kind != chain || e.name == "" {
		return nil, false
	}
	names := []string{e.name}
	for _, s := range e.steps {
		if s.call {
			return nil, false
		}
		names = append(names, s.name)
	}
	return names, true
}

// step finds the last step of that name that is a call.
func (e *expr) step(names ...string) *step {
	if e == nil || e.kind != chain {
		return nil
	}
	for i := len(e.steps) - 1; i >= 0; i-- {
		if s := &e.steps[i]; s.call && slices.Contains(names, s.name) {
			return s
		}
	}
	return nil
}
