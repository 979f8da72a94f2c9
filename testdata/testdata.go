// Package testdata holds the files that tests and the demo share.
package testdata

import "embed"

// Pull is a pull request to review: the folder pull/base is what it started
// from, pull/head what it proposes.
//
//go:embed pull
var Pull embed.FS
