package checks

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner"
)

// Every format says the same numbers and the same verdict.
func TestCountsAgree(t *testing.T) {
	for name, r := range allReports(t) {
		for _, gate := range []scanner.Severity{scanner.Info, scanner.Low, scanner.Medium, scanner.High, scanner.Critical} {
			r.Finish(gate)
			t.Run(fmt.Sprint(name, " ", gate), func(t *testing.T) { checkCounts(t, r) })
		}
	}
}

func checkCounts(t *testing.T, r *Report) {
	// Counted here anew, by the severities alone.
	counts := map[scanner.Severity]int{}
	gating := 0
	for _, f := range r.Findings {
		counts[f.Severity]++
		if f.Severity >= r.Gate.FailOn {
			gating++
		}
	}
	if r.Gate.FailOn == scanner.Info || r.Gate.Count != gating || r.Gate.Failed != (gating > 0) {
		t.Errorf("gate: %+v, want %d", r.Gate, gating)
	}

	var parsed jsonReport
	if err := json.Unmarshal(render(t, "json", r, Options{}), &parsed); err != nil {
		t.Fatal(err)
	}
	for _, v := range scanner.Severities() {
		if parsed.Summary.Of(v) != counts[v] {
			t.Errorf("JSON counts %d %s, want %d", parsed.Summary.Of(v), v, counts[v])
		}
	}
	if parsed.Gate != r.Gate {
		t.Errorf("JSON has the gate %+v", parsed.Gate)
	}

	bySARIF := map[string]int{}
	for _, res := range checkSARIF(t, render(t, "sarif", r, Options{})).Runs[0].Results {
		if len(res.Suppressions) == 0 {
			bySARIF[res.Level]++
		}
	}
	want := map[string]int{
		"error":   counts[scanner.Critical] + counts[scanner.High],
		"warning": counts[scanner.Medium],
		"note":    counts[scanner.Low] + counts[scanner.Info],
	}
	for level, n := range want {
		if bySARIF[level] != n {
			t.Errorf("SARIF has %d results of level %s, want %d", bySARIF[level], level, n)
		}
	}

	byCommand := map[string]int{}
	for line := range strings.Lines(string(render(t, "github", r, Options{}))) {
		if c, ok := parseCommand(line); ok {
			byCommand[c.name]++
		}
	}
	// One command may tell several findings of one sentence, at the worst's level, and
	// one finding may have a command for each of its changes.
	rules, changes := 0, 0
	for i := range r.Findings {
		changes += len(r.Findings[i].Changes())
	}
	for _, a := range r.Annotations() {
		rules += strings.Count(a.RawDetails, "rule: ")
		byCommand[workflowNames[a.Level]]--
	}
	for command, n := range byCommand {
		if n != 0 {
			t.Errorf("%+d commands %s", n, command)
		}
	}
	if rules != changes {
		t.Errorf("the annotations tell %d findings and changes of %d", rules, changes)
	}

	// The three that people read say it in one sentence each.
	findings := regexp.MustCompile(`(?m)\bfindings: ([^;.\n]*)`)
	for _, name := range []string{"text", "github", "markdown"} {
		out := string(render(t, name, r, Options{}))
		if m := findings.FindStringSubmatch(out); m == nil || m[1] != r.Summary.String() {
			t.Errorf("%s says %q, want %q", name, m, r.Summary)
		}
		if gate := r.gateLine(); name != "markdown" && !strings.Contains(out, gate) {
			t.Errorf("%s does not say %q", name, gate)
		}
		if name == "markdown" && !strings.HasPrefix(out, "**"+markdownMessage(r.Headline())+".**") {
			t.Errorf("the summary does not begin with %q", r.Title())
		}
	}
	for _, v := range scanner.Severities() {
		sum := 0
		if m := regexp.MustCompile(fmt.Sprintf(`\b(\d+) %s\b`, v)).FindStringSubmatch(r.Summary.String()); m != nil {
			fmt.Sscan(m[1], &sum)
		}
		if sum != counts[v] {
			t.Errorf("the summary says %d %s, want %d", sum, v, counts[v])
		}
	}
}

// What was not read is never called clean.
func TestUnreadIsNotClean(t *testing.T) {
	r := cleanReport(t)
	r.NotAnalysed = append(r.NotAnalysed, NotAnalysed{URI: "x.json", Reason: "unparsable", Detail: "unexpected end"})
	r.Finish(scanner.High)
	if !r.Incomplete() || r.Gate.Failed {
		t.Fatalf("%+v", r.Gate)
	}
	for _, name := range []string{"text", "github", "markdown"} {
		out := strings.ToLower(string(render(t, name, r, Options{})))
		says := strings.Contains(out, "incomplete: 1 source was not analysed") && strings.Contains(out, "undecided") ||
			strings.HasPrefix(out, "**could not be read: `x.json`.**") && strings.Contains(out, "not analysed: 1 source")
		if strings.Contains(out, "passed") || strings.Contains(out, "no problem") || !says {
			t.Errorf("%s: %s", name, out)
		}
	}
}
