package checks

import (
	"crypto/sha1"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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
func descriptor(r *scanner.Rule, worst scanner.Severity) sarifDescriptor {
	help := said(firstOf(HelpText(r), r.Help.Summary))
	help.Markdown = firstOf(HelpMarkdown(r), r.Help.Summary)
	d := sarifDescriptor{
		DefaultConfiguration: &sarifConfiguration{level(worst)},
		FullDescription:      said(sentence(firstOf(r.Help.What, r.Help.Summary))),
		Help:                 help,
		HelpURI:              homepage + "#rules",
		ID:                   r.ID,
		Name:                 pascalCase(r.Name),
		ShortDescription:     said(sentence(r.Help.Summary)),
	}
	tags := []string{"security", "mcp"}
	for _, id := range r.CWE {
		// The form that CodeQL gives its CWE tags, which GitHub filters on.
		if n, err := strconv.Atoi(strings.TrimPrefix(id, "CWE-")); err == nil {
			tags = append(tags, fmt.Sprintf("external/cwe/cwe-%03d", n))
		}
		d.Relationships = append(d.Relationships, relationship(cweName, id))
	}
	for _, id := range r.OWASP {
		tags = append(tags, "external/owasp-agentic/"+strings.ToLower(id))
		d.Relationships = append(d.Relationships, relationship(owaspName, id))
	}
	d.Properties = &sarifRuleProperties{
		Layer:            r.Layer,
		SecuritySeverity: securitySeverity[worst],
		Tags:             tags[:min(len(tags), MaxSARIFTags)],
	}
	return d
}

func relationship(taxonomy, id string) sarifRelationship {
	return sarifRelationship{
		Kinds: []string{"superset"}, // what the rule finds is an instance of the category
		Target: sarifDescriptorRef{
			GUID: taxonGUID(taxonomy, id), ID: id,
			ToolComponent: &sarifComponentRef{GUID: taxonGUID(taxonomy, ""), Name: taxonomy},
		},
	}
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

// cweTaxonomy has the entries of CWE that the rules name.
func cweTaxonomy(rules []*scanner.Rule) sarifComponent {
	t := sarifComponent{
		GUID:             taxonGUID(cweName, ""),
		InformationURI:   "https://cwe.mitre.org/",
		Name:             cweName,
		Organization:     "MITRE",
		ShortDescription: sarifText{Text: "The MITRE Common Weakness Enumeration."},
	}
	for _, id := range categories(rules, func(r *scanner.Rule) []string { return r.CWE }) {
		t.Taxa = append(t.Taxa, sarifDescriptor{
			GUID:    taxonGUID(cweName, id),
			HelpURI: "https://cwe.mitre.org/data/definitions/" + strings.TrimPrefix(id, "CWE-") + ".html",
			ID:      id,
		})
	}
	return t
}

// owaspTaxonomy has all of OWASP's ten.
func owaspTaxonomy() sarifComponent {
	t := sarifComponent{
		FullName:         "OWASP Top 10 for Agentic Applications 2026",
		GUID:             taxonGUID(owaspName, ""),
		InformationURI:   "https://genai.owasp.org/",
		IsComprehensive:  true,
		Name:             owaspName,
		Organization:     "OWASP GenAI Security Project",
		ShortDescription: sarifText{Text: "The ten most critical risks of agentic applications."},
		Version:          "2026",
	}
	for _, c := range owaspTop10 {
		t.Taxa = append(t.Taxa, sarifDescriptor{
			GUID: taxonGUID(owaspName, c[0]), ID: c[0], Name: c[1], ShortDescription: said(c[1] + "."),
		})
	}
	return t
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
// It is computed here because google/uuid links net and database/sql, which every
// start of the command would pay for.
func taxonGUID(taxonomy, id string) string {
	h := sha1.New()
	h.Write([]byte(urlNamespace))
	io.WriteString(h, homepage+"#"+taxonomy+"/"+id)
	u := h.Sum(nil)[:16]
	u[6] = u[6]&0x0f | 5<<4 // version
	u[8] = u[8]&0x3f | 0x80 // variant
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

// urlNamespace is the namespace of URLs, 6ba7b811-9dad-11d1-80b4-00c04fd430c8
// (RFC 9562 §6.6).
const urlNamespace = "\x6b\xa7\xb8\x11\x9d\xad\x11\xd1\x80\xb4\x00\xc0\x4f\xd4\x30\xc8"

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
