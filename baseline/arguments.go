package baseline

import (
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// arguments compares the arguments of two prompts: a list of objects with names,
// or in bundles, of names.
func (w *walk) arguments(at *place, old, new manifest.Node) {
	if old.Kind() != manifest.Array || new.Kind() != manifest.Array {
		w.high(at, old, new, "arguments "+verb(old, new))
		return
	}
	name := func(n manifest.Node) string {
		if n.Kind() == manifest.Object {
			return n.Get("name").Text()
		}
		return n.Text()
	}
	olds := map[string][]manifest.Node{}
	for e := range old.Elements() {
		olds[name(e)] = append(olds[name(e)], e)
	}
	i, before := 0, len(w.changes)
	for e := range new.Elements() {
		was := olds[name(e)]
		if len(was) == 0 {
			w.add(at.element(i), manifest.Node{}, e, scanner.High, scanner.Say("argument %s added", name(e)), described(e))
		} else {
			olds[name(e)] = was[1:]
			w.argument(at.element(i), was[0], e)
		}
		i++
	}
	for e := range old.Elements() {
		left := olds[name(e)]
		if len(left) > 0 && left[0] == e {
			olds[name(e)] = left[1:]
			w.add(at, e, manifest.Node{}, scanner.High, scanner.Say("argument %s removed", name(e)), scanner.Message{})
		}
	}
	if len(w.changes) == before && !w.sums.same(old, new) {
		w.add(at, old, new, scanner.High, scanner.Say("reordered"), scanner.Say("some clients pass arguments by place"))
	}
}

// argument compares one argument, whose members are few and flat.
func (w *walk) argument(at *place, old, new manifest.Node) {
	for _, m := range w.members(at, old, new, nil) {
		if !w.sums.same(m.old.value, m.new.value) {
			w.keyword(m, old, new)
		}
	}
}
