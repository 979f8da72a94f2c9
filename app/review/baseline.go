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

// baseline reviews a change of an approved baseline, which is kept like a lock
// file: what it records has to be what its manifest says.
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
	is, err := r.loadBaseline(r.Head, c.Path, true)
	switch {
	case err != nil:
		return err
	case is.fault != nil:
		r.broken(is.path, is.fault)
		return nil
	case is.doc == nil:
		return nil
	}
	doc := is.doc
	of, before, touched, err := r.approves(c.Path, w)
	if err != nil {
		return err
	}
	agrees := of.isManifest() && r.same(doc, of.doc)
	if !agrees {
		// What it approves is not told by the manifest's own findings.
		var known *manifest.Document
		if before.isManifest() {
			known = before.doc
		}
		scan(r.report, doc, r.rules, baseline.NewHistory(known, doc, r.rules))
	}
	say := func(s scanner.Severity, message string, code ...string) {
		r.structural(idBaselineChanged, s, doc.Source, c.Path, scanner.Say(message, code...), c.Path)
	}
	switch {
	case of.isManifest() && !agrees:
		r.stale(of.path)
		say(scanner.High, "The baseline does not fit %s: record it again with %s", of.path, "theriac snapshot "+of.path)
	case !of.isManifest() && edited:
		say(scanner.Medium, "Approved baseline edited, and no manifest lies beside it: nothing is compared with it here")
	case !of.isManifest():
		r.note(c.Path, "No manifest lies beside this baseline: nothing is compared with it.")
	case !edited && c.OldPath != "":
		r.note(c.Path, "This baseline was "+c.OldPath+".")
	case !edited:
		say(scanner.Low, "A first baseline, and it fits %s: later changes are compared with it", of.path)
	case touched:
		say(scanner.Medium, "The baseline moves together with %s: who approves this change approves the new text", of.path)
	default:
		say(scanner.Low, "The baseline now records %s as it stands; the manifest is not in this change", of.path)
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
	fits, err := baseline.Fits(a, b)
	return fits && err == nil
}

// baselineGone reviews a baseline that is not at its place any more.
func (r *run) baselineGone(c Change, w work) error {
	of, _, touched, err := r.approves(c.OldPath, w)
	if err != nil {
		return err
	}
	if !of.isManifest() {
		// Gone with its manifest, or moved with it, which is told already.
		if c.Path == "" {
			r.note(c.OldPath, "The baseline is removed together with its manifest.")
			return nil
		}
		if moved, _, _, err := r.approves(c.Path, w); err != nil || moved.isManifest() {
			return err
		}
	}
	message := scanner.Say("Approved baseline removed: later changes would be compared with nothing that was approved")
	if c.Path != "" {
		message = scanner.Say("Approved baseline moved away from its manifest, to %s", c.Path)
	}
	if touched {
		message = message.Then(scanner.Say("; this change also edits the manifest"))
	}
	r.stale(of.path)
	message = message.Then(scanner.Say(". %s records it again", "theriac snapshot "+of.path))
	r.structural(idBaselineChanged, scanner.High, nil, c.OldPath, message, c.OldPath)
	return nil
}

// approves finds the manifest in the head that a baseline is for, what that was
// before the change, and whether the change touches it. nil stands for none.
func (r *run) approves(at string, w work) (of, before *file, touched bool, err error) {
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
			return p.new, p.old, true, nil
		}
	}
	for _, p := range paths {
		if p == at {
			continue
		}
		f, err := load(r.ctx, r.Head, p, named)
		if err != nil {
			return nil, nil, false, err
		}
		if f.isManifest() {
			return f, f, false, nil
		}
	}
	return nil, nil, false, nil
}
