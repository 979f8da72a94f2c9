package manifest

import "testing"

// Each file says the same in its own dialect; found is what a finding in the
// description's last word must slice out of the source.
func TestDialects(t *testing.T) {
	for _, c := range []struct{ name, text, found string }{
		{"a.json", `{"tools":[{"name":"a","description":"Adds a \u00e9nd","inputSchema":{},},]}`, `\u00e9nd`},
		{"a.json5", "// c\n{tools: [{name: 'a', 'description': 'Adds \\\na \\xe9nd', inputSchema: {},},], $x: +1, y: .5, z: 0x1F, w: -Infinity, é: 5.}", `\xe9nd`},
		{"a.json5", "{\u00a0\"tools\":[{\"name\":\"a\",\"description\":\"Adds a \\\u00e9nd\",\"input\\u0053chema\":{}}]}", "\\énd"},
		{"a.toml", "[[tools]]\nname = 'a'\ndescription = \"Adds a \\u00e9nd\"\n[tools.inputSchema]\n", `\u00e9nd`},
		{"a.toml", "x = 1979-05-27\ntools = [ { name = \"a\", description = '''\nAdds a énd''', inputSchema = {} }, # c\n]\n", "énd"},
		{"a.toml", "[[tools]]\nname = 'a'\ndescription = \"\"\"\r\nAdds \\\r\n   a \\U000000e9nd\"\"\"\ninputSchema.type = \"object\"\n", `\U000000e9nd`},
	} {
		d, err := Parse(c.name, []byte(c.text), Options{})
		if err != nil || len(d.Components) == 0 {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		tool := d.Components[len(d.Components)-1]
		if tool.Name != "a" {
			t.Errorf("%q: the tool is called %q", c.text, tool.Name)
		}
		for i := range tool.Texts {
			if x := &tool.Texts[i]; x.Field() == "description" {
				const word = "énd"
				if want := "Adds a " + word; x.Value != want {
					t.Errorf("%q says %q, want %q", c.text, x.Value, want)
				}
				from, to, exact := x.Node().Place(len(x.Value)-len(word), len(x.Value))
				if got := c.text[from:to]; !exact || got != c.found {
					t.Errorf("%q: %q (exact: %v), want %q", c.text, got, exact, c.found)
				}
			}
		}
	}
}

// Broken files are errors with their place, and never empty documents.
func TestBrokenDialects(t *testing.T) {
	for _, c := range []struct {
		name, text   string
		line, column int
	}{
		{"a.json5", "{a: 'b", 1, 5},
		{"a.json5", "{a: '\\1'}", 1, 6},
		{"a.json5", "{1a: 2}", 1, 2},
		{"a.json5", "{a: 0x}", 1, 6},
		{"a.toml", "a = ", 1, 4},
		{"a.toml", "[a]\nb = 1\nb = 2\n", 3, 1},
		{"a.toml", "a = 1\n[a]\n", 2, 2},
		{"a.toml", "a = \"\xff\"", 1, 6},
	} {
		_, err := Parse(c.name, []byte(c.text), Options{})
		fault, ok := err.(*Error)
		if !ok || fault.Line != c.line || fault.Column != c.column || fault.Reason != Unparsable && fault.Reason != Undecodable {
			t.Errorf("%q: %v, want an error at %d:%d", c.text, err, c.line, c.column)
		}
	}
}

// A merged member that an explicit key overrides is no text of the object, in any
// order; one that is not overridden is.
func TestOverriddenMerge(t *testing.T) {
	for _, text := range []string{
		"base: &base\n  description: Of the anchor.\n  title: Merged.\n  inputSchema: {type: object}\ntools:\n- name: three\n  <<: *base\n  description: Its own.\n",
		"base: &base\n  description: Of the anchor.\n  title: Merged.\n  inputSchema: {type: object}\ntools:\n- name: three\n  description: Its own.\n  <<: [*base]\n",
	} {
		d, err := Parse("a.yaml", []byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]string{}
		for _, x := range d.All() {
			said[x.Pointer()] += x.Value
		}
		for pointer, want := range map[string]string{"/tools/0/description": "Its own.", "/tools/0/title": "Merged.", "/base/description": "Of the anchor."} {
			if said[pointer] != want {
				t.Errorf("%s is %q, want %q", pointer, said[pointer], want)
			}
		}
	}
}
