// Package rules has the rules, one a file. A rule's file holds everything about
// it: what it reports and why, its check, and samples that it must and must not
// report; adding a rule means adding a file. What rules hear stands in package
// signals, by topic and not by rule.
package rules

import (
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/signals"
)

// all are the rules, as their files add them.
var all []*scanner.Rule

// add is how a file says that it has a rule.
func add(r scanner.Rule) *scanner.Rule {
	all = append(all, &r)
	return &r
}

// All is every rule, with the compiled phrases.
func All() *scanner.Set { return scanner.NewSet(&signals.Program, all...) }
