package baseline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// A change is one member that is not what it was.
type change struct {
	at       *place
	old, new manifest.Node // the zero Node where there is none
	rule     *scanner.Rule
	severity scanner.Severity
	// what says what happened, for a person: "parameter added". note says more,
	// most often why it is no worse.
	what, note scanner.Message
	// structural changes of one schema are told in one finding: a retyped
	// parameter mostly gets new bounds too.
	structural bool
	// cosmetic changes of a component are told in one finding.
	cosmetic bool
	// point is where the finding stands, if not at the member itself.
	point *place
}

// place is the way from a component to a member, as a list: paths are made only
// for findings.
type place struct {
	up    *place
	name  string
	key   manifest.Node // the member's key in the new document; zero where there is none
	index int           // of an array's element; name is then empty
}

func (p *place) member(name string, key manifest.Node) *place {
	return &place{up: p, name: name, key: key, index: -1}
}

func (p *place) element(i int) *place { return &place{up: p, index: i} }

// field is the path as findings have it.
func (p *place) field() string {
	var b strings.Builder
	for _, s := range p.steps() {
		if s.index >= 0 {
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		} else {
			manifest.FieldPart(&b, s.name)
		}
	}
	return b.String()
}

// pointer is the JSON Pointer of the place in its file.
func (p *place) pointer(component string) string {
	var b strings.Builder
	b.WriteString(component)
	for _, s := range p.steps() {
		if s.index >= 0 {
			b.WriteString(manifest.PointerIndex(s.index))
		} else {
			b.WriteString(manifest.PointerPart(s.name))
		}
	}
	return b.String()
}

func (p *place) steps() []*place {
	var steps []*place
	for ; p != nil; p = p.up {
		steps = append(steps, p)
	}
	slices.Reverse(steps)
	return steps
}

// walk compares one component with what it was.
type walk struct {
	pair
	sums    *digester
	roles   map[manifest.Node]manifest.Role
	changes []change
	// rule is DIFF001 or DIFF002, by where the walk is; nil: nothing is recorded.
	rule         *scanner.Rule
	text, schema *scanner.Rule
	// reorders is set where both sides have an order of keys that a person wrote: a
	// baseline's keys are sorted.
	reorders bool
	depth    int
	seen     map[[2]manifest.Node]bool
	err      error
}

func newWalk(c *comparison, p pair) *walk {
	return &walk{pair: p, sums: newDigester(), text: c.text, schema: c.schema, rule: c.text,
		reorders: c.old.Shape != Shape && c.new.Shape != Shape}
}

func (w *walk) record(c change) {
	if c.rule = w.rule; c.rule != nil {
		w.changes = append(w.changes, c)
	}
}

func (w *walk) add(at *place, old, new manifest.Node, s scanner.Severity, what, note scanner.Message) {
	w.record(change{at: at, old: old, new: new, severity: s, what: what, note: note})
}

// high is add for what is high whatever it says.
func (w *walk) high(at *place, old, new manifest.Node, what string) {
	w.add(at, old, new, scanner.High, scanner.Say(what), scanner.Message{})
}

func (w *walk) cosmetic(at *place, old, new manifest.Node, why string) {
	w.record(change{at: at, old: old, new: new, severity: scanner.Low, what: scanner.Say(verb(old, new)), note: scanner.Say(why), cosmetic: true})
}

// role is what a string is for, on whichever side it stands.
func (w *walk) role(old, new manifest.Node) manifest.Role {
	if w.roles == nil {
		w.roles = map[manifest.Node]manifest.Role{}
		for _, c := range []*manifest.Component{w.old, w.new} {
			if c == nil {
				continue
			}
			for i := range c.Texts {
				w.roles[c.Texts[i].Node()] |= c.Texts[i].Role
			}
		}
	}
	if r, ok := w.roles[new]; ok {
		return r
	}
	return w.roles[old]
}

// enter bounds the way down, which YAML aliases may make endless: two nodes are
// compared once, and no deeper than the stack bears. The caller leaves again
// where it is true.
func (w *walk) enter(old, new manifest.Node) bool {
	p := [2]manifest.Node{old, new}
	if w.seen[p] {
		return false
	}
	if w.seen == nil {
		w.seen = map[[2]manifest.Node]bool{}
	}
	w.seen[p] = true
	if w.depth > maxAliasDepth {
		w.err = errTooDeep
		return false
	}
	w.depth++
	return true
}

func (w *walk) leave() { w.depth-- }

// both is a member on both sides; one of them may be missing.
type both struct {
	name     string // as the new side spells it, else the old one
	old, new member
	at       *place
}

// members pairs the members of two objects by name: those of the new one in
// their order, then those that only the old one has. Repeated keys are paired in
// order. same folds spellings of a name that mean one thing; nil for exact names.
func (w *walk) members(at *place, old, new manifest.Node, same func(string) string) []both {
	if same == nil {
		same = func(name string) string { return name }
	}
	before := map[string][]member{}
	olds := members(old)
	for _, m := range olds {
		before[same(m.name)] = append(before[same(m.name)], m)
	}
	var all []both
	paired := map[manifest.Node]bool{}
	for _, m := range members(new) {
		b := both{name: m.name, new: m, at: at.member(m.name, m.key)}
		if was := before[same(m.name)]; len(was) > 0 {
			b.old, before[same(m.name)] = was[0], was[1:]
			paired[was[0].key] = true
		}
		all = append(all, b)
	}
	for _, m := range olds {
		if !paired[m.key] {
			all = append(all, both{name: m.name, old: m, at: at.member(m.name, manifest.Node{})})
		}
	}
	return all
}
