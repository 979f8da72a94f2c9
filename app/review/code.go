package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/source"
)

// Most servers keep no manifest: what they tell the model stands in their code. The
// source files of a change are read on both sides. A tool is the same one by its
// kind and name, in whichever of the changed files it stands.

// maxSources is how many changed source files a review reads: each costs up to two
// requests of the App's 5,000 an hour.
const maxSources = 300

// maxGuesses is how many files a review reads only to see what they import.
const maxGuesses = 50

// A code is one source file of a change; either side is nil where it is not there,
// or not read.
type code struct {
	change   Change
	old, new *source.Reading
}

func (c *code) path() string { return cmp.Or(c.change.Path, c.change.OldPath) }

func document(r *source.Reading) *manifest.Document {
	if r == nil {
		return nil
	}
	return r.Document
}

// code reviews the source files among the changes.
func (r *run) code(changes []Change) error {
	var all []*code
	skipped := 0
	r.movesDependencies = slices.ContainsFunc(changes, func(c Change) bool {
		return source.IsDependencyFile(c.OldPath) || source.IsDependencyFile(c.Path)
	})
	r.unguessed = map[string]bool{}
	left := map[source.Leaving]int{}
	var err error
	for _, c := range changes {
		if !r.isCode(c) {
			if c.Path != "" && !r.ignored(c) && r.config.Sources.Auto() {
				left[source.Candidate(c.Path)]++
			}
			continue
		}
		if len(all) == maxSources {
			p := cmp.Or(c.Path, c.OldPath)
			_, isRead := r.config.Sources.Reads(p)
			if !isRead {
				if isRead, err = r.inServer(p, c.OldPath != ""); err != nil {
					return err
				}
			}
			switch {
			case isRead:
				skipped++
			case source.Suggests(p):
				r.unguessed[p] = true
			}
			continue
		}
		x, err := r.loadCode(c)
		if err != nil {
			return err
		}
		if x != nil {
			all = append(all, x)
		}
	}
	if skipped > 0 {
		r.report.NotAnalysed = append(r.report.NotAnalysed, checks.NotAnalysed{URI: ".", Reason: manifest.TooLarge,
			Detail: fmt.Sprintf("%d more source files of this change were not read for tools: %d are", skipped, maxSources)})
	}
	if len(r.unguessed) > 0 {
		r.note("", fmt.Sprintf("%d more source files were not looked into for what they import: nothing beside them names an MCP SDK, and %d were.", len(r.unguessed), r.guesses))
	}
	if said := source.LeftOut(left); said != "" && len(all) > 0 {
		r.note("", said)
	}
	more, err := r.importers(all)
	if err != nil {
		return err
	}
	all = append(all, more...)
	var docs []*manifest.Document
	for _, x := range all {
		for _, side := range []*source.Reading{x.old, x.new} {
			if d := document(side); d != nil {
				docs = append(docs, d)
			}
		}
	}
	source.Introduce(docs)
	before := gatherCode(all)
	for _, x := range all {
		if err := r.judgeCode(x, before[x]); err != nil {
			return err
		}
	}
	return nil
}

// isCode reports whether a change is one of a source file to read, on either side.
func (r *run) isCode(c Change) bool {
	if r.ignored(c) {
		return false
	}
	for _, p := range []string{c.Path, c.OldPath} {
		if may, _ := r.config.Sources.Reads(p); p != "" && may {
			return true
		}
	}
	return false
}

// loadCode reads both sides of a source file; nil where neither is a server's.
func (r *run) loadCode(c Change) (*code, error) {
	x := &code{change: c}
	var err error
	if c.OldPath != "" {
		if x.old, err = r.readCode(r.Base, c.OldPath, false, true); err != nil {
			return nil, err
		}
	}
	if c.Path != "" {
		// What declared tools is followed wherever it goes.
		if x.new, err = r.readCode(r.Head, c.Path, document(x.old) != nil, c.OldPath != ""); err != nil {
			return nil, err
		}
	}
	if x.old == nil && x.new == nil {
		return nil, nil
	}
	return x, nil
}

// readCode reads one source file; nil where it is not to be read. was says that it
// declared something before the change, old that it was there.
func (r *run) readCode(t Tree, path string, was, old bool) (*source.Reading, error) {
	may, isNamed := r.config.Sources.Reads(path)
	if !may && !was {
		return nil, nil
	}
	e, err := t.Stat(r.ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	inServer := isNamed || was
	if !inServer {
		if inServer, err = r.inServer(path, old); err != nil {
			return nil, err
		}
		switch {
		case inServer:
		case !source.Suggests(path):
			return nil, nil // not worth a request
		case r.guesses == maxGuesses:
			r.unguessed[path] = true
			return nil, nil
		default:
			r.guesses++
		}
	}
	fault := refuse(e)
	var data []byte
	if fault == nil {
		if data, err = t.Read(r.ctx, path); err != nil && !errors.As(err, &fault) {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
	}
	switch {
	case fault != nil:
	case !isNamed && !was && source.Built(data), !inServer && !source.ImportsSDK(path, data):
		return nil, nil
	}
	var reading *source.Reading
	if fault == nil {
		cause := guard(func() {
			if reading, err = source.Read(path, data, treeFiles{r.ctx, t}); err != nil && !errors.As(err, &fault) {
				fault = &manifest.Error{URI: path, Reason: manifest.Unparsable, Detail: err.Error()}
			}
		})
		if cause != nil {
			reading, fault = nil, &manifest.Error{URI: path, Reason: Internal, Detail: cause.Error()}
		}
	}
	if reading == nil {
		reading = &source.Reading{Fault: fault}
	}
	return reading, nil
}

// treeFiles gives the files that a source file imports.
type treeFiles struct {
	ctx  context.Context
	tree Tree
}

func (f treeFiles) Read(path string) ([]byte, error) {
	e, err := f.tree.Stat(f.ctx, path)
	if err != nil {
		return nil, err
	}
	if refuse(e) != nil {
		return nil, fs.ErrNotExist
	}
	return f.tree.Read(f.ctx, path)
}

// judgeCode reviews one source file. before is what its components were.
func (r *run) judgeCode(x *code, before *manifest.Document) error {
	was := document(x.old) != nil
	if x.new != nil && x.new.Fault != nil {
		f := x.new.Fault
		n := checks.NotAnalysed{URI: x.path(), Reason: f.Reason, Line: f.Line, Column: f.Column, Detail: f.Detail,
			Harmless: !was && x.new.Document == nil && f.Reason != Internal}
		r.report.NotAnalysed = append(r.report.NotAnalysed, n)
	}
	if x.new != nil {
		r.toldComputed(x)
	}
	now := document(x.new)
	switch {
	case now == nil && len(before.Components) > 0 && (x.new == nil || x.new.Fault == nil):
		r.structural(idManifestRemoved, scanner.Medium, nil, x.path(),
			scanner.Say("This file declares no more: ").Then(componentNames(before)), componentList(before))
		r.changed(x.path(), baseline.ChangeDigest(x.path(), before, nil))
		return nil
	case now == nil:
		return nil
	}
	history := baseline.NewHistory(before, now, r.rules)
	scan(r.report, now, r.rules, history)
	if !was && len(before.Components) == 0 {
		r.structural(idComponents, scanner.Low, now.Source, x.path(), scanner.Say("Declared in code that is new: ").Then(componentNames(now)), componentList(now))
	} else {
		if r.rules.Evidence() != r.rules {
			history = baseline.NewHistory(before, now, r.rules.Evidence())
		}
		compare(r.report, before, now, r.rules, baseline.Options{Basis: baseline.BaseBranch, History: history, Excused: r.excused})
	}
	r.changed(x.path(), baseline.ChangeDigest(x.path(), before, now))
	return nil
}
