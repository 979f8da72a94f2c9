package baseline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/phrase"
)

// toys is a set of rules that say exactly what a test wants: any text with
// "EVIL1" is a finding of EVIL1, and so on.
var toys = scanner.NewSet(&phrase.Program{},
	word("EVIL1", "EVIL1", scanner.Critical),
	word("PROSE", "PROSE", scanner.Critical),
	word("EVIL2", "EVIL2", scanner.Medium),
	word("WEAK", "You must", scanner.Low),
	word("PAD", strings.Repeat(" ", 20), scanner.Medium),
	&scanner.Rule{ID: "QUOTE", Component: func(p *scanner.Pass) {
		for i := range p.Passages {
			v := p.Passages[i].Published.Value
			if at := strings.Index(v, "obey"); at >= 0 {
				severity := scanner.High
				if at > 0 && v[at-1] == '"' {
					severity = scanner.Low
				}
				p.For(i).ReportPublished(at, at+4, severity, "obey")
			}
		}
	}},
	&scanner.Rule{ID: "KEY", Component: func(p *scanner.Pass) {
		for i := range p.Passages {
			t := p.Passages[i].Published
			if t.Role == manifest.Key && t.Top() && p.Component.Fields != nil && !p.Component.Fields.Allows(t.Value) {
				p.For(i).ReportPublished(0, len(t.Value), scanner.Medium, "unknown key")
			}
		}
	}},
	&scanner.Rule{ID: "DIFF001"}, &scanner.Rule{ID: "DIFF002"}, &scanner.Rule{ID: "DIFF003"},
)

// word looks for a word anywhere; PROSE in prose only, as most rules do.
func word(id, text string, s scanner.Severity) *scanner.Rule {
	return &scanner.Rule{ID: id, Component: func(p *scanner.Pass) {
		for i := range p.Passages {
			if id == "PROSE" && !p.Passages[i].Role().Has(manifest.Prose) {
				continue
			}
			if at := strings.Index(p.Passages[i].Published.Value, text); at >= 0 {
				p.For(i).ReportPublished(at, at+len(text), s, id)
			}
		}
	}}
}

func parse(t testing.TB, name, text string) *manifest.Document {
	t.Helper()
	d, err := manifest.Parse(name, []byte(text), manifest.Options{Named: true})
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return d
}

// recorded is a document's baseline, written, loaded, and made a document again.
func recorded(t testing.TB, d *manifest.Document) *manifest.Document {
	t.Helper()
	b, err := baseline.Snapshot(d)
	if err != nil {
		t.Fatal(err)
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := baseline.Load("x.baseline.json", data)
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	again, err := loaded.Document()
	if err != nil {
		t.Fatal(err)
	}
	return again
}

func compare(t testing.TB, old, new *manifest.Document) []scanner.Finding {
	t.Helper()
	f, err := baseline.Compare(old, new, toys, baseline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// each lists the changes that findings tell.
func each(findings []scanner.Finding) []scanner.Finding {
	var all []scanner.Finding
	for i := range findings {
		all = append(all, findings[i].Changes()...)
	}
	return all
}

// lines are the changes that findings tell in short: rule, severity, component,
// field.
func lines(findings []scanner.Finding) []string {
	all := []string{}
	for _, f := range each(findings) {
		words := strings.Fields(fmt.Sprintln(f.Rule.ID, f.Severity, f.Component.Name, f.Field))
		all = append(all, strings.Join(words, " "))
	}
	return all
}

// tool is a manifest of one tool with more members.
func tool(members string) string {
	return `{"tools":[{"name":"t","inputSchema":{"type":"object"},` + members + `}]}`
}

// schema is a manifest of one tool with an input schema.
func schema(s string) string {
	return `{"tools":[{"name":"t","description":"Adds.","inputSchema":` + s + `}]}`
}

// bigManifest has many tools; the last one's description is given.
func bigManifest(tools int, last string) string {
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	for i := range tools - 1 {
		fmt.Fprintf(&b, `{"name":"t%d","description":"Lists birds of %d places.","inputSchema":{"type":"object","properties":{"place":{"type":"string","description":"The place."},"max":{"type":"integer","minimum":%d}},"required":["place"]}},`, i, i, i)
	}
	fmt.Fprintf(&b, `{"name":"last","description":%q,"inputSchema":{}}]}`, last)
	return b.String()
}
