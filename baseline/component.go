package baseline

import (
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// spellings are the names of top-level members in dumps of SDKs that don't use
// the protocol's.
var spellings = map[string]string{
	"input_schema": "inputSchema", "output_schema": "outputSchema", "mime_type": "mimeType",
	"uri_template": "uriTemplate", "meta": "_meta", "server_info": "serverInfo",
}

func spelling(name string) string {
	if s, ok := spellings[name]; ok {
		return s
	}
	return name
}

// component compares the members of a component's object.
func (w *walk) component(oldInner, newInner innerMembers) {
	old, new := w.nodes()
	if w.old != nil && w.new != nil && w.new.Kind != manifest.Server && old.Tree().JSON() && new.Tree().JSON() &&
		(sameSource(old, new) || !w.reorders && equal(old, new)) {
		return
	}
	for _, m := range w.members(nil, old, new, spelling) {
		switch {
		case m.old.key.Valid() && oldInner.has(w.old, m.name), m.new.key.Valid() && newInner.has(w.new, m.name):
			// compared as components of their own
		case absent(m.old.value) && absent(m.new.value):
			// null is how some SDKs write what is not there
		case (w.old == nil || w.new == nil) && !w.speaks(m.old.value) && !w.speaks(m.new.value):
			// the frame of a server that begins or ceases to say something
		case w.sums.same(m.old.value, m.new.value):
			w.unchanged(m)
		default:
			w.field(m)
		}
	}
	if w.sums.err != nil {
		w.err = w.sums.err
	}
}

// speaks reports whether there is prose in a value.
func (w *walk) speaks(n manifest.Node) bool {
	for s := range n.Strings() {
		if w.role(manifest.Node{}, s).Has(manifest.Prose | manifest.Unknown) {
			return true
		}
	}
	return false
}

// unchanged looks at a member of equal content.
func (w *walk) unchanged(m both) {
	if m.old.name != m.new.name {
		w.cosmetic(m.at, m.old.value, m.new.value, "the same value, formerly spelt "+m.old.name)
		return
	}
	w.rule = w.ruleFor(m.name)
	if w.rule == w.schema && w.reorders && reordered(m.old.value, m.new.value) {
		w.cosmetic(m.at, m.old.value, m.new.value, "keys in another order")
	}
	w.rule = w.text
}

// sameSource reports whether two nodes of JSON have the same source: the quick
// answer for most components of most changes.
func sameSource(a, b manifest.Node) bool {
	s, t := a.Tree().Source().Text(), b.Tree().Source().Text()
	from, to := a.Range()
	at, end := b.Range()
	return s[from:to] == t[at:end]
}

// absent reports whether a top-level member says nothing.
func absent(n manifest.Node) bool { return !n.Valid() || n.Kind() == manifest.Null }

func (w *walk) ruleFor(name string) *scanner.Rule {
	switch spelling(name) {
	case "inputSchema", "outputSchema", "arguments", "user_config", "parameters", "schema":
		return w.schema
	}
	return w.text
}

// field compares a top-level member that is not what it was.
func (w *walk) field(m both) {
	w.rule = w.ruleFor(m.name)
	told := len(w.changes)
	defer func() {
		// Whatever differs is told, also what no case below has thought of.
		if len(w.changes) == told {
			w.high(m.at, m.old.value, m.new.value, verb(m.old.value, m.new.value))
		}
		w.rule = w.text
	}()
	switch spelling(m.name) {
	case "inputSchema", "outputSchema", "parameters", "schema":
		w.schemas(m.at, m.old.value, m.new.value)
	case "user_config":
		w.schemaMap(m.at, m.old.value, m.new.value, "setting")
	case "arguments":
		w.arguments(m.at, m.old.value, m.new.value)
	case "annotations":
		w.annotations(m)
	case "execution":
		w.cosmetic(m.at, m.old.value, m.new.value, "how a call is scheduled, not what it does")
	case "icons", "icon":
		w.cosmetic(m.at, m.old.value, m.new.value, "icons are shown to people, not to models")
	default:
		if w.isServer() && forPeople[m.name] {
			w.cosmetic(m.at, m.old.value, m.new.value, "no model reads it")
			return
		}
		w.value(m.at, m.name, m.old.value, m.new.value)
	}
}

func (w *walk) isServer() bool {
	return w.new != nil && w.new.Kind == manifest.Server || w.new == nil && w.old.Kind == manifest.Server
}

// forPeople are members of a server, a bundle or a registry entry that hubs and
// install dialogs show to people and that no client gives to a model: those of the
// MCPB manifest (MANIFEST.md of the bundle format), of the registry's server.json,
// and their usual variants. Layers 1 and 2 read them all the same.
var forPeople = map[string]bool{
	"long_description": true, "longDescription": true, "keywords": true, "categories": true, "category": true, "tags": true,
	"author": true, "authors": true, "contributors": true, "maintainer": true, "maintainers": true, "publisher": true, "vendor": true,
	"homepage": true, "documentation": true, "support": true, "repository": true, "bugs": true, "license": true, "links": true,
	"website": true, "websiteUrl": true, "website_url": true, "privacy_policies": true, "screenshots": true, "contact": true,
}

// substance are top-level members whose every part counts, though no model reads
// them as prose: what a resource's address leads to, how a bundle's server is started, and
// what a registry entry installs or connects to.
var substance = map[string]bool{"uri": true, "uriTemplate": true, "server": true, "mcp_config": true, "packages": true, "remotes": true}

// value compares members that no schema language describes: objects by key,
// lists of equal length by index, anything else as a whole. top is the name of
// the top-level member that they belong to.
func (w *walk) value(at *place, top string, old, new manifest.Node) {
	if w.sums.same(old, new) || !w.enter(old, new) {
		return
	}
	defer w.leave()
	switch {
	case old.Kind() == manifest.Object && new.Kind() == manifest.Object:
		for _, m := range w.members(at, old, new, nil) {
			w.value(m.at, top, m.old.value, m.new.value)
		}
	case old.Kind() == manifest.Array && new.Kind() == manifest.Array && old.Len() == new.Len():
		olds, i := elements(old), 0
		for n := range new.Elements() {
			w.value(at.element(i), top, olds[i], n)
			i++
		}
	default:
		w.leaf(at, top, old, new)
	}
}

// leaf judges a value outside of schemas that was replaced, added or removed.
func (w *walk) leaf(at *place, top string, old, new manifest.Node) {
	what := verb(old, new)
	if isVersionNumber(at.name, old, new) || isText(old) && isText(new) && sameButVersions(at.name, old.Text(), new.Text()) {
		w.cosmetic(at, old, new, onlyVersions)
		return
	}
	if substance[spelling(top)] {
		w.high(at, old, new, what)
		return
	}
	if isText(old) && isText(new) {
		switch role := w.role(old, new); {
		case role != 0 && !role.Has(manifest.Everything&^(manifest.Address|manifest.Format)):
			w.cosmetic(at, old, new, "no text for a model")
			return
		case role.Has(manifest.Meta|manifest.Annotation) && !isProse(old.Text()) && !isProse(new.Text()):
			w.cosmetic(at, old, new, "a label, not a sentence")
			return
		}
		v := w.wording(at.name, old, new)
		if v.cosmetic {
			w.cosmetic(at, old, new, v.reason)
		} else {
			w.add(at, old, new, v.severity, scanner.Say(what), scanner.Say(v.reason))
		}
		return
	}
	// A container or a value of another type: as bad as the worst text in it.
	for _, side := range []manifest.Node{old, new} {
		for s := range side.Strings() {
			if r := w.role(manifest.Node{}, s); r.Has(manifest.Prose|manifest.Unknown|manifest.Key|manifest.Name|manifest.PromptText) ||
				r.Has(manifest.Meta|manifest.Annotation) && isProse(s.Text()) {
				w.high(at, old, new, what)
				return
			}
		}
	}
	w.cosmetic(at, old, new, "no text for a model in it")
}

// isText reports whether a node is a string, or none at all.
func isText(n manifest.Node) bool { return !n.Valid() || n.Kind() == manifest.String }

func verb(old, new manifest.Node) string {
	switch {
	case !old.Valid():
		return "added"
	case !new.Valid():
		return "removed"
	}
	return "changed"
}

func elements(n manifest.Node) []manifest.Node {
	var all []manifest.Node
	for e := range n.Elements() {
		all = append(all, e)
	}
	return all
}

// isProse tells sentences from labels, where a label is as honest as it is
// frequent: below _meta and in annotations.
func isProse(s string) bool { return len(strings.Fields(s)) >= 4 || len(s) >= 60 }
