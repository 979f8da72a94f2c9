package rules

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// scan reads a sample: its text as the description of a tool, or its manifest.
func scan(t *testing.T, s scanner.Sample) []scanner.Finding {
	t.Helper()
	text := s.Bytes()
	d, err := manifest.Parse("sample.json", text, manifest.Options{})
	if err != nil {
		t.Fatalf("sample %q: %v", text, err)
	}
	found, err := scanner.Scan(d, All())
	if err != nil {
		t.Fatalf("sample %q: %v", text, err)
	}
	return found
}

// marks reports whether a finding marks a text, at one of its places.
func marks(f scanner.Finding, text string) bool {
	return f.Text == text || slices.ContainsFunc(f.Also, func(p scanner.Place) bool { return p.Text == text })
}

// TestSamples holds every rule to its own samples. A hit must span what it says;
// a quiet sample must not be reported above what it allows, by its own rule or,
// above low, by any other.
func TestSamples(t *testing.T) {
	for _, r := range All().Rules() {
		t.Run(r.ID, func(t *testing.T) {
			if r.Layer < 3 && (len(r.Hits) == 0 || len(r.Quiet) == 0) {
				t.Error("a rule needs samples that it reports and samples that it does not")
			}
			for _, s := range r.Hits {
				found := scan(t, s)
				if !slices.ContainsFunc(found, func(f scanner.Finding) bool {
					return f.Rule == r && marks(f, s.Match) && f.Severity >= s.Severity
				}) {
					t.Errorf("no %s finding of %q in %q%s: found %s", s.Severity, s.Match, s.Text, s.Manifest, summary(found))
				}
			}
			for _, s := range r.Quiet {
				for _, f := range scan(t, s) {
					if f.Rule == r && (f.Severity > s.Severity || s.Severity == scanner.Info && f.Severity == scanner.Info && !strings.Contains(s.Manifest, "notes")) || f.Severity > max(scanner.Low, s.Severity) {
						t.Errorf("%s %s reports %q in %q%s", f.Severity, f.Rule.ID, f.Text, s.Text, s.Manifest)
					}
				}
			}
		})
	}
}

func summary(found []scanner.Finding) string {
	var all []string
	for _, f := range found {
		all = append(all, f.Severity.String()+" "+f.Rule.ID+" "+f.Text)
	}
	return strings.Join(all, " | ")
}

// TestHelp holds every rule to what its readers need.
func TestHelp(t *testing.T) {
	id := regexp.MustCompile(`^(STRUCT|SCHEMA|DIFF|BASE)\d{3}$`)
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	cwe := regexp.MustCompile(`^CWE-\d+$`)
	owasp := regexp.MustCompile(`^ASI(0[1-9]|10)$`)
	seen := map[string]bool{}
	for _, r := range All().Rules() {
		if !id.MatchString(r.ID) || !name.MatchString(r.Name) || seen[r.ID] || seen[r.Name] {
			t.Errorf("%s %s: odd or used twice", r.ID, r.Name)
		}
		seen[r.ID], seen[r.Name] = true, true
		if len(r.Severities) == 0 || !slices.IsSortedFunc(r.Severities, func(a, b scanner.Severity) int { return int(b) - int(a) }) {
			t.Errorf("%s: severities %v do not go from the worst down", r.ID, r.Severities)
		}
		for _, c := range r.CWE {
			if !cwe.MatchString(c) {
				t.Errorf("%s: %q is no CWE", r.ID, c)
			}
		}
		for _, o := range r.OWASP {
			if !owasp.MatchString(o) {
				t.Errorf("%s: %q is no category of the OWASP Agentic Top 10", r.ID, o)
			}
		}
		h := r.Help
		for part, text := range map[string]string{"what": h.What, "why": h.Why, "fix": h.Fix, "misses": h.Misses} {
			if !strings.HasSuffix(text, ".") {
				t.Errorf("%s: %s is no sentence: %q", r.ID, part, text)
			}
		}
		if h.Summary == "" || strings.HasSuffix(h.Summary, ".") {
			t.Errorf("%s: summary %q", r.ID, h.Summary)
		}
	}
}

// TestSeverities holds the rules to the severities that they declare.
func TestSeverities(t *testing.T) {
	for _, r := range All().Rules() {
		for _, s := range slices.Concat(r.Hits, r.Quiet) {
			for _, f := range scan(t, s) {
				if !slices.Contains(f.Rule.Severities, f.Severity) {
					t.Errorf("%s reports %q as %s, and declares %v", f.Rule.ID, f.Text, f.Severity, f.Rule.Severities)
				}
			}
		}
	}
}
