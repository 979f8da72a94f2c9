package manifest

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// FuzzJSON compares with encoding/json: what is valid there has the same value
// here and nothing but duplicate keys and lone surrogates to notice, and what
// is read here without notice is valid there.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-2.5e+3,true,false,null,"x\u00e9\ud83d\ude00"],"a":{}}`, `// c` + "\n" + `{"a":1,} # x`, "[\"\xff\t\\ud800\"]",
		"1\n2\n# c\n[]", `[NaN,-Infinity]`, `{"a":"` + strings.Repeat(`é\n`, 300) + `"}`, `{"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8,"9":9,"\u0031":1}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := newSource("f.json", []byte(text))
		if err != nil {
			t.Skip()
		}
		trees, irregular, err := parseJSON(s)
		for _, tree := range trees {
			checkShape(t, tree)
			checkJSONPlaces(t, tree)
		}
		strict := true
		for _, i := range irregular {
			checkIrregular(t, i)
			switch i.Kind {
			case DuplicateKey, LoneSurrogate, InvalidUTF8: // encoding/json takes these
			default:
				strict = false
			}
		}
		var e *Error
		if errors.As(err, &e) && e.Reason == TooDeep {
			return
		}
		valid := json.Valid([]byte(s.Text()))
		if valid != (err == nil && strict) {
			t.Fatalf("valid %v, but error %v and %s", valid, err, showIrregular(irregular))
		}
		if !valid {
			return
		}
		var want any
		d := json.NewDecoder(strings.NewReader(s.Text()))
		d.UseNumber()
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got := plainValue(trees[0].Root()); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %#v, want %#v", got, want)
		}
	})
}

// plainValue is what encoding/json would make of a node.
func plainValue(n Node) any {
	switch n.Kind() {
	case Object:
		m := map[string]any{}
		for member := range n.Members() {
			m[member.Key.Text()] = plainValue(member.Value)
		}
		return m
	case Array:
		a := []any{}
		for e := range n.Elements() {
			a = append(a, plainValue(e))
		}
		return a
	case Number:
		return json.Number(n.Text())
	case Bool:
		return n.Text() == "true"
	case Null:
		return nil
	}
	return n.Text()
}

// checkShape checks what walking relies on: children lie within their parents,
// and every range within the text.
func checkShape(t *testing.T, tree *Tree) {
	t.Helper()
	for i := range tree.nodes {
		n := tree.nodes[i]
		if int(n.next) <= i || int(n.next) > len(tree.nodes) {
			t.Fatalf("node %d of %d ends at %d", i, len(tree.nodes), n.next)
		}
		if start, end := (Node{tree, uint32(i)}).Range(); start < 0 || end < start || end > len(tree.source.text) {
			t.Fatalf("node %d is at %d-%d of %d", i, start, end, len(tree.source.text))
		}
		if n.kind == Object {
			keys := uint32(i) + 1
			for keys < n.next {
				if tree.nodes[keys].flags&isKey == 0 {
					t.Fatalf("node %d is no key", keys)
				}
				keys = tree.nodes[tree.nodes[keys].next].next
			}
			if keys != n.next {
				t.Fatalf("the members of node %d end at %d, not %d", i, keys, n.next)
			}
		}
	}
	if len(tree.nodes) == 0 || int(tree.nodes[0].next) != len(tree.nodes) {
		t.Fatalf("the root does not hold all of the %d nodes", len(tree.nodes))
	}
}

func checkIrregular(t *testing.T, i Irregularity) {
	t.Helper()
	if !i.Node.Valid() || i.Node.Kind() == Invalid || i.Start < 0 || i.End < i.Start || i.End > len(i.Node.tree.source.text) {
		t.Fatalf("%v has no place", i)
	}
	i.Node.Text()
}

// FuzzYAML compares with yaml.v3's own nodes, and checks every exact place by
// decoding it alone and by changing it.
func FuzzYAML(f *testing.F) {
	for _, s := range trickyYAML {
		f.Add(s)
	}
	f.Add("a: \xff b\n--- \xfe\n")
	f.Add("- &a {<<: *a}\n- &b [*b, *a]\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := newSource("f.yaml", []byte(text))
		if err != nil {
			t.Skip()
		}
		trees, irregular, err := parseYAML(s)
		for _, i := range irregular {
			checkIrregular(t, i)
		}
		text, forbidden := readable(s)
		if forbidden != nil && err == nil {
			t.Fatal("a forbidden character was overlooked")
		}
		d := yaml.NewDecoder(strings.NewReader(text))
		for i, tree := range trees {
			checkShape(t, tree)
			checkYAMLPlaces(t, tree)
			if s.valid {
				checkByChange(t, tree, i, 5)
			}
			document, err := decodeYAML(d)
			if err != nil {
				t.Fatalf("document %d is broken for yaml.v3: %v", i, err)
			}
			var want []string
			gather(document.Content[0], &want)
			if !reflect.DeepEqual(tree.values, want) {
				t.Fatalf("got %q, want %q", tree.values, want)
			}
			for k := range tree.nodes {
				n := tree.at(uint32(k))
				n.Place(0, len(n.Text()))
				n.Len()
			}
		}
		if _, wantErr := decodeYAML(d); err == nil && !errors.Is(wantErr, io.EOF) {
			t.Fatalf("yaml.v3 reads on: %v", wantErr)
		}
	})
}

// gather lists the values of yaml.v3's nodes in order of the text, empty for
// what is no scalar.
func gather(n *yaml.Node, values *[]string) {
	value := n.Value
	if n.Kind != yaml.ScalarNode {
		value = ""
	}
	*values = append(*values, value)
	for _, c := range n.Content {
		gather(c, values)
	}
}
