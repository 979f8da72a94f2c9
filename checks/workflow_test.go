package checks

import (
	"fmt"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

func TestWorkflow(t *testing.T) {
	for name, r := range allReports(t) {
		golden(t, name+".github.golden", render(t, "github", r, Options{}))
	}
}

// GitHub shows ten of each level: they must be the worst.
func TestWorkflowLimit(t *testing.T) {
	var r Report
	for i := range 60 {
		s := scanner.Severity(i % 5)
		r.Findings = append(r.Findings, scanner.Finding{Rule: toys[0].Rule, Severity: s, Source: "a.json", Message: scanner.Say(fmt.Sprint(s)), Pointer: fmt.Sprint(i), Start: i})
	}
	r.Finish(scanner.High)
	count := map[string]int{}
	out := string(render(t, "github", &r, Options{MaxPerLevel: AnnotationsPerStep}))
	for line := range strings.Lines(out) {
		if c, ok := parseCommand(line); ok {
			message, _, _ := strings.Cut(c.data, "\n")
			count[c.name+" "+message]++
		}
	}
	want := map[string]int{"error critical": 10, "warning medium": 10, "notice low": 10}
	if fmt.Sprint(count) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", count, want)
	}
	if !strings.Contains(out, "and 30 more without an annotation") {
		t.Errorf("nothing says what was left out:\n%s", out)
	}
}

func TestAnnotationPlaces(t *testing.T) {
	type at struct{ startLine, endLine, startColumn, endColumn int }
	for name, c := range map[string]struct {
		location *manifest.Location
		want     at
	}{
		"one line":      {&manifest.Location{StartLine: 3, StartColumn: 5, EndLine: 3, EndColumn: 9}, at{3, 3, 5, 9}},
		"several lines": {&manifest.Location{StartLine: 3, StartColumn: 5, EndLine: 4, EndColumn: 2}, at{3, 4, 0, 0}},
		"no place":      {nil, at{1, 1, 0, 0}},
		"nonsense":      {&manifest.Location{StartLine: -1, StartColumn: -2, EndLine: -3, EndColumn: -4}, at{1, 1, 0, 0}},
	} {
		r := Report{Findings: []scanner.Finding{{Rule: toys[0].Rule, Source: "a.json", Location: c.location}}}
		a := r.Annotations()[0]
		if got := (at{a.StartLine, a.EndLine, a.StartColumn, a.EndColumn}); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
