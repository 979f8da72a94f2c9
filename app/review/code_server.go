package review

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/source"
)

// inServer reports whether a source file belongs to an MCP server, by the files of
// dependencies beside and above it. The base is asked only where it may say
// something else than the head: for a file that stood there, and where the change
// touches a file of dependencies.
func (r *run) inServer(path string, old bool) (bool, error) {
	sides := []Tree{r.Head}
	if old || r.movesDependencies {
		sides = append(sides, r.Base)
	}
	for i, t := range sides {
		for _, p := range source.DependencyFiles(path) {
			if err := r.depends(t, dependency{i, p}); err != nil {
				return false, err
			}
		}
		if r.project.InServer(path) {
			return true, nil
		}
	}
	return false, nil
}

// depends reads a file of dependencies, once.
func (r *run) depends(t Tree, d dependency) error {
	if r.dependencies[d] {
		return nil
	}
	if r.dependencies == nil {
		r.dependencies = map[dependency]bool{}
	}
	r.dependencies[d] = true
	e, err := t.Stat(r.ctx, d.path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && refuse(e) != nil {
		return nil
	}
	if err != nil {
		return err
	}
	said, err := t.Read(r.ctx, d.path)
	var fault *manifest.Error
	switch {
	case errors.As(err, &fault), errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("read %s: %w", d.path, err)
	}
	r.project.Add(d.path, said)
	return nil
}

// dependency is a file of dependencies on one side: 0 for the head, 1 for the base.
type dependency struct {
	side int
	path string
}
