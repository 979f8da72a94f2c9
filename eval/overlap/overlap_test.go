package overlap

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/eval/score"
)

func item(id, description string) score.Item {
	return score.Item{ID: id, Manifest: []byte(`{"tools":[{"name":"x","description":"` + description + `"}]}`)}
}

func TestFindInSamples(t *testing.T) {
	items := []score.Item{
		item("a", "One two three. Four! Five six seven."),
		item("b", "zero one two three nine four five six seven"),
	}
	texts := []Text{Plain("whole", "x one two THREE four five, six y"), Plain("short", "one two three four five"), Plain("order", "six five four three two one")}
	want := []Run{{"whole", "a", "one two three four five six"}}
	if diff := cmp.Diff(want, Find(texts, items, 6)); diff != "" {
		t.Error(diff)
	}
}

func TestFindInPatterns(t *testing.T) {
	sources := map[string]string{"R": `
# a comment
class PET = cat{,s} | old dog |
  fish
wash: ^ always (wash|feed) [the] @PET !(not) ..3 before ("lunch time"|tea)
`}
	for _, tc := range []struct {
		text string
		want string
	}{
		{"You always feed the old dog before tea today", "always feed the old dog before tea"},
		{"always wash cats before lunch time", "always wash cats before lunch time"},
		{"always wash the cats, then comb, before tea", ""}, // a gap says nothing
		{"always feed the bird before tea now", ""},
	} {
		texts, err := Patterns(sources)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, r := range Find(texts, []score.Item{item("a", tc.text)}, 6) {
			got += r.Words
		}
		if got != tc.want {
			t.Errorf("%q shares %q, want %q", tc.text, got, tc.want)
		}
	}
}

func TestShapeBreaksRun(t *testing.T) {
	texts, err := Patterns(map[string]string{"R": "call: you must first call the ~quoted tool before this one now"})
	if err != nil {
		t.Fatal(err)
	}
	got := Find(texts, []score.Item{item("a", "you must first call the tool before this one now")}, 5)
	want := []Run{{"R call (declaration 1)", "a", "you must first call the"}, {"R call (declaration 1)", "a", "tool before this one now"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPatternErrors(t *testing.T) {
	for _, source := range []string{"x: @NONE", "x: (a", "what is this", "class A = @A\nx: @A"} {
		if _, err := Patterns(map[string]string{"R": source}); err == nil {
			t.Errorf("%q is understood", source)
		}
	}
}
