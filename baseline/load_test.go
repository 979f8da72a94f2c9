package baseline_test

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/scanner/manifest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// listing has a bit of everything that a baseline must keep: several kinds, a
// name twice, a key twice, invisible characters, numbers in odd spellings.
const listing = `{
  "serverInfo": {"version": "1.0", "name": "birds"}, "instructions": "Lists birds.",
  "tools": [
    {"name": "list", "inputSchema": {"type": "object", "properties": {"max": {"maximum": 1.50e1, "type": "number"}, "a/b": true}},
     "description": "Lists\u200b birds\u202e.\u001b[8m \ud83d\udc26\ufe0f \"<b>\"", "annotations": {"readOnlyHint": true}},
    {"name": "drop", "description": "First.", "description": "Second.", "inputSchema": {}},
    {"name": "drop", "description": "Another.", "inputSchema": {"enum": [], "\ud83d\ude00": 1, "\ufb01": null}}
  ],
  "prompts": [{"name": "ask", "arguments": [{"name": "bird"}]}],
  "resources": [{"uri": "file:///birds"}]
}`

func encode(t testing.TB, b *baseline.Baseline) string {
	t.Helper()
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func snapshot(t testing.TB, docs ...*manifest.Document) *baseline.Baseline {
	t.Helper()
	b, err := baseline.Snapshot(docs...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestGolden(t *testing.T) {
	const file = "testdata/birds.baseline.json"
	got := encode(t, snapshot(t, parse(t, "birds.json", listing)))
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Error(d)
	}
	for i, r := range got {
		if r != '\n' && (r < ' ' || r == '\u200b' || r == '\u202e' || r == '\ufe0f') {
			t.Errorf("byte %d is a raw %U", i, r)
		}
	}
}

// TestOrder takes the same components in another order, layout and spelling.
func TestOrder(t *testing.T) {
	const a = `{"tools":[{"name":"b","inputSchema":{"type":"object","x":"é"}},{"name":"a","inputSchema":{}}],"prompts":[{"name":"c"}]}`
	const b = `{ "prompts":[{"name":"c"}], "tools":[{"inputSchema":{},"name":"a"}, {"inputSchema":{"x":"\u00e9","type":"object"},"name":"b"}] }`
	if d := cmp.Diff(encode(t, snapshot(t, parse(t, "x.json", a))), encode(t, snapshot(t, parse(t, "x.json", b)))); d != "" {
		t.Error(d)
	}
}

func TestSeveralDocuments(t *testing.T) {
	const a = `[{"name":"t","description":"A.","inputSchema":{}}]`
	const b = "- name: t\n  description: B.\n  inputSchema: {}\n"
	got := snapshot(t, parse(t, "a.json", a), parse(t, "b.yaml", b))
	if got.Source != "a.json, b.yaml" || len(got.Components) != 2 {
		t.Errorf("source %q, %d components", got.Source, len(got.Components))
	}
}

// sameRecord compares what two baselines approve.
func sameRecord(a, b *baseline.Baseline) string {
	return cmp.Diff(a.Components, b.Components, cmpopts.EquateEmpty())
}

func TestLoadsWhatItWrites(t *testing.T) {
	b := snapshot(t, parse(t, "birds.json", listing))
	text := encode(t, b)
	for name, spelling := range map[string]string{
		"as it is":         text,
		"Windows":          "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"),
		"without layout":   strings.ReplaceAll(text, "\n", " "),
		"other escapes":    strings.ReplaceAll(text, "Lists", `\u004cists`),
		"keys in disorder": strings.Replace(text, "\"components\":", "\"source\": \"birds.json\",\n\"components\":", 1),
	} {
		if name == "keys in disorder" {
			spelling = strings.Replace(spelling, ",\n  \"source\": \"birds.json\"\n}", "\n}", 1)
		}
		got, err := baseline.Load("b", []byte(spelling))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := sameRecord(b, got); d != "" || got.Source != b.Source {
			t.Errorf("%s: %s %s", name, d, got.Source)
		}
		if again := encode(t, got); again != text {
			t.Errorf("%s: written again it differs", name)
		}
	}
}

func TestTampered(t *testing.T) {
	text := encode(t, snapshot(t, parse(t, "birds.json", listing)))
	for _, c := range []struct{ name, old, new, component, field string }{
		{"description", "Another.", "Another!", "drop", "description"},
		{"schema", `"enum": []`, `"enum": [1]`, "drop", "inputSchema"},
		{"number's spelling", "1.50e1", "15", "list", "inputSchema"},
		{"repeated key", `"description": "First.",`, ``, "drop", "description"},
		{"name", `"name": "ask"`, `"name": "asks"`, "ask", "name"},
		{"kind", `"kind": "prompt"`, `"kind": "tool"`, "ask", ""},
		{"server", `"kind": "prompt",`, `"kind": "prompt", "server": "s",`, "ask", ""},
		{"new field", `"kind": "prompt",`, `"kind": "prompt",`, "", ""},
		{"hash", "", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			edited := strings.Replace(text, c.old, c.new, 1)
			switch c.name {
			case "new field":
				edited, c.component, c.field = strings.Replace(text, `"fields": {`, `"fields": {"title": "X",`, 1), "ask", "title"
			case "hash":
				i := strings.Index(text, `"component": "`) + len(`"component": "`)
				flipped := "0"
				if text[i] == '0' {
					flipped = "1"
				}
				edited, c.component = text[:i]+flipped+text[i+1:], "ask"
			}
			_, err := baseline.Load("b.json", []byte(edited))
			var tampered *baseline.TamperedError
			if !errors.As(err, &tampered) {
				t.Fatalf("the error is %v", err)
			}
			if tampered.Component != c.component || tampered.Field != c.field || tampered.Line < 2 || tampered.Column < 1 {
				t.Errorf("%s: it names %q, field %q", err, tampered.Component, tampered.Field)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	const empty = `{"components": [], "schema": "theriac/baseline/v1", "source": ""}`
	if _, err := baseline.Load("b.json", []byte(empty)); err != nil {
		t.Fatal(err)
	}
	text := encode(t, snapshot(t, parse(t, "birds.json", listing)))
	edit := func(old, new string) string { return strings.Replace(text, old, new, 1) }
	for _, c := range []struct{ name, text, says string }{
		{"nothing", "", "b.json:1:1: "},
		{"cut", text[:len(text)/2], "b.json:"},
		{"no object", `[]`, "must be an object"},
		{"no schema", `{"components": [], "source": ""}`, `has no "schema"`},
		{"later version", strings.Replace(empty, "v1", "v2", 1), `this version of theriac reads "theriac/baseline/v1"`},
		{"key of another case", strings.Replace(empty, `"source"`, `"Source"`, 1), `unknown member "Source"`},
		{"a key twice", strings.Replace(empty, `"source"`, `"source": "", "source"`, 1), `"source" twice`},
		{"escaped key twice", strings.Replace(empty, `"source"`, `"sourc\u0065": "", "source"`, 1), `"source" twice`},
		{"components twice", strings.Replace(empty, `"schema"`, `"components": [], "schema"`, 1), `"components" twice`},
		{"more beside it", strings.Replace(empty, `"schema"`, `"tools": [], "schema"`, 1), `unknown member "tools"`},
		{"no list", strings.Replace(empty, `[]`, `{}`, 1), "must be a list"},
		{"source is no string", strings.Replace(empty, `""`, `1`, 1), "must be a string"},
		{"comment", strings.Replace(empty, `[]`, `[/* x */]`, 1), "b.json:1:17: not a valid baseline: a baseline is plain JSON"},
		{"comma too many", strings.Replace(empty, `""`, `"",`, 1), "plain JSON"},
		{"two documents", empty + empty, "another JSON document"},
		{"lone surrogate", edit("Another.", `\ud800`), "plain JSON"},
		{"component is no object", strings.Replace(empty, `[]`, `[1]`, 1), "a component must be an object"},
		{"component's key twice", edit(`"kind": "prompt"`, `"kind": "prompt", "kind": "prompt"`), `"kind" twice`},
		{"component's key of another case", edit(`"kind": "prompt"`, `"kind": "prompt", "Name": "x"`), `unknown member "Name"`},
		{"unknown kind", edit(`"kind": "prompt"`, `"kind": "Prompt"`), `unknown kind of component "Prompt"`},
		{"empty server", edit(`"kind": "prompt"`, `"kind": "prompt", "server": ""`), "leave it out"},
		{"fields are no object", edit(`"fields": {`, `"fields": 1, "x": {`), `unknown member "x"`},
		{"hash twice", edit(`"sha256": {`, `"sha256": {"component": "",`), `"component" twice`},
		{"UTF-16", "\xff\xfe{\x00", "UTF-8 was expected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := baseline.Load("b.json", []byte(c.text))
			var fault *manifest.Error
			if !errors.As(err, &fault) {
				t.Fatalf("the error is %v", err)
			}
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("%q does not say %q", err, c.says)
			}
		})
	}
}

func TestIsBaseline(t *testing.T) {
	text := encode(t, snapshot(t, parse(t, "birds.json", listing)))
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a baseline", text, true},
		{"a later version", strings.Replace(text, "baseline/v1", "baseline/v9", 1), true},
		{"with a conflict in it", strings.Replace(text, "\n", "\n<<<<<<< HEAD\n", 1), true},
		{"a manifest", listing, false},
		{"a manifest about baselines", tool(`"description":"Reads theriac/baseline/v1 files.","x":{"schema":"theriac/baseline/v1"}`), false},
		{"not JSON", "theriac/baseline/v1", false},
	} {
		if got := baseline.IsBaseline([]byte(c.text)); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestPathFor(t *testing.T) {
	for manifestPath, want := range map[string]string{
		"server.json": "server.baseline.json", "mcp/tools.yaml": "mcp/tools.baseline.json", "a.b/tools": "a.b/tools.baseline.json",
	} {
		if got := baseline.PathFor(manifestPath); got != want || !baseline.IsPath(got) {
			t.Errorf("%s: %s", manifestPath, got)
		}
	}
}

// TestEveryByte edits each byte of a file in several ways: the edit is refused,
// or what the file approves is the same.
func TestEveryByte(t *testing.T) {
	b := snapshot(t, parse(t, "birds.json", listing))
	text := encode(t, b)
	for i := range len(text) {
		for _, c := range []byte{' ', '0', 'a', '"', '}', '\\', ',', text[i] ^ 0x20, text[i] ^ 1, text[i] + 1} {
			edited := []byte(text)
			edited[i] = c
			approvesTheSame(t, b, edited)
		}
		approvesTheSame(t, b, []byte(text[:i]+text[i+1:]))
	}
}

func approvesTheSame(t *testing.T, b *baseline.Baseline, edited []byte) {
	t.Helper()
	got, err := baseline.Load("b", edited)
	if err != nil {
		return
	}
	if d := sameRecord(b, got); d != "" {
		t.Fatalf("an edit passes: %s\n%s", d, edited)
	}
}
