package manifest

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// checkTexts holds a document to what readers of it rely on: every string of a
// component is exactly one text of it, or a key that is defined where it stands,
// or a JSON text that is read in its place, or it belongs to a component inside;
// and a text is found again by its node.
func checkTexts(t *testing.T, d *Document) {
	t.Helper()
	locator := d.Locator()
	for _, c := range d.Components {
		texts := map[Node]int{}
		embedded := map[Node]bool{}
		for i := range c.Texts {
			x := &c.Texts[i]
			texts[x.Node()]++
			for outer := x.Node().tree.outer; outer.Valid(); outer = outer.tree.outer {
				embedded[outer] = true
			}
			if x.Value != x.Node().Text() || x.Value == "" {
				t.Errorf("%s: value %q of a node with %q", x.Pointer(), x.Value, x.Node().Text())
			}
			in, field, pointer := locator.Find(x.Node())
			if in != c || field != x.Field() || pointer != x.Pointer() {
				t.Errorf("text %q at %q is found as %q at %q", x.Field(), x.Pointer(), field, pointer)
			}
			from, to, exact := x.Node().Place(0, len(x.Value))
			if source := d.Source.Text(); exact && (from > to || to > len(source)) {
				t.Errorf("%s: place %d to %d of %d bytes", x.Pointer(), from, to, len(source))
			}
		}
		checkStrings(t, c, texts, embedded)
		for outer := range embedded {
			root := outer
			for i := range c.Texts {
				if x := c.Texts[i].Node().tree; x.outer == root {
					inner := &Component{Kind: c.Kind, Node: x.Root(), doc: d}
					checkStrings(t, inner, texts, embedded)
					break
				}
			}
		}
	}
}

func checkStrings(t *testing.T, c *Component, texts map[Node]int, embedded map[Node]bool) {
	t.Helper()
	tree := c.Node.tree
	for i := c.Node.index; i < c.Node.raw().next; i++ {
		n := Node{tree, i}
		if i > c.Node.index && n.raw().flags&isComponent != 0 {
			i = n.raw().next - 1
			continue
		}
		if n.Kind() != String || n.Text() == "" {
			continue
		}
		switch count := texts[n]; {
		case count == 1:
		case count > 1:
			t.Errorf("%q is %d texts of the %s at %q", n.Text(), count, c.Kind, c.Pointer)
		case embedded[n], isMute(n.Text()):
		case n.raw().flags&isKey != 0 && isDefined(n.Text()):
		default:
			t.Errorf("%q is no text of the %s at %q", n.Text(), c.Kind, c.Pointer)
		}
	}
}

// isMute reports whether a string is the JSON text of an object that says nothing:
// whose only strings are empty or keys that are defined.
func isMute(s string) bool {
	d := json.NewDecoder(strings.NewReader(s))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	for {
		switch t, err := d.Token(); said := t.(type) {
		case string:
			if said != "" && !isDefined(said) {
				return false
			}
		default:
			if err != nil {
				return err == io.EOF
			}
		}
	}
}

func isDefined(key string) bool {
	for c := range vocabularies {
		if vocabularies[c].get()[key].known {
			return true
		}
	}
	return strings.HasPrefix(key, "_")
}

func TestTextsOfSamples(t *testing.T) {
	for _, archive := range archives(t) {
		for _, f := range archive.Files {
			for _, named := range []bool{false, true} {
				d, _ := Parse(f.Name, f.Data, Options{Named: named})
				if d != nil {
					checkTexts(t, d)
				}
			}
		}
	}
}

// FuzzTexts reads mutations of the samples, as JSON.
func FuzzTexts(f *testing.F) {
	for _, archive := range archives(f) {
		for _, file := range archive.Files {
			f.Add(file.Name, file.Data)
		}
	}
	f.Add("a.json", []byte(`{"tools":[{"name":"a","inputSchema":"{\"type\":\"{\\\"a\\\":1}\",\"properties\":\"{\\\"x\\\":\\\"y\\\"}\"}"}]}`))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		for _, named := range []bool{false, true} {
			d, err := Parse(name, data, Options{Named: named})
			if d == nil && err == nil {
				t.Fatal("neither a document nor an error")
			}
			if d != nil && d.trees[0].JSON() {
				checkTexts(t, d)
				for _, i := range d.Irregularities {
					checkIrregular(t, i)
				}
			}
		}
	})
}
