package main

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// stdoutName stands for stdout where a file is asked for.
const stdoutName = "-"

// write writes to stdout, or to a file: whole or not at all.
func (a *app) write(name string, data []byte) error {
	if name == "" || name == stdoutName {
		_, err := a.stdout.Write(data)
		return err
	}
	if err := a.mayWrite(name); err != nil {
		return err
	}
	return writeFile(name, data)
}

// wrote says what stands in a file now; of stdout a person sees it.
func (a *app) wrote(name, what string) {
	if name != "" && name != stdoutName {
		a.complain("wrote %s to %s", what, slashed(name))
	}
}

// writeFile replaces a file in one step, so that nobody ever reads half of it,
// and an error leaves the old one. Links are followed; devices and pipes are
// written to as they are.
func writeFile(name string, data []byte) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0)
	switch old, err := os.Stat(name); {
	case err == nil && !old.Mode().IsRegular():
		return os.WriteFile(name, data, 0o666)
	case err == nil:
		mode = old.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	// Not os.CreateTemp, whose files are nobody else's to read: a report gets
	// what the umask allows.
	temp := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+rand.Text())
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return &fs.PathError{Op: "write", Path: name, Err: errors.Unwrap(err)}
	}
	_, err = f.Write(data)
	if mode != 0 {
		err = errors.Join(err, f.Chmod(mode))
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(temp, name)
	}
	if err != nil {
		os.Remove(temp)
	}
	return err
}

func appendFile(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
