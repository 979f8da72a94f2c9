package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/theriac/theriac/checks"
)

// readFile reads a file that a flag names. Pipes and devices are refused: opening
// one may wait for ever, and reading one may never end.
func (a *app) readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() && !isDescriptor(name) {
		err = &fs.PathError{Op: "open", Path: name, Err: errors.New("no regular file")}
	}
	if err != nil {
		return nil, unstat(err)
	}
	a.noteInput(name)
	return os.ReadFile(name)
}

// unstat says what could not be done as somebody sees it who wants a file read.
func unstat(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return &fs.PathError{Op: "open", Path: at.Path, Err: at.Err}
	}
	return err
}

// noteInput remembers a file that was read, so that it is not overwritten.
func (a *app) noteInput(name string) { a.inputs = append(a.inputs, name) }

// noteSources remembers the files that a report is about, by the folder that
// their names begin at.
func (a *app) noteSources(folder string, r *checks.Report) {
	for _, s := range r.Sources {
		if s.Kind == checks.File {
			a.noteInput(filepath.Join(folder, filepath.FromSlash(s.URI)))
		}
	}
}

// mayWrite refuses to write onto a file that was read, by whatever name or link.
func (a *app) mayWrite(name string) error {
	output, err := os.Stat(name)
	if err != nil || !output.Mode().IsRegular() {
		return nil
	}
	for _, input := range a.inputs {
		if info, err := os.Stat(input); err == nil && os.SameFile(info, output) {
			return fmt.Errorf("%s is %s, which was read: it is not overwritten", slashed(name), slashed(input))
		}
	}
	return nil
}
