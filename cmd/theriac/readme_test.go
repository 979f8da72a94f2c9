package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadme holds the README's table of rules to the rules.
func TestReadme(t *testing.T) {
	const path, begin, end = "../../README.md", "<!-- rules:", "<!-- end of rules -->"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	marker, rest, ok2 := strings.Cut(rest, "\n")
	_, after, ok3 := strings.Cut(rest, end)
	if !ok || !ok2 || !ok3 {
		t.Fatalf("%s has no table between %q and %q", path, begin, end)
	}
	var table bytes.Buffer
	if status := run(t.Context(), []string{"rules", "--format", "markdown"}, nil, &table, &table); status != 0 {
		t.Fatal(table.String())
	}
	want := before + begin + marker + "\n\n" + table.String() + "\n" + end + after
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("%s differs from the rules (run this test with -update):\n%s", path, diff)
	}
}
