package scanner_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/rules"
)

// honest makes a manifest of n tools with schemas of the usual size, none of
// which any rule reports above info.
func honest(n int) []byte {
	type object = map[string]any
	subjects := []string{"issue", "branch", "invoice", "page", "sensor", "ticket", "customer", "route"}
	var tools []object
	for i := range n {
		s := subjects[i%len(subjects)]
		properties := object{}
		for p, about := range []string{
			"Identifier of the %s, as the list shows it.", "How many entries a page has. The largest is 100.",
			"Orders the result by this column; a minus sign before it reverses the order.",
			"Only entries of the %s that changed after this time (ISO 8601).",
		} {
			if strings.Contains(about, "%s") {
				about = fmt.Sprintf(about, s)
			}
			properties[fmt.Sprintf("%s_%d", s, p)] = object{"type": "string", "description": about}
		}
		tools = append(tools, object{
			"name":        fmt.Sprintf("list_%s_%d", s, i),
			"description": fmt.Sprintf("Lists every %s of the project with its state and author. Long lists come in pages, and the last page has no cursor. Archived entries are left out unless the filter names them.", s),
			"inputSchema": object{"type": "object", "properties": properties, "required": []string{s + "_0"}},
		})
	}
	b, _ := json.MarshalIndent(object{"tools": tools}, "", "  ")
	return b
}

// BenchmarkScan gives the rate of a whole scan, from bytes to findings, beside
// that of encoding/json reading the same bytes into values: the ratio of the two
// holds on any machine.
func BenchmarkScan(b *testing.B) {
	data, set := honest(2000), rules.All()
	b.Run("scan", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			d, err := manifest.Parse("m.json", data, manifest.Options{})
			if err != nil {
				b.Fatal(err)
			}
			if _, err := scanner.Scan(d, set); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("rules", func(b *testing.B) {
		d, err := manifest.Parse("m.json", data, manifest.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := scanner.Scan(d, set); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("unmarshal", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			var v any
			if err := json.Unmarshal(data, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
