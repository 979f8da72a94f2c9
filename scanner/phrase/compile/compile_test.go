package compile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/theriac/theriac/scanner/phrase/compile"
)

func TestErrors(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"tell", "f.phr:1:1: expected NAME: pattern, class NAME = members, class NAME += members or concept NAME = members"},
		{"a: b\nclass = b", "f.phr:2:1: expected NAME: pattern, class NAME = members, class NAME += members or concept NAME = members"},
		{"a_b: c", `f.phr:1:1: a signal's name has letters, digits and dashes: "a_b"`},
		{"a:", `f.phr:1:3: expected a word, "text", (…), […], @CLASS, ..N, ~shape, ^ or !(…), found the end`},
		{"a: b |", "f.phr:1:6: alternatives of a pattern stand in (…), or on a line of their own"},
		{"a: (b | )", `f.phr:1:9: expected a word, "text", (…), […], @CLASS, ..N, ~shape, ^ or !(…), found ")"`},
		{"a: (b", "f.phr:1:6: expected ) to close the ( of column 4, found the end"},
		{"a: (b]", `f.phr:1:6: expected ) to close the ( of column 4, found "]"`},
		{"a: b )", `f.phr:1:6: unexpected ")"`},
		{"a: b / c", "f.phr:1:6: unexpected '/': punctuation stands in quotes"},
		{"a: \"b", "f.phr:1:4: the quoted text has no end on its line"},
		{`a: "\q"`, `f.phr:1:4: "\"\\q\"" is no quoted text as Go has them`},
		{`a: ""`, `f.phr:1:4: "" has no token`},
		{`a: "stop. Go on"`, `f.phr:1:4: "stop. go on" holds the end of a sentence, which no match crosses`},
		{"a: b{c", `f.phr:1:4: the braces of "b{c" do not pair, or stand for more than 256 texts; a brace itself is \x7b or \x7d in quotes`},
		{"a: @", "f.phr:1:4: expected a name after @"},
		{"a: @B", "f.phr:1:4: class B is not declared"},
		{"class B = c\nclass B = d", "f.phr:2:1: class B is declared already, at f.phr:1"},
		{"class B += c", "f.phr:1:1: class B is extended, but not declared"},
		{"class B = c\nclass B += (d", "f.phr:2:14: expected ) to close the ( of column 12, found the end"},
		{"class B = c\nclass B += d | @B", "f.phr:2:16: class B contains itself"},
		{"class B = c\nclass B += [d]", "f.phr:1:1: class B matches nothing at all: every member needs a token"},
		{"class B = c\nclass B + = d", "f.phr:2:1: expected NAME: pattern, class NAME = members, class NAME += members or concept NAME = members"},
		{"concept b = c\nclass b = d", "f.phr:2:1: class b is declared already, at f.phr:1"},
		{"concept b = c\nb: d", "f.phr:2:1: b is a concept already, at f.phr:1"},
		{"concept b_c = d", `f.phr:1:1: a signal's name has letters, digits and dashes: "b_c"`},
		{"concept b = c | ~ident", "f.phr:1:1: the pattern needs a word that each match must have, to be found by"},
		{"class B = c | @D\nclass D = @B", "f.phr:2:11: class B contains itself"},
		{"class B = [c]", "f.phr:1:1: class B matches nothing at all: every member needs a token"},
		{"a: b ..x", "f.phr:1:6: expected a number of words after .."},
		{"a: b ..0 c", "f.phr:1:6: a gap has 1 to 30 words"},
		{"a: b ..31 c", "f.phr:1:6: a gap has 1 to 30 words"},
		{"a: b ..3", "f.phr:1:6: a gap needs something on both sides"},
		{"a: [b] ..3 c", "f.phr:1:8: a gap needs something on both sides that must be there; an optional element takes its gap along: [word ..3]"},
		{"a: b ..30 c ..30 d ..30 e", `f.phr:1:1: a match can reach 93 tokens beyond its anchor "b"; 63 are possible`},
		{"a: ~thing", "f.phr:1:4: no shape ~thing: there are ~any ~word ~caps ~number ~ident ~quoted ~path ~url"},
		{"a: !b c", "f.phr:1:4: expected !(…), !<(…) or !>(…)"},
		{"a: b !([c])", "f.phr:1:6: what must not stand here matches nothing at all, so it always stands here"},
		{"a: ~ident", "f.phr:1:1: the pattern needs a word that each match must have, to be found by"},
		{"a: (b | ~ident)", "f.phr:1:1: the pattern needs a word that each match must have, to be found by"},
		{"a: [b]", "f.phr:1:1: the pattern has optional elements only"},
		{"a: " + strings.Repeat("(", 17) + "b", "f.phr:1:21: groups stand more than 16 deep"},
		{"a: /\nb: c\nd: (", "f.phr:1:4: unexpected '/': punctuation stands in quotes\n" +
			`f.phr:3:5: expected a word, "text", (…), […], @CLASS, ..N, ~shape, ^ or !(…), found the end`},
		{"a: b\n  c\n  / d", "f.phr:3:3: unexpected '/': punctuation stands in quotes"},
	} {
		_, err := compile.Compile(compile.Source{Name: "f.phr", Text: c.source})
		if err == nil {
			t.Errorf("%q: no error, want %s", c.source, c.want)
		} else if diff := cmp.Diff(c.want, err.Error()); diff != "" {
			t.Errorf("%q (-want +got)\n%s", c.source, diff)
		}
	}
}

// A source may begin in the middle of a file, as in a Go string.
func TestErrorsInside(t *testing.T) {
	_, err := compile.Compile(
		compile.Source{Name: "x.go", Text: "a: /\n  b: /", Line: 10, Column: 12},
	)
	want := "x.go:10:15: unexpected '/': punctuation stands in quotes\nx.go:11:6: unexpected '/': punctuation stands in quotes"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestSourcesShareClassesAndSignals(t *testing.T) {
	p, err := compile.Compile(
		compile.Source{Name: "a", Text: "one: say @B"},
		compile.Source{Name: "b", Text: "class B = x\none: cry @B\ntwo: @B"},
	)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"", "one", "two"}, p.Signals); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"one say x", "two x", "one cry x", "two x"}, found(p, "say x cry x")); diff != "" {
		t.Error(diff)
	}
}

// A class can be extended from any source, before it is declared and after.
func TestSourcesExtendClasses(t *testing.T) {
	p, err := compile.Compile(
		compile.Source{Name: "a", Text: "class B += y z | w"},
		compile.Source{Name: "b", Text: "class B = x\none: say @B"},
		compile.Source{Name: "c", Text: "class B += @C\nclass C = v"},
	)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"one say x", "one say y z", "one say w", "one say v"}, found(p, "say x say y z say w say v say y")); diff != "" {
		t.Error(diff)
	}
}

// Classes that double at each level must not take time or memory to match.
func TestRefusesWhatGrowsWithoutBounds(t *testing.T) {
	var b strings.Builder
	b.WriteString("class A0 = x y | z\n")
	for i := range 40 {
		b.WriteString(strings.NewReplacer("N", string(rune('B'+i%20))+strings.Repeat("q", i/20), "O", previous(i)).Replace("class N = @O | w @O\n"))
	}
	b.WriteString("a: @" + previous(40))
	_, err := compile.Compile(compile.Source{Name: "f", Text: b.String()})
	if err == nil || !strings.Contains(err.Error(), "larger than 20000 elements") {
		t.Errorf("got %v", err)
	}
}

func previous(i int) string {
	if i == 0 {
		return "A0"
	}
	return string(rune('B'+(i-1)%20)) + strings.Repeat("q", (i-1)/20)
}
