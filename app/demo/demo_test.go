package demo_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/theriac/theriac/app/demo"
)

// TestRun: the demo needs nothing, and ends in a check run that says what the
// pull request of testdata is about.
func TestRun(t *testing.T) {
	var out strings.Builder
	if err := demo.Run(t.Context(), &out, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"theriac-app answers 202", `Check run "theriac" on `, ": failure\n",
		"mcp/notes.json:6:", "STRUCT005", "STRUCT007", "DIFF001", "Summary, as GitHub renders it", "theriac-app setup"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
