package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/theriac/theriac/scanner"
)

func TestMarkdown(t *testing.T) {
	for name, r := range allReports(t) {
		golden(t, name+".markdown.golden", render(t, "markdown", r, Options{}))
	}
}

// Within any bound the summary is whole markdown, begins with the verdict, and
// says what it left out.
func TestMarkdownBound(t *testing.T) {
	r := hostileReport(t)
	one := r.Findings
	for i := range 127 {
		for _, f := range one {
			f.Component.Name += fmt.Sprint(i)
			r.Findings = append(r.Findings, f)
		}
	}
	r.Finish(scanner.Low)
	components := len(r.overview().components)
	if components < 500 {
		t.Fatalf("%d components", components)
	}
	link := func(path string, start, end int) string { return fmt.Sprintf("%s%d-%d", linkBase, start, end) }
	more := regexp.MustCompile(`… and (\d+) more components?\.`)
	last := -1
	for _, limit := range []int{2000, 3000, 5000, 10_000, MaxOutputBytes, 10 * MaxOutputBytes, 0} {
		out := string(render(t, "markdown", r, Options{MaxBytes: limit, Link: link}))
		if limit > 0 && len(out) > limit {
			t.Errorf("%d bytes of %d", len(out), limit)
		}
		inert(t, out)
		if !strings.HasPrefix(out, "**"+markdownMessage(r.Headline())+".**") {
			t.Errorf("%d: no verdict: %.100q", limit, out)
		}
		shown := len(regexp.MustCompile(`(?m)^### tool `).FindAllString(out, -1))
		left := 0
		if m := more.FindStringSubmatch(out); m != nil {
			left, _ = strconv.Atoi(m[1])
		}
		if shown+left != components {
			t.Errorf("%d: %d components shown and %d left out of %d", limit, shown, left, components)
		}
		if shown < last {
			t.Errorf("%d: %d components shown, and %d with less room", limit, shown, last)
		}
		last = shown
		if limit > 5000 && !strings.Contains(out, "<summary>How to accept a finding</summary>") {
			t.Errorf("%d: no advice", limit)
		}
		if opened, closed := strings.Count(out, "<details>"), strings.Count(out, "</details>"); limit > 3000 && opened != closed {
			t.Errorf("%d: %d folds opened and %d closed", limit, opened, closed)
		}
	}
	if last != components {
		t.Errorf("without a bound %d components of %d", last, components)
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

func TestMendCommands(t *testing.T) {
	for source, want := range map[string]string{
		"mcp/server.json":   "theriac snapshot mcp/server.json",
		"-o.json":           "theriac snapshot ./-o.json",
		"a b.json":          "theriac snapshot 'a b.json'",
		"a'$(x)`y`.json":    `theriac snapshot 'a'\''$(x)` + "`y`" + `.json'`,
		"a\u202eb.json":     "theriac snapshot MANIFEST",
		"a.json\nrm -rf ~ ": "theriac snapshot MANIFEST",
	} {
		r := Report{Stale: []string{source}}
		if got := r.mendCommands(); got != want {
			t.Errorf("%q: %s, want %s", source, got, want)
		}
	}
}

// The advice names a finding as the configuration does, once each, with a day on
// which it ends.
func TestAcceptEntries(t *testing.T) {
	var r Report
	r.scan(t, "mcp/a.json", `{"tools": [{"name": "a", "description": "You MUST. You MUST.", "inputSchema": {}}]}`)
	long := r.Findings[0]
	long.Text, long.Fingerprint = strings.Repeat("x", maxAcceptText+1), "abc"
	live := r.Findings[0]
	live.Location = nil
	outside := r.Findings[0]
	outside.Source = "../a.json"
	known := r.Findings[0]
	known.Change, known.Text = scanner.Known, "known"
	r.Findings = append(r.Findings, long, live, outside, known)
	r.Now = time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC)
	r.Finish(scanner.Low)
	want := []string{`accept:
  - rule: TOY004
    manifest: "mcp/a.json"
    component: "tool/a"
    fingerprint: "abc"
    reason: "why this is meant"
    expires: 2027-06-30
`, `accept:
  - rule: TOY004
    manifest: "mcp/a.json"
    component: "tool/a"
    text: "You MUST"
    reason: "why this is meant"
    expires: 2027-06-30
`}
	var got []string
	for _, e := range r.acceptEntries() {
		got = append(got, e.yaml)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r.Finish(scanner.High)
	if got := r.acceptEntries(); got != nil {
		t.Errorf("low findings below the gate need no entry: %q", got)
	}
}
