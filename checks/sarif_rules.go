package checks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/theriac/theriac/scanner"
)

// securitySeverity is the score by which code scanning names a band: over 9.0
// critical, 7.0 to 8.9 high, 4.0 to 6.9 medium, 0.1 to 3.9 low ("SARIF support
// for code scanning", security-severity). Info is the lowest of low.
var securitySeverity = [...]string{
	scanner.Info: "0.1", scanner.Low: "3.0", scanner.Medium: "5.5", scanner.High: "8.0", scanner.Critical: "9.5",
}

// descriptor describes a rule. Code scanning has one severity a rule, not one a
// result, so it gets the worst that the rule reports in this run: its verdict on
// a pull request is then the gate's. A rule without results gets the worst that
// it can report.
func descriptor(r *scanner.Rule, worst scanner.Severity) *sarif.ReportingDescriptor {
	d := sarif.NewRule(r.ID).
		WithName(pascalCase(r.Name)).
		WithShortDescription(said(sentence(r.Help.Summary))).
		WithFullDescription(said(sentence(firstOf(r.Help.What, r.Help.Summary)))).
		WithHelp(said(firstOf(HelpText(r), r.Help.Summary)).WithMarkdown(firstOf(HelpMarkdown(r), r.Help.Summary))).
		WithHelpURI(homepage + "#rules").
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(level(worst)))
	p := sarif.NewPropertyBag().
		Add("security-severity", securitySeverity[worst]).
		Add("layer", r.Layer).
		AddTag("security").AddTag("mcp")
	for _, id := range r.CWE {
		// The form that CodeQL gives its CWE tags, which GitHub filters on.
		if n, err := strconv.Atoi(strings.TrimPrefix(id, "CWE-")); err == nil {
			p.AddTag(fmt.Sprintf("external/cwe/cwe-%03d", n))
		}
		d.AddRelationship(relationship(cweName, id))
	}
	for _, id := range r.OWASP {
		p.AddTag("external/owasp-agentic/" + strings.ToLower(id))
		d.AddRelationship(relationship(owaspName, id))
	}
	p.Tags = p.Tags[:min(len(p.Tags), MaxSARIFTags)]
	return d.WithProperties(p)
}

func relationship(taxonomy, id string) *sarif.ReportingDescriptorRelationship {
	return sarif.NewReportingDescriptorRelationship().
		WithKinds([]string{"superset"}). // what the rule finds is an instance of the category
		WithTarget(sarif.NewReportingDescriptorReference().WithID(id).WithGuID(taxonGUID(taxonomy, id)).
			WithToolComponent(sarif.NewToolComponentReference().WithName(taxonomy).WithGuID(taxonGUID(taxonomy, ""))))
}

const (
	cweName   = "CWE"
	owaspName = "OWASP Agentic Top 10"
)

// owaspTop10 is the OWASP Top 10 for Agentic Applications 2026.
var owaspTop10 = [...][2]string{
	{"ASI01", "Agent Goal Hijack"},
	{"ASI02", "Tool Misuse and Exploitation"},
	{"ASI03", "Identity and Privilege Abuse"},
	{"ASI04", "Agentic Supply Chain Vulnerabilities"},
	{"ASI05", "Unexpected Code Execution"},
	{"ASI06", "Memory & Context Poisoning"},
	{"ASI07", "Insecure Inter-Agent Communication"},
	{"ASI08", "Cascading Failures"},
	{"ASI09", "Human-Agent Trust Exploitation"},
	{"ASI10", "Rogue Agents"},
}

// taxonomies are the two systems that rules are classified by: of CWE the
// entries that the rules name, of OWASP's ten all.
func taxonomies(rules []*scanner.Rule) []*sarif.ToolComponent {
	cwe := sarif.NewToolComponent().
		WithName(cweName).
		WithGuID(taxonGUID(cweName, "")).
		WithOrganization("MITRE").
		WithInformationURI("https://cwe.mitre.org/").
		WithShortDescription(said("The MITRE Common Weakness Enumeration."))
	for _, id := range categories(rules, func(r *scanner.Rule) []string { return r.CWE }) {
		taxon := sarif.NewReportingDescriptor().WithID(id).WithGuID(taxonGUID(cweName, id)).
			WithHelpURI("https://cwe.mitre.org/data/definitions/" + strings.TrimPrefix(id, "CWE-") + ".html")
		cwe.AddTaxa(taxon)
	}
	owasp := sarif.NewToolComponent().
		WithName(owaspName).
		WithGuID(taxonGUID(owaspName, "")).
		WithFullName("OWASP Top 10 for Agentic Applications 2026").
		WithVersion("2026").
		WithOrganization("OWASP GenAI Security Project").
		WithInformationURI("https://genai.owasp.org/").
		WithShortDescription(said("The ten most critical risks of agentic applications.")).
		WithIsComprehensive(true)
	for _, c := range owaspTop10 {
		owasp.AddTaxa(sarif.NewReportingDescriptor().WithID(c[0]).WithGuID(taxonGUID(owaspName, c[0])).
			WithName(c[1]).WithShortDescription(said(c[1] + ".")))
	}
	return []*sarif.ToolComponent{cwe, owasp}
}

// categories lists each category that a rule names, once, in order.
func categories(rules []*scanner.Rule, of func(*scanner.Rule) []string) []string {
	var ids []string
	for _, r := range rules {
		ids = append(ids, of(r)...)
	}
	slices.SortFunc(ids, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b) // CWE-94 before CWE-116
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(ids)
}

// taxonGUID is a fixed UUID of version 5 (RFC 9562 §5.5) for a taxonomy or a
// category in it: references resolve by it, and it must not change with each run.
func taxonGUID(taxonomy, id string) string {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte(homepage+"#"+taxonomy+"/"+id)).String()
}

// pascalCase turns concealment-directive into ConcealmentDirective, the form
// that SARIF asks of names (§3.49.7).
func pascalCase(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

func firstOf(s ...string) string {
	for _, x := range s {
		if strings.TrimSpace(x) != "" {
			return x
		}
	}
	return ""
}
