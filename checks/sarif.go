package checks

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

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
	s := newSARIFWriter(r, o)
	for _, f := range worstFirst(r.Findings) {
		s.add(f, nil)
	}
	if !o.OmitAccepted {
		for i := range r.Accepted {
			s.add(&r.Accepted[i].Finding, &r.Accepted[i])
		}
	}
	s.invocation(r)

	return writeJSON(w, sarifLog{Schema: sarifSchema, Runs: []sarifRun{s.run}, Version: "2.1.0"})
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

// sarifWriter holds a run while its results are being added.
type sarifWriter struct {
	run   sarifRun
	texts map[string]*manifest.Source
	rules map[string]int    // index by ID
	live  map[string]string // the file that stands for a live source
	seen  map[string]int    // how often a fingerprint occurred in a file
	left  int               // results over the limit
}

func newSARIFWriter(r *Report, o Options) *sarifWriter {
	rules := rulesOf(r, o.Rules)
	s := &sarifWriter{texts: r.texts(), rules: map[string]int{}, live: map[string]string{}, seen: map[string]int{}}
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
	driver := sarifComponent{
		Name:             "theriac",
		FullName:         "theriac, reviewer of MCP server metadata",
		Version:          Version,
		SemanticVersion:  Version,
		InformationURI:   homepage,
		ShortDescription: sarifText{Text: "Finds hidden instructions and rug pulls in MCP server metadata."},
		Notifications:    notificationKinds(),
	}
	for i, rule := range rules {
		severity, found := worst[rule.ID]
		if !found && len(rule.Severities) > 0 {
			severity = slices.Max(rule.Severities)
		}
		driver.Rules = append(driver.Rules, descriptor(rule, severity))
		s.rules[rule.ID] = i
	}
	taxonomies := []sarifComponent{cweTaxonomy(rules), owaspTaxonomy()}
	for _, t := range taxonomies {
		driver.SupportedTaxonomies = append(driver.SupportedTaxonomies, sarifComponentRef{GUID: t.GUID, Name: t.Name})
	}
	s.run = sarifRun{
		AutomationDetails: sarifAutomation{strings.TrimRight(cmp.Or(o.Category, "theriac"), "/") + "/"},
		ColumnKind:        "utf16CodeUnits",
		NewlineSequences:  []string{"\n"},
		OriginalURIBaseIDs: map[string]sarifArtifact{
			sourceRoot: {Description: &sarifText{Text: "The root of the repository."}},
		},
		Results:    []sarifResult{},
		Taxonomies: taxonomies,
		Tool:       sarifTool{driver},
	}
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

func notificationKinds() []sarifDescriptor {
	var out []sarifDescriptor
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
		out = append(out, sarifDescriptor{
			ID: k.id, Name: pascalCase(k.id),
			ShortDescription: said(k.short), FullDescription: said(k.full), Help: said(k.full),
		})
	}
	return out
}

// invocation says whether everything was read, and what else there is to say.
func (s *sarifWriter) invocation(r *Report) {
	inv := sarifInvocation{ExecutionSuccessful: !r.Incomplete()}
	notify := func(kind int, level, text string, at ...sarifLocation) {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, sarifNotification{
			Descriptor: sarifDescriptorRef{ID: s.run.Tool.Driver.Notifications[kind].ID, Index: &kind},
			Level:      level,
			Locations:  at,
			Message:    sarifText{Text: text},
		})
	}
	if s.left > 0 {
		notify(noteLimit, levelWarning, fmt.Sprintf(
			"%d results are shown, the worst first; %d more are left out, because code scanning keeps no more.", MaxSARIFResults, s.left))
	}
	for _, n := range r.NotAnalysed {
		kind, level := noteNotAnalysed, levelError
		if n.Harmless {
			kind, level = noteSkipped, levelNote
		}
		notify(kind, level, sentence(escapeMessage(fmt.Sprintf("%s: %s", n.Reason, n.Detail))), lineLocation(n.URI, n.Line, n.Column))
	}
	if a := r.Approval; a != nil {
		notify(noteNote, levelNote, sentence(escapeMessage(a.sentence())))
	}
	for _, n := range r.Notes {
		var at []sarifLocation
		if n.URI != "" {
			at = append(at, lineLocation(n.URI, n.Line, 0))
		}
		notify(noteNote, levelNote, sentence(escapeMessage(n.Text)), at...)
	}
	s.run.Invocations = append(s.run.Invocations, inv)
}

func said(text string) *sarifText { return &sarifText{Text: text} }

// sentence ends s with a full stop, as SARIF viewers show only the first
// sentence where space is short (§3.11.3).
func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}
