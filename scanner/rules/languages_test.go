package rules

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/signals"
)

func (a attack) least(t *testing.T) (s scanner.Severity) {
	t.Helper()
	if err := s.UnmarshalText([]byte(a.severity)); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLanguages(t *testing.T) {
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			if len(l.attacks) < 6 || len(l.honest) < 8 {
				t.Error("too few texts")
			}
			for _, a := range l.attacks {
				found := scan(t, scanner.Sample{Text: a.text})
				if !slices.ContainsFunc(found, a.is(t)) {
					t.Errorf("no %s %s of %q in %q: found %s", a.severity, a.rule, a.match, a.text, summary(found))
				}
			}
			for _, text := range l.honest {
				for _, f := range scan(t, scanner.Sample{Text: text}) {
					if f.Severity > scanner.Low {
						t.Errorf("%s %s reports %q in %q", f.Severity, f.Rule.ID, f.Text, text)
					}
				}
			}
		})
	}
}

// is tells whether a finding says what it must of the attack, with its span in
// code points.
func (a attack) is(t *testing.T) func(scanner.Finding) bool {
	before, _, ok := strings.Cut(a.text, a.match)
	if a.match == "" || !ok {
		t.Fatalf("%q is not in %q", a.match, a.text)
	}
	start, least := utf8.RuneCountInString(before), a.least(t)
	span := scanner.Span{Start: start, End: start + utf8.RuneCountInString(a.match)}
	return func(f scanner.Finding) bool {
		return f.Rule.ID == a.rule && f.Severity >= least && (f.Text == a.match && f.Span == span ||
			slices.ContainsFunc(f.Also, func(p scanner.Place) bool { return p.Text == a.match && p.Span == span }))
	}
}

// Every signal is heard by some rule: a name that only a phrase file has is a slip.
func TestSignalsAreHeard(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	heard := map[string]bool{}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`signals\.(\w+)`).FindAllStringSubmatch(string(b), -1) {
			heard[strings.ToLower(m[1])] = true
		}
	}
	program := &signals.Program
	for i, name := range program.Signals {
		if plain := strings.ReplaceAll(name, "-", ""); i > 0 && program.Raises[i] == 0 && name != scanner.MentionSignal && !heard[strings.ToLower(plain)] {
			t.Errorf("no rule hears the signal %s", name)
		}
	}
}

// TestLanguageManifests reads each attack where it stands in practice: in one
// tool of a manifest whose other tools are honest. Nobody else gets the blame.
func TestLanguageManifests(t *testing.T) {
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			for _, a := range l.attacks {
				tools := []any{}
				for i, text := range slices.Insert(slices.Clone(l.honest), 2, a.text) {
					tools = append(tools, map[string]any{
						"name": fmt.Sprint("tool", i), "description": text,
						"inputSchema": map[string]any{"type": "object", "properties": map[string]any{"query": map[string]any{"type": "string"}}},
					})
				}
				b, err := json.Marshal(map[string]any{"tools": tools})
				if err != nil {
					t.Fatal(err)
				}
				found := scan(t, scanner.Sample{Manifest: string(b)})
				if !slices.ContainsFunc(found, func(f scanner.Finding) bool {
					return a.is(t)(f) && f.Component.Name == "tool2" && f.Pointer == "/tools/2/description"
				}) {
					t.Errorf("no %s %s of %q at /tools/2/description: found %s", a.severity, a.rule, a.match, summary(found))
				}
				for _, f := range found {
					if f.Severity > scanner.Low && f.Component.Name != "tool2" {
						t.Errorf("%s %s reports %q of %s", f.Severity, f.Rule.ID, f.Text, f.Component.Name)
					}
				}
			}
		})
	}
}
