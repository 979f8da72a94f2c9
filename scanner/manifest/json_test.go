package manifest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// mustSource is a source of a text that is meant to be readable.
func mustSource(t testing.TB, uri, text string) *Source {
	t.Helper()
	s, err := newSource(uri, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// show writes a tree in a compact form that keeps order and duplicates.
func show(n Node) string {
	switch n.Kind() {
	case Object:
		var parts []string
		for m := range n.Members() {
			parts = append(parts, show(m.Key)+":"+show(m.Value))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case Array:
		var parts []string
		for e := range n.Elements() {
			parts = append(parts, show(e))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case String:
		return fmt.Sprintf("%q", n.Text())
	}
	return n.Text()
}

func showAll(trees []*Tree) string {
	var parts []string
	for _, t := range trees {
		parts = append(parts, show(t.Root()))
	}
	return strings.Join(parts, " ")
}

// showIrregular writes what was noticed and the source text of each place.
func showIrregular(list []Irregularity) string {
	var parts []string
	for _, i := range list {
		parts = append(parts, fmt.Sprintf("%s %q", i.Kind, i.Node.Tree().Source().Text()[i.Start:i.End]))
	}
	return strings.Join(parts, ", ")
}

func TestParseJSON(t *testing.T) {
	tests := []struct {
		name, in, want, irregular string
	}{
		{"scalar", ` "a" `, `"a"`, ""},
		{"numbers", `[0,-1,2.50,1e9,1E-2,123456789012345678901234567890]`, `[0,-1,2.50,1e9,1E-2,123456789012345678901234567890]`, ""},
		{"words", `[true,false,null]`, `[true,false,null]`, ""},
		{"nested", `{"a":{"b":[{}, [], {"c":1}]},"d":2}`, `{"a":{"b":[{},[],{"c":1}]},"d":2}`, ""},
		{"case variants stay apart", `{"description":"a","Description":"b"}`, `{"description":"a","Description":"b"}`, ""},
		{"duplicate keys", `{"a":1,"b":2,"a":3,"a":4}`, `{"a":1,"b":2,"a":3,"a":4}`, `duplicate-key "a", duplicate-key "a"`},
		{"duplicate by escape", `{"desc":1,"de\u0073c":2}`, `{"desc":1,"desc":2}`, `duplicate-key "de\\u0073c"`},
		{"equal keys in different objects", `{"a":{"a":1},"b":{"a":1}}`, `{"a":{"a":1},"b":{"a":1}}`, ""},
		{"duplicates within and around", `{"a":{"x":1,"x":2},"a":3}`, `{"a":{"x":1,"x":2},"a":3}`, `duplicate-key "x", duplicate-key "a"`},
		{"escapes", `"\"\\\/\b\f\n\r\tA\u00e9\u4f60\ud83d\ude00\u0000\u200b\udb40\udc41"`, `"\"\\/\b\f\n\r\tAé你😀\x00\u200b\U000e0041"`, ""},
		{"lone surrogates", `["\ud83d","\ude00\ud83d","\ud83dx","\ud83d\u0041"]`, `["�","��","�x","�A"]`,
			`lone-surrogate "\\ud83d", lone-surrogate "\\ude00", lone-surrogate "\\ud83d", lone-surrogate "\\ud83d"`},
		{"invalid UTF-8", "[\"a\xffb\xc3\", \"\xed\xa0\x80\"]", `["a�b�","���"]`, `invalid-utf8 "\xff", invalid-utf8 "\xed"`},
		{"raw control characters", "[\"a\tb\n\x00\"]", `["a\tb\n\x00"]`, `control-character "\t"`},
		{"comments", "// one\n/* two */{ /* three */ \"a\" /**/ : // four\r 1 }\n// five", `{"a":1}`,
			`comment "// one\n/* two */", comment "/* three */", comment "/**/", comment "// four", comment "// five"`},
		{"no comment in a string", `{"a":"http://x /* y */"}`, `{"a":"http://x /* y */"}`, ""},
		{"trailing commas", `{"a":[1,2,],"b":{"c":1, /* , */ },}`, `{"a":[1,2],"b":{"c":1}}`,
			`trailing-comma ",", trailing-comma ",", comment "/* , */", trailing-comma ","`},
		{"concatenated", `{"a":1}{"b":2}[3]`, `{"a":1} {"b":2} [3]`, `further-document "{"`},
		{"hash lines between documents", "# head\n{\"a\":1}\n#mid\n{\"b\":2}\n", `{"a":1} {"b":2}`,
			`comment "# head", comment "#mid", further-document "{"`},
		{"not finite", `[NaN,-Infinity,Infinity]`, `[NaN,-Infinity,Infinity]`,
			`non-finite-number "NaN", non-finite-number "-Infinity", non-finite-number "Infinity"`},
		{"byte order mark", "\ufeff{\"a\":1}", `{"a":1}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			trees, irregular, err := parseJSON(mustSource(t, "x.json", tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, showAll(trees)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.irregular, showIrregular(irregular)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseJSONErrors(t *testing.T) {
	tests := []struct {
		in, err string // err begins with line:column
		trees   string // of the documents before the broken one
	}{
		{"", "1:1: no JSON value in the file", ""},
		{" \n// x\n", "3:1: no JSON value in the file", ""},
		{`{"a":1`, "1:7: the file ends inside the object that begins at 1:1", ""},
		{"{\n  \"a\": [1,\n", "3:1: the file ends inside the array that begins at 2:8", ""},
		{`{"a" 1}`, `1:6: expected ":" after a key, found "1"`, ""},
		{`{"a":}`, `1:6: expected a value, found "}"`, ""},
		{`{"a":1 "b":2}`, `1:8: expected "," or "}" after a member, found "\""`, ""},
		{`[1 2]`, `1:4: expected "," or "]" after an element, found "2"`, ""},
		{`[1}`, `1:3: expected "," or "]" after an element, found "}"`, ""},
		{`{,}`, `1:2: expected a key in double quotes, found ","`, ""},
		{`[,]`, `1:2: expected a value, found ","`, ""},
		{`[1,,2]`, `1:4: expected a value, found ","`, ""},
		{`{a:1}`, `1:2: expected a key in double quotes, found "a"`, ""},
		{`{'a':1}`, `1:2: expected a key in double quotes, found "'"`, ""},
		{`["😀é", x]`, `1:9: expected a value, found "x"`, ""},
		{`[undefined]`, `1:2: expected a value, found "undefined"`, ""},
		{`[nul]`, `1:2: expected a value, found "nul"`, ""},
		{`[01]`, "1:2: a number may not begin with a further 0", ""},
		{`[1.]`, `1:4: expected a digit after the decimal point, found "]"`, ""},
		{`[1e+]`, `1:5: expected a digit in the exponent, found "]"`, ""},
		{`[-]`, `1:3: expected a digit after "-", found "]"`, ""},
		{`[1x]`, `1:3: expected the end of a number, found "x"`, ""},
		{`["a`, "1:2: the string is not closed", ""},
		{`["a\`, `1:4: "\" before the end of the file is no escape sequence`, ""},
		{`["\x41"]`, `1:3: "\" before "x" is no escape sequence`, ""},
		{`["\u12g4"]`, `1:3: "\u" without four hexadecimal digits is no escape sequence`, ""},
		{"[1, /* x", "1:5: the comment is not closed", ""},
		{"[/1]", `1:2: "/" begins no comment here`, ""},
		{"\u00a0{}", "1:1: expected a value, found U+00A0", ""},
		{"[\xff]", "1:2: expected a value, found the byte 0xff, which is no UTF-8", ""},
		{`{"a":1}}`, `1:8: expected a value, found "}"`, `{"a":1}`},
		{"{\"a\":1}\n{\"a\":1,\"a\":2}\n{\"b\":\n", "4:1: the file ends inside the object that begins at 3:1", `{"a":1} {"a":1,"a":2}`},
		{"# x\n[#]", `2:2: expected a value, found "#"`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			trees, irregular, err := parseJSON(mustSource(t, "f", tt.in))
			e, ok := err.(*Error)
			if !ok || e.Reason != Unparsable {
				t.Fatalf("error %v", err)
			}
			if got := strings.TrimPrefix(e.Error(), "f:"); got != tt.err {
				t.Errorf("got  %s\nwant %s", got, tt.err)
			}
			if got := showAll(trees); got != tt.trees {
				t.Errorf("trees %s, want %s", got, tt.trees)
			}
			for _, i := range irregular { // none may point into the broken document
				if i.Node.Text(); i.Node.Kind() == Invalid {
					t.Errorf("%v has no node", i)
				}
			}
		})
	}
}

func TestParseJSONDepth(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	if _, _, err := parseJSON(mustSource(t, "f", deep(MaxDepth))); err != nil {
		t.Error(err)
	}
	for _, in := range []string{deep(MaxDepth + 1), strings.Repeat("[", MaxSize), strings.Repeat(`{"a":`, 1<<20)} {
		_, _, err := parseJSON(mustSource(t, "f", in))
		if e, ok := err.(*Error); !ok || e.Reason != TooDeep || e.Line != 1 {
			t.Errorf("%.10s: %v", in, err)
		}
	}
}

// checkJSONPlaces checks that every character of every string maps back to a
// piece of the source that decodes to this character and nothing else, and that
// the pieces follow each other without a gap.
func checkJSONPlaces(t *testing.T, tree *Tree) {
	t.Helper()
	text := tree.Source().Text()
	for i := range tree.nodes {
		n := tree.at(uint32(i))
		if n.Kind() != String {
			continue
		}
		value := n.Text()
		start, end := n.Range()
		if text[start-1] != '"' || text[end] != '"' {
			t.Fatalf("%q stands at %q", value, text[start-1:end+1])
		}
		at := start
		for j, r := range value {
			size := utf8.RuneLen(r)
			from, to, exact := n.Place(j, j+size)
			if !exact || from != at {
				t.Fatalf("%q: %q is at %d-%d (%v), want from %d", value, r, from, to, exact, at)
			}
			at = to
			// encoding/json decodes a piece in its own way.
			piece := text[from:to]
			var decoded string
			if len(piece) == 1 && (piece[0] < ' ' || piece[0] >= utf8.RuneSelf) {
				decoded = string([]rune(piece))
			} else if err := json.Unmarshal([]byte(`"`+piece+`"`), &decoded); err != nil {
				t.Fatalf("%q: piece %q: %v", value, piece, err)
			}
			if decoded != string(r) {
				t.Fatalf("%q: %q is at %q", value, r, piece)
			}
		}
		if at != end {
			t.Fatalf("%q ends at %d, want %d", value, at, end)
		}
		if from, to, exact := n.Place(0, len(value)); !exact || from != start || to != end {
			t.Fatalf("%q is at %d-%d (%v), want %d-%d", value, from, to, exact, start, end)
		}
		if _, _, exact := n.Place(0, len(value)+1); exact {
			t.Fatalf("%q has a place beyond its end", value)
		}
	}
}

func TestJSONPlaces(t *testing.T) {
	for _, in := range []string{
		`{"tools":[{"name":"a","description":"Read \"~\/.ssh\" \u2014 first\n\tand \ud83d\ude00 then"}]}`,
		`["\u0000\u200b\udb40\udc41", "😀\ud83d\ude00é", "", "\\", "\ud83d x \ude00"]`,
		"[\"\xff\xfe é \xc3\", \"a\tb\x00\", \"\xed\xa0\x80\\u0041\"]",
		"\ufeff{ /* c */ \"de\\u0073cription\" : \"x\\/y\", }\n{\"b\": \"" + strings.Repeat(`\u00e9x\n😀`, 400) + "\"}",
	} {
		trees, _, err := parseJSON(mustSource(t, "x.json", in))
		if err != nil {
			t.Fatal(err)
		}
		for _, tree := range trees {
			checkJSONPlaces(t, tree)
		}
	}
}
