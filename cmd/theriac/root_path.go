package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/theriac/theriac/checks"
)

// Annotations and code scanning take paths from the repository's root, wherever in
// it the command is run.

// rooted is the report with such paths: from the top of git's work tree, else from
// the runner's workspace. A file outside of both keeps its absolute path.
func (a *app) rooted(ctx context.Context, r *checks.Report, o checks.Options) (*checks.Report, checks.Options) {
	if a.fromRoot {
		return r, o
	}
	folder, err := filepath.Abs(a.folder)
	if err != nil {
		return r, o
	}
	root := rootOf(ctx, folder)
	if root == "" {
		return r, o
	}
	name := func(uri string) string { return fromRoot(root, folder, uri) }
	if o.LiveFile != "" {
		o.LiveFile = name(o.LiveFile)
	}
	if a.live {
		return r, o
	}
	return r.Rebase(name), o
}

// rootOf is the root of the repository that a folder is in; empty where there is
// none.
func rootOf(ctx context.Context, folder string) string {
	if top, err := (&repo{folder}).line(ctx, "rev-parse", "--show-toplevel"); err == nil && top != "" {
		return filepath.FromSlash(top)
	}
	return os.Getenv("GITHUB_WORKSPACE")
}

// fromRoot is a name as reports have it, of a file below folder, from the root.
func fromRoot(root, folder, uri string) string {
	if uri == stdinURI {
		return uri
	}
	path := filepath.FromSlash(uri)
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	// Both may have been named through links.
	for _, resolve := range []func(string) string{func(p string) string { return p }, resolved} {
		if rel, err := filepath.Rel(resolve(root), resolve(path)); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(path)
}

// resolved follows the links in a path, as far as it exists.
func resolved(path string) string {
	for rest := ""; ; {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return filepath.Join(real, rest)
		}
		parent := filepath.Dir(path)
		if parent == path {
			return filepath.Join(path, rest)
		}
		rest = filepath.Join(filepath.Base(path), rest)
		path = parent
	}
}
