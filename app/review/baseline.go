package review

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// isApproved reports whether a path may be that of a baseline.
func (r *run) isApproved(path string) bool {
	return baseline.IsPath(path) || r.mapped(path)
}

// mapped reports whether the configuration says that a path is a baseline.
func (r *run) mapped(path string) bool {
	for _, b := range r.config.Baselines {
		if b == path {
			return true
		}
	}
	return false
}

// baselines reports which sides of a change are baselines. A file that only has
// such a name is reviewed as any other.
func (r *run) baselines(c Change) (was, is bool, err error) {
	if was, err = r.isBaseline(r.Base, c.OldPath); err != nil {
		return false, false, err
	}
	is, err = r.isBaseline(r.Head, c.Path)
	return was, is, err
}

func (r *run) isBaseline(t Tree, path string) (bool, error) {
	switch {
	case path == "" || !r.isApproved(path):
		return false, nil
	case r.mapped(path):
		return true, nil
	}
	data, _, err := r.readBaseline(t, path)
	return baseline.IsBaseline(data), err
}

// baseline reviews a change of an approved baseline. Whatever it says, the
// review did not use it: what is judged here is what it would approve from the
// merge on.
func (r *run) baseline(c Change, w work) error {
	if c.Path != c.OldPath && c.OldPath != "" {
		if err := r.baselineGone(c, w); err != nil || c.Path == "" {
			return err
		}
	}
	edited, err := r.edited(c)
	if err != nil {
		return err
	}
	doc, _, err := r.loadBaseline(r.Head, c.Path, true)
	if err != nil || doc == nil {
		return err
	}
	of, touched, err := r.approves(c.Path, w)
	if err != nil {
		return err
	}
	agrees := of.isManifest() && r.same(doc, of.doc)
	if !agrees || !touched {
		// What it approves is not told by the manifest's own findings.
		Scan(r.report, doc, r.rules)
	}
	say := func(s scanner.Severity, message string) {
		r.structural(idBaselineChanged, s, doc.Source, c.Path, message, c.Path)
	}
	const elsewhere = "the new one needs the approval of someone other than the author"
	switch {
	case of.isManifest() && !agrees:
		say(scanner.High, "The baseline would approve text that "+of.path+" does not have; "+elsewhere)
	case !edited && c.OldPath != "":
		r.note(c.Path, "This baseline was "+c.OldPath+".")
	case !edited:
		r.note(c.Path, "A new baseline. It takes effect after the merge; this review does not use it.")
	case touched:
		say(scanner.Medium, "Manifest and baseline change together; the manifest is compared with the base branch's baseline, and "+elsewhere)
	case agrees:
		say(scanner.Low, "The baseline now records "+of.path+" as it stands; it takes effect after the merge")
	default:
		say(scanner.Medium, "Approved baseline edited, and its manifest is not in this repository; "+elsewhere)
	}
	return nil
}

// edited reports whether a baseline that was there says something else now.
func (r *run) edited(c Change) (bool, error) {
	if c.OldPath == "" {
		return false, nil
	}
	was, _, err := r.readBaseline(r.Base, c.OldPath)
	if err != nil {
		return false, err
	}
	is, _, err := r.readBaseline(r.Head, c.Path)
	return !bytes.Equal(was, is), err
}

// same reports whether two documents say the same, by all rules: switching one
// off does not make two texts equal.
func (r *run) same(a, b *manifest.Document) bool {
	found, err := baseline.Compare(a, b, r.Rules)
	return len(found) == 0 && err == nil
}

// baselineGone reviews a baseline that is not at its place any more.
func (r *run) baselineGone(c Change, w work) error {
	of, touched, err := r.approves(c.OldPath, w)
	if err != nil {
		return err
	}
	if !of.isManifest() {
		// Gone with its manifest, or moved with it, which is told already.
		if c.Path == "" {
			r.note(c.OldPath, "The baseline is removed together with its manifest.")
			return nil
		}
		if moved, _, err := r.approves(c.Path, w); err != nil || moved.isManifest() {
			return err
		}
	}
	message := "Approved baseline removed: later changes would be compared with nothing that was approved"
	if c.Path != "" {
		message = "Approved baseline moved away from its manifest, to " + c.Path
	}
	if touched {
		message += "; this change also edits the manifest"
	}
	r.structural(idBaselineChanged, scanner.High, nil, c.OldPath, message, c.OldPath)
	return nil
}

// approves finds the manifest in the head that a baseline is for, and whether
// the change touches it. nil stands for none.
func (r *run) approves(at string, w work) (of *file, touched bool, err error) {
	var paths []string
	for m, b := range r.config.Baselines {
		if b == at {
			paths = append(paths, m)
		}
	}
	slices.Sort(paths)
	if stem, ok := strings.CutSuffix(at, baseline.PathFor("")); ok {
		for _, ext := range []string{".json", ".jsonc", ".json5", ".jsonl", ".ndjson", ".yaml", ".yml", ".snap", ""} {
			paths = append(paths, stem+ext)
		}
	}
	for _, p := range w.manifests {
		if f := cmp.Or(p.new, p.old); slices.Contains(paths, f.path) && p.new.isManifest() {
			return p.new, true, nil
		}
	}
	for _, p := range paths {
		if p == at {
			continue
		}
		f, err := load(r.ctx, r.Head, p, named)
		if err != nil {
			return nil, false, err
		}
		if f.isManifest() {
			return f, false, nil
		}
	}
	return nil, false, nil
}
