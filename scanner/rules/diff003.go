package rules

import "github.com/theriac/theriac/scanner"

var _ = add(scanner.Rule{
	ID: "DIFF003", Name: "component-added-or-removed", Layer: 3,
	Severities: []scanner.Severity{scanner.High, scanner.Medium, scanner.Low},
	CWE:        []string{"CWE-494"}, OWASP: []string{"ASI04"},
	Help: scanner.Help{
		Summary: "Tool, prompt or resource added or removed since the baseline or the base branch",
		What: "A component that the baseline does not have, or one that it has and the manifest no longer does. One that only changed its name is reported as both, " +
			"with the other name. " +
			"It is high where an approved baseline does not have the change. A manifest that is new as a whole is low, once, with its components named. Moving a component within its file is no change.",
		Why: "Clients that approved a server offer its new tools without asking again: nobody has approved this one. " +
			"A removed tool matters where something else relies on it, or where another takes its name.",
		Fix:    "Read the new component as you read the others when you approved the server, then record it with `theriac snapshot`.",
		Misses: "Poison in the new text: layers 1 and 2 read it and report by themselves.",
		Bad:    "approved: search_notes, add_note\nnow:      search_notes, add_note, export_notes",
		Good:   "approved and now: search_notes, add_note",
	},
})
