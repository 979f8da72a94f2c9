// Package scanner looks for instructions hidden in MCP metadata.
//
// A scan is a function of a document and a set of rules:
//
//	Scan(document, set) → findings
//
// Every text of a component becomes a [Passage]: folded, cut into tokens and
// sentences, matched against the phrases of all rules in one pass. A rule is
// called only for passages that hold something it waits for ([Wake]); most
// texts of most manifests wake none, and cost no allocation. Places, lines and
// columns are worked out for findings only.
//
// Rules stand in scanner/rules, one a file. The scanner knows none of them.
package scanner
