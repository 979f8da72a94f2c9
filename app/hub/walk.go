package hub

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// A walk reads trees that GitHub does not list in one answer.
type walk struct {
	repo     *Repo
	calls    int
	over     bool
	old, new []Entry // what diff found on each side
}

func (w *walk) spend(prefix string) error {
	if w.calls++; w.calls > walkCalls {
		w.over = true
		return fmt.Errorf("%w: the tree of %s takes more than %d calls (stopped at %q)", ErrIncomplete, w.repo.ref, walkCalls, prefix)
	}
	return nil
}

// collect appends every file below a tree: in one call if GitHub can, else
// folder by folder, each as deep as it can.
func (w *walk) collect(ctx context.Context, id, prefix string, to []Entry) ([]Entry, error) {
	if err := w.spend(prefix); err != nil {
		return nil, err
	}
	list, whole, err := w.repo.list(ctx, id, true)
	if err != nil {
		return nil, err
	}
	if whole {
		for _, c := range list {
			if !c.tree {
				c.Path = path.Join(prefix, c.Path)
				to = append(to, c.Entry)
			}
		}
		return to, nil
	}
	if err := w.spend(prefix); err != nil {
		return nil, err
	}
	f, err := w.repo.folder(ctx, id)
	if err != nil {
		w.over = true
		return nil, err
	}
	for _, c := range f.children {
		c.Path = path.Join(prefix, c.Path)
		if !c.tree {
			to = append(to, c.Entry)
			continue
		}
		if to, err = w.collect(ctx, c.ID, c.Path, to); err != nil {
			return nil, err
		}
	}
	return to, nil
}

// diff gathers, on either side, the files that the other has not or has
// otherwise. It opens only folders that differ.
func (w *walk) diff(ctx context.Context, old, new, prefix string) error {
	if old == new {
		return nil
	}
	if w.calls++; w.calls > walkCalls/2 {
		return fmt.Errorf("%w: more than %d folders differ", ErrIncomplete, walkCalls/2)
	}
	a, err := w.repo.folder(ctx, old)
	if err != nil {
		return err
	}
	b, err := w.repo.folder(ctx, new)
	if err != nil {
		return err
	}
	had := make(map[string]child, len(a.children))
	for _, c := range a.children {
		had[c.Path] = c
	}
	for _, n := range b.children {
		o, ok := had[n.Path]
		delete(had, n.Path)
		at := path.Join(prefix, n.Path)
		switch {
		case ok && o.ID == n.ID && o.Mode == n.Mode:
		case ok && o.tree && n.tree:
			err = w.diff(ctx, o.ID, n.ID, at)
		default:
			if ok {
				w.old, err = w.side(ctx, o, at, w.old)
			}
			if err == nil {
				w.new, err = w.side(ctx, n, at, w.new)
			}
		}
		if err != nil {
			return err
		}
	}
	for name, o := range had {
		if w.old, err = w.side(ctx, o, path.Join(prefix, name), w.old); err != nil {
			return err
		}
	}
	return nil
}

// side adds what is on one side only: a file, or all of a folder.
func (w *walk) side(ctx context.Context, c child, at string, to []Entry) ([]Entry, error) {
	if c.tree {
		return w.collect(ctx, c.ID, at, to)
	}
	c.Path = at
	return append(to, c.Entry), nil
}

// diffEntries compares two lists of files.
func diffEntries(old, new []Entry) []Change {
	had := make(map[string]Entry, len(old))
	for _, e := range old {
		had[e.Path] = e
	}
	changes := []Change{} // nil would mean that nobody looked
	var added []Entry
	for _, e := range new {
		o, ok := had[e.Path]
		delete(had, e.Path)
		switch {
		case !ok:
			added = append(added, e)
		case o.ID != e.ID || o.Mode != e.Mode:
			changes = append(changes, Change{Path: e.Path, OldPath: e.Path})
		}
	}
	type content struct{ id, mode string }
	gone := make(map[content][]string, len(had))
	for _, name := range slices.Sorted(maps.Keys(had)) {
		c := content{had[name].ID, had[name].Mode}
		gone[c] = append(gone[c], name)
	}
	for _, e := range added {
		change, c := Change{Path: e.Path}, content{e.ID, e.Mode}
		if from := gone[c]; len(from) > 0 {
			change.OldPath, gone[c] = from[0], from[1:]
		}
		changes = append(changes, change)
	}
	for _, names := range gone {
		for _, name := range names {
			changes = append(changes, Change{OldPath: name})
		}
	}
	sortChanges(changes)
	return changes
}

func sortChanges(c []Change) {
	key := func(c Change) string {
		if c.Path != "" {
			return c.Path
		}
		return c.OldPath
	}
	slices.SortFunc(c, func(a, b Change) int { return strings.Compare(key(a), key(b)) })
}
