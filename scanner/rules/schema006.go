package rules

import (
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

var _ = add(scanner.Rule{
	ID: "SCHEMA006", Name: "ambiguous-key", Layer: 2,
	Severities: []scanner.Severity{scanner.High, scanner.Medium, scanner.Low},
	CWE:        []string{"CWE-436"}, OWASP: []string{"ASI01", "ASI04"},
	Help: scanner.Help{
		Summary: "Keys that readers resolve differently: repeated ones, and variants of known ones in case or look-alike letters",
		What: "A key that stands twice in the same object is medium. A key inside a component or schema that differs from a defined one only in letter case is " +
			"medium where its value holds text, low where it does not, " +
			"and high where it is made of letters that only look alike. For the top-level keys of a component, SCHEMA005 says so.",
		Why: "RFC 8259 leaves open which of two equal keys holds: most readers take the last, some the first. Some readers ignore the case of keys, others do not. " +
			"A reviewer's tool then shows one text, and the client hands the model another.",
		Fix:    "Keep each key once, in the spelling of the specification.",
		Misses: "Keys below _meta, examples and defaults that are variants of each other: any key may stand there.",
	},
	Reads: manifest.Key,
	Component: func(p *scanner.Pass) {
		for i := range p.Passages {
			x := p.For(i)
			if x.Role() != manifest.Key || x.Published.Top() && p.Component.Fields != nil {
				continue
			}
			key := x.Published.Value
			known, ok := x.Published.Resembles(x.Value)
			if !ok || known == key {
				continue
			}
			severity, message := scanner.Low, "Key '%s' differs from '%s' in case: some readers take it for that"
			if !x.Published.Node().ASCII() {
				severity, message = scanner.High, "Key '%s' is written with letters that look like those of '%s'"
			} else if holdsText(x.Published.Node().Value()) {
				severity = scanner.Medium
			}
			x.ReportPublished(0, len(key), severity, message, key, known)
		}
	},
	Document: func(v *scanner.Survey) {
		for _, i := range v.Document.Irregularities {
			if i.Kind == manifest.DuplicateKey {
				v.Report(i.Node, i.Start, i.End, scanner.Medium,
					"Key '%s' stands twice in this object: readers differ on which holds", i.Node.Text())
			}
		}
	},
	Hits: []scanner.Sample{
		{
			Manifest: `{"tools":[{"name":"add","description":"Adds.","description":"Adds two numbers.","inputSchema":{"type":"object"}}]}`,
			Match:    "description", Severity: scanner.Medium,
		},
		{
			Manifest: `{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"number","Description":"The first one."}}}}]}`,
			Match:    "Description", Severity: scanner.Medium,
		},
		{
			Manifest: `{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"number","d` + "\u0435" + `scription":"The first one."}}}}]}`,
			Match:    "d\u0435scription", Severity: scanner.High,
		},
		{
			Manifest: `{"tools":[{"name":"add","inputSchema":{"type":"object"}}],"tools":[{"name":"sub","inputSchema":{"type":"object"}}]}`,
			Match:    "tools", Severity: scanner.Medium,
		},
	},
	Quiet: []scanner.Sample{
		{Manifest: `{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"Title":{"type":"string"},"title":{"type":"string"}}}}]}`},
		{Manifest: `{"tools":[{"name":"add","inputSchema":{"type":"object","x-order":1},"_meta":{"Description":"Adds."}}]}`},
	},
})

// holdsText reports whether a value is or contains a string.
func holdsText(value manifest.Node) bool {
	for range value.Strings() {
		return true
	}
	return false
}
