// Package manifest reads MCP metadata: it recognises the files that hold it,
// parses them, finds the components (tools, prompts, resources, resource
// templates, servers) and every text in them that a model may read, and knows
// the exact place of every character of those texts in the file.
//
// The way of a file:
//
//	bytes → Source → Tree (JSON: own reader; YAML: yaml.v3 nodes) → shape → Components → Texts
//
// The forms that such files have stand in one table, [shapes]: how each is named,
// known and read. A path is judged by the same table ([Candidate]), and so are a
// file's first bytes ([Sniff]). What the words of each form mean stands in
// vocabularies, beside the shapes that use them.
//
// A JSON file is never read through YAML, and neither is ever unmarshalled into
// Go values: encoding/json matches keys regardless of case and keeps the last
// of two equal ones, so what it hands over is not what another reader of the
// same file sees. A Tree keeps all of it, with offsets.
//
// Nothing is dropped in silence. A file that can't be read whole is an [Error]
// with its place; a place that readers understand differently is an
// [Irregularity].
package manifest
