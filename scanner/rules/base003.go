package rules

import "github.com/theriac/theriac/scanner"

var _ = add(scanner.Rule{
	ID: "BASE003", Name: "manifest-removed", Layer: 3,
	Severities: []scanner.Severity{scanner.High, scanner.Medium},
	CWE:        []string{"CWE-345"}, OWASP: []string{"ASI04"},
	Help: scanner.Help{
		Summary: "A manifest that was removed, or that later reviews would not find",
		What: "Medium where a file of MCP metadata is deleted. High where it stays and leaves the review: it is moved to a path that the configuration ignores or " +
			"that nothing recognises, " +
			"or its content takes a form that is recognised only by somebody who knows what it was.",
		Why:    "What is not found is not reviewed. Moving a manifest out of sight is how a change keeps the next one from being looked at.",
		Fix:    "Keep manifests where the configuration finds them, or name the new place under `manifests` in .github/theriac.yml, in a change of its own.",
		Misses: "A program that reads its metadata from another file than before, where the old file stays.",
		Bad:    "a pull request moves mcp/notes.json to a folder that the configuration ignores",
		Good:   "a pull request renames mcp/notes.json to mcp/notebook.json",
	},
})
