package checks

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
)

// add adds one finding, or counts it where the run is full. accepted is nil for
// a finding that counts.
func (s *sarifWriter) add(f *scanner.Finding, accepted *Accepted) {
	if len(s.run.Results) == MaxSARIFResults {
		s.left++
		return
	}
	res := sarifResult{
		BaselineState:       baselineStates[f.Change],
		Level:               level(f.Severity),
		Locations:           []sarifLocation{s.location(f)},
		Message:             sarifText{Text: resultMessage(f)},
		PartialFingerprints: s.fingerprints(f),
		Properties: sarifResultProperties{
			Approximate: f.Location != nil && !f.Exact,
			Pointer:     f.Pointer,
			Severity:    f.Severity.String(),
			SpanEnd:     f.Span.End, // code points of the decoded field
			SpanStart:   f.Span.Start,
		},
		RuleID:    f.Rule.ID,
		RuleIndex: s.rules[f.Rule.ID],
	}
	if f.Several() {
		for _, x := range changesOf(f)[1:] {
			at := s.location(x)
			at.Message = &sarifText{Text: resultMessage(x)}
			res.RelatedLocations = append(res.RelatedLocations, at)
		}
	} else {
		for _, p := range f.Also {
			other := *f
			other.Location, other.Start, other.End, other.Exact = p.Location, p.Start, p.End, p.Exact
			res.RelatedLocations = append(res.RelatedLocations, s.location(&other))
		}
	}
	if accepted != nil {
		res.Suppressions = []sarifSuppression{{
			Justification: EscapeTerminal(accepted.Reason),
			Kind:          "external", // it stands in the configuration, not beside the text
			Status:        "accepted",
		}}
	}
	s.run.Results = append(s.run.Results, res)
}

// baselineStates is what SARIF calls what a change has to do with a finding.
var baselineStates = map[scanner.Change]string{scanner.New: "new", scanner.Known: "unchanged"}

// The levels of SARIF that are used (§3.27.10).
const (
	levelError   = "error"
	levelWarning = "warning"
	levelNote    = "note"
)

// level is SARIF's level for a severity. Info is a note too, for "none" would
// not be shown.
func level(v scanner.Severity) string {
	switch v {
	case scanner.Critical, scanner.High:
		return levelError
	case scanner.Medium:
		return levelWarning
	}
	return levelNote
}

// maxInMessage is how many characters of a text a message quotes.
const maxInMessage = 200

// resultMessage is the finding's message as a sentence, and then what and where
// the text is: a viewer may have no way to show an invisible match.
func resultMessage(f *scanner.Finding) string {
	where := fmt.Sprintf("%s %s", f.Component.Kind, cmp.Or(f.Component.Name, "(unnamed)"))
	if f.Component.Server != "" {
		where += " of server " + f.Component.Server
	}
	if f.Field != "" {
		where += ", " + f.Field
	}
	m := sentence(escapeMessage(wholeMessage(f).String())) + " In " + escapeMessage(where)
	if f.Baseline != nil {
		was, now := *f.Baseline, f.Text
		from := changeStart(was, now)
		return m + fmt.Sprintf(": it was %s and is %s.", quoteMessage(was, from), quoteMessage(now, from))
	}
	return m + ": " + quoteMessage(f.Text, 0) + "."
}

// quoteMessage quotes s from byte from on, clipped, for a message.
func quoteMessage(s string, from int) string {
	before, part, after := clip(s, from, maxInMessage)
	return before + `"` + escapeMessage(part) + `"` + after
}

// fingerprints give the result its identity. GitHub reads only
// primaryLocationLineHash; it tells equal ones in a file apart by a count after
// a colon, as its own action writes them.
func (s *sarifWriter) fingerprints(f *scanner.Finding) sarifFingerprints {
	key := relativeURI(s.file(f)) + " " + f.Fingerprint
	s.seen[key]++
	return sarifFingerprints{
		PrimaryLocationLineHash: f.Fingerprint + ":" + strconv.Itoa(s.seen[key]),
		Theriac:                 f.Fingerprint,
	}
}

// location is the finding's place; line 1 of its source where it has none.
func (s *sarifWriter) location(f *scanner.Finding) sarifLocation {
	at := lineLocation(s.file(f), 1, 0)
	if l := f.Location; l != nil {
		// GitHub rejects the file for a line or column below 1, or a region that
		// ends before it begins.
		region := sarifRegion{StartLine: max(l.StartLine, 1), StartColumn: max(l.StartColumn, 1), Snippet: s.snippet(f)}
		region.EndLine, region.EndColumn = max(l.EndLine, region.StartLine), max(l.EndColumn, 1)
		if region.EndLine == region.StartLine {
			region.EndColumn = max(region.EndColumn, region.StartColumn)
		}
		at.PhysicalLocation.Region = region
	}
	name := cmp.Or(f.Component.Name, "(unnamed)")
	full := string(f.Component.Kind) + "/" + name
	if f.Component.Server != "" {
		full = f.Component.Server + "/" + full
	}
	if f.Field != "" {
		full += "/" + f.Field
	}
	at.LogicalLocations = []sarifLogicalLocation{{
		FullyQualifiedName: EscapeTerminal(full),
		Kind:               "property",
		Name:               EscapeTerminal(cmp.Or(f.Field, name)),
	}}
	return at
}

// file is the finding's source, or the file that stands for it.
func (s *sarifWriter) file(f *scanner.Finding) string { return cmp.Or(s.live[f.Source], f.Source) }

// maxSnippet is the longest snippet in bytes: a changed schema may be megabytes.
const maxSnippet = 1000

// snippet is the region as the file has it; nil where it can't be shown.
func (s *sarifWriter) snippet(f *scanner.Finding) *sarifContent {
	text := s.texts[f.Source]
	if text == nil || !f.Exact || f.Start < 0 || f.End <= f.Start || f.End > len(text.Text()) || f.End-f.Start > maxSnippet {
		return nil
	}
	cut := text.Text()[f.Start:f.End]
	if !utf8.ValidString(cut) {
		return nil
	}
	return &sarifContent{cut}
}

// lineLocation is a line of a file, and a column where it is known.
func lineLocation(uri string, line, column int) sarifLocation {
	return sarifLocation{PhysicalLocation: sarifPhysicalLocation{
		ArtifactLocation: artifact(uri),
		Region:           sarifRegion{StartLine: max(line, 1), StartColumn: max(column, 0)},
	}}
}

// artifact is a file: relative to the root, but for an absolute path.
func artifact(uri string) sarifArtifact {
	a := sarifArtifact{URI: relativeURI(uri)}
	if !strings.HasPrefix(a.URI, "file://") {
		a.URIBaseID = sourceRoot
	}
	return a
}
