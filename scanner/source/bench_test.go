package source_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/theriac/theriac/scanner/source"
)

// BenchmarkRead reads a megabyte of each fixture.
func BenchmarkRead(b *testing.B) {
	for name, data := range fixtures(b) {
		if strings.HasSuffix(name, ".go") {
			continue // a file of Go can't be repeated
		}
		big := bytes.Repeat(data, 1<<20/len(data)+1)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(big)))
			for b.Loop() {
				if _, err := source.Read(name, big, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// hostile are inputs that would take long if reading went over any of their bytes
// again and again.
var hostile = map[string]string{
	"a.ts":     "server.tool('a', 'b c', {x: z.string().describe('d e')}, cb);\n",
	"b.ts":     `\"\'` + "`${",
	"c.ts":     "'",
	"d.ts":     "{name:'a',description:b,inputSchema:{",
	"e.ts":     "tool('a',",
	"f.ts":     "/* tool ",
	"g.ts":     "const a = a + a;",
	"h.ts":     "const s = tool; {",
	"i.ts":     "`${`${",
	"j.ts":     "class A extends Tool { name = 'a'; description = 'b'; schema = {",
	"k.ts":     "x<y<",
	"l.ts":     "tool(" + strings.Repeat("[", 30) + strings.Repeat("]", 30) + ");",
	"m.ts":     "`${a}`,",
	"n.ts":     "`${'",
	"a.py":     "@tool()\ndef a(x: Annotated[str, Field(description='b c')]):\n  '''d e'''\n",
	"b.py":     "@tool(",
	"c.py":     "'''tool ",
	"d.py":     "class A(Tool):\n",
	"e.py":     "def tool(a):\n ",
	"f.py":     "tool = tool + 'a' + ",
	"g.py":     "\"\\\"",
	"h.py":     "{'name':'a','description':'b','inputSchema':",
	"i.py":     "f'{tool(",
	"j.py":     "add_tool(a)\n",
	"plain.py": "x = tool\n",
	"o.ts":     "tool('a', `\x00${a} b\x00`, {}, cb)",
	"p.ts":     "tool('a', `\x00${/[\x00`, {}, cb)",
	"q.ts":     "tool (/[",
	"r.ts":     "tool('a', \x00'b ' + \x00'c', {}, cb)",
	"s.ts":     "tool('a', 'b', {\x00a: z.string().describe('b c'), \x00}, cb)",
	"t.ts":     "const s = z.object({a: s, b: s}); tool('a', 'b', s, cb);\n",
	"u.ts":     "tool('a', f(\x00g(\x00'b c'))",
	"k.py":     "@tool(description=f'\x00{a}\x00')\ndef a(): pass\n",
	"l.py":     "@tool()\ndef a():\n  '''b\x00\n   c\x00'''\n",
	"a.go":     "var x = mcp.Tool{Name: \"a\", Description: \"b\"}\n",
	"b.go":     "var x = mcp.NewTool(mcp.NewTool(",
	"c.go":     "var x = \"a\" + ",
	"d.go":     "var x = mcp.Tool{Name: \"a\", Description: \x00\"b\" + \x00\"c\"}",
}

// BenchmarkHostile reports how much longer ten times the input takes: about ten
// times, where the work is linear.
func BenchmarkHostile(b *testing.B) {
	for name, unit := range hostile {
		// What stands before and behind the bytes that are repeated.
		head, tail := "", ""
		if parts := strings.Split(unit, "\x00"); len(parts) == 3 {
			head, unit, tail = parts[0], parts[1], parts[2]
		}
		b.Run(name, func(b *testing.B) {
			took := func(n int) float64 {
				src := head + strings.Repeat(unit, n/len(unit)) + tail
				if strings.HasSuffix(name, ".go") {
					src = "package tool\n" + src
				}
				start := time.Now()
				if _, err := source.Read(name, []byte("// tool\n"+src), nil); err != nil {
					b.Fatal(err)
				}
				return time.Since(start).Seconds()
			}
			small, large := 0.0, 0.0
			for b.Loop() {
				small += took(200_000)
				large += took(2_000_000)
			}
			b.ReportMetric(large/small, "times-longer")
			b.ReportMetric(2*float64(b.N)/large, "MB/s")
		})
	}
}
