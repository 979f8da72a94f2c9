// Package rules has the rules, one a file. A rule's file holds everything about
// it: what it reports and why, its patterns, its check, and samples that it must
// and must not report; adding a rule means adding a file and running go
// generate, which compiles the patterns of all rules into static tables.
//
// Word classes that several rules share stand in classes.phr, signals in
// signals.phr.
package rules

import "github.com/theriac/theriac/scanner"

// All is every rule, with the compiled phrases.
func All() *scanner.Set { return scanner.NewSet(&program, all[:]...) }
