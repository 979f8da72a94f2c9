package baseline

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// A TamperedError is a baseline that was edited after it was recorded: a value
// that doesn't give the SHA-256 beside it.
type TamperedError struct {
	URI       string
	Kind      manifest.ComponentKind
	Component string // its name
	// Field is the top-level member that doesn't fit; empty where all of them do
	// and the component's kind, name, server or set of members doesn't.
	Field string
	// Line and Column are the place of the value, from 1, in the units of
	// [manifest.Location].
	Line, Column int
	// Recorded is the hash in the file, Actual that of what stands there.
	Recorded, Actual string
}

func (e *TamperedError) Error() string {
	what := "the component"
	if e.Field != "" {
		what = fmt.Sprintf("the field %q", e.Field)
	}
	return fmt.Sprintf("%s:%d:%d: tampered baseline: %s of %s %q does not fit its SHA-256; restore the file, or read the manifest and record it again with `theriac snapshot`",
		e.URI, e.Line, e.Column, what, e.Kind, e.Component)
}

// IsBaseline reports whether a file says that it is a baseline, of any version.
// It does not mean that the file is a good one: give it to [Load], and let no
// file that Load refuses pass for anything else. A manifest that only mentions
// the format is none.
func IsBaseline(data []byte) bool {
	const mark = "theriac/baseline/"
	if !bytes.Contains(data, []byte(mark)) {
		return false
	}
	t, _, err := manifest.ReadJSON("", data, maxSize)
	if err != nil {
		// A baseline with a merge conflict in it is still no manifest.
		return bytes.Contains(data, []byte(`"schema": "`+mark))
	}
	return t.Root().Kind() == manifest.Object && strings.HasPrefix(t.Root().Get("schema").Text(), mark)
}

// Load reads a baseline and verifies all its hashes.
//
// The error is a [*TamperedError] where a hash doesn't fit, and else a
// [*manifest.Error] with line and column: for a file that is no JSON, is not of
// this version, or is not exactly what [Baseline.Encode] writes, layout and
// escapes aside. A member that is repeated, misspelt or unknown is refused, since
// it might be what another reader goes by.
func Load(uri string, data []byte) (*Baseline, error) {
	t, odd, err := manifest.ReadJSON(uri, data, maxSize)
	if err != nil {
		return nil, err
	}
	l := loader{tree: t}
	root := l.object(t.Root(), "the baseline", "schema", "source", "components")
	if schema := root["schema"]; l.err == nil && schema.Text() != Schema {
		l.fail(schema, "the schema is %q; this version of theriac reads %q: record the baseline again with `theriac snapshot`", schema.Text(), Schema)
	}
	for _, i := range odd {
		// Repeated keys are looked for where they matter: in what a server
		// published they are part of the record.
		if i.Kind != manifest.DuplicateKey {
			l.failAt(i.Start, i.End, "a baseline is plain JSON, as `theriac snapshot` writes it: %s", i.Kind)
		}
	}
	b := &Baseline{tree: t, Source: l.text(root["source"], "the source")}
	if list := root["components"]; l.err == nil && list.Kind() != manifest.Array {
		l.fail(list, "components must be a list")
	}
	for n := range root["components"].Elements() {
		if l.err != nil {
			break
		}
		b.Components = append(b.Components, l.component(n))
	}
	if l.err != nil {
		return nil, l.err
	}
	return b, nil
}

// loader keeps the first thing that is wrong.
type loader struct {
	tree *manifest.Tree
	err  error
}

func (l *loader) fail(n manifest.Node, format string, args ...any) {
	start, end := n.Range()
	l.failAt(start, end, format, args...)
}

func (l *loader) failAt(start, end int, format string, args ...any) {
	if l.err != nil {
		return
	}
	src := l.tree.Source()
	at := src.Location(start, end)
	l.err = &manifest.Error{URI: src.URI, Reason: manifest.Unparsable, Line: at.StartLine, Column: at.StartColumn,
		Detail: "not a valid baseline: " + fmt.Sprintf(format, args...)}
}

// object reads an object that has these keys and no others; one that begins
// with ? may be missing.
func (l *loader) object(n manifest.Node, what string, keys ...string) map[string]manifest.Node {
	found := map[string]manifest.Node{}
	if n.Kind() != manifest.Object {
		l.fail(n, "%s must be an object", what)
		return nil
	}
	for m := range n.Members() {
		key := m.Key.Text()
		switch _, twice := found[key]; {
		case twice:
			l.fail(m.Key, "%s has %q twice", what, key)
		case !slices.Contains(keys, key) && !slices.Contains(keys, "?"+key):
			l.fail(m.Key, "%s has an unknown member %q", what, key)
		}
		found[key] = m.Value
	}
	for _, key := range keys {
		if _, ok := found[key]; !ok && key[0] != '?' {
			l.fail(n, "%s has no %q", what, key)
		}
	}
	return found
}

func (l *loader) text(n manifest.Node, what string) string {
	if l.err == nil && n.Kind() != manifest.String {
		l.fail(n, "%s must be a string", what)
	}
	return n.Text()
}

func (l *loader) component(n manifest.Node) Component {
	m := l.object(n, "a component", "kind", "name", "?server", "fields", "sha256")
	c := Component{Kind: manifest.ComponentKind(l.text(m["kind"], "a component's kind")), Name: l.text(m["name"], "a component's name")}
	if s, ok := m["server"]; ok {
		if c.Server = l.text(s, "a component's server"); c.Server == "" {
			l.fail(s, "a component's server is empty; leave it out")
		}
	}
	if _, ok := kinds[c.Kind]; !ok {
		l.fail(m["kind"], "unknown kind of component %q", c.Kind)
	}
	sums := l.object(m["sha256"], "a component's sha256", "component", "fields")
	if l.err == nil && m["fields"].Kind() != manifest.Object {
		l.fail(m["fields"], "a component's fields must be an object")
	}
	if l.err != nil {
		return c
	}
	var values []manifest.Node
	for _, f := range sorted(m["fields"]) {
		v, err := canonical(f.value, maxSize)
		if err != nil {
			l.fail(f.value, "%q is %v", f.name, err)
			return c
		}
		c.Fields = append(c.Fields, Field{f.name, v})
		values = append(values, f.value)
	}
	l.verify(&c, n, values, sums)
	return c
}

var kinds = map[manifest.ComponentKind]bool{
	manifest.Tool: true, manifest.Prompt: true, manifest.Resource: true, manifest.ResourceTemplate: true, manifest.Server: true,
}

// verify compares the recorded hashes with those of what is there. values are
// the nodes of c.Fields.
func (l *loader) verify(c *Component, n manifest.Node, values []manifest.Node, sums map[string]manifest.Node) {
	if sums["fields"].Kind() != manifest.Object {
		l.fail(sums["fields"], "a component's sha256.fields must be an object")
		return
	}
	h := c.hashes()
	recorded := map[string]manifest.Node{}
	for m := range sums["fields"].Members() {
		if _, twice := recorded[m.Key.Text()]; twice {
			l.fail(m.Key, "a component's sha256.fields has %q twice", m.Key.Text())
		}
		recorded[m.Key.Text()] = m.Value
	}
	for _, f := range h.fields {
		is := recorded[f.Name]
		if is.Kind() != manifest.String || is.Text() != f.Value {
			i := slices.IndexFunc(c.Fields, func(x Field) bool { return x.Name == f.Name })
			l.tampered(c, f.Name, values[i], is.Text(), f.Value)
		}
		delete(recorded, f.Name)
	}
	for m := range sums["fields"].Members() {
		if _, ok := recorded[m.Key.Text()]; ok {
			l.tampered(c, m.Key.Text(), m.Value, m.Value.Text(), "")
		}
	}
	if is := sums["component"]; is.Kind() != manifest.String || is.Text() != h.whole {
		l.tampered(c, "", n, is.Text(), h.whole)
	}
}

func (l *loader) tampered(c *Component, field string, n manifest.Node, recorded, actual string) {
	if l.err != nil {
		return
	}
	start, end := n.Range()
	at := l.tree.Source().Location(start, end)
	l.err = &TamperedError{URI: l.tree.Source().URI, Kind: c.Kind, Component: c.Name, Field: field,
		Line: at.StartLine, Column: at.StartColumn, Recorded: recorded, Actual: actual}
}
