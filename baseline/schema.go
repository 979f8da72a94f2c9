package baseline

import (
	"cmp"
	"slices"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// schemas compares two schemas, down to the members that differ.
func (w *walk) schemas(at *place, old, new manifest.Node) {
	if w.sums.same(old, new) {
		return
	}
	if old.Kind() != manifest.Object || new.Kind() != manifest.Object {
		if isOpen(old) && isOpen(new) {
			w.cosmetic(at, old, new, "true, {} and no schema all allow everything")
			return
		}
		w.high(at, old, new, "schema "+verb(old, new))
		return
	}
	if !w.enter(old, new) {
		return
	}
	defer w.leave()
	first := len(w.changes)
	for _, m := range w.members(at, old, new, nil) {
		if !w.sums.same(m.old.value, m.new.value) {
			w.keyword(m, old, new)
		}
	}
	w.merge(first, at, old, new)
}

// keyword compares one keyword of two schemas. Its meaning is JSON Schema's,
// drafts 4 to 2020-12.
func (w *walk) keyword(m both, oldSchema, newSchema manifest.Node) {
	old, new := m.old.value, m.new.value
	if reason, ok := cosmetic(m.name, old, new); ok {
		w.cosmetic(m.at, old, new, reason)
		return
	}
	switch m.name {
	case "properties":
		w.parameters(m.at, old, new, oldSchema, newSchema)
		return
	case "$defs", "definitions", "dependentSchemas":
		w.schemaMap(m.at, old, new, "definition")
		return
	case "patternProperties":
		w.schemaMap(m.at, old, new, "pattern of parameters")
		return
	case "required":
		w.required(m, oldSchema, newSchema)
		return
	case "items", "additionalItems", "contains", "not", "if", "then", "else", "propertyNames", "contentSchema",
		"additionalProperties", "unevaluatedProperties", "unevaluatedItems":
		if old.Kind() == manifest.Object && new.Kind() == manifest.Object {
			w.schemas(m.at, old, new)
			return
		}
	case "allOf", "anyOf", "oneOf", "prefixItems":
		if old.Kind() == manifest.Array && new.Kind() == manifest.Array {
			w.alternatives(m, old, new)
			return
		}
	}
	if isText(old) && isText(new) {
		v := w.wording(m.name, old, new)
		if v.cosmetic {
			w.cosmetic(m.at, old, new, v.reason)
			return
		}
		if w.role(old, new).Has(manifest.Address | manifest.Format) {
			w.structural(m.at, old, new, scanner.Message{})
		} else {
			w.add(m.at, old, new, v.severity, scanner.Say(verb(old, new)), scanner.Say(v.reason))
		}
		return
	}
	w.structural(m.at, old, new, scanner.Message{})
}

func (w *walk) structural(at *place, old, new manifest.Node, note scanner.Message) {
	w.record(change{at: at, old: old, new: new, severity: scanner.High, what: scanner.Say(verb(old, new)), note: note, structural: true})
}

// merge makes one change of several structural ones of a schema, which were
// recorded from first on; of the schema of a whole component it does not, since
// that would point at everything.
func (w *walk) merge(first int, at *place, old, new manifest.Node) {
	own := func(x change) bool { return x.structural && x.at.up == at }
	var said []scanner.Message
	var point *place
	for _, x := range w.changes[first:] {
		if own(x) {
			point = cmp.Or(point, x.at)
			said = append(said, scanner.Say("%s ", x.at.name).Then(x.what))
		}
	}
	if len(said) < 2 || at == nil || at.up == nil {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(w.changes[first:]), own)
	w.changes = append(w.changes[:first], change{at: at, point: point, old: old, new: new, rule: w.rule, severity: scanner.High,
		what: scanner.Say("changed"), note: scanner.Join(mostNames, said...)})
	w.changes = append(w.changes, kept...)
}

// parameters compares the properties of two schemas. Whether a new one is
// required stands beside them.
func (w *walk) parameters(at *place, old, new, oldSchema, newSchema manifest.Node) {
	needed := texts(newSchema.Get("required"))
	w.named(at, old, new, func(name string) string {
		if needed[name] {
			return "required parameter"
		}
		return "optional parameter"
	})
}

// schemaMap compares two maps from names to schemas.
func (w *walk) schemaMap(at *place, old, new manifest.Node, noun string) {
	w.named(at, old, new, func(string) string { return noun })
}

func (w *walk) named(at *place, old, new manifest.Node, noun func(name string) string) {
	if old.Valid() && old.Kind() != manifest.Object || new.Valid() && new.Kind() != manifest.Object {
		w.high(at, old, new, verb(old, new))
		return
	}
	all := w.members(at, old, new, nil)
	// What went and came with the same schema was renamed.
	gone := map[sum][]*both{}
	for i := range all {
		if m := &all[i]; !m.new.key.Valid() {
			s := w.sums.of(m.old.value)
			gone[s] = append(gone[s], m)
		}
	}
	renamed := map[*both]bool{}
	for i := range all {
		m := &all[i]
		switch {
		case m.old.key.Valid() && m.new.key.Valid():
			w.schemas(m.at, m.old.value, m.new.value)
		case m.new.key.Valid():
			s := w.sums.of(m.new.value)
			if was := gone[s]; len(was) > 0 && m.new.value.Len() > 1 {
				gone[s], renamed[was[0]] = was[1:], true
				w.add(m.at, was[0].old.value, m.new.value, scanner.High, scanner.Say(noun(m.name)+" renamed"), scanner.Say("formerly %s", was[0].name))
				continue
			}
			w.add(m.at, manifest.Node{}, m.new.value, scanner.High, typed(noun(m.name), m.new.value).Then(scanner.Say(" added")), described(m.new.value))
		case !renamed[m]:
			w.add(m.at, m.old.value, manifest.Node{}, scanner.High, typed(noun(m.name), m.old.value).Then(scanner.Say(" removed")), scanner.Message{})
		}
	}
}

// required compares two lists of required names. That a parameter which came or
// went is or was required is told with the parameter.
func (w *walk) required(m both, oldSchema, newSchema manifest.Node) {
	old, new := m.old.value, m.new.value
	if old.Valid() && old.Kind() != manifest.Array || new.Valid() && new.Kind() != manifest.Array {
		w.structural(m.at, old, new, scanner.Message{}) // draft 3 and OpenAPI: a boolean
		return
	}
	before, after := texts(old), texts(new)
	had, has := keys(oldSchema.Get("properties")), keys(newSchema.Get("properties"))
	var came, went []string
	for e := range new.Elements() {
		if name := e.Text(); !before[name] && (had[name] || !has[name]) {
			came = append(came, name)
		}
	}
	for e := range old.Elements() {
		if name := e.Text(); !after[name] && (has[name] || !had[name]) {
			went = append(went, name)
		}
	}
	var said scanner.Message
	if len(came) > 0 {
		said = scanner.Say("now required: ").Then(names(came))
	}
	if len(went) > 0 {
		if len(came) > 0 {
			said = said.Then(scanner.Say("; "))
		}
		said = said.Then(scanner.Say("no longer required: ")).Then(names(went))
	}
	if len(came)+len(went) > 0 {
		w.structural(m.at, old, new, said)
	}
}

// alternatives compares lists of schemas: equal ones belong together wherever
// they stand, the others in their order.
func (w *walk) alternatives(m both, old, new manifest.Node) {
	type slot struct {
		n manifest.Node
		i int
	}
	left := map[sum]int{}
	for e := range old.Elements() {
		left[w.sums.of(e)]++
	}
	var olds, news []slot
	i := 0
	for e := range new.Elements() {
		if s := w.sums.of(e); left[s] > 0 {
			left[s]--
		} else {
			news = append(news, slot{e, i})
		}
		i++
	}
	for e := range old.Elements() {
		if s := w.sums.of(e); left[s] > 0 {
			left[s]--
			olds = append(olds, slot{e, -1})
		}
	}
	if len(olds)+len(news) == 0 {
		if m.name == "prefixItems" {
			w.add(m.at, old, new, scanner.High, scanner.Say("reordered"), scanner.Say("the order has a meaning here"))
		} else {
			w.cosmetic(m.at, old, new, "alternatives in another order")
		}
		return
	}
	for k := range max(len(olds), len(news)) {
		switch {
		case k >= len(news):
			w.high(m.at, olds[k].n, manifest.Node{}, "alternative removed")
		case k >= len(olds):
			w.high(m.at.element(news[k].i), manifest.Node{}, news[k].n, "alternative added")
		default:
			w.schemas(m.at.element(news[k].i), olds[k].n, news[k].n)
		}
	}
}

func texts(list manifest.Node) map[string]bool {
	all := map[string]bool{}
	for e := range list.Elements() {
		all[e.Text()] = true
	}
	return all
}

func keys(object manifest.Node) map[string]bool {
	all := map[string]bool{}
	for m := range object.Members() {
		all[keyName(m.Key)] = true
	}
	return all
}
