package main

import (
	"fmt"

	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// idSharedName is the rule about names that stand twice.
const idSharedName = "SCHEMA012"

// sharedNames reports the tools that two servers of one run have under the same
// name: a client that talks to both may call either.
func sharedNames(report *checks.Report, docs []*manifest.Document, rules *scanner.Set) {
	rule := rules.Rule(idSharedName)
	if rule == nil {
		return
	}
	first := map[string]*manifest.Component{}
	for _, d := range docs {
		seen := map[string]bool{}
		for _, c := range d.Components {
			if c.Kind != manifest.Tool || c.Name == "" || seen[c.Name] {
				continue
			}
			seen[c.Name] = true
			other := first[c.Name]
			if other == nil {
				first[c.Name] = c
				continue
			}
			message := scanner.Say("The server %s has a tool of the same name: a client of both may call either", other.Document().Source.URI)
			report.Findings = append(report.Findings, scanner.Finding{
				Rule: rule, Severity: scanner.Low, Message: message,
				Source: d.Source.URI, Component: scanner.RefOf(c), Field: "name", Pointer: c.Pointer + "/name",
				Text: c.Name, Span: scanner.Span{End: len([]rune(c.Name))}, Exact: true,
				Fingerprint: scanner.Fingerprint(rule.ID, scanner.RefOf(c), message.String()),
			})
		}
	}
}

// stranger is an error where a manifest has nothing in common with its baseline:
// comparing two servers would report all of both, and mean nothing.
func stranger(approved, now *manifest.Document) error {
	has := map[scanner.ComponentRef]bool{}
	was, is := 0, 0
	for _, c := range approved.Components {
		if c.Kind != manifest.Server && c.Name != "" {
			has[scanner.RefOf(c)] = true
			was++
		}
	}
	for _, c := range now.Components {
		if c.Kind == manifest.Server || c.Name == "" {
			continue
		}
		is++
		if has[scanner.RefOf(c)] {
			return nil
		}
	}
	if was == 0 || is == 0 {
		return nil
	}
	return fmt.Errorf("%s and the baseline %s have no name in common: it is the baseline of another server", now.Source.URI, approved.Source.URI)
}
