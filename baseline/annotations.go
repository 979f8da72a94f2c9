package baseline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// careful is how much care a hint asks of clients, for its three states: a tool
// that may destroy wants a confirmation, one that only reads does not. Where the
// protocol's default for a missing hint is the careful one, saying so still asks
// for a little more. (MCP schema, ToolAnnotations: readOnlyHint defaults to
// false, destructiveHint to true.)
var careful = map[string]struct{ yes, missing, no int }{
	"destructiveHint": {yes: 2, missing: 1, no: 0},
	"readOnlyHint":    {yes: 0, missing: 1, no: 1},
	"idempotentHint":  {},
	"openWorldHint":   {},
}

// hint is one that changed.
type hint struct {
	both
	direction int // below zero: clients need less care
}

// annotations compares a tool's annotations: all of its hints in one finding,
// by the direction in which they turned, and each text by itself.
func (w *walk) annotations(m both) {
	old, new := m.old.value, m.new.value
	if old.Valid() && old.Kind() != manifest.Object || new.Valid() && new.Kind() != manifest.Object {
		w.value(m.at, m.name, old, new)
		return
	}
	if isEmpty(old) && isEmpty(new) {
		w.cosmetic(m.at, old, new, "empty is as good as left out")
		return
	}
	var hints []hint
	for _, a := range w.members(m.at, old, new, nil) {
		if w.sums.same(a.old.value, a.new.value) {
			continue
		}
		if care, ok := careful[a.name]; ok {
			level := func(n manifest.Node) int {
				switch {
				case absent(n):
					return care.missing
				case n.Kind() == manifest.Bool && strings.EqualFold(n.Text(), "true"):
					return care.yes
				case n.Kind() == manifest.Bool:
					return care.no
				}
				// Clients differ on what "false" or 1 means: it is no care at all.
				return min(care.yes, care.no)
			}
			hints = append(hints, hint{a, level(a.new.value) - level(a.old.value)})
			continue
		}
		w.value(a.at, m.name, a.old.value, a.new.value)
	}
	w.hints(m, hints)
}

func (w *walk) hints(m both, hints []hint) {
	if len(hints) == 0 {
		return
	}
	// The ones that ask for less care come first: the finding points there.
	slices.SortStableFunc(hints, func(a, b hint) int { return cmp.Compare(a.direction, b.direction) })
	var said []scanner.Message
	for _, h := range hints {
		said = append(said, scanner.Say("%s ", h.name).Then(state(h.old.value)).Then(scanner.Say(" → ")).Then(state(h.new.value)))
	}
	severity, what := scanner.Low, "hints changed"
	switch {
	case hints[0].direction < 0:
		severity, what = scanner.Medium, "hints ask clients for less care"
	case hints[len(hints)-1].direction > 0:
		severity, what = scanner.Info, "hints ask clients for more care"
	}
	first := hints[0]
	if len(hints) == 1 {
		w.add(first.at, first.old.value, first.new.value, severity, scanner.Say(what), said[0])
		return
	}
	w.record(change{at: m.at, point: first.at, old: m.old.value, new: m.new.value, severity: severity, what: scanner.Say(what), note: scanner.Join(mostNames, said...)})
}

// maxState is the most bytes of a hint's value that a message quotes: true and
// false fit.
const maxState = 40

func state(n manifest.Node) scanner.Message {
	if !n.Valid() {
		return scanner.Say("unset")
	}
	s, err := canonical(n, maxState)
	if err != nil {
		return scanner.Say("something long")
	}
	return scanner.Say("%s", s)
}
