package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/scanner/manifest"
)

// uncommitted is an error where manifests of the work tree differ from HEAD: a
// review of what is committed would pass over what somebody has just written.
func (o *opener) uncommitted() error {
	names, err := o.repo.dirtyManifests(o.ctx)
	if err != nil || len(names) == 0 {
		return err
	}
	more := ""
	if n := len(names) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Errorf("%s%s changed in the work tree and not committed, which this review would pass over: review it with --head ., or what is staged with --head %s", names[0], more, stagedName)
}

// dirtyManifests are the paths, from the top, of files that are MCP metadata and
// not as HEAD has them. A bare repository has no work tree, and so none.
func (r *repo) dirtyManifests(ctx context.Context) ([]string, error) {
	top, err := r.line(ctx, "rev-parse", "--show-toplevel")
	if err != nil || top == "" {
		return nil, nil
	}
	out, err := r.git(ctx, "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules")
	if err != nil {
		return nil, err
	}
	var names []string
	for record := range strings.SplitSeq(out, "\x00") {
		if len(record) < 4 {
			continue
		}
		path := record[3:]
		f := input{review.Found{URI: path, Candidate: manifest.Candidate(path)}, filepath.Join(top, filepath.FromSlash(path))}
		if f.Candidate == manifest.Unlikely {
			continue
		}
		if _, err := os.Lstat(f.path); err != nil {
			// Removed: its name must say what it was.
			if f.Candidate >= manifest.Possible {
				names = append(names, path)
			}
			continue
		}
		if doc, missing := f.read(nil); doc != nil || missing != nil && !missing.Harmless {
			names = append(names, path)
		}
	}
	slices.Sort(names)
	return names, nil
}
