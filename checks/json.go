package checks

import (
	"bytes"
	"encoding/json"
	"io"
	"time"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// Schema names the JSON report's format and version. Members may be added
// within a version; none changes or goes.
const Schema = "theriac/report/v1"

type jsonReport struct {
	Schema      string            `json:"schema"`
	Tool        jsonTool          `json:"tool"`
	Sources     []jsonSource      `json:"sources"`
	Findings    []jsonFinding     `json:"findings"`
	Accepted    []jsonAccepted    `json:"accepted"`
	NotAnalysed []jsonNotAnalysed `json:"notAnalysed"`
	Notes       []jsonNote        `json:"notes"`
	Approval    *jsonApproval     `json:"approval,omitempty"`
	Summary     Summary           `json:"summary"`
	Gate        Gate              `json:"gate"`
}

type jsonApproval struct {
	Digest  string `json:"digest"`
	Changes int    `json:"changes"`
	By      string `json:"by,omitempty"` // absent while nobody has approved
	How     string `json:"how,omitempty"`
	At      string `json:"at,omitempty"` // RFC 3339
}

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type jsonSource struct {
	URI        string     `json:"uri"`
	Kind       SourceKind `json:"kind"`
	Components Counts     `json:"components"`
}

type jsonFinding struct {
	Rule      string           `json:"rule"`
	Name      string           `json:"name"`
	Severity  scanner.Severity `json:"severity"`
	Message   string           `json:"message"`
	Source    string           `json:"source"`
	Component jsonComponent    `json:"component"`
	Field     string           `json:"field"`
	Pointer   string           `json:"pointer"`
	Span      jsonSpan         `json:"span"`
	Text      string           `json:"text"`
	// Change is new or known in a review; absent where nothing is compared.
	Change scanner.Change `json:"change,omitempty"`
	// Also are further places of the finding: the closing tag of a block, or the other
	// changes that it tells of the component.
	Also     []jsonPlace    `json:"also,omitempty"`
	Baseline *jsonBaseline  `json:"baseline,omitempty"`
	Evidence []jsonEvidence `json:"evidence,omitempty"`

	Location *manifest.Location `json:"location,omitempty"`
	// Approximate marks a location that is the line of the text's key, because
	// the place of the text itself could not be proved.
	Approximate bool     `json:"approximate,omitempty"`
	CWE         []string `json:"cwe"`
	OWASP       []string `json:"owasp"`
	Fingerprint string   `json:"fingerprint"`
}

type jsonComponent struct {
	Kind   manifest.ComponentKind `json:"kind"`
	Name   string                 `json:"name"`
	Server string                 `json:"server,omitempty"`
}

// jsonEvidence is a phrase that a rule heard: what it means, its words, and the
// place of the pattern that matched it in theriac's source, file:line.
type jsonEvidence struct {
	Signal  string `json:"signal"`
	Text    string `json:"text"`
	Pattern string `json:"pattern"`
}

// jsonPlace is a further place of a finding; its members are as in a finding. Those
// from Severity on are there where it is a change by itself, in another text.
type jsonPlace struct {
	Span        jsonSpan           `json:"span"`
	Text        string             `json:"text"`
	Location    *manifest.Location `json:"location,omitempty"`
	Approximate bool               `json:"approximate,omitempty"`
	Severity    *scanner.Severity  `json:"severity,omitempty"`
	Component   *jsonComponent     `json:"component,omitempty"` // if it is another one
	Message     string             `json:"message,omitempty"`
	Field       string             `json:"field,omitempty"`
	Pointer     string             `json:"pointer,omitempty"`
	Baseline    *jsonBaseline      `json:"baseline,omitempty"`
	Fingerprint string             `json:"fingerprint,omitempty"` // of this change alone
}

type jsonSpan struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

type jsonBaseline struct {
	Text string `json:"text"`
}

type jsonAccepted struct {
	jsonFinding
	Reason  string `json:"reason"`
	Expires string `json:"expires,omitempty"` // YYYY-MM-DD
}

type jsonNotAnalysed struct {
	URI      string          `json:"uri"`
	Reason   manifest.Reason `json:"reason"`
	Detail   string          `json:"detail"`
	Line     int             `json:"line,omitempty"`
	Column   int             `json:"column,omitempty"`
	Harmless bool            `json:"harmless"`
}

type jsonNote struct {
	URI  string `json:"uri,omitempty"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
}

// WriteJSON writes the report as one JSON object. Its strings decode to exactly
// what the manifest says, but hold no raw invisible or control character. Equal
// reports give equal bytes.
func (r *Report) WriteJSON(w io.Writer) error {
	out := jsonReport{
		Schema: Schema,
		Tool:   jsonTool{"theriac", Version},
		// Empty arrays rather than null: readers loop over them.
		Sources:     []jsonSource{},
		Findings:    []jsonFinding{},
		Accepted:    []jsonAccepted{},
		NotAnalysed: []jsonNotAnalysed{},
		Notes:       []jsonNote{},
		Summary:     r.Summary,
		Gate:        r.Gate,
	}
	for _, s := range r.Sources {
		out.Sources = append(out.Sources, jsonSource{s.URI, s.Kind, s.Counts})
	}
	for i := range r.Findings {
		out.Findings = append(out.Findings, toJSON(&r.Findings[i]))
	}
	for i := range r.Accepted {
		a := &r.Accepted[i]
		out.Accepted = append(out.Accepted, jsonAccepted{toJSON(&a.Finding), a.Reason, a.Expires})
	}
	for _, n := range r.NotAnalysed {
		out.NotAnalysed = append(out.NotAnalysed, jsonNotAnalysed{n.URI, n.Reason, n.Detail, n.Line, n.Column, n.Harmless})
	}
	for _, n := range r.Notes {
		out.Notes = append(out.Notes, jsonNote(n))
	}
	if a := r.Approval; a != nil {
		out.Approval = &jsonApproval{Digest: a.Digest, Changes: a.Changes, By: a.By, How: a.How}
		if a.Given() {
			out.Approval.At = a.At.UTC().Format(time.RFC3339)
		}
	}
	return writeJSON(w, out)
}

func toJSON(f *scanner.Finding) jsonFinding {
	j := jsonFinding{
		Rule:        f.Rule.ID,
		Name:        f.Rule.Name,
		Severity:    f.Severity,
		Message:     wholeMessage(f).String(),
		Source:      f.Source,
		Component:   jsonComponent{f.Component.Kind, f.Component.Name, f.Component.Server},
		Field:       f.Field,
		Pointer:     f.Pointer,
		Span:        jsonSpan{f.Span.Start, f.Span.End},
		Text:        f.Text,
		Change:      f.Change,
		Location:    f.Location,
		Approximate: f.Location != nil && !f.Exact,
		CWE:         append([]string{}, f.Rule.CWE...),
		OWASP:       append([]string{}, f.Rule.OWASP...),
		Fingerprint: f.Fingerprint,
	}
	for _, e := range f.Evidence {
		j.Evidence = append(j.Evidence, jsonEvidence{e.Signal, e.Text, e.Place})
	}
	for _, p := range f.Also {
		x := jsonPlace{Span: jsonSpan{p.Span.Start, p.Span.End}, Text: p.Text, Location: p.Location, Approximate: p.Location != nil && !p.Exact}
		if c := p.Change; c != nil {
			x.Severity, x.Message, x.Field, x.Pointer = &c.Severity, c.Message.String(), c.Field, c.Pointer
			if c.Component != f.Component {
				x.Component = &jsonComponent{c.Component.Kind, c.Component.Name, c.Component.Server}
			}
			x.Baseline, x.Fingerprint = toBaseline(c.Baseline), c.Fingerprint
		}
		j.Also = append(j.Also, x)
	}
	j.Baseline = toBaseline(f.Baseline)
	return j
}

func toBaseline(was *string) *jsonBaseline {
	if was == nil {
		return nil
	}
	return &jsonBaseline{*was}
}

// writeJSON encodes v with two-space indent, < and > as they are, and invisible
// characters escaped.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, escapeJSON(b.Bytes()))
	return err
}
