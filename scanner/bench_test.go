package scanner_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

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
// that of encoding/json reading the same bytes into values, and that of the own
// reader alone. They run in turn, and of the ratios of each turn the median is
// given, so that it holds on any machine and a busy one: times-json is to be 0.7
// at least, times-reader 0.15. There is one processor for each, so that what the
// collector does beside them counts too.
//
// The manifest is made; THERIAC_TEST_DUMPS names a folder of captured ones to
// measure as well.
func BenchmarkScan(b *testing.B) {
	b.Run("made", func(b *testing.B) { measure(b, honest(2000)) })
	files, err := filepath.Glob(filepath.Join(os.Getenv("THERIAC_TEST_DUMPS"), "*.json"))
	if err != nil || os.Getenv("THERIAC_TEST_DUMPS") == "" {
		return
	}
	var captured [][]byte
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		captured = append(captured, data)
	}
	b.Run("captured", func(b *testing.B) { measure(b, captured...) })
}

func measure(b *testing.B, manifests ...[]byte) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	set := rules.All()
	parse := func(data []byte) *manifest.Document {
		d, err := manifest.Parse("m.json", data, manifest.Options{})
		if err != nil {
			b.Fatal(err)
		}
		return d
	}
	took := func(f func(data []byte)) float64 {
		start := time.Now()
		for _, data := range manifests {
			f(data)
		}
		return time.Since(start).Seconds()
	}
	var ofJSON, ofReader []float64
	size := 0
	for _, data := range manifests {
		size += len(data)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		scanned := took(func(data []byte) {
			if _, err := scanner.Scan(parse(data), set); err != nil {
				b.Fatal(err)
			}
		})
		b.StopTimer()
		read := took(func(data []byte) { parse(data) })
		unmarshalled := took(func(data []byte) {
			var v any
			if err := json.Unmarshal(data, &v); err != nil {
				b.Fatal(err)
			}
		})
		ofJSON = append(ofJSON, unmarshalled/scanned)
		ofReader = append(ofReader, read/scanned)
		b.StartTimer()
	}
	b.ReportMetric(median(ofJSON), "times-json")
	b.ReportMetric(median(ofReader), "times-reader")
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
