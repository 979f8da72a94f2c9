package scanner

import (
	"cmp"

	"github.com/theriac/theriac/scanner/manifest"
)

// A Finding is one thing that a rule says about one place.
//
// Its strings hold manifest text as it is: whatever shows them escapes them
// first, in the way that its format asks for.
type Finding struct {
	Rule     *Rule
	Severity Severity
	// Reason is what the rule reported, without what it says about this place:
	// rule, reason and severity are a branch. It is empty for Layer 3. Message is
	// the reason filled in.
	Reason  string
	Message Message
	// Change says whether a change under review brought the finding; it is empty
	// where nothing is compared.
	Change Change

	// Evidence is the phrases that were heard where the finding stands, at most
	// maxEvidence of them; nil where a rule saw something else than words.
	Evidence []Evidence

	Source    string // the file's URI, or what the caller calls a live server
	Component ComponentRef
	// Field is the path inside the component as published:
	// inputSchema.properties.path.description. Pointer is the JSON Pointer
	// (RFC 6901) in the file.
	Field   string
	Pointer string
	// Span counts Unicode code points of the decoded field, End exclusive; Text
	// is that part of it, decoded.
	Span Span
	Text string
	// Location is the place in the file; nil for a live source or where there
	// is no file.
	Location *manifest.Location
	// Start and End are the same place in bytes of the file.
	Start, End int
	// Exact is false where Location could not be proved to hold Text and is
	// the line of its key instead.
	Exact bool
	// Also are further places of the same finding: in the same text the closing tag
	// of a block; for a Layer 3 finding, the other changes.
	Also []Place
	// Baseline is what stood at the place before, for a Layer 3 finding: a
	// text, or a schema as canonical JSON. Text is then all of what stands there
	// now.
	Baseline *string
	// Value is set where Baseline or Text is JSON (a schema, a list, a number) and
	// not a text.
	Value bool
	// Counted is how many changes Message tells by their number, where a Layer 3
	// finding stands for more than are shown one by one; 0 for one change. Place,
	// Text and Baseline are then those of the first of them.
	Counted int
	// Fingerprint names the finding across reflow, reordering and movement: it
	// is made of rule, component, and matched text without its blanks. That of
	// several changes is made of all of them.
	Fingerprint string
	// first is what the change at the finding's own place has by itself; set by
	// Together.
	first alone
}

// Change is what a change under review has to do with a finding.
type Change string

const (
	// New: the rule did not match this text in this component before.
	New Change = "new"
	// Known: it did, so that the change is not to blame.
	Known Change = "known"
)

// A Place is a part of a text; its members are those of a [Finding].
type Place struct {
	Span       Span
	Text       string
	Location   *manifest.Location
	Start, End int
	Exact      bool
	// Change is set where the place is another change, which Layer 3 tells
	// together with the finding's own.
	Change *PlaceChange
}

// A PlaceChange is what a change has that is told together with others; its
// members are those of a [Finding].
type PlaceChange struct {
	Severity       Severity
	Component      ComponentRef
	Message        Message
	Field, Pointer string
	Baseline       *string
	Value          bool
	Counted        int
	Fingerprint    string
}

// ComponentRef names a component. Server is set only in files that describe
// several servers.
type ComponentRef struct {
	Kind   manifest.ComponentKind
	Name   string
	Server string
}

// Span is a range of code points, End exclusive.
type Span struct{ Start, End int }

// CompareFindings orders findings by source, place, rule, and then whatever is
// left, so that equal input gives equal output.
func CompareFindings(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Source, b.Source),
		cmp.Compare(a.Start, b.Start),
		cmp.Compare(a.End, b.End),
		cmp.Compare(a.Rule.ID, b.Rule.ID),
		cmp.Compare(b.Severity, a.Severity),
		cmp.Compare(a.Pointer, b.Pointer),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Message.String(), b.Message.String()),
	)
}
