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
	idComponents       = "DIFF003"
)

// standing is what a manifest is compared with, and what it says of its baseline.
type standing struct {
	// before is the approved text, or the manifest before the change; nil where
	// there is neither.
	before *manifest.Document
	basis  baseline.Basis
}

// stand finds what a manifest is compared with: the baseline of the base branch,
// where there is one that can be trusted, else the manifest as it was.
func (r *run) stand(p pair) (standing, error) {
	s := standing{basis: baseline.BaseBranch}
	if p.old.isManifest() {
		s.before = p.old.doc
	}
	paths := []string{p.new.path}
	if p.old != nil && p.old.path != p.new.path {
		// What was approved for the manifest under its old name counts: the new
		// one may lie beside a baseline that approves something else.
		paths = []string{p.old.path, p.new.path}
	}
	head, err := r.headBaseline(p.new.path)
	if err != nil {
		return s, err
	}
	fits := head.doc != nil && r.same(head.doc, p.new.doc)
	for _, path := range paths {
		tip, err := r.approvedAt(path)
		switch {
		case err != nil:
			return s, err
		case tip.fault != nil && fits:
			// Who mends a broken baseline must be able to pass.
			r.note(tip.path, "The base branch's baseline can't be used, and this change records it anew. It was not compared with.")
		case tip.fault != nil:
			r.broken(tip.path, tip.fault)
		case tip.doc != nil:
			s.before, s.basis = tip.doc, baseline.Locked
			if fits {
				s.basis = baseline.Relocked
			}
			r.note(p.new.path, "Compared with the base branch's approved baseline "+tip.path+".")
			if path != p.new.path && head.doc == nil && head.fault == nil {
				// Later changes would be compared with nothing that was approved.
				r.stale(p.new.path)
				r.structural(idBaselineChanged, scanner.High, p.new.doc.Source, p.new.path,
					scanner.Say("The manifest moves away from its baseline %s: %s records it at the new place", tip.path, "theriac snapshot "+p.new.path), p.new.path)
			}
			return s, nil
		}
	}
	return s, nil
}

// A record is a baseline that was looked for: the document, or what is wrong with
// it, or neither where there is none.
type record struct {
	path  string
	doc   *manifest.Document
	fault error // a *baseline.TamperedError or a *manifest.Error
}

// baselinePath is where the baseline of a manifest is looked for. mapped says that
// the configuration names the place.
func (r *run) baselinePath(path string) (at string, mapped bool) {
	_, mapped = r.config.Baselines[path]
	return r.config.BaselinePath(path), mapped
}

// approvedAt is the approved text of the manifest at a path.
func (r *run) approvedAt(path string) (record, error) {
	at, mapped := r.baselinePath(path)
	if a, ok := r.approved[at]; ok {
		return a, nil
	}
	a, err := r.loadBaseline(r.Tip, at, mapped)
	if err != nil {
		return a, err
	}
	if mapped && a.doc == nil && a.fault == nil {
		r.report.NotAnalysed = append(r.report.NotAnalysed, checks.NotAnalysed{URI: at, Reason: manifest.Unreadable,
			Detail: fmt.Sprintf("the configuration names it as the baseline of %s, and the base branch has no such file", path)})
	}
	if r.approved == nil {
		r.approved = map[string]record{}
	}
	r.approved[at] = a
	return a, nil
}

// headBaseline is the baseline that the change brings, or leaves, for a manifest.
func (r *run) headBaseline(path string) (record, error) {
	at, mapped := r.baselinePath(path)
	return r.loadBaseline(r.Head, at, mapped)
}

// loadBaseline reads a baseline of a tree. sure says that it is known to be one;
// under the conventional name there may be something else, which is then as good
// as not there.
func (r *run) loadBaseline(t Tree, path string, sure bool) (record, error) {
	a := record{path: path}
	data, fault, err := r.readBaseline(t, path)
	switch {
	case err != nil:
		return a, err
	case fault != nil:
		a.fault = fault
		return a, nil
	case data == nil, !sure && !baseline.IsBaseline(data):
		return a, nil
	}
	b, err := baseline.Load(path, data)
	if err == nil {
		a.doc, err = b.Document()
	}
	var tampered *baseline.TamperedError
	switch {
	case err == nil:
	case errors.As(err, &tampered), errors.As(err, &fault):
		a.fault = err
	default:
		return a, fmt.Errorf("read %s: %w", path, err)
	}
	return a, nil
}

// broken reports a baseline that can't be used.
func (r *run) broken(path string, cause error) {
	var tampered *baseline.TamperedError
	if errors.As(cause, &tampered) {
		r.tampered(tampered)
		return
	}
	var fault *manifest.Error
	if !errors.As(cause, &fault) {
		fault = &manifest.Error{Reason: Internal, Detail: cause.Error()}
	}
	n := checks.NotAnalysed{URI: path, Reason: fault.Reason, Line: fault.Line, Column: fault.Column, Detail: fault.Detail}
	if !slices.Contains(r.report.NotAnalysed, n) {
		r.report.NotAnalysed = append(r.report.NotAnalysed, n)
	}
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
		Message: scanner.Say("Approved baseline edited in place: what it records does not fit the SHA-256 beside it"),
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
