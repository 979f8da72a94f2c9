package checks

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// readTogether has checkSARIF's reading of a log agree with that of an
// independent library: what is written means the same to others.
func readTogether(t testing.TB, encoded []byte, log *readLog) {
	t.Helper()
	other, err := sarif.FromBytes(encoded)
	if err != nil {
		t.Fatalf("go-sarif: %v", err)
	}
	if other.Version != "2.1.0" || other.Schema != sarifSchema || len(other.Runs) != 1 {
		t.Fatalf("go-sarif reads version %q, schema %q and %d runs", other.Version, other.Schema, len(other.Runs))
	}
	run := other.Runs[0]

	type place struct {
		rule, level, message, uri               string
		startLine, startColumn, endLine, endCol int
	}
	var want, got []place
	for _, r := range log.Runs[0].Results {
		p := r.Locations[0].PhysicalLocation
		want = append(want, place{r.RuleID, r.Level, r.Message.Text, p.ArtifactLocation.URI,
			p.Region.StartLine, p.Region.StartColumn, p.Region.EndLine, p.Region.EndColumn})
	}
	for _, r := range run.Results {
		p := r.Locations[0].PhysicalLocation
		got = append(got, place{*r.RuleID, r.Level, *r.Message.Text, *p.ArtifactLocation.URI,
			value(p.Region.StartLine), value(p.Region.StartColumn), value(p.Region.EndLine), value(p.Region.EndColumn)})
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(place{})); diff != "" {
		t.Errorf("go-sarif reads other results (-ours +its):\n%s", diff)
	}

	type described struct{ id, name, help string }
	var ours, its []described
	for _, r := range log.Runs[0].Tool.Driver.Rules {
		ours = append(ours, described{r.ID, r.Name, r.Help.Markdown})
	}
	for _, r := range run.Tool.Driver.Rules {
		its = append(its, described{*r.ID, *r.Name, *r.Help.Markdown})
	}
	if diff := cmp.Diff(ours, its, cmp.AllowUnexported(described{})); diff != "" {
		t.Errorf("go-sarif reads other rules (-ours +its):\n%s", diff)
	}
}

// value is 0 for a number that is not there.
func value(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// A taxonomy's GUIDs are UUIDs of version 5 in the namespace of URLs.
func TestTaxonGUID(t *testing.T) {
	for _, id := range []string{"", "CWE-94", "CWE-1427"} {
		want := uuid.NewSHA1(uuid.NameSpaceURL, []byte(homepage+"#"+cweName+"/"+id)).String()
		if got := taxonGUID(cweName, id); got != want {
			t.Errorf("taxonGUID(%q) = %s, want %s", id, got, want)
		}
	}
}

// Whatever a finding says of its place, the region is one that GitHub takes.
func FuzzSARIFRegion(f *testing.F) {
	f.Add(1, 1, 1, 2)
	f.Add(3, 9, 2, 1)
	f.Add(0, 0, 0, 0)
	f.Add(-1, 5, -1, 4)
	f.Fuzz(func(t *testing.T, startLine, startColumn, endLine, endColumn int) {
		const most = 1 << 31 // more than a file of the largest size has
		for _, n := range []int{startLine, startColumn, endLine, endColumn} {
			if n > most || n < -most {
				t.Skip()
			}
		}
		r := addReport(t)
		r.Findings = r.Findings[:1]
		r.Findings[0].Location = &manifest.Location{
			StartLine: startLine, StartColumn: startColumn, EndLine: endLine, EndColumn: endColumn,
		}
		r.Finish(scanner.High)
		checkSARIF(t, render(t, "sarif", r, Options{Rules: toyRules()}))
	})
}
