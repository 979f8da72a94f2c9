package review

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner/manifest"
)

// Reasons for what was not analysed that are no fault of a file's.
const (
	RuleFailed manifest.Reason = "rule-failed"    // a rule could not judge a component
	Internal   manifest.Reason = "internal-error" // theriac failed
)

// A file is one side of a changed file, read as far as it could matter.
type file struct {
	path string
	// weight is what the path, or the configuration, says of it.
	weight weight
	doc    *manifest.Document // nil where it is no manifest, or none that can be read
	// fault says why it was not read, or not to its end. It is nil for a file
	// that was not looked into, because nothing suggests that it is a manifest.
	fault *manifest.Error
}

// weight is how sure it is that a file is meant to be MCP metadata, before it
// is parsed.
type weight uint8

const (
	foreign  weight = iota // nothing suggests it
	textual                // it begins as JSON does, and a word in it suggests it
	sniffed                // a word in it does
	possible               // its name may
	probable               // its name does
	asked                  // somebody named the file on a command line
	named                  // the configuration says so, or it was one before
)

func weigh(path string, isNamed bool) weight {
	if isNamed {
		return named
	}
	return weights[manifest.Candidate(path)]
}

var weights = [...]weight{
	manifest.Unlikely: foreign, manifest.AnyText: textual, manifest.ByContent: sniffed, manifest.Possible: possible, manifest.Probable: probable,
}

// load reads one file of a tree. nil stands for a file that is not there.
func load(ctx context.Context, t Tree, path string, w weight) (*file, error) {
	e, err := t.Stat(ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	f := &file{path: path, weight: w}
	if w == foreign {
		return f, nil
	}
	if f.fault = refuse(e); f.fault != nil {
		return f, nil
	}
	data, err := t.Read(ctx, path)
	var fault *manifest.Error
	switch {
	case errors.As(err, &fault):
		f.fault = fault
		return f, nil
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	f.parse(data)
	return f, nil
}

// refuse says what is wrong with an entry that is not to be read.
func refuse(e Entry) *manifest.Error {
	fault := &manifest.Error{URI: e.Path, Reason: manifest.NotRegular}
	switch {
	case e.Mode == ModeSymlink:
		fault.Detail = "a symbolic link: links are not followed"
	case e.Mode == ModeSubmodule:
		fault.Detail = "a submodule: its files are not part of this repository"
	case !regular(e.Mode):
		// Not to be told from a file that is kept from being read.
		fault.Reason = manifest.Unreadable
		fault.Detail = "no regular file, but a pipe, a device or a socket"
	case e.Size > manifest.MaxSize:
		fault.Reason = manifest.TooLarge
		fault.Detail = fmt.Sprintf("the file has %d bytes; at most %d are read", e.Size, manifest.MaxSize)
	default:
		return nil
	}
	return fault
}

// A Found is a file that somebody named, or that a walk through a folder came by.
type Found struct {
	URI   string
	Named bool // the configuration says that it is a manifest
	Asked bool // a person named it: not to be a manifest is then a fault
	// Candidate is what its path says, where it is not named.
	Candidate manifest.Candidacy
}

// Judge parses a file. fault, where it is not nil, is why data could not be had.
// Without a document and with nil the file is no manifest.
func (x Found) Judge(data []byte, fault *manifest.Error) (*manifest.Document, *checks.NotAnalysed) {
	f := &file{path: x.URI, weight: weights[x.Candidate], fault: fault}
	switch {
	case x.Named:
		f.weight = named
	case x.Asked:
		f.weight = asked
	}
	if fault == nil {
		f.parse(data)
	}
	return f.doc, f.missing(false)
}

// pointer is how the file of a Git LFS pointer begins.
// https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
const pointer = "version https://git-lfs.github.com/spec/"

func (f *file) parse(data []byte) {
	switch {
	case f.weight <= sniffed && !manifest.Sniff(data), f.weight == textual && !manifest.BeginsJSON(data):
		f.weight = foreign
		return
	case bytes.HasPrefix(data, []byte(pointer)):
		f.fault = &manifest.Error{URI: f.path, Reason: manifest.LargeFileLink,
			Detail: "a Git LFS pointer: the content lies elsewhere"}
		return
	case baseline.IsBaseline(data) && f.weight < asked:
		f.weight = foreign
		return
	case baseline.IsBaseline(data):
		f.fault = &manifest.Error{URI: f.path, Reason: manifest.Unrecognised, Detail: "an approved baseline, and no manifest"}
		return
	}
	cause := guard(func() {
		doc, err := manifest.Parse(f.path, data, manifest.Options{Named: f.weight == named, Asked: f.weight == asked})
		f.doc = doc
		if err != nil && !errors.As(err, &f.fault) {
			f.fault = &manifest.Error{URI: f.path, Reason: manifest.Unparsable, Detail: err.Error()}
		}
	})
	if cause != nil {
		f.fault = &manifest.Error{URI: f.path, Reason: Internal, Detail: cause.Error()}
	}
	if f.weight <= sniffed && f.doc == nil && f.fault != nil && f.fault.Reason != manifest.Unrecognised && f.fault.Reason != manifest.Skipped &&
		f.fault.Reason != Internal && !manifest.HasKey(data) {
		f.weight = foreign
	}
}

// guard runs work on one file. A panic in it is a fault of theriac's, and the
// file that brought it about is told as not analysed, so that it neither passes
// for clean nor takes the review of other files with it.
func guard(work func()) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("theriac failed on this file, which is a fault of theriac: %v", cause)
		}
	}()
	work()
	return nil
}

// isManifest reports whether the file was recognised.
func (f *file) isManifest() bool { return f != nil && f.doc != nil }

// missing is what to tell of a file that was not analysed, or not whole; nil
// for nothing. was says that the file is known to be a manifest, because it was
// one before the change.
//
// What surely is a manifest fails the review. What only might be one is told
// and fails nothing: repositories are full of files that are named manifest.json
// and are something else, or contain the word inputSchema.
func (f *file) missing(was bool) *checks.NotAnalysed {
	if f == nil || f.fault == nil || f.weight == foreign && !was {
		return nil
	}
	n := &checks.NotAnalysed{
		URI: f.path, Reason: f.fault.Reason, Line: f.fault.Line, Column: f.fault.Column, Detail: f.fault.Detail,
	}
	switch {
	case f.fault.Reason == manifest.Skipped && f.doc == nil && !was:
		// It was recognised, and holds nothing for a model to read.
		n.Harmless = true
	case f.doc != nil, was, f.weight >= asked, f.fault.Reason == Internal:
		return n
	case f.weight == foreign, f.weight == textual && !f.fault.Resembles && f.fault.Reason != manifest.Unparsable:
		return nil
	case f.fault.Reason == manifest.Unrecognised:
		if f.weight < probable && !f.fault.Resembles {
			return nil
		}
		n.Harmless = true
	case f.fault.Reason == manifest.NotRegular, f.fault.Reason == manifest.LargeFileLink:
		// A name that nothing else has is then as good as a proof.
		n.Harmless = f.weight < probable
	default:
		// It can't be looked into: broken, unreadable, too large, too deep. A name
		// that a manifest has is enough: whoever reads it next may not give up.
		n.Harmless = f.weight < possible
	}
	return n
}
