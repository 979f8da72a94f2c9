package corpus

import (
	"strings"
	"testing"
)

func TestLoad(t *testing.T) {
	cases, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	poisoned := 0
	for _, c := range cases {
		if seen[c.ID] {
			t.Errorf("%s stands twice", c.ID)
		}
		seen[c.ID] = true
		if c.Poisoned {
			poisoned++
		}
	}
	if benign := len(cases) - poisoned; poisoned < 70 || benign < 70 {
		t.Errorf("%d poisoned and %d benign cases: want 70 of each", poisoned, benign)
	}
}

func TestParseErrors(t *testing.T) {
	for _, tc := range []struct{ name, yaml, want string }{
		{"unknown member", "poisoned: [{name: a, about: b, tooll: {}}]", "tooll"},
		{"no manifest", "poisoned: [{name: a, about: b}]", "want one"},
		{"two manifests", "poisoned: [{name: a, about: b, tool: {name: x}, prompt: {name: y}}]", "want one"},
		{"no about", "benign: [{name: a, tool: {name: x}}]", "about"},
		{"twice", "benign: [{name: a, about: b, tool: {name: x}}, {name: a, about: b, tool: {name: x}}]", "name of its own"},
		{"severity", "poisoned: [{name: a, about: b, at: severe, tool: {name: x}}]", "severe"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := Parse("R", []byte(tc.yaml)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v does not say %q", err, tc.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	cases, err := Parse("R1", []byte(`
poisoned:
  - {name: a, about: b, at: high, lang: fr, tool: {name: x, description: "<b>"}, before: {json: "[1]"}}
benign:
  - {name: c, about: d, resourceTemplate: {name: y}}
`))
	if err != nil {
		t.Fatal(err)
	}
	a, c := cases[0], cases[1]
	if a.ID != "R1/a" || !a.Poisoned || a.At.String() != "high" || a.Source != "fr" || string(a.Before) != "[1]" ||
		!strings.Contains(string(a.Manifest), `"description": "<b>"`) || !strings.Contains(string(a.Manifest), `"tools"`) {
		t.Errorf("poisoned case came out as %+v\n%s", a, a.Manifest)
	}
	if c.ID != "R1/c" || c.Poisoned || c.Source != "en" || !strings.Contains(string(c.Manifest), `"resourceTemplates"`) {
		t.Errorf("benign case came out as %+v\n%s", c, c.Manifest)
	}
}
