package manifest

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestShapes reads every file of the archives below testdata/shapes, under the
// name that it has there, and compares what came of it with the golden file.
func TestShapes(t *testing.T) {
	for name, archive := range archives(t) {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for _, f := range archive.Files {
				d, err := Parse(f.Name, f.Data, Options{})
				fmt.Fprintf(&b, "%s\n%s\n", f.Name, outcome(d, err))
			}
			golden := filepath.Join("testdata", "shapes", name+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), b.String()); d != "" {
				t.Error(d)
			}
		})
	}
}

// archives are the samples of shapes, by family.
func archives(t testing.TB) map[string]*txtar.Archive {
	t.Helper()
	paths, err := filepath.Glob("testdata/shapes/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no samples of shapes", err)
	}
	all := map[string]*txtar.Archive{}
	for _, p := range paths {
		a, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(p), ".txtar")] = a
	}
	return all
}

func outcome(d *Document, err error) string {
	var b strings.Builder
	if d != nil {
		fmt.Fprintf(&b, "  %s\n", d.Shape)
		for _, c := range d.Components {
			origin := "-"
			if c.Fields != nil {
				origin = c.Fields.Origin
			}
			fmt.Fprintf(&b, "  %s %q at %q, server %q, fields of %s\n", c.Kind, c.Name, c.Pointer, c.Server, origin)
			for i := range c.Texts {
				x := &c.Texts[i]
				fmt.Fprintf(&b, "    %-12s %s = %q\n", roleName(x.Role), x.Field(), x.Value)
			}
		}
	}
	var e *Error
	if errors.As(err, &e) {
		fmt.Fprintf(&b, "  %s: %s\n", e.Reason, e.Detail)
	}
	return b.String()
}

func roleName(r Role) string {
	names := []string{"name", "title", "description", "instructions", "prompt", "parameter", "schema", "enum", "default", "example", "const",
		"comment", "annotation", "meta", "address", "template", "format", "key", "unknown"}
	for i, n := range names {
		if r == 1<<i {
			return n
		}
	}
	return fmt.Sprint(uint32(r))
}

// TestNamed reads files that are skipped or not recognised unless somebody names
// them.
func TestNamed(t *testing.T) {
	for text, want := range map[string]string{
		`{"model":"m","messages":[{"role":"user"}],"tools":[{"name":"a","input_schema":{}}]}`: "/tools/0",
		`{"servers":[{"server":{"name":"a.b/c","description":"d","remotes":[]}}]}`:            "/servers/0/server",
		`{"tools":[{"name":"a"}]}`:   "/tools/0",
		`[{"name":"a"}]`:             "/0",
		`{"prompts":[{"name":"a"}]}`: "/prompts/0",
		`{"instructions":"Add."}`:    "",
	} {
		if d, _ := Parse("x.json", []byte(text), Options{}); d != nil {
			t.Errorf("%s is read without a name", text)
		}
		d, err := Parse("x.json", []byte(text), Options{Named: true})
		if err != nil || len(d.Components) == 0 || d.Components[len(d.Components)-1].Pointer != want {
			t.Errorf("%s: %v, want a component at %q: %s", text, err, want, outcome(d, err))
		}
	}
	for _, text := range []string{`{}`, `{"openapi":"3.1.0","paths":{}}`, `{"a":[{"name":"b"}]}`, `"x"`, `[1]`} {
		if d, _ := Parse("x.json", []byte(text), Options{Named: true}); d != nil {
			t.Errorf("%s is read as %s", text, d.Shape)
		}
	}
	for _, text := range []string{`{"tools":[]}`, `[]`, `{"prompts":[]}`} {
		if d, err := Parse("x.json", []byte(text), Options{Named: true}); err != nil || len(d.Components) > 0 {
			t.Errorf("the empty list %s: %v", text, err)
		}
	}
}
