package manifest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestHostile reads files that ask for far more work or memory than they have
// bytes. What is not read must be told.
func TestHostile(t *testing.T) {
	tool := func(i int) string { return fmt.Sprintf(`"t%d":{"name":"t%d","inputSchema":{}},`, i, i) }
	var byTool, merging, aliasing, nested strings.Builder
	for i := range 100_000 {
		byTool.WriteString(tool(i))
	}
	merging.WriteString("base: &b\n")
	aliasing.WriteString("list: &l\n")
	for i := range 5000 {
		fmt.Fprintf(&merging, "  k%d: text\n", i)
		aliasing.WriteString("- {name: a}\n")
	}
	merging.WriteString("tools:\n")
	for i := range 5000 {
		fmt.Fprintf(&merging, "- {<<: *b, name: t%d, inputSchema: {}}\n", i)
		fmt.Fprintf(&aliasing, "s%d: {tools: *l}\n", i)
	}
	schema := `{"type":"object"}`
	for range 6 {
		schema = `{"items":` + quoteJSONString(schema) + `}`
	}
	fmt.Fprintf(&nested, `[{"name":"t","inputSchema":%s}]`, quoteJSONString(schema))
	long := strings.Repeat("k", 2000)

	for name, c := range map[string]struct {
		file, text string
		components int
		reason     Reason
	}{
		"a map of very many tools":          {"m.json", "{" + byTool.String() + `"x":{}}`, 100_000, ""},
		"a mapping merged very often":       {"m.yaml", merging.String(), 0, TooLarge},
		"a list aliased very often":         {"m.yaml", aliasing.String(), 0, TooLarge},
		"a very long key around tools":      {"m.json", `{"` + long + `":{"tools":[{"name":"t","inputSchema":{}}]}}`, 0, TooLarge},
		"strings in strings in strings":     {"m.json", nested.String(), 1, ""},
		"very many keys that stand twice":   {"m.json", `{"tools":[{"name":"t","inputSchema":{}` + strings.Repeat(`,"a":1`, 200_000) + `}]}`, 1, ""},
		"very many documents with one tool": {"m.jsonl", strings.Repeat(`{"tools":[{"name":"t","inputSchema":{}}]}`+"\n", 50_000), 50_000, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Parse(c.file, []byte(c.text), Options{})
			var e *Error
			if errors.As(err, &e) && e.Reason != c.reason || err == nil && c.reason != "" {
				t.Errorf("error %v, want reason %q", err, c.reason)
			}
			got := 0
			if d != nil {
				got = len(d.Components)
			}
			if got != c.components {
				t.Errorf("%d components, want %d", got, c.components)
			}
		})
	}
}

func quoteJSONString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
