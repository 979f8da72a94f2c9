package baseline

import (
	"slices"
	"strings"
	"unicode"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// judge scans both sides, when something changed and not before, and tells
// which findings are new.
type judge struct {
	set      *scanner.Set
	old, new *manifest.Document
	pairs    []pair

	before, after map[*manifest.Component][]scanner.Finding
	errs          []error
}

// worst is the least severity that makes a new finding a rug pull. Low ones
// (a trigger word alone) come and go with honest wording.
const worst = scanner.Medium

// said is the identity of a finding inside its component.
type said struct{ rule, text string }

func identify(f *scanner.Finding) said {
	words := strings.Join(strings.FieldsFunc(strings.ToLower(f.Text), unicode.IsSpace), "")
	if words == "" {
		words = f.Text // padding is what it is
	}
	return said{f.Rule.ID, words}
}

// introduced lists the findings of medium or above that the component gives now
// and did not give before, or only as milder ones.
func (j *judge) introduced(p pair) []scanner.Finding {
	if p.new == nil {
		return nil
	}
	j.scan()
	after := j.after[p.new]
	if len(after) == 0 {
		return nil
	}
	known := map[said]scanner.Severity{}
	if p.old != nil {
		for i := range j.before[p.old] {
			f := &j.before[p.old][i]
			known[identify(f)] = max(known[identify(f)], f.Severity)
		}
	}
	var fresh []scanner.Finding
	for i := range after {
		f := &after[i]
		before, ok := known[identify(f)]
		if f.Severity >= worst && (!ok || before < worst) {
			fresh = append(fresh, *f)
		}
	}
	return fresh
}

func (j *judge) scan() {
	if j.after != nil {
		return
	}
	old := *j.old
	now := map[*manifest.Component]*manifest.Component{}
	for _, p := range j.pairs {
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
	j.before = j.byComponent(&old, j.old)
	j.after = j.byComponent(j.new, j.new)
}

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

// byComponent scans a document and sorts its findings by the components of
// listed, which has the same ones.
func (j *judge) byComponent(d, listed *manifest.Document) map[*manifest.Component][]scanner.Finding {
	findings, err := scanner.Scan(d, j.set)
	if err != nil {
		j.errs = append(j.errs, err)
	}
	type place struct {
		kind    manifest.ComponentKind
		pointer string
	}
	components := make(map[place]*manifest.Component, len(listed.Components))
	for _, c := range listed.Components {
		components[place{c.Kind, c.Pointer}] = c
	}
	by := map[*manifest.Component][]scanner.Finding{}
	for _, f := range findings {
		for above := range upwards(f.Pointer) {
			if c, ok := components[place{f.Component.Kind, above}]; ok {
				by[c] = append(by[c], f)
				break
			}
		}
	}
	return by
}

// upwards yields a JSON Pointer and all pointers above it.
func upwards(pointer string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for yield(pointer) && pointer != "" {
			pointer = pointer[:max(0, strings.LastIndexByte(pointer, '/'))]
		}
	}
}
