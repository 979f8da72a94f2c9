package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/eval/corpus"
	"github.com/theriac/theriac/scanner/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestTables pins what the commands print about this repository, so that a table
// that is quoted elsewhere can't drift away from the code in silence.
func TestTables(t *testing.T) {
	for _, name := range []string{"corpus", "mutations"} {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			c := command(&got)
			c.SetArgs([]string{name})
			if err := c.Execute(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("figures changed (-golden +now); if that is meant, run go test ./eval -update:\n%s", diff)
			}
		})
	}
}

// TestFigures holds the evaluation page's figures to what the commands print: its block is
// the first table of `eval corpus` and the first lines of `eval mutations`.
func TestFigures(t *testing.T) {
	const path, begin, end = "../docs/evaluation.md", "<!-- figures -->\n", "<!-- end of figures -->"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no block between %q and %q", path, begin, end)
	}
	table := func(name string, lines func([]string) []string) string {
		golden, err := os.ReadFile(filepath.Join("testdata", name+".golden"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(lines(strings.Split(strings.TrimSpace(string(golden)), "\n")), "\n")
	}
	cases := table("corpus", func(l []string) []string { return l[2:5] })
	disguises := table("mutations", func(l []string) []string { return l[2:] })
	want := before + begin + "\n```\n" + cases + "\n```\n\n```\n" + disguises + "\n```\n\n" + end + after
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("%s differs from the figures (run go test ./eval -update):\n%s", path, diff)
	}
}

// TestCases holds the scanner to the corpus: a poisoned case trips its rule, a
// benign one has nothing at medium or above.
func TestCases(t *testing.T) {
	rep, err := scoreCorpus(rules.All())
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range rep.Wrong {
		t.Error(line)
	}
}

// TestDisguises holds the scanner to reading every disguise: whatever a rule
// catches, the same rule catches it disguised.
func TestDisguises(t *testing.T) {
	all, err := scoreMutations(rules.All())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range all {
		if n.Scored < 10 {
			t.Errorf("%s: applies to %d cases only: it measures nothing", n.Disguise, n.Scored)
		}
		if n.Same < n.Scored {
			t.Errorf("%s: %d of %d cases lost: %s", n.Disguise, n.Scored-n.Same, n.Scored, strings.Join(n.Missed, " "))
		}
	}
}

// TestCoverage wants cases on both sides for every rule that looks at metadata.
func TestCoverage(t *testing.T) {
	cases, err := corpus.Load()
	if err != nil {
		t.Fatal(err)
	}
	poisoned, benign := map[string]int{}, map[string]int{}
	for _, c := range cases {
		if rules.All().Rule(c.Rule) == nil {
			t.Errorf("%s: no such rule", c.ID)
		}
		if c.Poisoned {
			poisoned[c.Rule]++
		} else {
			benign[c.Rule]++
		}
	}
	for _, r := range rules.All().Rules() {
		if strings.HasPrefix(r.ID, "BASE") {
			continue // about changes of files, not about what they say
		}
		if poisoned[r.ID] < 2 || benign[r.ID] < 1 {
			t.Errorf("%s has %d poisoned and %d benign cases: want two and one at least", r.ID, poisoned[r.ID], benign[r.ID])
		}
	}
	for _, lang := range []string{"zh", "es", "fr", "de", "pt", "ja", "ko", "ru"} {
		for _, side := range []bool{true, false} {
			if !slices.ContainsFunc(cases, func(c corpus.Case) bool { return c.Source == lang && c.Poisoned == side }) {
				t.Errorf("no case in %s that is poisoned: %v", lang, side)
			}
		}
	}
}
