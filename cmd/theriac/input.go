package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner/manifest"
)

// stdinURI is what reports call standard input.
const stdinURI = "stdin"

// An input is one file to read.
type input struct {
	review.Found
	path string // "-" for standard input
}

// inputs are the files of a command line, in its order, folders walked, each
// once; notes and missing are what to tell of those that are not read.
type inputs struct {
	files   []input
	notes   []checks.Note
	missing []checks.NotAnalysed
}

// gather finds the files of a command line. With sort, a file that is named is
// not thereby said to be a manifest: it is judged as one that a walk came by.
func gather(ctx context.Context, paths []string, c *config.Config, sort bool) (*inputs, error) {
	in := &inputs{}
	for _, p := range paths {
		if p == "-" {
			in.files = append(in.files, input{review.Found{URI: stdinURI, Asked: true}, p})
			continue
		}
		info, err := os.Stat(p)
		switch {
		case sort && errors.Is(err, fs.ErrNotExist):
			// Programs that pass what changed pass what was removed, too.
			in.notes = append(in.notes, checks.Note{URI: slashed(p), Text: "This file is not there any more."})
		case err != nil:
			in.miss(slashed(p), unreadable(err))
		case info.IsDir():
			if err := in.walk(ctx, p, c); err != nil {
				return nil, err
			}
		case c.Ignores(slashed(p)):
			in.notes = append(in.notes, checks.Note{URI: slashed(p), Text: "The configuration ignores this file."})
		case sort:
			in.add(p, slashed(p), slashed(p), c)
		default:
			uri := slashed(p)
			in.files = append(in.files, input{review.Found{URI: uri, Named: c.Names(uri), Asked: true}, p})
		}
	}
	seen := map[string]bool{}
	in.files = slices.DeleteFunc(in.files, func(f input) bool {
		twice := seen[f.URI]
		seen[f.URI] = true
		return twice
	})
	return in, nil
}

func (in *inputs) miss(uri string, fault *manifest.Error) {
	in.missing = append(in.missing, checks.NotAnalysed{
		URI: uri, Reason: fault.Reason, Detail: fault.Detail, Line: fault.Line, Column: fault.Column,
	})
}

// walk finds the files below a folder that may be manifests. It does not follow
// links, and leaves out what others wrote: see [manifest.SkipFolder].
func (in *inputs) walk(ctx context.Context, root string, c *config.Config) error {
	return filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			in.miss(slashed(p), unreadable(err))
			return nil
		}
		if d.IsDir() {
			if p != root && manifest.SkipFolder(d.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		uri := slashed(p)
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		if !c.Ignores(uri) {
			in.add(p, uri, filepath.ToSlash(rel), c)
		}
		return nil
	})
}

// add adds a file that nobody said to be a manifest, where its path or the
// configuration says that it may be one.
func (in *inputs) add(path, uri, rel string, c *config.Config) {
	f := review.Found{URI: uri, Named: c.Names(uri), Candidate: manifest.Candidate(rel)}
	if f.Candidate != manifest.Unlikely {
		// The folders above the one that is walked say something of names, too.
		f.Candidate = manifest.NameSays(uri)
	}
	if f.Named || f.Candidate != manifest.Unlikely {
		in.files = append(in.files, input{f, path})
	}
}

// read reads and parses the file. Without a document and with nil it is no
// manifest.
func (f *input) read(stdin io.Reader) (*manifest.Document, *checks.NotAnalysed) {
	return f.Judge(f.bytes(stdin))
}

func (f *input) bytes(stdin io.Reader) ([]byte, *manifest.Error) {
	if f.path == "-" {
		return readAll(stdin, 0)
	}
	// A file that a walk came by may be a link; one that a person named is what
	// it leads to.
	info, err := os.Lstat(f.path)
	if err == nil && f.Asked {
		info, err = os.Stat(f.path)
	}
	switch {
	case err != nil:
		return nil, unreadable(err)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, &manifest.Error{Reason: manifest.NotRegular, Detail: "a symbolic link: links are not followed in folders"}
	case info.Mode()&fs.ModeNamedPipe != 0 && f.Asked && isDescriptor(f.path):
		// Process substitution: theriac scan <(command).
	case !info.Mode().IsRegular():
		return nil, &manifest.Error{Reason: manifest.Unreadable, Detail: "no regular file, but a pipe, a device or a socket"}
	case info.Size() > manifest.MaxSize:
		return nil, &manifest.Error{Reason: manifest.TooLarge,
			Detail: fmt.Sprintf("the file has %d bytes; at most %d are read", info.Size(), manifest.MaxSize)}
	}
	file, err := os.Open(f.path)
	if err != nil {
		return nil, unreadable(err)
	}
	defer file.Close()
	if f.Candidate == manifest.AnyText && !f.Asked && !f.Named {
		// Its name says nothing, and most such files are something else.
		head := make([]byte, manifest.Peek)
		n, err := io.ReadFull(file, head)
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return nil, unreadable(err)
		}
		if !manifest.BeginsJSON(head[:n]) {
			return nil, nil
		}
		rest, fault := readAll(file, info.Size())
		return append(head[:n], rest...), fault
	}
	return readAll(file, info.Size())
}

// isDescriptor reports whether a path is a file that this process has open
// already, as shells hand them over. Opening any other pipe waits for somebody to
// write to it, who may never come.
func isDescriptor(path string) bool {
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

// readAll reads to the end, or one byte beyond what is read at most: the parser
// then says that it is too much. size is how many bytes there seem to be, 0 for
// who knows.
func readAll(r io.Reader, size int64) ([]byte, *manifest.Error) {
	data := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	if _, err := data.ReadFrom(io.LimitReader(r, manifest.MaxSize+1)); err != nil {
		return nil, unreadable(err)
	}
	return data.Bytes(), nil
}

// unreadable drops the path from an error of the file system: it is told beside.
func unreadable(err error) *manifest.Error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return &manifest.Error{Reason: manifest.Unreadable, Detail: err.Error()}
}

// slashed is a path as reports name it: with slashes, and relative to the
// working directory where it lies below.
func slashed(p string) string {
	p = filepath.Clean(p)
	if filepath.IsAbs(p) {
		if here, err := os.Getwd(); err == nil {
			if rel, err := filepath.Rel(here, p); err == nil && filepath.IsLocal(rel) {
				p = rel
			}
		}
	}
	return filepath.ToSlash(p)
}
