package manifest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseYAML(t *testing.T) {
	tests := []struct {
		name, in, want, irregular string
	}{
		{"mapping", "a: b\nc: [d, {e: f}]\n", `{"a":"b","c":["d",{"e":"f"}]}`, ""},
		{"kinds keep their spelling", "[1_000, 0o14, 1.5, .inf, true, no, ~, null, 2001-01-01, '1', \"true\"]",
			`[1_000,0o14,1.5,.inf,true,"no",~,null,"2001-01-01","1","true"]`, ""},
		{"a tag hides no text", "[!!null 'x', !!int abc, !!str 1, !x y, !!binary aGk=]", `["x","abc","1","y","aGk="]`, ""},
		{"several documents", "a: 1\n---\n- b\n...\n---\nc\n", `{"a":1} ["b"] "c"`, ""},
		{"duplicate keys", "a: 1\nb: 2\n'a': 3\n", `{"a":1,"b":2,"a":3}`, `duplicate-key "a"`},
		{"keys that are no scalars", "? [a, b]\n: c\n? {d: e}\n: f\n", `{["a","b"]:"c",{"d":"e"}:"f"}`, ""},
		{"alias", "a: &x {b: c}\nd: *x\n*x : e\n", `{"a":{"b":"c"},"d":{"b":"c"},{"b":"c"}:"e"}`, ""},
		{"merge", "a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  b: 3\n", `{"a":{"b":1,"c":2},"d":{"b":3,"b":1,"c":2}}`, ""},
		{"merge of several", "- &x {a: 1}\n- &y {a: 2, b: 2}\n- <<: [*x, *y]\n", `[{"a":1},{"a":2,"b":2},{"a":1,"a":2,"b":2}]`, ""},
		{"merge key that merges nothing", "<<: text\n\"<<\": {a: b}\n", `{"<<":"text","<<":{"a":"b"}}`, ""},
		{"merge of what is no mapping", "<<: [x, {a: b}]\n", `{"<<":["x",{"a":"b"}]}`, ""},
		{"line breaks of YAML 1.1", "a: x\u0085b: 'y\u2028  z'\n", `{"a":"x","b":"y\u2028z"}`, `unicode-line-break "\u0085", unicode-line-break "\u2028"`},
		{"invalid UTF-8", "a: x\xffy\xfe\xfe\nb: \"\xc3\"\n", `{"a":"x�y��","b":"�"}`, `invalid-utf8 "\xff", invalid-utf8 "\xc3"`},
		{"JSON", `{"a": ["b", 1, null]}`, `{"a":["b",1,null]}`, ""},
		{"empty document between", "a: 1\n---\n---\nb: 2\n", `{"a":1}  {"b":2}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			trees, irregular, err := parseYAML(mustSource(t, "x.yaml", tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, showAll(trees)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.irregular, showIrregular(irregular)); diff != "" {
				t.Error(diff)
			}
			for _, tree := range trees {
				if n := checkYAMLPlaces(t, tree); n > 0 {
					t.Errorf("%d scalars have no exact place", n)
				}
			}
		})
	}
}

func TestParseYAMLErrors(t *testing.T) {
	tests := []struct {
		name, in, err string
		reason        Reason
		trees         string
	}{
		{"empty", "", "1:1: no YAML document in the file", Unparsable, ""},
		{"comments only", "# x\n# y\n", "3:1: no YAML document in the file", Unparsable, ""},
		{"syntax", "a: b\nc: d: e\n", "2:1: mapping values are not allowed in this context", Unparsable, ""},
		{"syntax after odd breaks", "# \u2028# \u2028# \na: b\nc: d: e\n", "3:1: mapping values are not allowed in this context", Unparsable, ""},
		{"unknown anchor", "a: *x\n", "1:4: unknown anchor 'x' referenced", Unparsable, ""},
		{"anchor of another document", "a: &x 1\n---\nb: *x\n", "3:4: the alias refers to no anchor of its document", Unparsable, `{"a":1}`},
		{"later document broken", "a: 1\n---\nb: [\n", "3:1: did not find expected node content", Unparsable, `{"a":1}`},
		{"control character", "a: 1\n---\nb: 2\nc: \x01\n", "4:4: U+0001 may not stand in YAML", Unparsable, `{"a":1}`},
		{"deep flow", strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1), "1:1001: mappings and sequences nest more than 1000 deep", TooDeep, ""},
		{"very deep flow", strings.Repeat("[", 1<<20), "1:1: exceeded max depth of 10000", TooDeep, ""},
		{"very deep block", strings.Repeat("- ", 1<<20), "1:1: exceeded max depth of 10000", TooDeep, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			trees, _, err := parseYAML(mustSource(t, "f", tt.in))
			e, ok := err.(*Error)
			if !ok || e.Reason != tt.reason {
				t.Fatalf("error %v", err)
			}
			if got := strings.TrimPrefix(e.Error(), "f:"); got != tt.err {
				t.Errorf("got  %s\nwant %s", got, tt.err)
			}
			if got := showAll(trees); got != tt.trees {
				t.Errorf("trees %s, want %s", got, tt.trees)
			}
		})
	}
}

func TestYAMLAliases(t *testing.T) {
	trees, _, err := parseYAML(mustSource(t, "f", "a: &x\n  b: *x\n  c: text\nd: *x\n"))
	if err != nil {
		t.Fatal(err)
	}
	root := trees[0].Root()
	a, d := root.Get("a"), root.Get("d")
	if !a.Is(d) || !a.Get("b").Is(a) {
		t.Error("an alias is not its anchor")
	}
	from, to, exact := d.Get("c").Place(0, 4)
	if text := trees[0].Source().Text(); !exact || text[from:to] != "text" || from != 19 {
		t.Errorf("text below an alias is at %d-%d (%v)", from, to, exact)
	}
}

// Merge keys may lead to each other in more ways than there is time for.
func TestYAMLMergesAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("- &m0 {k: v}\n")
	for i := 1; i < 60; i++ {
		prev := "*m" + string(rune('0'+(i-1)/10)) + string(rune('0'+(i-1)%10))
		if i == 1 {
			prev = "*m0"
		}
		b.WriteString("- &m" + string(rune('0'+i/10)) + string(rune('0'+i%10)) + " {<<: [" + prev + ", " + prev + ", " + prev + "]}\n")
	}
	b.WriteString("- &s {<<: *s, own: x}\n")
	trees, _, err := parseYAML(mustSource(t, "f", b.String()))
	if err != nil {
		t.Fatal(err)
	}
	var last, self Node
	for e := range trees[0].Root().Elements() {
		last, self = self, e
	}
	if n := last.Len(); n != 1 || last.Get("k").Text() != "v" {
		t.Errorf("%d members, k is %q", n, last.Get("k").Text())
	}
	if n := self.Len(); n != 1 || self.Get("own").Text() != "x" || self.Get("k").Valid() {
		t.Errorf("a mapping that merges itself has %d members", n)
	}
}

func TestYAMLMergePrecedence(t *testing.T) {
	trees, _, err := parseYAML(mustSource(t, "f", "- &x {a: 1, a: 2, b: 1}\n- &y {b: 2, c: 2}\n- {<<: [*x, *y], c: 3}\n"))
	if err != nil {
		t.Fatal(err)
	}
	var n Node
	for n = range trees[0].Root().Elements() {
	}
	for key, want := range map[string]string{"a": "2", "b": "1", "c": "3", "d": ""} {
		if got := n.Get(key).Text(); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

func TestYAMLRanges(t *testing.T) {
	in := "a: &x 'one'\nb: [x, y ]\nc:\n  d: |\n    two\n    three\n  e: {}\nf: *x\ng:\nh: [*x]\n"
	trees, _, err := parseYAML(mustSource(t, "f", in))
	if err != nil {
		t.Fatal(err)
	}
	root := trees[0].Root()
	for path, want := range map[string]string{
		"a": "one", "b": "[x, y", "c": "d: |\n    two\n    three\n  e: {}", "c/d": "two\n    three\n", "c/e": "{}", "f": "one", "g": "", "h": "[*x",
	} {
		n := root
		for key := range strings.SplitSeq(path, "/") {
			n = n.Get(key)
		}
		start, end := n.Range()
		if got := in[start:end]; got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

func TestReadTrees(t *testing.T) {
	tests := []struct{ uri, in, want string }{
		{"a.json", `{"a":"\/"}`, `{"a":"/"}`},
		{"a.JSON", `{"a":1}`, `{"a":1}`},
		{"a.jsonl", "{\"a\":1}\n{\"b\":2}\n", `{"a":1} {"b":2}`},
		{"a.snap", `{"a":1}`, `{"a":1}`},
		{"a.json", "a: b", "error"}, // JSON never goes through YAML
		{"-", " \n{\"a\":\"\\/\"}", `{"a":"/"}`},
		{"-", "// x\n[1]", `[1]`},
		{"-", "a: b", `{"a":"b"}`},
		{"-", "{a: b}", "error"},
		{"a.yaml", "a: b", `{"a":"b"}`},
		{"a.yml", "{a: b}", `{"a":"b"}`},
		{"a.yaml", `{"a":"\ud83d\ude00\/"}`, `{"a":"😀/"}`},
		{"a.yaml", "{\"a\": x /* y */}", `{"a":"x /* y */"}`},
		{"a.yaml", "{\"a\": 1 // 2\n}", `{"a":"1 // 2"}`},
	}
	for _, tt := range tests {
		trees, _, err := readTrees(mustSource(t, tt.uri, tt.in))
		got := showAll(trees)
		if err != nil {
			got = "error"
		}
		if got != tt.want {
			t.Errorf("%s %q: %s (%v), want %s", tt.uri, tt.in, got, err, tt.want)
		}
	}
}
