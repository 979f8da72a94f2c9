package checks

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

const (
	// sarifSchema is the schema of SARIF 2.1.0 with errata 01.
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	homepage    = "https://github.com/theriac/theriac"
	// sourceRoot stands for the repository's root in locations.
	sourceRoot = "SRCROOT"
)

// WriteSARIF writes the report as SARIF 2.1.0 for code scanning: the worst
// findings first, at most 5,000 of them, then those that were accepted, as
// suppressed. Every result has a place in a file, since GitHub rejects a file
// with a single result that has none.
func (r *Report) WriteSARIF(w io.Writer, o Options) error {
	s := newSARIFRun(r, o)
	for _, f := range worstFirst(r.Findings) {
		s.add(f, nil)
	}
	if !o.OmitAccepted {
		for i := range r.Accepted {
			s.add(&r.Accepted[i].Finding, &r.Accepted[i])
		}
	}
	s.invocation(r)

	log := sarif.NewReport()
	log.Schema = sarifSchema
	log.AddRun(s.run)
	encoded, err := json.Marshal(log)
	if err != nil {
		return fmt.Errorf("encoding SARIF: %w", err)
	}
	var tree any
	d := json.NewDecoder(bytes.NewReader(encoded))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		return fmt.Errorf("encoding SARIF: %w", err)
	}
	return writeJSON(w, compact(tree))
}

// worstFirst orders findings by severity, and otherwise as they are.
func worstFirst(findings []scanner.Finding) []*scanner.Finding {
	out := make([]*scanner.Finding, len(findings))
	for i := range findings {
		out[i] = &findings[i]
	}
	slices.SortStableFunc(out, func(a, b *scanner.Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	return out
}

// compact drops what the library writes of members that were never set: empty
// arrays and objects, and -1, which in SARIF is the default of every number
// that may be -1. An empty results array stays: it says that the scan ran
// (§3.14.23).
func compact(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			x = compact(x)
			if k != "results" && isUnset(x) {
				delete(v, k)
				continue
			}
			v[k] = x
		}
	case []any:
		for i := range v {
			v[i] = compact(v[i])
		}
	}
	return v
}

func isUnset(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	case json.Number:
		return v == "-1"
	}
	return false
}

// sarifRun is a run while its results are being added.
type sarifRun struct {
	run   *sarif.Run
	texts map[string]*manifest.Source
	rules map[string]int    // index by ID
	live  map[string]string // the file that stands for a live source
	seen  map[string]int    // how often a fingerprint occurred in a file
	left  int               // results over the limit
}

func newSARIFRun(r *Report, o Options) *sarifRun {
	rules := rulesOf(r, o.Rules)
	s := &sarifRun{run: sarif.NewRun(), texts: r.texts(), rules: map[string]int{}, live: map[string]string{}, seen: map[string]int{}}
	driver := sarif.NewToolComponent().
		WithName("theriac").
		WithFullName("theriac, reviewer of MCP server metadata").
		WithVersion(Version).
		WithSemanticVersion(Version).
		WithInformationURI(homepage).
		WithShortDescription(said("Finds hidden instructions and rug pulls in MCP server metadata.")).
		WithNotifications(notificationKinds())
	for _, x := range r.Sources {
		if x.live() && o.LiveFile != "" {
			s.live[x.URI] = o.LiveFile
		}
	}
	worst := map[string]scanner.Severity{}
	for i := range r.Findings {
		f := &r.Findings[i]
		worst[f.Rule.ID] = max(worst[f.Rule.ID], f.Severity)
	}
	for i, rule := range rules {
		severity, found := worst[rule.ID]
		if !found && len(rule.Severities) > 0 {
			severity = slices.Max(rule.Severities)
		}
		driver.AddRule(descriptor(rule, severity))
		s.rules[rule.ID] = i
	}
	for _, t := range taxonomies(rules) {
		s.run.AddTaxonomie(t)
		driver.AddSupportedTaxonomie(sarif.NewToolComponentReference().WithName(*t.Name).WithGuID(*t.GuID))
	}
	s.run.WithTool(sarif.NewTool().WithDriver(driver)).
		WithColumnKind("utf16CodeUnits").
		WithNewlineSequences([]string{"\n"}).
		WithAutomationDetails(sarif.NewRunAutomationDetails().WithID(strings.TrimRight(cmp.Or(o.Category, "theriac"), "/") + "/")).
		WithOriginalUriBaseIds(map[string]sarif.ArtifactLocation{
			sourceRoot: *sarif.NewArtifactLocation().WithDescription(sarif.NewTextMessage("The root of the repository.")),
		})
	return s
}

// rulesOf is the given rules and those that the report mentions, by ID.
func rulesOf(r *Report, given []*scanner.Rule) []*scanner.Rule {
	rules := slices.Clone(given)
	for i := range r.Findings {
		rules = append(rules, r.Findings[i].Rule)
	}
	for i := range r.Accepted {
		rules = append(rules, r.Accepted[i].Finding.Rule)
	}
	slices.SortStableFunc(rules, func(a, b *scanner.Rule) int { return cmp.Compare(a.ID, b.ID) })
	return slices.CompactFunc(rules, func(a, b *scanner.Rule) bool { return a.ID == b.ID })
}

// The kinds of notifications, in the order of their descriptors.
const (
	noteLimit = iota
	noteNotAnalysed
	noteSkipped
	noteNote
)

func notificationKinds() []*sarif.ReportingDescriptor {
	var out []*sarif.ReportingDescriptor
	for _, k := range [...]struct{ id, short, full string }{
		noteLimit: {"result-limit", "More findings than code scanning keeps.",
			"Code scanning keeps 5,000 results of a run. The worst are shown; theriac's other formats show all."},
		noteNotAnalysed: {"file-not-analysed", "A file that was not analysed, or not to its end.",
			"The file could not be read as MCP metadata, so it must not be taken for clean."},
		noteSkipped: {"file-skipped", "A file that was skipped.",
			"The file only might have been MCP metadata, by its name or content, and is none."},
		noteNote: {"review-note", "Something to know about the review.",
			"Something that no rule reports and that a reader of the findings should know."},
	} {
		out = append(out, sarif.NewReportingDescriptor().WithID(k.id).WithName(pascalCase(k.id)).
			WithShortDescription(said(k.short)).WithFullDescription(said(k.full)).WithHelp(said(k.full)))
	}
	return out
}

// invocation says whether everything was read, and what else there is to say.
func (s *sarifRun) invocation(r *Report) {
	inv := sarif.NewInvocation().WithExecutionSuccessful(!r.Incomplete())
	notify := func(kind int, level, text string, at *sarif.Location) {
		n := sarif.NewNotification().WithLevel(level).WithMessage(sarif.NewTextMessage(text)).
			WithDescriptor(sarif.NewReportingDescriptorReference().
				WithID(*s.run.Tool.Driver.Notifications[kind].ID).WithIndex(kind))
		if at != nil {
			n.AddLocation(at)
		}
		inv.AddToolExecutionNotification(n)
	}
	if s.left > 0 {
		notify(noteLimit, sarif.LevelWarning, fmt.Sprintf(
			"%d results are shown, the worst first; %d more are left out, because code scanning keeps no more.", MaxSARIFResults, s.left), nil)
	}
	for _, n := range r.NotAnalysed {
		kind, level := noteNotAnalysed, sarif.LevelError
		if n.Harmless {
			kind, level = noteSkipped, sarif.LevelNote
		}
		notify(kind, level, sentence(escapeMessage(fmt.Sprintf("%s: %s", n.Reason, n.Detail))), lineLocation(n.URI, n.Line, n.Column))
	}
	for _, n := range r.Notes {
		var at *sarif.Location
		if n.URI != "" {
			at = lineLocation(n.URI, n.Line, 0)
		}
		notify(noteNote, sarif.LevelNote, sentence(escapeMessage(n.Text)), at)
	}
	s.run.AddInvocation(inv)
}

func said(text string) *sarif.MultiformatMessageString {
	return sarif.NewMultiformatMessageString().WithText(text)
}

// sentence ends s with a full stop, as SARIF viewers show only the first
// sentence where space is short (§3.11.3).
func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}
