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
			"and high where the baseline is removed or does not fit its manifest.",
		Why: "The baseline is what later changes are measured against: whoever writes it decides what counts as approved. It is kept like a lock file, and changes " +
			"together with its manifest: the review compares with the base branch's baseline, tells that it moves, and shows both to somebody else.",
		Fix:    "Run `theriac snapshot MANIFEST` and commit what it writes. Have both reviewed by someone other than their author, for example by code owners of *.baseline.json.",
		Misses: "A baseline that was wrong when it was first approved.",
		Bad:    "a pull request changes mcp/notes.json and leaves mcp/notes.baseline.json as it was",
		Good:   "a pull request changes mcp/notes.json and, by `theriac snapshot`, mcp/notes.baseline.json",
	},
})
