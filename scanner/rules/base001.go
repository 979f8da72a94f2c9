package rules

import "github.com/theriac/theriac/scanner"

var _ = add(scanner.Rule{
	ID: "BASE001", Name: "baseline-changed", Layer: 3,
	Severities: []scanner.Severity{scanner.High, scanner.Medium, scanner.Low},
	CWE:        []string{"CWE-345"}, OWASP: []string{"ASI04"},
	Help: scanner.Help{
		Summary: "An approved baseline edited or removed by the change under review",
		What: "A pull request that edits, moves or deletes an approved baseline. It is low where the new baseline records the manifest as it already stood, medium " +
			"where manifest and baseline change together, " +
			"and high where the baseline is removed or would approve text that no manifest says yet.",
		Why: "The baseline is what later changes are measured against: whoever writes it decides what counts as approved. A change must not approve itself, so the " +
			"review compares with the base branch's baseline whatever the change says, and shows the edit to somebody else.",
		Fix: "Have the new baseline reviewed by someone other than the author of the text, best in a change of its own after the manifest was merged: `theriac " +
			"snapshot` writes it.",
		Misses: "A baseline that was wrong when it was first approved.",
		Bad:    "one pull request changes mcp/notes.json and mcp/notes.baseline.json",
		Good:   "a pull request changes mcp/notes.json; after its merge another one brings mcp/notes.baseline.json up to date",
	},
})
