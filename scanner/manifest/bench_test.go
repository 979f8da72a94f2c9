package manifest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// manifestText makes a listing of tools as servers write them: half of it prose,
// some of it not ASCII, indented or on one line.
func manifestText(tools int, indented bool) string {
	type schema map[string]any
	list := make([]schema, tools)
	for i := range list {
		list[i] = schema{
			"name":        fmt.Sprintf("tool_%d", i),
			"description": fmt.Sprintf("Looks up record %d in the archive.\nReturns the first \"match\", or nothing — see the notes on paging, limits and café hours.", i),
			"inputSchema": schema{
				"type": "object",
				"properties": schema{
					"query": schema{"type": "string", "description": "What to look for. Words are joined by AND; quote a phrase to keep it together."},
					"limit": schema{"type": "integer", "minimum": 1, "maximum": 100, "default": 10 + i%7},
					"order": schema{"type": "string", "enum": []string{"newest", "oldest", "relevance"}, "description": "The order of the answer."},
				},
				"required":             []string{"query"},
				"additionalProperties": false,
			},
			"annotations": schema{"title": fmt.Sprintf("Look-up %d", i), "readOnlyHint": true},
		}
	}
	var data []byte
	var err error
	if indented {
		data, err = json.MarshalIndent(schema{"tools": list}, "", "  ")
	} else {
		data, err = json.Marshal(schema{"tools": list})
	}
	if err != nil {
		panic(err)
	}
	return string(data)
}

// BenchmarkJSON sets the reader beside encoding/json on the same bytes.
func BenchmarkJSON(b *testing.B) {
	for _, indented := range []bool{true, false} {
		text := manifestText(2000, indented)
		name := "one line"
		if indented {
			name = "indented"
		}
		b.Run(name+"/reader", func(b *testing.B) {
			data := []byte(text)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				s, err := newSource("f.json", data)
				if err != nil {
					b.Fatal(err)
				}
				if _, _, err := parseJSON(s); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/encoding-json", func(b *testing.B) {
			data := []byte(text)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				var v any
				if err := json.Unmarshal(data, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkJSONSmall is a file of the median size in public repositories.
func BenchmarkJSONSmall(b *testing.B) {
	data := []byte(manifestText(20, true))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		s, _ := newSource("f.json", data)
		if _, _, err := parseJSON(s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkYAML(b *testing.B) {
	s := mustSource(b, "f.yaml", manifestText(200, true))
	b.SetBytes(int64(len(s.Text())))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := parseYAML(s); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHostile is what must take time in proportion to the length only.
func BenchmarkHostile(b *testing.B) {
	var properties, duplicates strings.Builder
	properties.WriteString("{")
	duplicates.WriteString("{")
	for i := range 500_000 {
		fmt.Fprintf(&properties, `"k%d":1,`, i)
		duplicates.WriteString(`"k":1,`)
	}
	for name, text := range map[string]string{
		"properties": properties.String() + `"z":1}`,
		"duplicates": duplicates.String() + `"k":1}`,
		"arrays":     "[" + strings.Repeat("[],", MaxSize/3-1) + "1]",
		"escapes":    `"` + strings.Repeat(`\n`, MaxSize/2-1) + `"`,
		"invalid":    `"` + strings.Repeat("\xff", MaxSize-2) + `"`,
		"colons":     `"` + strings.Repeat(":", MaxSize-2) + `"`,
		"comments":   strings.Repeat("/**/", MaxSize/4-1) + "1",
		"documents":  strings.Repeat("1 ", maxDocuments),
	} {
		b.Run(name, func(b *testing.B) {
			data := []byte(text)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				s, err := newSource("f.json", data)
				if err != nil {
					b.Fatal(err)
				}
				if _, _, err := parseJSON(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPlaces asks for many places in one long line: the second after the
// first must not read it again.
func BenchmarkPlaces(b *testing.B) {
	s := mustSource(b, "f.json", `["`+strings.Repeat(`x\n\u00e9 é`, 500_000)+`"]`)
	trees, _, err := parseJSON(s)
	if err != nil {
		b.Fatal(err)
	}
	var n Node
	for n = range trees[0].Root().Elements() {
	}
	length, at := len(n.Text()), 0
	b.ReportAllocs()
	for b.Loop() {
		at = (at + 7919) % length
		from, to, exact := n.Place(at, min(at+10, length))
		if !exact {
			b.Fatal("no place")
		}
		s.Location(from, to)
	}
}
