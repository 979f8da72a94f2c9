package review_test

import (
	"slices"
	"testing"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/rules"
)

// Whatever else a change brings along, poison in a manifest that it touches is
// found and fails it.
func FuzzExcuses(f *testing.F) {
	f.Add([]byte("version: 1\nignore: ['**']\n"), []byte("{}"), "mcp/s.baseline.json", []byte("{}"), "x.json")
	f.Add([]byte("version: 1\nrules: [-STRUCT005]\n"), []byte(`{"schema": "theriac/baseline/v1"}`), "a/../b", []byte(tools("add", poison)), ".theriac.yml")
	f.Add([]byte("version: 1\naccept:\n  - {rule: STRUCT005, manifest: mcp/s.json, reason: x}\n"), []byte(tools("add", honest)), "mcp/s.yaml", []byte("link:mcp/s.json"), "mcp-tools.json")
	f.Fuzz(func(t *testing.T, config, base []byte, basePath string, other []byte, otherPath string) {
		start := memory{"mcp/s.json": tools("add", honest)}
		head := start.with(settingsPath, string(config), basePath, string(base), otherPath, string(other), "mcp/s.json", tools("add", poison))
		r, err := review.Run(t.Context(), review.Input{Base: start, Tip: start, Head: head, Rules: rules.All(), Now: today})
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(r.Findings, func(f scanner.Finding) bool {
			return f.Rule.ID == "STRUCT005" && f.Source == "mcp/s.json"
		})
		if !found || !r.Gate.Failed || len(r.Accepted) > 0 {
			t.Errorf("excused: %v", lines(r))
		}
	})
}
