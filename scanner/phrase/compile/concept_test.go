package compile_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/phrase/compile"
)

// A word stands for the concepts that have it, whichever class it comes from; a
// phrase raises a signal that does.
func TestConcepts(t *testing.T) {
	p, err := compile.Compile(compile.Source{Name: "f.phr", Text: `
class WAY = road | foot path
concept walk = walk{,s,ing} | go on foot | @WAY
concept travel = go | walk | drive
concept travel += sail
far: far away
`})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"travel", "walk"}, p.Concepts); diff != "" {
		t.Fatal(diff)
	}
	for said, want := range map[string]string{
		"walks": "walk", "WALK": "travel walk", "sail": "travel", "road": "walk", "far": "", "on": "",
		"go on foot": "travel walk", "a foot path": "walk", "foot of the path": "", "far away": "",
	} {
		tokens := p.Lexicon.Tokenise(said, nil)
		var found phrase.Concepts
		for _, tok := range tokens {
			found |= p.Words[tok.Word].Concepts
		}
		for _, h := range p.Match(said, tokens, nil) {
			found |= p.Raises[h.Signal]
		}
		got := ""
		for i, name := range p.Concepts {
			if found.Has(1 << i) {
				got += " " + name
			}
		}
		if want != "" {
			want = " " + want
		}
		if got != want {
			t.Errorf("%q speaks of%s, want%s", said, got, want)
		}
	}
}

func TestTooManyConcepts(t *testing.T) {
	var s string
	for i := range phrase.MaxConcepts + 1 {
		s += fmt.Sprintf("concept c%d = w%d\n", i, i)
	}
	_, err := compile.Compile(compile.Source{Text: s + "a: b"})
	if err == nil || err.Error() != "65 concepts are declared; 64 are possible" {
		t.Errorf("error %v", err)
	}
}
