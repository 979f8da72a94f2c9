package checks

import (
	"cmp"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/theriac/theriac/scanner"
)

// add adds one finding, or counts it where the run is full. accepted is nil for
// a finding that counts.
func (s *sarifRun) add(f *scanner.Finding, accepted *Accepted) {
	if len(s.run.Results) == MaxSARIFResults {
		s.left++
		return
	}
	res := sarif.NewRuleResult(f.Rule.ID).
		WithRuleIndex(s.rules[f.Rule.ID]).
		WithKind(""). // "fail", the default
		WithLevel(level(f.Severity)).
		WithMessage(sarif.NewTextMessage(resultMessage(f))).
		WithPartialFingerprints(s.fingerprints(f)).
		WithLocations([]*sarif.Location{s.location(f)}).
		WithProperties(resultProperties(f))
	if accepted != nil {
		res.AddSuppression(sarif.NewSuppression().
			WithKind("external"). // it stands in the configuration, not beside the text
			WithStatus("accepted").
			WithJustification(EscapeTerminal(accepted.Reason)))
	}
	s.run.AddResult(res)
}

// level is SARIF's level for a severity. Info is a note too, for "none" would
// not be shown.
func level(v scanner.Severity) string {
	switch v {
	case scanner.Critical, scanner.High:
		return sarif.LevelError
	case scanner.Medium:
		return sarif.LevelWarning
	}
	return sarif.LevelNote
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
	m := sentence(escapeMessage(f.Message)) + " In " + escapeMessage(where)
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
func (s *sarifRun) fingerprints(f *scanner.Finding) map[string]string {
	key := relativeURI(s.file(f)) + " " + f.Fingerprint
	s.seen[key]++
	return map[string]string{
		"theriac/v1":              f.Fingerprint,
		"primaryLocationLineHash": f.Fingerprint + ":" + strconv.Itoa(s.seen[key]),
	}
}

// location is the finding's place; line 1 of its source where it has none.
func (s *sarifRun) location(f *scanner.Finding) *sarif.Location {
	at := lineLocation(s.file(f), 1, 0)
	if l := f.Location; l != nil {
		// GitHub rejects the file for a line or column below 1, or a region that
		// ends before it begins.
		startLine, startColumn := max(l.StartLine, 1), max(l.StartColumn, 1)
		endLine, endColumn := max(l.EndLine, startLine), max(l.EndColumn, 1)
		if endLine == startLine {
			endColumn = max(endColumn, startColumn)
		}
		at.PhysicalLocation.Region.WithStartLine(startLine).WithStartColumn(startColumn).
			WithEndLine(endLine).WithEndColumn(endColumn)
		if snippet, ok := s.snippet(f); ok {
			at.PhysicalLocation.Region.WithSnippet(sarif.NewArtifactContent().WithText(snippet))
		}
	}
	name := cmp.Or(f.Component.Name, "(unnamed)")
	full := string(f.Component.Kind) + "/" + name
	if f.Component.Server != "" {
		full = f.Component.Server + "/" + full
	}
	if f.Field != "" {
		full += "/" + f.Field
	}
	return at.AddLogicalLocation(sarif.NewLogicalLocation().
		WithName(EscapeTerminal(cmp.Or(f.Field, name))).
		WithFullyQualifiedName(EscapeTerminal(full)).
		WithKind("property"))
}

// file is the finding's source, or the file that stands for it.
func (s *sarifRun) file(f *scanner.Finding) string { return cmp.Or(s.live[f.Source], f.Source) }

// maxSnippet is the longest snippet in bytes: a changed schema may be megabytes.
const maxSnippet = 1000

// snippet is the region as the file has it.
func (s *sarifRun) snippet(f *scanner.Finding) (string, bool) {
	if !f.Exact || f.End-f.Start > maxSnippet {
		return "", false
	}
	text := s.texts[f.Source]
	if text == nil || f.Start < 0 || f.End < f.Start || f.End > len(text.Text()) {
		return "", false
	}
	cut := text.Text()[f.Start:f.End]
	return cut, cut != "" && utf8.ValidString(cut)
}

// lineLocation is a line of a file, and a column where it is known.
func lineLocation(uri string, line, column int) *sarif.Location {
	region := sarif.NewRegion().WithStartLine(max(line, 1))
	if column > 0 {
		region.WithStartColumn(column)
	}
	return sarif.NewLocation().WithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewArtifactLocation().WithURI(relativeURI(uri)).WithURIBaseID(sourceRoot)).
		WithRegion(region))
}

func resultProperties(f *scanner.Finding) *sarif.PropertyBag {
	p := sarif.NewPropertyBag().
		Add("severity", f.Severity.String()).
		Add("pointer", f.Pointer).
		Add("spanStart", f.Span.Start). // code points of the decoded field
		Add("spanEnd", f.Span.End)
	if f.Location != nil && !f.Exact {
		p.Add("approximate", true)
	}
	return p
}
