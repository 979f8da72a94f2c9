package source_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner/source"
)

var update = flag.Bool("update", false, "write the golden files")

// fixtures are the files of testdata/declared, by name.
func fixtures(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("testdata/declared/*.*")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, p := range paths {
		if strings.HasSuffix(p, ".golden") {
			continue
		}
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(p)] = data
	}
	if len(all) < 6 {
		t.Fatalf("%d fixtures found", len(all))
	}
	return all
}

func read(t testing.TB, name string, data []byte, files source.Files) *source.Reading {
	t.Helper()
	r, err := source.Read(name, data, files)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r
}

// TestDeclared compares what is read of each fixture, with the place of every
// text, with its golden file.
func TestDeclared(t *testing.T) {
	for name, data := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			got := show(read(t, name, data, nil))
			golden := filepath.Join("testdata/declared", name+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("reads:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// show writes what was read, one text a line. A place in brackets is one that only
// names the text.
func show(r *source.Reading) string {
	var b strings.Builder
	if r.Document != nil {
		for c, t := range r.Document.All() {
			from, to, exact := t.Node().Place(0, len(t.Value))
			at := r.Source.Location(from, to)
			place := fmt.Sprintf("%d:%d-%d:%d", at.StartLine, at.StartColumn, at.EndLine, at.EndColumn)
			if !exact {
				place = "(" + place + ")"
			}
			fmt.Fprintf(&b, "%s %s: %s = %q %s\n", c.Kind, c.Name, t.Field(), t.Value, place)
		}
	}
	for _, c := range r.Computed {
		how := "not read"
		if c.Partly {
			how = "read in part"
		}
		fmt.Fprintf(&b, "computed: %s %s: %s, %s: %s\n", c.Kind, c.Name, c.Field, how, r.Source.Text()[c.Start:c.End])
	}
	fmt.Fprintf(&b, "%d texts\n", r.Texts)
	if r.Fault != nil {
		fmt.Fprintf(&b, "fault: %v\n", r.Fault)
	}
	return b.String()
}
