package checks

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// Version is the program's version, as reports and `theriac version` give it.
const Version = "0.1.0"

// A Report is what a scan, a diff or a review found, before any format. Every
// format, the exit status and the check run's conclusion read the same Summary
// and Gate, which are computed here and nowhere else.
type Report struct {
	Sources     []Source
	Findings    []scanner.Finding // by source, place, rule
	Accepted    []Accepted        // reviewed findings: shown, never counted
	NotAnalysed []NotAnalysed
	Notes       []Note
	// Stale are the manifests whose baselines do not fit what they say, in a review.
	Stale []string
	// Now is when the report was made; zero where nobody says.
	Now time.Time
	// Approval is the approval that drift waits for, or has; nil where none is asked
	// for.
	Approval *Approval
	Summary  Summary
	Gate     Gate
}

// An Approval is somebody's word that the changes of a review are meant.
type Approval struct {
	// Digest names what was shown, in hexadecimal: an approval holds for exactly
	// that.
	Digest string
	// Changes is how many components it is about.
	Changes int
	// By is the login of who approved; empty while nobody has.
	By string
	// Refused says why the last attempt to approve changed nothing; empty where there
	// was none.
	Refused scanner.Message
	// How says by what: "button" or "review".
	How string
	At  time.Time
}

// Given reports whether somebody approved.
func (a *Approval) Given() bool { return a.By != "" }

// sentence says what became of it, as plain text.
func (a *Approval) sentence() string {
	if !a.Given() {
		return fmt.Sprintf("Waiting for an approval of %s (digest %s)", plural(a.Changes, "change", "changes"), a.Digest)
	}
	return fmt.Sprintf("%s approved by %s (%s, %s; digest %s)", plural(a.Changes, "change", "changes"), a.By, a.How, a.At.UTC().Format(time.RFC3339), a.Digest)
}

// Holdable reports whether a finding is of the kind that waits for an approval, or
// passes by one: drift of medium. What is worse is no matter of approval.
func Holdable(f *scanner.Finding) bool {
	return f.Rule.Layer == 3 && f.Severity == scanner.Medium && f.Change != scanner.Known
}

// Waits reports whether the only thing in the way is an approval.
func (r *Report) Waits() bool {
	return r.Approval != nil && !r.Approval.Given() && !r.Gate.Failed && !r.Incomplete()
}

// gates reports whether a finding counts for the gate, be it severe enough.
func (r *Report) gates(f *scanner.Finding) bool {
	return f.Change != scanner.Known && !(r.Approval != nil && Holdable(f))
}

// A Source is one file, baseline or live server that was read.
type Source struct {
	URI    string
	Kind   SourceKind
	Counts Counts
	// Text is the file itself, for quoting lines; nil for a live server.
	Text *manifest.Source
}

// SourceKind says where metadata came from.
type SourceKind string

const (
	File  SourceKind = "file"
	Stdio SourceKind = "stdio"
	HTTP  SourceKind = "http"
)

// live reports whether the source is a server that was asked, not a file.
func (s *Source) live() bool { return s.Kind == Stdio || s.Kind == HTTP }

// Counts is how many components of each kind a source holds.
type Counts struct {
	Tools             int `json:"tools"`
	Prompts           int `json:"prompts"`
	Resources         int `json:"resources"`
	ResourceTemplates int `json:"resourceTemplates"`
	Servers           int `json:"servers"`
}

// CountComponents counts a document's components by kind.
func CountComponents(d *manifest.Document) Counts {
	var c Counts
	for _, x := range d.Components {
		switch x.Kind {
		case manifest.Tool:
			c.Tools++
		case manifest.Prompt:
			c.Prompts++
		case manifest.Resource:
			c.Resources++
		case manifest.ResourceTemplate:
			c.ResourceTemplates++
		case manifest.Server:
			c.Servers++
		}
	}
	return c
}

// NotAnalysed is a file that could not be read whole. It is never clean: the
// exit status is 2, and a check run fails.
type NotAnalysed struct {
	URI    string
	Reason manifest.Reason
	Line   int // from 1; 0 for the file as a whole
	Column int // from 1, UTF-16 code units; 0 likewise
	Detail string
	// Harmless marks a file that was skipped for a good reason (it only might
	// have been a manifest by its name): shown, without failing anything.
	Harmless bool
}

// A Note is something that a reader should know and that no rule reports: a
// configuration change that takes effect after the merge, an unused accept
// entry, a renamed manifest.
type Note struct {
	URI  string
	Line int // from 1; 0 for none
	Text string
}

// Accepted is a finding that the configuration accepts, with the reason given.
type Accepted struct {
	Finding scanner.Finding
	Reason  string
	Expires string // YYYY-MM-DD; empty for never
}

// Summary counts findings by severity.
type Summary struct {
	Critical int `json:"critical"`
	High     int `json:"high"`
	Medium   int `json:"medium"`
	Low      int `json:"low"`
	Info     int `json:"info"`
}

// Of is the count of one severity.
func (s Summary) Of(v scanner.Severity) int {
	return [...]int{s.Info, s.Low, s.Medium, s.High, s.Critical}[v]
}

func (s *Summary) count(v scanner.Severity) {
	*[...]*int{&s.Info, &s.Low, &s.Medium, &s.High, &s.Critical}[v]++
}

// Total is the count of all findings.
func (s Summary) Total() int { return s.Critical + s.High + s.Medium + s.Low + s.Info }

// Gate is the threshold and how many findings reached it.
type Gate struct {
	FailOn scanner.Severity `json:"failOn"`
	Failed bool             `json:"failed"`
	Count  int              `json:"count"`
}

// Finish sorts the findings and computes Summary and Gate. failOn must be at
// least Low: info never gates.
func (r *Report) Finish(failOn scanner.Severity) {
	slices.SortStableFunc(r.Sources, func(a, b Source) int { return cmp.Compare(a.URI, b.URI) })
	slices.SortStableFunc(r.Findings, scanner.CompareFindings)
	slices.SortStableFunc(r.NotAnalysed, func(a, b NotAnalysed) int {
		return cmp.Or(cmp.Compare(a.URI, b.URI), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	r.Summary, r.Gate = Summary{}, Gate{FailOn: max(failOn, scanner.Low)}
	for i := range r.Findings {
		s := r.Findings[i].Severity
		r.Summary.count(s)
		if s >= r.Gate.FailOn && r.gates(&r.Findings[i]) {
			r.Gate.Count++
		}
	}
	r.Gate.Failed = r.Gate.Count > 0
}

// Incomplete reports whether something was not read that should have been.
func (r *Report) Incomplete() bool {
	return slices.ContainsFunc(r.NotAnalysed, func(n NotAnalysed) bool { return !n.Harmless })
}
