package baseline

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// A History tells which findings of a document a change brought: those whose
// rule did not match this text in this component before. It scans a side once,
// and only when somebody asks.
type History struct {
	old, new *manifest.Document // old may be nil: everything is new
	set      *scanner.Set
	pairs    []pair

	known  map[*manifest.Component]map[said]scanner.Severity // by the component in new
	after  map[*manifest.Component][]scanner.Finding
	places map[componentPlace]*manifest.Component // of new
	errs   []error
}

// NewHistory compares the findings that a set's rules give on both documents.
// old is nil where the document is new as a whole.
func NewHistory(old, new *manifest.Document, set *scanner.Set) *History {
	h := &History{old: old, new: new, set: set}
	if old != nil {
		h.pairs, _, _ = match(newDigester(), old, new)
	}
	return h
}

// said is the identity of a finding inside its component: a sentence that only
// moved introduces nothing.
type said struct{ rule, text string }

func identify(f *scanner.Finding) said {
	words := strings.Join(strings.FieldsFunc(strings.ToLower(f.Text), unicode.IsSpace), "")
	if words == "" {
		words = f.Text // padding is what it is
	}
	return said{f.Rule.ID, words}
}

// Mark sets Change of findings that the history's set gave on its new document.
// The error, where it is not nil, joins the failures of rules on the old one.
func (h *History) Mark(found []scanner.Finding) error {
	if len(found) == 0 {
		return nil
	}
	h.scanOld()
	for i := range found {
		f := &found[i]
		f.Change = h.judge(h.component(f), f)
	}
	h.keep(found)
	return h.err()
}

// judge tells new findings from known ones. One whose severity rose to where it
// fails by itself is new: a quoted example could be let in, and lose its quotes
// later.
func (h *History) judge(c *manifest.Component, f *scanner.Finding) scanner.Change {
	before, ok := h.known[c][identify(f)]
	if ok && (f.Severity <= before || f.Severity < grave) {
		return scanner.Known
	}
	return scanner.New
}

// grave is the severity from which a new finding makes a change of text
// critical. Milder ones (a trigger word, a link) come and go with honest wording.
const grave = scanner.High

// fresh lists the new findings of a component from medium on.
func (h *History) fresh(c *manifest.Component) []scanner.Finding {
	if c == nil {
		return nil
	}
	if h.after == nil {
		found, err := scanner.Scan(h.new, h.set)
		if err != nil {
			h.errs = append(h.errs, err)
		}
		h.keep(found)
	}
	after := h.after[c]
	if len(after) > 0 {
		h.scanOld()
	}
	var fresh []scanner.Finding
	for i := range after {
		if f := &after[i]; f.Severity >= scanner.Medium && h.judge(c, f) == scanner.New {
			fresh = append(fresh, *f)
		}
	}
	return fresh
}

func (h *History) keep(found []scanner.Finding) {
	h.after = map[*manifest.Component][]scanner.Finding{}
	for i := range found {
		if c := h.component(&found[i]); c != nil {
			h.after[c] = append(h.after[c], found[i])
		}
	}
}

// component is the component of the new document that a finding stands in; nil
// for what stands outside of all.
func (h *History) component(f *scanner.Finding) *manifest.Component {
	if h.places == nil {
		h.places = componentPlaces(h.new)
	}
	return holder(h.places, f)
}

func (h *History) scanOld() {
	if h.known != nil {
		return
	}
	h.known = map[*manifest.Component]map[said]scanner.Severity{}
	if h.old == nil {
		return
	}
	old := *h.old
	now := map[*manifest.Component]*manifest.Component{}
	for _, p := range h.pairs {
		if p.old != nil && p.new != nil {
			now[p.old] = p.new
		}
	}
	old.Components = slices.Clone(old.Components)
	for i, c := range old.Components {
		if n, ok := now[c]; ok {
			old.Components[i] = alike(c, n)
		}
	}
	found, err := scanner.Scan(&old, h.set)
	if err != nil {
		h.errs = append(h.errs, err)
	}
	places := componentPlaces(h.old)
	for i := range found {
		f := &found[i]
		was := holder(places, f)
		c, stays := now[was]
		if was != nil && !stays {
			continue // its component is gone; nil is for what stands outside of all
		}
		if h.known[c] == nil {
			h.known[c] = map[said]scanner.Severity{}
		}
		k := identify(f)
		h.known[c][k] = max(h.known[c][k], f.Severity)
	}
}

type componentPlace struct {
	kind    manifest.ComponentKind
	pointer string
}

func componentPlaces(d *manifest.Document) map[componentPlace]*manifest.Component {
	places := make(map[componentPlace]*manifest.Component, len(d.Components))
	for _, c := range d.Components {
		places[componentPlace{c.Kind, c.Pointer}] = c
	}
	return places
}

// holder is the component whose place is the nearest above a finding's.
func holder(places map[componentPlace]*manifest.Component, f *scanner.Finding) *manifest.Component {
	for above := range upwards(f.Pointer) {
		if c, ok := places[componentPlace{f.Component.Kind, above}]; ok {
			return c
		}
	}
	return nil
}

func (h *History) err() error { return errors.Join(h.errs...) }

// alike is the old component, to be judged as the new one is: by the keys and
// the roles of its shape. A baseline has no shape, and a manifest may go from one
// to another; that alone makes no text another one.
func alike(old, new *manifest.Component) *manifest.Component {
	c := *old
	c.Fields = new.Fields
	if old.Document().Shape == new.Document().Shape || c.Fields != nil && strings.HasPrefix(c.Fields.Origin, "MCP ") {
		return &c // MCP's own grammar is what records are read by
	}
	type place struct {
		field string
		isKey bool
	}
	at := func(t *manifest.Text) place { return place{t.Field(), t.Node().Value().Valid()} }
	roles := map[place]manifest.Role{}
	for i := range new.Texts {
		roles[at(&new.Texts[i])] |= new.Texts[i].Role
	}
	c.Texts = slices.Clone(c.Texts)
	for i := range c.Texts {
		if r, ok := roles[at(&c.Texts[i])]; ok {
			c.Texts[i].Role = r
		}
	}
	return &c
}

// upwards yields a JSON Pointer and all pointers above it.
func upwards(pointer string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for yield(pointer) && pointer != "" {
			pointer = pointer[:max(0, strings.LastIndexByte(pointer, '/'))]
		}
	}
}
