package rules

import "github.com/theriac/theriac/scanner"

var _ = add(scanner.Rule{
	ID: "BASE002", Name: "baseline-tampered", Layer: 3,
	Severities: []scanner.Severity{scanner.Critical},
	CWE:        []string{"CWE-345", "CWE-354"}, OWASP: []string{"ASI04"},
	Help: scanner.Help{
		Summary: "A baseline whose text does not fit its own hashes",
		What:    "A baseline that was edited by hand: a recorded text or schema no longer gives the SHA-256 that stands beside it.",
		Why:     "`theriac snapshot` is the only thing that writes baselines, and what it writes always fits. An edit in place makes a changed description look approved.",
		Fix: "Restore the file from history, read the manifest, and record it again with `theriac snapshot`. Do not edit baselines, and keep formatters and merge " +
			"tools away from them.",
		Misses: "An edit that also recomputes the hashes: that is a new baseline, and BASE001 shows it.",
		Bad:    "a description in mcp/notes.baseline.json edited by hand, its hash left as it was",
		Good:   "mcp/notes.baseline.json as `theriac snapshot` wrote it",
	},
})
