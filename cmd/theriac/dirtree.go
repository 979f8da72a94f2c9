package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/scanner/manifest"
)

// A dirTree is a folder as one side of a change. Nothing outside of it is ever
// read, whatever links there are in it.
type dirTree struct{ root *os.Root }

func openDir(dir string) (*dirTree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &dirTree{root}, nil
}

func (t *dirTree) Close() error { return t.root.Close() }

// Entries leaves out the folders that no review looks into.
func (t *dirTree) Entries(ctx context.Context) ([]review.Entry, error) {
	var all []review.Entry
	err := fs.WalkDir(t.root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case d.IsDir() && manifest.SkipFolder(d.Name()):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		all = append(all, entryOf(p, info))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.root.Name(), err)
	}
	return all, nil
}

func entryOf(path string, info fs.FileInfo) review.Entry {
	e := review.Entry{Path: path, Size: info.Size()}
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		e.Mode = review.ModeSymlink
	case !mode.IsRegular():
		// A device or pipe: git knows no such thing, and nothing here reads it.
	case mode&0o111 != 0:
		e.Mode = review.ModeExecutable
	default:
		e.Mode = review.ModeFile
	}
	return e
}

func (t *dirTree) Stat(_ context.Context, path string) (review.Entry, error) {
	info, err := t.root.Lstat(filepath.FromSlash(path))
	switch {
	case err != nil:
		return review.Entry{}, err
	case info.IsDir():
		return review.Entry{}, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
	return entryOf(path, info), nil
}

func (t *dirTree) Read(_ context.Context, path string) ([]byte, error) {
	data, err := t.root.ReadFile(filepath.FromSlash(path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		fault := unreadable(err)
		fault.URI = path
		return nil, fault
	}
	return data, err
}
