package manifest

import (
	"strings"
	"testing"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// trickyYAML is every way of writing a scalar that moves characters about.
var trickyYAML = []string{
	"a: plain text",
	"a: plain\n  over two\n\n  and three   \n   lines\nb: x",
	"a: with:colon#and hash # comment\n",
	"- a\n- b c\n-   d  # e\n",
	"? key\n: value\n",
	"{a: b, c: [d, e f], \"g\":h}",
	"[a b\n  c, 'd\n  e',\n \"f\n g\"]",
	"a: 'it''s single'\n",
	"a: 'over\n  two\n\n\n  lines'\n",
	"a: '  blanks  within   '\n",
	"a: ''\nb: \"\"\nc:\nd: ~\n",
	"a: '''quoted'''\n",
	`a: "esc \" \\ \n \t \x41 \u00e9 \U0001F600 \0 \e \a \b \v \f \r \N \_ \L \P \ end"`,
	"a: \"over\n  two\n\n  lines\"\n",
	"a: \"joined \\\n   by escape\\\n\\\n   \\  kept\"\n",
	"a: \"escape, then blank \\\n\n   lines\"\n",
	"a: \"tab\\\there\\t\tand \\x20 \"\n",
	"a: \"trailing blanks   \n  of a line\"\n",
	"a: |\n  literal\n  two\n",
	"a: |-\n  strip\nb: x\n",
	"a: |+\n  keep\n\n\nb: x\n",
	"a: |\n\n\n  after blank lines\n\n   deeper\n  back\n\n",
	"a: |2\n    indented more\n  less\n",
	"a: |1-\n  leading blank\nb: |+1\n  x\n\n",
	"a: |   # comment\n  text # no comment\n",
	"a: >\n  folded\n  text\n\n  paragraph\n",
	"a: >-\n  folded\n  text\n\n\n  far\n",
	"a: >+\n  folded\n\n  keep\n\n\n",
	"a: >\n  normal\n   more\n   indented\n  back\n\n   again\n\n  end\n",
	"a: >\n\n  leading break\n  x\n",
	"a: >2\n\n    deep first\n  shallow\n",
	"a: >\n  tab\n  \tline\n  end\n",
	"a: |\n  no end of line",
	"a: >\n  no end\n  of line",
	"a: |+\n\n\nb: x",
	"a: |\n\nb: >-\n\nc: y\n",
	"a: |+\n   \n\n  \n",
	"- |\n at one\n- >\n at one\n folded\n",
	"|\n at the root\n",
	"--- >\n root\n folded\n...\n",
	"a: one\r\nb: 'two\r\n  three'\r\nc: |\r\n  four\r\n  five\r\n\r\nd: >\r\n  six\r\n  seven\r\n\r\n  eight\r\ne: \"nine\\\r\n  ten\"\r\n",
	"a: lone\rb: 'two\r  three'\rc: |\r  four\r  five\r",
	"\ufeffa: bom\nb: x\n",
	"\ufeff\ufeffa: two boms\nb: x\n",
	"a: &x anchored\nb: *x\nc: &y !!str tagged\nd: !!str &z 'both'\ne: !<tag:yaml.org,2002:str> verbatim\nf: !local\n  next line\n",
	"a: &x\n  # a comment\n  after it\nb: !!str # another\n  |\n  block\n",
	"a: &x |\n  anchored block\nb: !t >-\n  tagged\n  fold\n",
	"&k key: value\n? &l\n  long\n: x\n",
	"a: 😀 emoji then text\nb: ['😀', é, x]\n😀: y\n",
	"{é: ü, \"ö\": 'ä', 你: 好}\n",
	"a: zero\u200bwidth\u200djoin\nb: \"x\ufeffy\"\n",
	"a: x\u0085b: y\nc: z\n",
	"a: 'nel\u0085  folded'\nb: 'ls\u2028  kept'\nc: \"ps\u2029  kept\u0085\u0085 two\"\nd: after\n",
	"a: |\n  lit\u0085  nel\u2028  ls\n  end\nb: y\n",
	"a: >\n  fold\u0085  nel\n  x\u2028  ls\u2028\n  y\nb: z\n",
	"a: plain\u2028  ls\n  more\u0085\u0085  x\nb: z\n",
	"# \u2028# comment: text\na: after\n",
	"%YAML 1.1\n---\na: x\n--- # second\nb: y\n---\n- 'z\n  z'\n",
	"a:\n    b:\n        c: |2\n            x\n          y\n    d: >1\n      p\n      q\n",
	"a:\t'after a tab'\t# x\nb: \tx\ty\n",
	"\"quoted key\": x\n'single key': y\n\"esc\\u0061ped\": z\n",
	"? |\n  block key\n: - x\n  - y\n",
	"<<: {a: merged}\nb: own\n",
	"a: http://x/y?z=[1]\nb: x#y\nc: -x\nd: ?x\ne: :x\n",
	"a: 'x'   # comment\nb: \"y\"   \n",
	"[x , y ,z]\n",
	"a: [[], {}, [ ], { }, [x]]\n",
	"a: x\n\n\n\n",
	"a: 1_000\nb: 0o14\nc: no\nd: 2001-01-01\ne: .inf\nf: ~\n",
}

// checkYAMLPlaces checks every character of every scalar that has an exact
// place: its piece of the source, decoded by yaml.v3 alone, must be the
// character. It returns how many scalars had none.
func checkYAMLPlaces(t *testing.T, tree *Tree) (inexact int) {
	t.Helper()
	text := tree.Source().Text()
	for i := range tree.nodes {
		n := Node{tree, uint32(i)}
		switch n.Kind() {
		case Object, Array, alias:
			continue
		}
		value := tree.values[i]
		if _, _, exact := n.Place(0, len(value)); !exact {
			inexact++
			continue
		}
		last := 0
		for j, r := range value {
			size := utf8.RuneLen(r)
			from, to, exact := n.Place(j, j+size)
			if !exact || from < last || to <= from {
				t.Fatalf("%q in %q: %q is at %d-%d (%v), after %d", value, text, r, from, to, exact, last)
			}
			last = to
			if piece := text[from:to]; !decodesTo(piece, r) {
				t.Fatalf("%q in %q: %q is at %q", value, text, r, piece)
			}
		}
	}
	return inexact
}

func decodesTo(piece string, r rune) bool {
	switch {
	case piece == string(r), piece == "''" && r == '\'':
		return true
	case piece == "\r", piece == "\n", piece == "\r\n", piece == "\u0085":
		return r == ' ' || r == '\n'
	case piece[0] == '\\':
		var s string
		return yaml.Unmarshal([]byte(`"`+piece+`"`), &s) == nil && s == string(r)
	}
	c, size := utf8.DecodeRuneInString(piece)
	return r == utf8.RuneError && c == r && size == len(piece)
}

// checkByChange is the stronger check, for small texts: a letter is replaced in
// the source where Place says that it is, and yaml.v3 must then find that letter
// of that scalar changed, and nothing else.
func checkByChange(t *testing.T, tree *Tree, document, limit int) {
	t.Helper()
	text := tree.Source().Text()
	for i := range tree.nodes {
		n := Node{tree, uint32(i)}
		for j, r := range tree.values[i] {
			if r < 'a' || r > 'z' || tree.nodes[i].kind == alias {
				continue
			}
			from, to, exact := n.Place(j, j+1)
			if !exact || to != from+1 || from > 0 && text[from-1] == '\\' {
				continue
			}
			if limit--; limit < 0 {
				return
			}
			other := "q"
			if r == 'q' {
				other = "j"
			}
			// A byte order mark of the text's own must not be taken for the file's.
			changed, _, err := parseYAML(mustSource(t, "x.yaml", "\ufeff"+text[:from]+other+text[to:]))
			if len(changed) <= document || len(changed[document].values) != len(tree.values) {
				// The letter was part of something else as well: an anchor's name, a
				// directive, an escape's digits.
				t.Fatalf("%q: %q of %q is not at %d: %v", text, r, tree.values[i], from, err)
			}
			for k, v := range changed[document].values {
				want := tree.values[k]
				if k == i {
					want = want[:j] + other + want[j+1:]
				}
				if v != want {
					t.Fatalf("%q: changing %q of %q at %d made %q of %q", text, r, tree.values[i], from, v, tree.values[k])
				}
			}
		}
	}
}

func TestYAMLPlaces(t *testing.T) {
	scalars := 0
	for _, in := range trickyYAML {
		trees, _, err := parseYAML(mustSource(t, "x.yaml", in))
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		for i, tree := range trees {
			if n := checkYAMLPlaces(t, tree); n > 0 {
				t.Errorf("%q: %d scalars have no exact place", in, n)
			}
			checkByChange(t, tree, i, 1000)
			scalars += len(tree.values)
		}
	}
	if scalars < 100 || len(trickyYAML) < 40 {
		t.Errorf("only %d scalars in %d texts", scalars, len(trickyYAML))
	}
}

// Both kinds of line break in front of a node must not move what is found.
func TestYAMLPlaceIsShiftedByNothing(t *testing.T) {
	const target = "needle"
	for _, before := range []string{
		"", "a: x\n", "a: x\r\n", "a: x\r", "a: x\u0085", "a: x\u2028\n", "# \u2029\n", "a: '\u0085\u0085'\n", "a: |\n  x\u2028  y\n", "é😀: é\n",
	} {
		in := before + "key: " + target + "\n"
		trees, _, err := parseYAML(mustSource(t, "x.yaml", in))
		if err != nil {
			t.Fatal(err)
		}
		n := trees[0].Root().Get("key")
		from, to, exact := n.Place(0, len(target))
		if !exact || from != strings.Index(in, target) || in[from:to] != target {
			t.Errorf("%q: at %d-%d (%v)", in, from, to, exact)
		}
	}
}

// Where the source does not make the value, the place is the key's, or the
// node's line, and says that it is not exact.
func TestYAMLPlaceThatCannotBeProved(t *testing.T) {
	in := "key: some text\nlist:\n  - other text\n  - |\n    block\n  - \"quoted\"\n"
	trees, _, err := parseYAML(mustSource(t, "x.yaml", in))
	if err != nil {
		t.Fatal(err)
	}
	tree := trees[0]
	want := map[string]string{"some text": "key", "other text": "- other text", "block\n": "- |", "quoted": `- "quoted"`}
	for i, value := range tree.values {
		place, ok := want[value]
		if !ok {
			continue
		}
		for _, wrong := range []string{value + "s", value[:len(value)-1], value[:2] + "X" + value[3:], "x" + value} {
			tree.values[i] = wrong
			from, to, exact := Node{tree, uint32(i)}.Place(0, 2)
			if exact || in[from:to] != place {
				t.Errorf("%q for %q: %q, exact %v", wrong, value, in[from:to], exact)
			}
		}
		tree.values[i] = value
		if from, to, exact := (Node{tree, uint32(i)}).Place(0, 2); !exact || in[from:to] != value[:2] {
			t.Errorf("%q: %q, exact %v", value, in[from:to], exact)
		}
	}
}
