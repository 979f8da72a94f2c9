package rules

import (
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

var _ = add(scanner.Rule{
	ID: "SCHEMA012", Name: "ambiguous-name", Layer: 2,
	Severities: []scanner.Severity{scanner.Medium, scanner.Low},
	CWE:        []string{"CWE-694"}, OWASP: []string{"ASI04"},
	Help: scanner.Help{
		Summary: "Two tools or prompts of one name, or of names that differ in spelling only",
		What: "Two components of one kind in one server that have the same name and say different things, or whose names are the same but for case, hyphens, " +
			"underscores and points (get-user, get_user); and a tool that two servers of one file or run offer.",
		Why: "Clients differ in which of two tools of one name they take, and some normalise names before they compare them: what was approved is then not what is " +
			"called. A second server with a known tool's name can take its calls over.",
		Fix:    "Give every tool a name of its own. Between servers, a prefix helps.",
		Misses: "Tools of one name in different files. A list with several such names is reported at low: it is put together of several servers' lists.",
	},
	Document: func(v *scanner.Survey) {
		doubled := doubledNames(v.Document)
		byName, bySpelling, byServer := map[string]*manifest.Component{}, map[string]*manifest.Component{}, map[string]*manifest.Component{}
		for _, c := range v.Document.Components {
			if c.Name == "" || c.Kind != manifest.Tool && c.Kind != manifest.Prompt {
				continue
			}
			listed := string(c.Kind) + " " + listOf(c) + " "
			switch same, spelt := byName[listed+c.Name], bySpelling[listed+fold(c.Name)]; {
			case same != nil && !sayTheSame(same, c):
				severity := scanner.Low
				if doubled[listed] == 1 {
					severity = scanner.Medium
				}
				reportName(v, c, severity, "Another %s has the same name and says something else: clients differ in which they take", c.Kind)
			case same != nil: // word for word: whichever a client takes, it is the one
			case spelt != nil:
				reportName(v, c, scanner.Low, "Name that differs from that of another %s, %q, in spelling only", c.Kind, clip(spelt.Name, 80))
			}
			put(byName, listed+c.Name, c)
			put(bySpelling, listed+fold(c.Name), c)
			if c.Kind == manifest.Tool && c.Server != "" {
				if other := byServer[c.Name]; other != nil && other.Server != c.Server {
					reportName(v, c, scanner.Low, "The server %q has a tool of the same name", clip(other.Server, 80))
				}
				put(byServer, c.Name, c)
			}
		}
	},
	Hits: []scanner.Sample{
		{Manifest: `{"tools":[{"name":"analyze","description":"Analyses a page.","inputSchema":{}},{"name":"analyze","description":"Analyses a page and posts it.","inputSchema":{}}]}`, Match: "analyze", Severity: scanner.Medium},
		{Manifest: `{"tools":[{"name":"get-user","description":"Gets.","inputSchema":{}},{"name":"get_user","description":"Gets one.","inputSchema":{}}]}`, Match: "get_user", Severity: scanner.Low},
		{Manifest: `{"mcpServers":{"a":{"command":"a","tools":[{"name":"add","description":"Adds.","inputSchema":{}}]},"b":{"command":"b","tools":[{"name":"add","description":"Adds up.","inputSchema":{}}]}}}`, Match: "add", Severity: scanner.Low},
	},
	Quiet: []scanner.Sample{
		{Manifest: `{"tools":[{"name":"add","description":"Adds.","inputSchema":{}},{"name":"add","description":"Adds.","inputSchema":{}}]}`},
		{Manifest: `{"tools":[{"name":"add","description":"Adds.","inputSchema":{}},{"name":"address","description":"Looks up.","inputSchema":{}}],"prompts":[{"name":"add","description":"Adds."}]}`},
		{Manifest: `[{"tools":[{"name":"add","description":"Adds.","inputSchema":{}}]},{"tools":[{"name":"add","description":"Adds up.","inputSchema":{}}]}]`},
	},
})

func put(m map[string]*manifest.Component, key string, c *manifest.Component) {
	if m[key] == nil {
		m[key] = c
	}
}

// listOf is where the list stands that has the component: only what a client sees
// beside each other can be taken for each other.
func listOf(c *manifest.Component) string {
	if i := strings.LastIndexByte(c.Pointer, '/'); i >= 0 {
		return c.Server + " " + c.Pointer[:i]
	}
	return c.Server
}

// fold is a name as clients write it that know letters and digits only.
func fold(name string) string { return strings.ToLower(nameMarks.Replace(name)) }

var nameMarks = strings.NewReplacer("-", "", "_", "", ".", "", " ", "", "/", "")

// sayTheSame reports whether two components have the same texts in the same order.
func sayTheSame(a, b *manifest.Component) bool {
	return slices.EqualFunc(a.Texts, b.Texts, func(x, y manifest.Text) bool { return x.Value == y.Value && x.Role == y.Role })
}

// doubledNames counts the names that stand more than once in each list. Of 3,871
// honest servers, four have one such name with different texts, and eleven have
// several: those were put together from several lists.
func doubledNames(d *manifest.Document) map[string]int {
	times, doubled := map[string]int{}, map[string]int{}
	for _, c := range d.Components {
		listed := string(c.Kind) + " " + listOf(c) + " "
		if times[listed+c.Name]++; c.Name != "" && times[listed+c.Name] == 2 {
			doubled[listed]++
		}
	}
	return doubled
}
