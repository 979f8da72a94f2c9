package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// The folder's package does not compile: it lacks what is to be generated, and
// imports.
func TestRun(t *testing.T) {
	dir := folder(t,
		"classes.phr", "class USER = user{,s}\n",
		"b.go", "package rules\n\nvar two = scanner.Rule{ID: \"B002\", Phrases: `\n\ttell: tell @USER\n`, Wake: w(sigTell)}\n",
		"a.go", "package rules\n\nvar (\n\tone = scanner.Rule{ID: \"A001\", Phrases: \"keep: keep\"}\n\tother = thing{ID: \"x\"}\n)\n",
		"a_test.go", "package rules\n\nvar three = scanner.Rule{ID: \"C003\"}\n",
		"zz_rules.go", "package old, and broken",
	)
	if err := run(dir, true); err == nil || !strings.Contains(err.Error(), "zz_phrases.go is out of date") {
		t.Errorf("check said %v", err)
	}
	if err := run(dir, false); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, true); err != nil {
		t.Error(err)
	}
	list, err := os.ReadFile(filepath.Join(dir, "zz_rules.go"))
	if err != nil {
		t.Fatal(err)
	}
	want := `// Code generated from the rules of this folder. DO NOT EDIT.

package rules

import "github.com/theriac/theriac/scanner"

// all are the rules, by ID.
var all = [...]*scanner.Rule{
	&one, // A001
	&two, // B002
}
`
	if diff := cmp.Diff(want, string(list)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	phrases, err := os.ReadFile(filepath.Join(dir, "zz_phrases.go"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(phrases), "sigKeep phrase.Signal = 1\n\tsigTell phrase.Signal = 2\n") {
		t.Errorf("no constants for the signals:\n%s", phrases)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []string
		want  []string
	}{
		{"phrase in a raw string", []string{"a.go", "package rules\n\nvar one = scanner.Rule{ID: \"A\", Phrases: `a: b\n  ( c`}\n"},
			[]string{"a.go:4:6: expected ) to close the ( of column 3"}},
		{"phrase on the literal's line", []string{"a.go", "package rules\n\nvar one = scanner.Rule{ID: \"A\", Phrases: `a: /`}\n"},
			[]string{"a.go:3:46: unexpected '/'"}},
		{"phrase in a file", []string{"a.phr", "a: (\n"}, []string{"a.phr:1:5: expected a word"}},
		{"no ID", []string{"a.go", "package rules\n\nvar one = scanner.Rule{}\n"}, []string{"a.go:3:5: rule one has no ID"}},
		{"equal IDs", []string{"a.go", "package rules\n\nvar one, two = scanner.Rule{ID: \"A\"}, scanner.Rule{ID: \"A\"}\n"},
			[]string{"rule A is declared already, at "}},
		{"a computed phrase", []string{"a.go", "package rules\n\nvar one = scanner.Rule{ID: \"A\", Phrases: x + y}\n"},
			[]string{"a.go:3:42: Phrases must be one string literal"}},
		{"Go that does not parse, and a fault beside it", []string{"a.go", "package rules\n\nvar one = \n", "b.go", "package rules\n\nvar one = scanner.Rule{}\n"},
			[]string{"a.go:3:12: expected operand", "b.go:3:5: rule one has no ID"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := run(folder(t, c.files...), false)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want %s", err, want)
				}
			}
		})
	}
}
