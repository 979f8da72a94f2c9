package checks

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner"
)

// Of several changes that are one finding, each keeps its own line and its words,
// old and new, in every format.
func TestEveryChangeIsTold(t *testing.T) {
	r := severalReport(t)
	if len(r.Findings) != 1 || r.Gate.Count != 1 {
		t.Fatalf("%d findings, %d at the gate", len(r.Findings), r.Gate.Count)
	}
	f := &r.Findings[0]
	changes := f.Changes()
	if len(changes) != 4 {
		t.Fatalf("%d changes", len(changes))
	}
	words := []string{"Sorts them by day", "as in 2026-12-01", "What to keep", "Who keeps it"}
	for _, name := range Formats() {
		out := string(render(t, name, r, Options{}))
		for i, w := range words {
			// A summary splits a text into segments, and quotes may be escaped.
			if !strings.Contains(out, w) && !strings.Contains(out, w[strings.LastIndexByte(w, ' ')+1:]) {
				t.Errorf("%s does not show %q:\n%s", name, w, out)
			}
			if !strings.Contains(out, changes[i].Field) {
				t.Errorf("%s does not name %s", name, changes[i].Field)
			}
		}
		if !strings.Contains(out, "wrote") {
			t.Errorf("%s does not show what was there before:\n%s", name, out)
		}
	}

	annotations := r.Annotations()
	if len(annotations) != len(changes) {
		t.Fatalf("%d annotations", len(annotations))
	}
	for i, a := range annotations {
		x := changes[i]
		if a.StartLine != x.Location.StartLine || a.Level != annotationLevels[x.Severity] || !strings.Contains(a.Message, words[i]) || !strings.Contains(a.Message, "was: ") {
			t.Errorf("annotation %+v of the change in line %d", a, x.Location.StartLine)
		}
	}

	text := string(render(t, "text", r, Options{}))
	for i, x := range changes {
		line, also := fmt.Sprintf("\nmcp/notes.json:%d:%d ", x.Location.StartLine, x.Location.StartColumn), "also: "
		_, rest, ok := strings.Cut(text, line)
		if rest, _, _ = strings.Cut(rest, "was: "); !ok || strings.Contains(rest, also) != (i > 0) {
			t.Errorf("line %d is told as %q", x.Location.StartLine, rest)
		}
	}

	res := checkSARIF(t, render(t, "sarif", r, Options{})).Runs[0].Results
	if len(res) != 1 || len(res[0].RelatedLocations) != 3 || !strings.Contains(res[0].Message.Text, "(and 14 more changes)") {
		t.Fatalf("%+v", res)
	}
	for i, at := range res[0].RelatedLocations {
		if at.PhysicalLocation.Region.StartLine != changes[i+1].Location.StartLine || !strings.Contains(at.Message.Text, words[i+1]) {
			t.Errorf("related location %+v", at)
		}
	}
}

// What is gone together is one finding, and still told with each component.
func TestGoneComponentsAreTold(t *testing.T) {
	var r Report
	d := r.scan(t, "s.json", `{"tools": [{"name": "left", "inputSchema": {}, "description": "Is left."}]}`)
	var gone []scanner.Finding
	for _, name := range []string{"a", "b", "c"} {
		f := toys[4].finding(&d.Components[0].Texts[0], 0, 0)
		f.Component.Name, f.Message, f.Baseline, f.Value = name, scanner.Say("Tool %s removed", name), new(string), true
		gone = append(gone, f)
	}
	r.Findings = append(r.Findings, scanner.Together(gone))
	r.Finish(scanner.Critical)
	checkInert(t, &r)
	if views := r.overview().components; len(views) != 3 || len(r.Annotations()) != 3 || r.Summary.Total() != 1 {
		t.Errorf("%d components, %d annotations, %d findings", len(views), len(r.Annotations()), r.Summary.Total())
	}
	for _, name := range Formats() {
		out := string(render(t, name, &r, Options{}))
		for _, f := range gone {
			if n := strings.Count(out, "removed"); n != 3 || !strings.Contains(out, f.Component.Name) {
				t.Errorf("%s tells %d of 3, and of %s:\n%s", name, n, f.Component.Name, out)
			}
		}
	}
	var back jsonReport
	if err := json.Unmarshal(render(t, "json", &r, Options{}), &back); err != nil {
		t.Fatal(err)
	}
	if f := back.Findings[0]; f.Component.Name != "a" || f.Also[0].Component.Name != "b" || f.Also[1].Component.Name != "c" {
		t.Errorf("%+v", f)
	}
}

// TestJSONPlaces reads the further places back as other programs do.
func TestJSONPlaces(t *testing.T) {
	r := severalReport(t)
	var out struct {
		Findings []struct {
			Severity, Message, Text, Fingerprint string
			Also                                 []struct {
				Severity, Message, Field, Pointer, Text, Fingerprint string
				Baseline                                             struct{ Text string }
				Location                                             struct{ StartLine int }
				Span                                                 struct{ Start, End int }
			}
		}
	}
	if err := json.Unmarshal(render(t, "json", r, Options{}), &out); err != nil {
		t.Fatal(err)
	}
	f := out.Findings[0]
	if f.Severity != "high" || f.Message != "'description' changed (and 14 more changes)" || len(f.Also) != 3 {
		t.Errorf("%+v", f)
	}
	day := f.Also[0]
	if day.Severity != "high" || day.Message != "'inputSchema.properties.day.description' changed" || day.Field != "inputSchema.properties.day.description" ||
		day.Pointer != "/tools/0/inputSchema/properties/day/description" || day.Text != "The day, as in 2026-12-01." || day.Baseline.Text != "The day." ||
		day.Location.StartLine != 4 || day.Span.End != 26 || len(day.Fingerprint) != 32 || day.Fingerprint == f.Fingerprint {
		t.Errorf("%+v", day)
	}
	if last := f.Also[2]; last.Severity != scanner.Medium.String() {
		t.Errorf("%+v", last)
	}
}
