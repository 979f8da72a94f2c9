package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The committed files are what the generator writes.
func TestUpToDate(t *testing.T) {
	if err := run(filepath.Join("..", ".."), true); err != nil {
		t.Error(err)
	}
}

// folder writes files, given as name and text in turn, to a new folder.
func folder(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Go beside the phrases may be anything: it is not read.
func TestRun(t *testing.T) {
	dir := folder(t,
		"classes.phr", "class USER = user{,s}\n",
		"hiding.phr", "tell: tell @USER\nkeep: keep\nconcept rank = admin\n",
		"zz_table.go", "package old, and broken",
	)
	if err := run(dir, true); err == nil || !strings.Contains(err.Error(), "zz_table.go is out of date") {
		t.Errorf("check said %v", err)
	}
	if err := run(dir, false); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, true); err != nil {
		t.Error(err)
	}
	names, err := os.ReadFile(filepath.Join(dir, "zz_names.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Keep phrase.Signal = 1\n", "Tell phrase.Signal = 2\n", "OfRank phrase.Concepts = 1 << 0\n"} {
		if !strings.Contains(string(names), want) {
			t.Errorf("no %q:\n%s", want, names)
		}
	}
	table, err := os.ReadFile(filepath.Join(dir, "zz_table.go"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(table), `"hiding.phr:1"`) {
		t.Errorf("the table does not tell where a pattern stands:\n%s", table)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []string
		want  string
	}{
		{"a phrase that stops", []string{"a.phr", "a: (\n"}, "a.phr:1:5: expected a word"},
		{"a class that nobody declares", []string{"a.phr", "a: tell @NOBODY\n"}, "a.phr:1:"},
		{"names that are one in Go", []string{"a.phr", "tell-user: tell\ntellUser: user\n"}, "would both be"},
		{"no phrases", []string{"a.go", "package a"}, "no phrase files"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := run(folder(t, c.files...), false); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
