package rules

import (
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

var _ = add(scanner.Rule{
	ID: "SCHEMA010", Name: "annotation-contradiction", Layer: 2,
	Severities: []scanner.Severity{scanner.Medium},
	CWE:        []string{"CWE-451"}, OWASP: []string{"ASI02", "ASI09"},
	Help: scanner.Help{
		Summary: "A tool named for destruction and annotated as harmless",
		What: "A tool whose name begins or ends with a verb of deletion (delete, remove, drop, truncate, purge, wipe, destroy, erase) and whose annotations say " +
			"readOnlyHint: true or destructiveHint: false.",
		Why: "Clients decide by these hints whether to ask the user. A hint that contradicts the name switches the question off for the calls that need it most. Of " +
			"68 honest tools with such names and hints, none contradicts itself.",
		Fix:    "Set destructiveHint to true, or leave the hints out: the protocol's defaults are the careful ones.",
		Misses: "Destructive tools with harmless names.",
	},
	Reads: manifest.Name,
	Component: func(p *scanner.Pass) {
		hints := p.Component.Node.Get("annotations")
		said := ""
		switch {
		case hints.Get("readOnlyHint").Text() == "true":
			said = "readOnlyHint: true"
		case hints.Get("destructiveHint").Text() == "false":
			said = "destructiveHint: false"
		default:
			return
		}
		for i := range p.Passages {
			x := p.For(i)
			if x.Role() != manifest.Name || !x.Published.Top() {
				continue
			}
			parts := scanner.NameWords(x.Published.Value)
			if len(parts) > 0 && (destroys.has(parts[0]) || destroys.has(parts[len(parts)-1])) {
				x.ReportPublished(0, len(x.Published.Value), scanner.Medium, "Tool '%s' is annotated %s", x.Published.Value, said)
			}
		}
	},
	Hits: []scanner.Sample{
		{Manifest: `{"tools":[{"name":"delete_record","description":"Deletes one record.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}`, Match: "delete_record", Severity: scanner.Medium},
		{Manifest: `{"tools":[{"name":"dropTable","description":"Drops a table.","inputSchema":{"type":"object"},"annotations":{"destructiveHint":false}}]}`, Match: "dropTable", Severity: scanner.Medium},
	},
	Quiet: []scanner.Sample{
		{Manifest: `{"tools":[{"name":"delete_file","description":"Deletes a file.","inputSchema":{"type":"object"},"annotations":{"destructiveHint":true}},{"name":"get_purge_settings","description":"Tells when the cache is purged.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}`},
	},
})

var destroys = wordSet{list: "delete remove drop truncate purge wipe destroy erase"}
