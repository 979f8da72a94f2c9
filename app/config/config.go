// Package config reads .github/theriac.yml: which files are manifests, which are
// left alone, where the gate is, and which findings people have accepted.
//
// The reader is strict, because a setting that is misspelt and passed over is a
// check that somebody believes to be on. Every fault is an [Error] with its
// line and column and the values that are allowed, and all faults of a file are
// told at once.
//
// Where the file comes from is the caller's business: a review takes it from the
// base branch, never from the change that it judges.
package config

import (
	"slices"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/scanner"
)

// Version is the only version of the file's format so far.
const Version = "1"

// MaxSize is the largest configuration that is read, in bytes.
const MaxSize = 1 << 20

// Names are the paths at which a repository may keep its configuration. It is
// an error to have both.
func Names() []string { return []string{".github/theriac.yml", ".theriac.yml"} }

// A Config is what a configuration says; [Default] where there is none.
type Config struct {
	// Path is the file that it was read from; empty for the default.
	Path string
	// Manifests and Ignore are doublestar patterns of slash-separated paths from
	// the repository's root.
	Manifests []string
	Ignore    []string
	FailOn    scanner.Severity
	// Rules select rules, as [scanner.Set.Select] takes them.
	Rules []string
	// Baselines maps manifests to their baselines, path to path.
	Baselines map[string]string
	Drift     Drift
	Sources   Sources
	Accept    []Acceptance
}

// Drift says what a review does with changes that nobody approved.
type Drift string

const (
	// Report shows them to whoever reviews the change.
	Report Drift = "report"
	// Approve holds them back until somebody approves them; only the App can ask.
	Approve Drift = "approve"
)

// Default is the configuration of a repository without one.
func Default() *Config { return &Config{FailOn: scanner.High, Drift: Report} }

// An Acceptance is a finding, or a family of findings, that people reviewed and
// accept. Every field that is set must fit.
type Acceptance struct {
	Rule        string
	Manifest    string // a path
	Component   string // kind/name, or kind/server/name in files of several servers
	Text        string
	Fingerprint string
	Reason      string
	Expires     time.Time // the last day, at midnight UTC; zero for never
	Line        int       // where it stands in the file, from 1
}

// Expired reports whether the acceptance's last day is over everywhere: days
// are those of UTC.
func (a *Acceptance) Expired(now time.Time) bool {
	return !a.Expires.IsZero() && !now.Before(a.Expires.AddDate(0, 0, 1))
}

// Names reports whether the configuration says that the file is a manifest.
func (c *Config) Names(path string) bool {
	if _, ok := c.Baselines[path]; ok {
		return true
	}
	return matchAny(c.Manifests, path)
}

// Ignores reports whether the file is to be left alone.
func (c *Config) Ignores(path string) bool { return matchAny(c.Ignore, path) }

// BaselinePath is where the baseline of a manifest lies: where the configuration
// says, else beside it.
func (c *Config) BaselinePath(manifest string) string {
	if at, ok := c.Baselines[manifest]; ok {
		return at
	}
	return baseline.PathFor(manifest)
}

func matchAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		// Parse has validated the patterns.
		return doublestar.MatchUnvalidated(p, path)
	})
}
