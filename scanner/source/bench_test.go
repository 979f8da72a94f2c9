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

// TestLinear wants ten times the input to take no more than a few times ten times
// as long, for inputs that are made to be slow.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	for name, unit := range map[string]string{
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
		"a.py":     "@tool()\ndef a(x: Annotated[str, Field(description='b c')]):\n  '''d e'''\n",
		"b.py":     "@tool(",
		"c.py":     "'''tool ",
		"d.py":     "class A(Tool):\n",
		"e.py":     "def tool(a):\n ",
		"f.py":     "tool = tool + 'a' + ",
		"g.py":     "\"\\\"",
		"h.py":     "{'name':'a','description':'b','inputSchema':",
		"i.py":     "f'{tool(",
		"plain.py": "x = tool\n",
	} {
		took := func(n int) time.Duration {
			data := []byte(strings.Repeat(unit, n/len(unit)))
			best := time.Hour
			for range 3 {
				start := time.Now()
				if _, err := source.Read(name, data, nil); err != nil {
					t.Fatal(err)
				}
				best = min(best, time.Since(start))
			}
			return best
		}
		small, large := took(100_000), took(1_000_000)
		if large > 30*small && large > 400*time.Millisecond {
			t.Errorf("%s %q: 100 kB take %v, 1 MB %v", name, unit, small, large)
		}
		if testing.Verbose() {
			t.Logf("%s %.30q: %v, %v", name, unit, small, large)
		}
	}
}
