package checks

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner"
)

func TestMarkdown(t *testing.T) {
	for name, r := range map[string]*Report{
		"add": addReport(t), "clean": cleanReport(t), "mixed": mixedReport(t), "hostile": hostileReport(t),
	} {
		golden(t, name+".markdown.golden", render(t, "markdown", r, Options{}))
	}
}

// Within any bound the summary is whole markdown, begins with the verdict, and
// accounts for every finding.
func TestMarkdownBound(t *testing.T) {
	r := hostileReport(t)
	for range 7 {
		r.Findings = append(r.Findings, r.Findings...)
	}
	r.Finish(scanner.High)
	more := regexp.MustCompile(`… and (\d+) more findings?\.`)
	last := -1
	for _, limit := range []int{2000, 3000, 5000, 10_000, MaxOutputBytes, 10 * MaxOutputBytes, 0} {
		out := string(render(t, "markdown", r, Options{MaxBytes: limit}))
		if limit > 0 && len(out) > limit {
			t.Errorf("%d bytes of %d", len(out), limit)
		}
		inert(t, out)
		if !strings.HasPrefix(out, "**"+r.Headline()+".**") {
			t.Errorf("%d: no verdict: %.100q", limit, out)
		}
		shown := len(regexp.MustCompile(`(?m)^- \*\*(critical|high|medium|low|info)\*\* `).FindAllString(out, -1))
		left := 0
		if m := more.FindStringSubmatch(out); m != nil {
			left, _ = strconv.Atoi(m[1])
		}
		if shown+left != len(r.Findings) {
			t.Errorf("%d: %d findings shown and %d left out of %d", limit, shown, left, len(r.Findings))
		}
		if shown < last {
			t.Errorf("%d: %d findings shown, and %d with less room", limit, shown, last)
		}
		last = shown
		if limit > 3000 && !strings.Contains(out, "### What to do") {
			t.Errorf("%d: no advice", limit)
		}
	}
	if last != len(r.Findings) {
		t.Errorf("without a bound %d findings of %d", last, len(r.Findings))
	}
	for limit := range 300 {
		if limit == 0 {
			continue
		}
		if out := render(t, "markdown", r, Options{MaxBytes: limit}); len(out) > limit {
			t.Errorf("%d bytes of %d", len(out), limit)
		}
	}
}

func TestApproveCommands(t *testing.T) {
	for source, want := range map[string]string{
		"mcp/server.json":   "theriac snapshot mcp/server.json -o mcp/server.baseline.json",
		"server.yaml":       "theriac snapshot server.yaml -o server.baseline.json",
		"-o.json":           "theriac snapshot ./-o.json -o ./-o.baseline.json",
		"a b.json":          "theriac snapshot 'a b.json' -o 'a b.baseline.json'",
		"a'$(x)`y`.json":    `theriac snapshot 'a'\''$(x)` + "`y`" + `.json' -o 'a'\''$(x)` + "`y`" + `.baseline.json'`,
		"a\u202eb.json":     "theriac snapshot MANIFEST -o MANIFEST.baseline.json",
		"a.json\nrm -rf ~ ": "theriac snapshot MANIFEST -o MANIFEST.baseline.json",
	} {
		var r Report
		d := r.scan(t, source, `{"tools": [{"name": "a", "description": "New.", "inputSchema": {}}]}`)
		r.change(t, d, "a", "Old.")
		r.Finish(scanner.High)
		if got := r.approveCommands(); got != want {
			t.Errorf("%q: %s, want %s", source, got, want)
		}
	}
}

// The advice names a finding as the configuration does, once each.
func TestAcceptYAML(t *testing.T) {
	var r Report
	r.scan(t, "mcp/a.json", `{"tools": [{"name": "a", "description": "You MUST. You MUST.", "inputSchema": {}}]}`)
	long := r.Findings[0]
	long.Text, long.Fingerprint = strings.Repeat("x", maxAcceptText+1), "abc"
	live := r.Findings[0]
	live.Location = nil
	outside := r.Findings[0]
	outside.Source = "../a.json"
	r.Findings = append(r.Findings, long, live, outside)
	r.Finish(scanner.High)
	want := `accept:
  - rule: TOY004
    manifest: "mcp/a.json"
    component: "tool/a"
    text: "You MUST"
    reason: "why this is meant"
  - rule: TOY004
    manifest: "mcp/a.json"
    component: "tool/a"
    fingerprint: "abc"
    reason: "why this is meant"
`
	got := strings.Split(r.acceptYAML(), "  - ")
	if fmt.Sprintf("%q", sortedEntries(got)) != fmt.Sprintf("%q", sortedEntries(strings.Split(want, "  - "))) {
		t.Errorf("got\n%s\nwant\n%s", r.acceptYAML(), want)
	}
}

func sortedEntries(entries []string) []string {
	out := append([]string{}, entries...)
	if len(out) == 3 && out[1] > out[2] {
		out[1], out[2] = out[2], out[1]
	}
	return out
}
