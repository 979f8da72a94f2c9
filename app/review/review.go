// Package review judges a change of MCP metadata:
//
//	base tree + head tree + configuration → checks.Report
//
// It is the heart of the App and of `theriac review`, and knows neither HTTP nor
// GitHub nor git: a [Tree] gives it files.
//
// A review goes through the files that the change touches and finds the
// manifests among them, on both sides. What a manifest says in the head is
// scanned, and compared with what was approved: its baseline where there is
// one, else the manifest at the merge base. Findings of what stood there before
// the change are told as known, and fail nothing.
//
// Nothing in a change can quieten its own review. Configuration and baselines
// come from the tip of the base branch; that the change edits them is told, and
// takes effect after the merge. A manifest can't leave the review by being
// moved, renamed, made unreadable or made into something that is not recognised.
package review

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/source"
)

// Input is one change to review.
type Input struct {
	// Base is the tree that the change started from: the merge base. Comparing
	// manifests with anything newer would blame the author for what others did.
	Base Tree
	// Tip is the base branch as it is now: configuration and approved baselines
	// come from here, and from nowhere else.
	Tip  Tree
	Head Tree
	// Changes is what differs between Base and Head; nil to have it found.
	Changes []Change

	// Rules are all rules. The configuration, or Select, narrows them.
	Rules *scanner.Set
	// Select, where it is not empty, replaces the configuration's rules.
	Select []string
	// FailOn, where it is not Info, replaces the configuration's.
	FailOn scanner.Severity
	// Config, where it is set, is used instead of Tip's.
	Config *config.Config
	// Approval looks for the approval of a change by its digest; nil where nobody
	// can approve, so that `drift: approve` has no effect.
	Approval func(ctx context.Context, digest string) (*checks.Approval, error)
	// Now decides which accepted findings have expired.
	Now time.Time
}

// Run reviews a change. An error means that a tree could not be read, so that
// there is no report; what is wrong with single files is told in the report.
func Run(ctx context.Context, in Input) (*checks.Report, error) {
	r := &run{Input: in, ctx: ctx, report: &checks.Report{Now: in.Now}}
	if err := r.review(); err != nil {
		return nil, err
	}
	return r.report, nil
}

// run is one review under way.
type run struct {
	Input
	ctx    context.Context
	config *config.Config
	rules  *scanner.Set
	report *checks.Report
	// approved are the baselines of the tip that were read, by path.
	approved map[string]record
	// drift has the digest of each change of a manifest that may wait for an approval.
	drift map[string]string
	// project and dependencies are what is known of the folders of source files.
	project      source.Project
	dependencies map[dependency]bool
	// movesDependencies says that the change touches a file of dependencies.
	movesDependencies bool
	// guesses counts the source files that were read for their imports alone.
	guesses int
	// unguessed are those that were not, because enough were.
	unguessed map[string]bool
}

func (r *run) review() error {
	var err error
	if r.config, err = r.settings(); err != nil {
		return err
	}
	if r.rules, err = r.selected(); err != nil {
		return err
	}
	changes := r.Changes
	if changes == nil {
		if changes, err = diff(r.ctx, r.Base, r.Head, r.matters); err != nil {
			return err
		}
	}
	if err := r.changedSettings(changes); err != nil {
		return err
	}
	work, err := r.sort(changes)
	if err != nil {
		return err
	}
	for _, p := range work.manifests {
		if err := r.manifest(p); err != nil {
			return err
		}
	}
	if err := r.code(changes); err != nil {
		return err
	}
	for _, b := range work.baselines {
		if err := r.baseline(b, work); err != nil {
			return err
		}
	}
	if len(r.report.Sources) == 0 && len(r.report.Findings) == 0 && !r.report.Incomplete() {
		r.report.Notes = append(r.report.Notes, checks.Note{Text: "This change touches no MCP metadata."})
	}
	for i := range r.report.Findings {
		if f := &r.report.Findings[i]; f.Change == "" {
			f.Change = scanner.New // what tells of the change itself
		}
	}
	Accept(r.report, r.config, r.Now)
	if err := r.approval(); err != nil {
		return err
	}
	failOn := r.config.FailOn
	if r.FailOn != scanner.Info {
		failOn = r.FailOn
	}
	r.report.Finish(failOn)
	return nil
}

// selected is the rules that run.
func (r *run) selected() (*scanner.Set, error) {
	if len(r.Select) > 0 {
		return r.Rules.Select(r.Select...)
	}
	if len(r.config.Rules) > 0 {
		return r.Rules.Select(r.config.Rules...)
	}
	return r.Rules, nil
}

// Scan runs the rules of layers 1 and 2 over a document and adds what they find
// to the report. A rule that fails is told as something that was not analysed:
// the others go on.
func Scan(report *checks.Report, d *manifest.Document, rules *scanner.Set) {
	scan(report, d, rules, nil)
}

// scan is Scan; with a history, findings are told to be new or known.
func scan(report *checks.Report, d *manifest.Document, rules *scanner.Set, history *baseline.History) {
	report.Sources = append(report.Sources, checks.Source{
		URI: d.Source.URI, Kind: checks.File, Counts: checks.CountComponents(d), Text: d.Source,
	})
	judge(report, d.Source.URI, func() ([]scanner.Finding, error) {
		found, err := scanner.Scan(d, rules)
		if history != nil {
			err = join(err, history.Mark(found))
		}
		return found, err
	})
	oddSchemas(report, d)
}

// Compare adds to the report what changed from an approved document to what it
// is now: layer 3.
func Compare(report *checks.Report, approved, now *manifest.Document, rules *scanner.Set) {
	compare(report, approved, now, rules, baseline.Options{})
}

func compare(report *checks.Report, before, now *manifest.Document, rules *scanner.Set, o baseline.Options) {
	judge(report, now.Source.URI, func() ([]scanner.Finding, error) { return baseline.Compare(before, now, rules, o) })
}

// judge adds the findings of one pass over a document, and what went wrong in it.
func judge(report *checks.Report, uri string, pass func() ([]scanner.Finding, error)) {
	cause := guard(func() {
		found, err := pass()
		report.Findings = append(report.Findings, found...)
		tell(report, uri, err)
	})
	if cause != nil {
		report.NotAnalysed = append(report.NotAnalysed, checks.NotAnalysed{URI: uri, Reason: Internal, Detail: cause.Error()})
	}
}

// join is errors.Join, flat: tell looks at each error by itself.
func join(a, b error) error { return errors.Join(append(parts(a), parts(b)...)...) }

func parts(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, parts(e)...)
	}
	return all
}

// tell adds the joined errors of rules that failed, each once.
func tell(report *checks.Report, uri string, err error) {
	for _, err := range parts(err) {
		var fault *scanner.RuleError
		n := checks.NotAnalysed{URI: uri, Reason: RuleFailed}
		switch {
		case err == nil:
			continue
		case errors.As(err, &fault):
			n.URI = fault.URI
		}
		n.Detail = strings.TrimPrefix(err.Error(), n.URI+": ")
		if !slices.Contains(report.NotAnalysed, n) {
			report.NotAnalysed = append(report.NotAnalysed, n)
		}
	}
}
