// Package score measures the scanner: it reads items whose label is known, and
// counts what was caught, what stayed quiet, and what could not be read.
//
// An item counts as caught at a gate when any finding reaches it. What the
// scanner could not read is never counted as quiet or as caught: it is missed
// where it is poisoned, and listed apart.
package score

import (
	"cmp"
	"slices"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// An Item is one manifest with its label.
type Item struct {
	ID     string
	Source string // who published it
	Class  string // the kind of attack, or of honest text
	// Poisoned is the label. Doubtful items count in no figure but their own.
	Poisoned, Doubtful bool
	// Sampled is how many of the manifest's tools are whole, where the others stand
	// in it by name alone; 0 where all are.
	Sampled  int
	Manifest []byte
}

// A Result is what the scanner says of an item.
type Result struct {
	Item
	Document *manifest.Document
	Findings []scanner.Finding
	// Err says why the item, or a part of it, was not read.
	Err error
}

// Scan reads one item.
func Scan(item Item, set *scanner.Set) Result {
	r := Result{Item: item}
	r.Document, r.Err = manifest.Parse(item.ID, item.Manifest, manifest.Options{Named: true})
	if r.Document == nil {
		return r
	}
	found, err := scanner.Scan(r.Document, set)
	r.Findings, r.Err = found, cmp.Or(r.Err, err)
	return r
}

// ScanAll reads items in order.
func ScanAll(items []Item, set *scanner.Set) []Result {
	all := make([]Result, len(items))
	for i, item := range items {
		all[i] = Scan(item, set)
	}
	return all
}

// Reaches reports whether any finding is of a severity or worse.
func (r *Result) Reaches(s scanner.Severity) bool {
	return slices.ContainsFunc(r.Findings, func(f scanner.Finding) bool { return f.Severity >= s })
}

// Trips reports whether a rule has a finding of a severity or worse.
func (r *Result) Trips(rule string, s scanner.Severity) bool {
	return slices.ContainsFunc(r.Findings, func(f scanner.Finding) bool { return f.Rule.ID == rule && f.Severity >= s })
}

// Unread is the results of items that were not read whole.
func Unread(all []Result) []Result {
	return slices.Collect(func(yield func(Result) bool) {
		for _, r := range all {
			if r.Err != nil && !yield(r) {
				return
			}
		}
	})
}
