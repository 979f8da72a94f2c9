package baseline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/phrase"
)

const before = `{"tools": [
  {"name": "read",
   "description": "Reads a file.",
   "annotations": {"readOnlyHint": false},
   "inputSchema": {
    "properties": {
     "path": {
      "description": "The path.",
      "type": "string"},
     "old": {}}}},
  {"name": "gone", "description": "Goes.", "inputSchema": {}}
]}`

const after = `{"tools": [
  {"name": "read",
   "annotations": {"readOnlyHint": true},
   "inputSchema": {
    "properties": {
     "path": {
      "type": ["string", "null"],
      "pattern": "x",
      "description": "The\u00a0new path."},
     "added": {
      "type": "string"}}}},
  {"name": "come", "inputSchema": {}}
]}`

// TestPlaces checks that each finding stands at what changed, or at the key of
// what held it, and has both values.
func TestPlaces(t *testing.T) {
	var got []string
	for _, f := range each(compare(t, parse(t, "old.json", before), parse(t, "new.json", after))) {
		cut := strings.Split(after, "\n")[f.Location.StartLine-1]
		if f.Location.EndLine == f.Location.StartLine {
			cut = cut[f.Location.StartColumn-1 : f.Location.EndColumn-1]
		}
		got = append(got, fmt.Sprintf("%d %s exact=%v | %s | %s → %s", f.Location.StartLine, cut, f.Exact, f.Pointer, *f.Baseline, f.Text))
	}
	want := []string{
		`1 tools exact=false | /tools | {"description":"Goes.","inputSchema":{},"name":"gone"} → `,
		`2 read exact=false | /tools/0/description | Reads a file. → `,
		`3 true exact=true | /tools/0/annotations/readOnlyHint | false → true`,
		`5 properties exact=false | /tools/0/inputSchema/properties/old | {} → `,
		`7 type exact=false | /tools/0/inputSchema/properties/path | {"description":"The path.","type":"string"} → {"description":"The` + "\u00a0" + `new path.","pattern":"x","type":["string","null"]}`,
		`9 The\u00a0new path. exact=true | /tools/0/inputSchema/properties/path/description | The path. → The` + "\u00a0" + `new path.`,
		`10 added exact=false | /tools/0/inputSchema/properties/added |  → {"type":"string"}`,
		`12 come exact=true | /tools/1/name |  → come`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestPlacesOfWhatIsGone(t *testing.T) {
	old := parse(t, "old.json", schema(`{}`))
	for _, c := range []struct {
		name, text, pointer string
		line                int
	}{
		{"list of others", "{\n\"x\": 1,\n\"tools\": [{\"name\":\"u\",\"inputSchema\":{}}]}", "/tools", 3},
		{"empty list", "{\n\"x\": 1,\n\"tools\": []}", "/tools", 3},
		{"bare list", "\n[{\"name\":\"u\",\"inputSchema\":{}}]", "", 2},
		{"in an envelope", "{\"jsonrpc\":\"2.0\",\n\"result\":{\n\"tools\":[{\"name\":\"u\",\"inputSchema\":{}}]}}", "/result/tools", 3},
		{"no list", "{\"serverInfo\":{\"name\":\"s\"},\"instructions\":\"x\"}", "", 1},
	} {
		for _, f := range compare(t, old, parse(t, "new.json", c.text)) {
			if f.Rule.ID == "DIFF003" && f.Component.Name == "t" && (f.Pointer != c.pointer || f.Location.StartLine != c.line) {
				t.Errorf("%s: at %q, line %d", c.name, f.Pointer, f.Location.StartLine)
			}
		}
	}
}

// TestYAML compares a manifest with what it was before it became YAML.
func TestYAML(t *testing.T) {
	old := parse(t, "old.json", tool(`"description":"Adds.\n","x":12`))
	same := "tools:\n- name: t\n  description: |\n    Adds.\n  inputSchema: &s\n    type: object\n  x: 12\n"
	if f := compare(t, old, parse(t, "new.yaml", same)); len(f) > 0 {
		t.Error(lines(f))
	}
	f := compare(t, recorded(t, old), parse(t, "new.yaml", strings.Replace(same, "Adds", "EVIL1", 1)))
	if d := cmp.Diff([]string{"DIFF001 critical t description"}, lines(f)); d != "" {
		t.Fatal(d)
	}
	if f[0].Location.StartLine != 4 {
		t.Errorf("line %d", f[0].Location.StartLine)
	}
}

// TestYAMLAliases feeds it aliases that unfold without end.
func TestYAMLAliases(t *testing.T) {
	lol := "tools:\n- name: t\n  inputSchema: {}\n  x:\n    a0: &a0 [x, x]\n"
	for i := range 40 {
		lol += fmt.Sprintf("    a%d: &a%d [*a%d, *a%d]\n", i+1, i+1, i, i)
	}
	d := parse(t, "lol.yaml", lol)
	if _, err := baseline.Snapshot(d); err == nil {
		t.Error("a snapshot of an endless document")
	}
	if f, err := baseline.Compare(d, parse(t, "lol.yaml", lol), toys, baseline.Options{}); err != nil || len(f) > 0 {
		t.Error(lines(f), err)
	}
	f, err := baseline.Compare(d, parse(t, "lol.yaml", strings.Replace(lol, "[x, x]", "[x, EVIL1]", 1)), toys, baseline.Options{})
	if err != nil || len(f) == 0 || f[0].Severity != scanner.Critical {
		t.Error(lines(f), err)
	}
}

// TestManyChanges has more than anybody reads one by one, and one among them
// that must be.
func TestManyChanges(t *testing.T) {
	side := func(text string) *manifest.Document {
		var p []string
		for i := range 100 {
			word := text
			if i == 90 && text == "new" {
				word = "EVIL1"
			}
			p = append(p, fmt.Sprintf(`"p%d":{"description":"%s"}`, i, word))
		}
		return parse(t, "m.json", schema(`{"properties":{`+strings.Join(p, ",")+`}}`))
	}
	found := compare(t, side("old"), side("new"))
	if len(found) != 2 {
		t.Errorf("%d findings", len(found))
	}
	f := each(found)
	var critical, rest int
	for i := range f {
		switch {
		case f[i].Severity == scanner.Critical:
			critical++
			if f[i].Field != "inputSchema.properties.p90.description" {
				t.Error(f[i].Field)
			}
		case strings.HasPrefix(f[i].Message.String(), "91 more members changed"):
			if rest++; f[i].Counted != 91 {
				t.Errorf("%d are counted", f[i].Counted)
			}
		}
	}
	if len(f) != 10 || critical != 1 || rest != 1 {
		t.Errorf("%d places, %d critical, %d for the rest", len(f), critical, rest)
	}
}

// TestFingerprints: moving a tool and reordering keys keeps them, and no two
// findings of one comparison share one.
func TestFingerprints(t *testing.T) {
	moved := `{"tools": [{"name": "come", "inputSchema": {}}` + strings.TrimSuffix(strings.TrimPrefix(
		strings.Replace(after, `,
  {"name": "come", "inputSchema": {}}`, "", 1), `{"tools": [`), "\n]}") + `]}`
	moved = strings.Replace(moved, "{}}\n", "{}},\n", 1)
	seen := map[string]bool{}
	old := parse(t, "old.json", before)
	for _, f := range compare(t, old, parse(t, "new.json", after)) {
		if seen[f.Fingerprint] || len(f.Fingerprint) != 32 {
			t.Errorf("fingerprint %q of %s", f.Fingerprint, f.Message)
		}
		seen[f.Fingerprint] = true
	}
	for _, f := range compare(t, old, parse(t, "new.json", moved)) {
		if !seen[f.Fingerprint] {
			t.Errorf("moving changed the fingerprint of %s", f.Message)
		}
	}
}

// TestSelectedRules reports only what is asked for, and still judges by all.
func TestSelectedRules(t *testing.T) {
	old, new := parse(t, "a.json", before), parse(t, "b.json", strings.Replace(after, "The\\u00a0new", "EVIL1", 1))
	f, err := baseline.Compare(old, new, toys, baseline.Options{Rules: []*scanner.Rule{toys.Rule("DIFF002")}})
	if err != nil {
		t.Fatal(err)
	}
	critical := false
	for i := range f {
		critical = critical || f[i].Severity == scanner.Critical
		if f[i].Rule.ID != "DIFF002" {
			t.Error(f[i].Rule.ID)
		}
	}
	if !critical {
		t.Error("nothing is critical:", lines(f))
	}
}

// TestBrokenRule: a rule that fails makes an error, or a mild verdict would
// pass for a sure one.
func TestBrokenRule(t *testing.T) {
	broken := scanner.NewSet(&phrase.Program{}, &scanner.Rule{ID: "DIFF001"}, &scanner.Rule{ID: "BAD", Component: func(*scanner.Pass) { panic("no") }})
	f, err := baseline.Compare(parse(t, "a.json", tool(`"title":"A"`)), parse(t, "b.json", tool(`"title":"B"`)), broken, baseline.Options{})
	if err == nil || len(f) != 1 {
		t.Error(lines(f), err)
	}
}
