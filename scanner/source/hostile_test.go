package source_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/theriac/theriac/scanner/source"
)

// TestBadInput wants of each input what could be read of it, and a word on the rest.
func TestBadInput(t *testing.T) {
	for _, tc := range []struct {
		name, file, src string
		want            []string // lines of show
		fault           string
	}{
		{name: "percent and format", file: "a.py",
			src:  "@mcp.tool(description='Adds %s.' % n)\ndef a(): pass\n@mcp.tool(description='Adds {}.'.format(n))\ndef b(): pass\n",
			want: []string{"computed: tool a: description, read in part", "computed: tool b: description"}},
		{name: "nested templates", file: "a.ts",
			src:  "server.tool('a', `x ${f(`y ${'}'} z`)} w`, {}, cb); server.tool('b', 'Plain text.', {}, cb)",
			want: []string{`description = "x {} w"`, `tool b: description = "Plain text."`}},
		{name: "regular expressions", file: "a.js",
			src:  "const r = /[\"'`/]/.test(x) || a / b / c; server.tool('b', 'Plain text.', {}, cb)",
			want: []string{`tool b: description = "Plain text."`}},
		{name: "apostrophe in JSX", file: "a.tsx",
			src:  "const v = <p>It isn't {x} what's</p>; server.tool('b', 'Plain text.', {}, cb)",
			want: []string{`tool b: description = "Plain text."`}},
		{name: "decorator over lines", file: "a.py",
			src:  "@mcp.tool(\n  # a comment (\n  name='x',\n)\n@cached\nasync def a(\n  b: str,\n):\n  '''Adds.'''\n",
			want: []string{`tool x: description = "Adds."`}},
		{name: "backslash at the end of a line", file: "a.py",
			src:  "ABOUT = 'One ' \\\n  'two.'\n@mcp.tool(description=ABOUT)\ndef a(): pass\n",
			want: []string{`description = "One two."`}},
		{name: "tabs", file: "a.py", src: "class A:\n\t@tool()\n\tdef a(self):\n\t\t\"\"\"Adds.\n\n\t\t\tMore.\n\t\t\"\"\"\n", want: []string{`description = "Adds.\n\nMore."`}},
		{name: "unterminated text", file: "a.py", src: "@mcp.tool()\ndef a():\n  '''Adds.'''\n@mcp.tool()\ndef b():\n  '''Never ends\n",
			want: []string{`tool a: description = "Adds."`}, fault: "a.py:6:3:"},
		{name: "unterminated bracket", file: "a.ts", src: "server.tool('a', 'Adds.', {}, cb);\nfoo(\nexport const x = 1;\nserver.tool('b', 'Subtracts.', {}, cb);\n",
			want: []string{`description = "Adds."`, `description = "Subtracts."`}, fault: "a.ts:2:4:"},
		{name: "broken Go", file: "a.go", src: "package a\nvar x = mcp.Tool{Name: \"a\", Description: \"Adds.\"}\nfunc (\n",
			want: []string{`description = "Adds."`}, fault: "a.go:4:1"},
		{name: "not what its name says", file: "a.go", src: "<html>Tool</html>", fault: "a.go:1:1"},
		{name: "constants in a circle", file: "a.py", src: "A = B\nB = A\n@mcp.tool(description=A)\ndef a(): pass\n", want: []string{"computed: tool a: description, not read: A"}},
		{name: "constants that double", file: "a.ts", src: "const a = 'xxxxxxxx '; const b = a+a+a+a; const c = b+b+b+b; const d=c+c+c+c; server.tool('t', d, {}, cb)", want: []string{"tool t: description"}},
		{name: "a getter that calls itself", file: "a.ts", src: "const S = z.object({ get again() { return z.array(S) }, n: z.string().describe('A name') }); server.tool('t', 'Reads.', S, cb)",
			want: []string{`properties.n.description = "A name"`}},
		{name: "more arguments than the function takes", file: "a.ts", src: "server.tool('t', 'Reads.', {}, cb" + strings.Repeat(", 0", 40) + ")", want: []string{`description = "Reads."`}},
		{name: "a method by its name", file: "a.ts", src: "server['registerTool']('t', {description: 'Reads.', inputSchema: {}}, cb)", want: []string{`description = "Reads."`}},
		{name: "many keys", file: "a.ts", src: "const t: Tool = {" + strings.Repeat("a: 1, ", 200) + "name: 't', description: 'Reads.', inputSchema: {}}", want: []string{`description = "Reads."`}},
		{name: "a dictionary that begins with another", file: "a.py", src: "T = {**BASE, 'name': 't', 'description': 'Reads.', 'inputSchema': {}}", want: []string{`description = "Reads."`}},
		{name: "nothing to run", file: "a.py", src: "@app.route('/x')\ndef tool():\n  '''No tool.'''\n", want: []string{"0 texts"}},
		{name: "binary", file: "a.ts", src: "\x00tool", fault: "-"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := source.Read(tc.file, []byte(tc.src), nil)
			if tc.fault == "-" {
				if err == nil {
					t.Error("no error")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			checkPlaces(t, tc.name, r)
			got := show(r)
			for _, want := range tc.want {
				if !strings.Contains(got, want) {
					t.Errorf("lacks %q:\n%s", want, got)
				}
			}
			switch {
			case tc.fault == "" && r.Fault != nil:
				t.Errorf("fault: %v", r.Fault)
			case tc.fault != "" && (r.Fault == nil || !strings.HasPrefix(r.Fault.Error(), tc.fault)):
				t.Errorf("fault %v, want %s", r.Fault, tc.fault)
			}
		})
	}
}

// TestOtherLanguage wants an error for a file that is no source.
func TestOtherLanguage(t *testing.T) {
	if _, err := source.Read("a.rb", []byte("tool 'x'"), nil); err == nil || !strings.Contains(err.Error(), "Python") {
		t.Errorf("%v", err)
	}
}

// files is a tree in memory.
type files struct{ fstest.MapFS }

func (f files) Read(p string) ([]byte, error) { return fs.ReadFile(f.MapFS, p) }

// TestImports follows constants, schemas and texts into other files. They stand in
// no place of this one: the place is what names them.
func TestImports(t *testing.T) {
	tree := files{fstest.MapFS{
		"src/texts.ts":       {Data: []byte("export const ABOUT = 'Reads a page.';\nexport const Shape = z.object({ url: z.string().describe('Where it is') });\nexport { DEEP } from './more.js'")},
		"src/more.ts":        {Data: []byte("export const DEEP = 'From far away.';\nexport { LOOP } from './loop.js'")},
		"src/loop.ts":        {Data: []byte("export { LOOP } from './more.js'")},
		"app/texts.py":       {Data: []byte("ABOUT = 'Reads a page.'\n\nclass Where(BaseModel):\n    url: str = Field(description='Where it is')\n")},
		"app/about.md":       {Data: []byte("# Reads a file\n")},
		"pkg/about.txt":      {Data: []byte("Reads a queue.")},
		"secret/outside.txt": {Data: []byte("no")},
	}}
	for _, tc := range []struct {
		name, file, src string
		want            []string
	}{
		{"names", "src/a.ts", "import { ABOUT as A, Shape } from './texts.js';\nserver.tool('read', A, Shape.shape, cb)",
			[]string{`description = "Reads a page." (2:21-2:22)`, `url.description = "Where it is"`}},
		{"namespaces", "src/a.ts", "import * as texts from './texts';\nserver.tool('read', texts.ABOUT, texts.Shape, cb)", []string{`"Reads a page."`, `"Where it is"`}},
		{"handed on", "src/a.ts", "import { DEEP } from './texts';\nserver.tool('read', DEEP, {}, cb)", []string{`"From far away."`}},
		{"circle", "src/a.ts", "import { LOOP } from './more';\nserver.tool('read', LOOP, {}, cb)", []string{"computed: tool read: description, not read: LOOP"}},
		{"Python", "app/a.py", "from .texts import ABOUT, Where\n@mcp.tool(description=ABOUT)\ndef read(where: Where): pass\n", []string{`"Reads a page."`, `"Where it is"`}},
		{"Python module", "app/a.py", "from . import texts\n@mcp.tool(description=texts.ABOUT)\ndef read(): pass\n", []string{`"Reads a page."`}},
		{"text file", "app/a.py", "ABOUT = (Path(__file__).parent / 'about.md').read_text()\n@mcp.tool(description=ABOUT)\ndef read(): pass\n", []string{`"# Reads a file\n"`}},
		{"embedded", "pkg/a.go", "package a\nimport _ \"embed\"\n//go:embed about.txt\nvar about string\nvar t = mcp.Tool{Name: \"q\", Description: about}\n", []string{`"Reads a queue."`}},
		{"outside", "a.py", "@mcp.tool(description=open('../secret/outside.txt').read_text())\ndef read(): pass\n", []string{"computed: tool read: description, not read"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := read(t, tc.file, []byte(tc.src), tree)
			got := show(r)
			for _, want := range tc.want {
				if !strings.Contains(got, want) {
					t.Errorf("lacks %q:\n%s", want, got)
				}
			}
			checkPlaces(t, tc.name, r)
		})
	}
}

// TestMany wants all of ten thousand tools.
func TestMany(t *testing.T) {
	var b strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&b, "server.tool('t%d', 'Adds %d.', { n: z.number().describe('Number %d') }, cb);\n", i, i, i)
	}
	r := read(t, "a.ts", []byte(b.String()), nil)
	if n := len(r.Document.Components); n != 10_000 || r.Fault != nil {
		t.Errorf("%d tools, %v", n, r.Fault)
	}
}
