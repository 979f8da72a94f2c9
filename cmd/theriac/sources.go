package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/source"
)

// declared is what the source files of a command line declare.
type declared struct {
	documents []*manifest.Document
	notes     []checks.Note
	missing   []checks.NotAnalysed
}

// A sourceFile is one that may be read. Those that the command line names or the
// configuration lists are read whatever they are; the named ones must declare
// something.
type sourceFile struct {
	uri, path         string
	isNamed, isListed bool
}

// sourceTree finds the source files below a folder, or one file that was named.
type sourceTree struct {
	root    string // as reports name it
	files   []sourceFile
	project source.Project
	left    map[source.Leaving]int
}

// isSource reports whether a path is that of a source file.
func isSource(p string) bool { return source.Candidate(path.Base(slashed(p))) != source.OtherLanguage }

// splitSources takes the source files out of the paths of a command line.
func splitSources(paths []string) (sources, others []string) {
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && !info.IsDir() && isSource(p) {
			sources = append(sources, p)
		} else {
			others = append(others, p)
		}
	}
	return sources, others
}

// readSources reads the source files that the paths name, and those of servers in
// the folders among them.
func readSources(ctx context.Context, paths []string, c *config.Config) (*declared, error) {
	out := &declared{}
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			continue // told where the path is gathered
		}
		t := &sourceTree{root: slashed(p), left: map[source.Leaving]int{}}
		switch {
		case info.IsDir():
			err = t.walk(ctx, p, c)
		case isSource(p):
			t.root = path.Dir(t.root)
			t.files = []sourceFile{{uri: slashed(p), path: p, isNamed: true}}
		default:
			continue
		}
		if err == nil {
			err = t.read(ctx, out)
		}
		if err != nil {
			return nil, err
		}
	}
	source.Introduce(out.documents)
	return out, nil
}

func (t *sourceTree) walk(ctx context.Context, root string, c *config.Config) error {
	return filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil // told where manifests are gathered
		case d.IsDir():
			if p != root && manifest.SkipFolder(d.Name()) {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || c.Ignores(slashed(p)):
			return nil
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		// A list in the configuration names the files, as it does in a review. That the
		// flag is given wins over `sources: off`.
		if wanted := c.Sources; len(wanted.Patterns) > 0 {
			if _, isListed := wanted.Reads(slashed(p)); isListed {
				t.files = append(t.files, sourceFile{uri: slashed(p), path: p, isListed: true})
			}
			return nil
		}
		switch why := source.Candidate(rel); {
		case source.IsDependencyFile(rel):
			if data, err := os.ReadFile(p); err == nil {
				t.project.Add(rel, data)
			}
			if why == "" { // setup.py
				t.files = append(t.files, sourceFile{uri: slashed(p), path: p})
			}
		case why == "":
			t.files = append(t.files, sourceFile{uri: slashed(p), path: p})
		case why != source.OtherLanguage:
			t.left[why]++
		}
		return nil
	})
}

// outcome is what became of one file.
type outcome struct {
	reading *source.Reading
	left    source.Leaving
	missing *checks.NotAnalysed
}

func (t *sourceTree) read(ctx context.Context, out *declared) error {
	results := make([]outcome, len(t.files))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range t.files {
		group.Go(func() error {
			results[i] = t.one(f)
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, r := range results {
		if r.left != "" {
			t.left[r.left]++
		}
		if r.missing != nil {
			out.missing = append(out.missing, *r.missing)
		}
		if r.reading == nil {
			continue
		}
		if d := r.reading.Document; d != nil {
			out.documents = append(out.documents, d)
		}
		if said := r.reading.Said(); said != "" {
			at := r.reading.Source.Location(r.reading.Computed[0].Start, r.reading.Computed[0].Start)
			out.notes = append(out.notes, checks.Note{URI: r.reading.Source.URI, Line: at.StartLine, Text: said + "."})
		}
	}
	if note := source.LeftOut(t.left); note != "" {
		out.notes = append(out.notes, checks.Note{URI: t.root, Text: note + " Name one on the command line to have it read."})
	}
	return nil
}

// one reads a file.
func (t *sourceTree) one(f sourceFile) (o outcome) {
	in := input{review.Found{URI: f.uri, Named: f.isNamed}, f.path}
	data, fault := in.bytes(nil)
	if fault != nil {
		return outcome{missing: missingSource(f, fault)}
	}
	if !f.isNamed && !f.isListed {
		if source.Built(data) {
			return outcome{left: source.BuiltFile}
		}
		rel := strings.TrimPrefix(strings.TrimPrefix(f.uri, t.root), "/")
		if t.root == "." {
			rel = f.uri
		}
		if !t.project.IsServer(rel, data) {
			return outcome{}
		}
	}
	defer func() {
		if cause := recover(); cause != nil {
			o = outcome{missing: missingSource(f, &manifest.Error{Reason: review.Internal,
				Detail: fmt.Sprintf("theriac failed on this file, which is a fault of theriac: %v", cause)})}
		}
	}()
	r, err := source.Read(f.uri, data, sourceFolder(t.root))
	if errors.As(err, &fault) {
		return outcome{missing: missingSource(f, fault)}
	}
	o.reading = r
	switch {
	case r.Fault != nil:
		o.missing = missingSource(f, r.Fault)
		o.missing.Harmless = r.Document == nil && !f.isNamed
	case r.Document == nil && f.isNamed:
		o.missing = missingSource(f, &manifest.Error{Reason: manifest.Unrecognised, Detail: "it declares no tool, prompt or resource that theriac can read"})
	}
	return o
}

func missingSource(f sourceFile, fault *manifest.Error) *checks.NotAnalysed {
	return &checks.NotAnalysed{URI: f.uri, Reason: fault.Reason, Line: fault.Line, Column: fault.Column, Detail: fault.Detail}
}

// sourceFolder gives the files below a folder that imports may mean. Links are not
// followed.
type sourceFolder string

func (root sourceFolder) Read(p string) ([]byte, error) {
	clean := path.Clean(p)
	isBelow := strings.HasPrefix(clean, string(root)+"/")
	if root == "." {
		isBelow = filepath.IsLocal(filepath.FromSlash(clean))
	}
	if !isBelow {
		return nil, fs.ErrNotExist
	}
	name := filepath.FromSlash(clean)
	info, err := os.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > manifest.MaxSize:
		return nil, fs.ErrNotExist
	}
	return os.ReadFile(name)
}

// scanSources scans what source files declare.
func scanSources(report *checks.Report, d *declared, rules *scanner.Set) {
	for _, doc := range d.documents {
		review.Scan(report, doc, rules)
	}
	report.Notes = append(report.Notes, d.notes...)
	report.NotAnalysed = append(report.NotAnalysed, d.missing...)
	slices.SortStableFunc(report.Sources, func(a, b checks.Source) int { return strings.Compare(a.URI, b.URI) })
}
