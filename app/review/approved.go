package review

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// Tampered is the reason for a baseline that does not fit its own hashes.
const Tampered manifest.Reason = "tampered"

// The rules that tell of files as a whole; see scanner/rules.
const (
	idBaselineChanged  = "BASE001"
	idBaselineTampered = "BASE002"
	idManifestRemoved  = "BASE003"
)

// compare tells what a manifest says differently from what was approved: the
// baseline of the base branch, where there is one that can be trusted, else the
// manifest as it was.
func (r *run) compare(p pair) error {
	var before *manifest.Document
	paths := []string{p.new.path}
	if p.old != nil && p.old.path != p.new.path {
		// What was approved for the manifest under its old name counts: the new
		// one may lie beside a baseline that approves something else.
		paths = []string{p.old.path, p.new.path}
	}
	for _, path := range paths {
		approved, err := r.approvedAt(path)
		if err != nil {
			return err
		}
		if approved != nil {
			before = approved
			r.note(p.new.path, "Compared with the base branch's approved baseline "+approved.Source.URI+".")
			break
		}
	}
	if before == nil && p.old.isManifest() {
		before = p.old.doc
	}
	if before != nil {
		Compare(r.report, before, p.new.doc, r.rules)
	}
	return nil
}

// approval is a baseline of the base branch, read once; nil for one that is not
// there or not to be trusted.
type approval struct{ doc *manifest.Document }

// approvedAt is the approved text of the manifest at a path.
func (r *run) approvedAt(path string) (*manifest.Document, error) {
	at, mapped := r.config.Baselines[path]
	if !mapped {
		at = baseline.PathFor(path)
	}
	if a, ok := r.approved[at]; ok {
		return a.doc, nil
	}
	doc, there, err := r.loadBaseline(r.Tip, at, mapped)
	if err != nil {
		return nil, err
	}
	if mapped && !there {
		r.report.NotAnalysed = append(r.report.NotAnalysed, checks.NotAnalysed{URI: at, Reason: manifest.Unreadable,
			Detail: fmt.Sprintf("the configuration names it as the baseline of %s, and the base branch has no such file", path)})
	}
	if r.approved == nil {
		r.approved = map[string]approval{}
	}
	r.approved[at] = approval{doc}
	return doc, nil
}

// loadBaseline reads a baseline of a tree. One that is broken is told and gives
// nil. sure says that it is known to be one; under the conventional name there
// may be something else, which is then as good as not there.
func (r *run) loadBaseline(t Tree, path string, sure bool) (doc *manifest.Document, there bool, err error) {
	data, fault, err := r.readBaseline(t, path)
	if err != nil || data == nil && fault == nil {
		return nil, false, err
	}
	if fault == nil {
		if !sure && !baseline.IsBaseline(data) {
			return nil, false, nil
		}
		var b *baseline.Baseline
		if b, err = baseline.Load(path, data); err == nil {
			if doc, err = b.Document(); err == nil {
				return doc, true, nil
			}
		}
		var tampered *baseline.TamperedError
		switch {
		case errors.As(err, &tampered):
			r.tampered(tampered)
			return nil, true, nil
		case !errors.As(err, &fault):
			return nil, true, fmt.Errorf("read %s: %w", path, err)
		}
	}
	r.report.NotAnalysed = append(r.report.NotAnalysed, checks.NotAnalysed{
		URI: path, Reason: fault.Reason, Line: fault.Line, Column: fault.Column, Detail: fault.Detail,
	})
	return nil, true, nil
}

// readBaseline reads a file; data is nil where there is none.
func (r *run) readBaseline(t Tree, path string) (data []byte, fault *manifest.Error, err error) {
	e, err := t.Stat(r.ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	case err != nil:
		return nil, nil, err
	}
	// baseline.Load knows how large a baseline may be.
	e.Size = -1
	if fault = refuse(e); fault != nil {
		return nil, fault, nil
	}
	data, err = t.Read(r.ctx, path)
	switch {
	case errors.As(err, &fault):
		return nil, fault, nil
	case err != nil:
		return nil, nil, fmt.Errorf("read %s: %w", path, err)
	}
	return append([]byte{}, data...), nil, nil
}

// tampered reports a baseline that was edited in place. It is a finding, and
// also something that could not be done: to compare with it.
func (r *run) tampered(e *baseline.TamperedError) {
	if slices.ContainsFunc(r.report.NotAnalysed, func(n checks.NotAnalysed) bool { return n.URI == e.URI && n.Reason == Tampered }) {
		return
	}
	r.report.NotAnalysed = append(r.report.NotAnalysed, Untrusted(e))
	rule := r.rules.Rule(idBaselineTampered)
	if rule == nil {
		return
	}
	text := fmt.Sprintf("%s/%s", e.Kind, e.Component)
	f := scanner.Finding{
		Rule: rule, Severity: scanner.Critical,
		Message: "Approved baseline edited in place: what it records does not fit the SHA-256 beside it",
		Source:  e.URI, Component: scanner.ComponentRef{Kind: e.Kind, Name: e.Component}, Field: e.Field,
		Text: text, Span: scanner.Span{End: len([]rune(text))},
		Location: &manifest.Location{StartLine: e.Line, StartColumn: e.Column, EndLine: e.Line, EndColumn: e.Column},
	}
	f.Fingerprint = scanner.Fingerprint(rule.ID, f.Component, e.URI+e.Field)
	r.report.Findings = append(r.report.Findings, f)
}

// Untrusted is what to tell of a tampered baseline.
func Untrusted(e *baseline.TamperedError) checks.NotAnalysed {
	return checks.NotAnalysed{URI: e.URI, Reason: Tampered, Line: e.Line, Column: e.Column,
		Detail: strings.TrimPrefix(e.Error(), fmt.Sprintf("%s:%d:%d: ", e.URI, e.Line, e.Column))}
}
