package rules

import (
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

var _ = add(scanner.Rule{
	ID: "SCHEMA007", Name: "odd-encoding", Layer: 2,
	Severities: []scanner.Severity{scanner.High, scanner.Medium, scanner.Low, scanner.Info},
	CWE:        []string{"CWE-838"}, OWASP: []string{"ASI01"},
	Help: scanner.Help{
		Summary: "Bytes and escapes that readers of the file take for different texts",
		What: "Bytes that are no UTF-8 and escapes of half a character are medium, as are control characters other than tabs and line breaks in a JSON string, and " +
			"the line breaks NEL, LS and PS in YAML. " +
			"A second document behind a JSON document is low. Raw tabs and line breaks in a string, and NaN, are info. Comments are read for invisible characters " +
			"only, at that rule's severities; a comment or a trailing comma by itself is fine.",
		Why: "Some readers drop such bytes, some replace them, some refuse the file: what was reviewed is not what every client sees. " +
			"The line breaks that only some readers of YAML know fold texts and shift line numbers, so that a reviewer looks at the wrong line.",
		Fix:    "Save the file as UTF-8 and write special characters as full escapes.",
		Misses: "Texts that are wrong but well-formed, such as UTF-8 that was decoded as Latin-1.",
	},
	Document: func(v *scanner.Survey) {
		for _, i := range v.Document.Irregularities {
			switch i.Kind {
			case manifest.LoneSurrogate:
				v.Report(i.Node, i.Start, i.End, scanner.Medium, "Escape of half a character: readers replace it, drop it or refuse the file")
			case manifest.InvalidUTF8:
				v.Report(i.Node, i.Start, i.End, scanner.Medium, "A byte that is no UTF-8: readers replace it, drop it or refuse the file")
			case manifest.ControlCharacter:
				c := v.Document.Source.Text()[i.Start]
				severity := scanner.Medium
				if c == '\t' || c == '\n' || c == '\r' {
					severity = scanner.Info
				}
				v.Report(i.Node, i.Start, i.End, severity, "Raw control character U+%04X in a JSON string: strict readers refuse the file", c)
			case manifest.UnicodeLineBreak:
				v.Report(i.Node, i.Start, i.End, scanner.Medium, "A line break that only some readers of YAML know: they fold the text and count lines differently")
			case manifest.FurtherDocument:
				v.Report(i.Node, i.Start, i.End, scanner.Low, "Another document follows the first: most readers of JSON refuse the file, some take the first only")
			case manifest.NonFiniteNumber:
				v.Report(i.Node, i.Start, i.End, scanner.Info, "JSON has no such number: strict readers refuse the file")
			case manifest.JSONComment:
				comment := v.Document.Source.Text()[i.Start:i.End]
				for _, run := range text.Hidden(comment) {
					if severity := hiddenSeverity(comment, run); severity > scanner.Info {
						v.Report(i.Node, i.Start+run.Start, i.Start+run.End, severity, "Invisible characters in a comment")
					}
				}
			}
		}
	},
	Hits: []scanner.Sample{
		{
			Manifest: `{"tools":[{"name":"add","description":"Adds \ud83d numbers.","inputSchema":{"type":"object"}}]}`,
			Match:    "\ufffd", Severity: scanner.Medium,
		},
		{
			Manifest: "{\"tools\":[{\"name\":\"add\",\"description\":\"Adds \xff numbers.\",\"inputSchema\":{\"type\":\"object\"}}]}",
			Match:    "\ufffd", Severity: scanner.Medium,
		},
		{
			Manifest: "{\"tools\":[{\"name\":\"add\",\"description\":\"Adds \x03 numbers.\",\"inputSchema\":{\"type\":\"object\"}}]}",
			Match:    "\x03", Severity: scanner.Medium,
		},
		{
			Manifest: "{\"tools\":[{\"name\":\"add\",\"description\":\"Adds\tnumbers.\",\"inputSchema\":{\"type\":\"object\"}}]}",
			Match:    "\t", Severity: scanner.Info,
		},
		{
			Manifest: "{\"tools\":[{\"name\":\"add\",\"inputSchema\":{\"type\":\"object\"}}]} // co\u202emment",
			Match:    "\u202e", Severity: scanner.High,
		},
		{
			Manifest: `{"tools":[{"name":"add","inputSchema":{"type":"object"}}]} {"tools":[]}`,
			Match:    "{", Severity: scanner.Low,
		},
	},
	Quiet: []scanner.Sample{
		{Manifest: "// The tools.\n{\"tools\":[{\"name\":\"add\",\"description\":\"Adds.\",\"inputSchema\":{\"type\":\"object\",},},],}"},
		{Manifest: `{"tools":[{"name":"add","description":"Adds \ud83d\ude00.","inputSchema":{"type":"object"}}]}`},
	},
})
