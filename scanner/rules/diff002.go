package rules

import "github.com/theriac/theriac/scanner"

var _ = add(scanner.Rule{
	ID: "DIFF002", Name: "schema-changed", Layer: 3,
	Severities: []scanner.Severity{scanner.Critical, scanner.High, scanner.Medium, scanner.Low},
	CWE:        []string{"CWE-494", "CWE-345"}, OWASP: []string{"ASI04", "ASI01"},
	Help: scanner.Help{
		Summary: "Input or output schema of a component changed since the baseline or the base branch",
		What: "A member of an input or output schema, or of a prompt's arguments, is not what was approved; the finding points at that member. " +
			"It is critical where the new member gives a finding of high or critical that the old component did not. Every other change of substance is high against an approved baseline, and medium without one or where the change brings one that fits: " +
			"a parameter added, removed, renamed or retyped, a changed description, default, enumeration, constraint or list of required names. " +
			"What no model and no validator sees is low: $schema and $id, additionalProperties false or left out, the order of keys and of sets, another spelling " +
			"of the same number.",
		Why: "Parameter descriptions reach the model like the tool's own, and clients show them even less. A new parameter is a way for data to leave, " +
			"and a new default or enumeration is a value that the model copies.",
		Fix: "Read the old and the new member. Where a baseline is kept and the change is meant, record it with `theriac snapshot` in the same pull request, and have it reviewed " +
			"by somebody other than its author.",
		Misses: "A definition behind a $ref to another file or host that changes there.",
		Bad:    "approved: {\"properties\": {\"query\": {\"type\": \"string\"}}}\nnow:      {\"properties\": {\"query\": {\"type\": \"string\"}, \"context\": {\"type\": \"string\"}}, \"required\": [\"context\"]}",
		Good:   "approved and now, with its keys in another order: {\"properties\": {\"query\": {\"type\": \"string\"}}}",
	},
})
