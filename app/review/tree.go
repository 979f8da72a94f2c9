package review

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/theriac/theriac/scanner/manifest"
)

// Git's modes of a tree entry.
const (
	ModeFile       = "100644"
	ModeExecutable = "100755"
	ModeSymlink    = "120000"
	ModeSubmodule  = "160000"
)

// An Entry is one file of a tree.
type Entry struct {
	Path string // slash-separated, from the tree's root
	Mode string
	Size int64 // bytes; -1 if unknown
	// ID is equal for equal content, and only then: git's blob ID. It is empty
	// where the tree has none.
	ID string
}

// A Tree is the files of one side of a change. It never changes.
type Tree interface {
	// Entries lists every file, link and submodule. It is called only where the
	// caller of [Run] does not know what changed.
	Entries(context.Context) ([]Entry, error)
	// Stat finds one entry; fs.ErrNotExist if there is none at the path.
	Stat(ctx context.Context, path string) (Entry, error)
	// Read gives the bytes of a regular file. A file that is there and can't be
	// read is a *manifest.Error: it is told in the report. Any other error, but
	// for fs.ErrNotExist, ends the review.
	Read(ctx context.Context, path string) ([]byte, error)
}

// A Change is one path that differs between base and head. OldPath differs from
// Path for a rename and is empty for an added file; Path is empty for a removed
// one.
type Change struct{ Path, OldPath string }

// diff compares two trees. Files that moved with their content untouched are
// renames. Files without an ID are compared by their bytes where they matter.
func diff(ctx context.Context, base, head Tree, matters func(path string) bool) ([]Change, error) {
	d := differ{ctx, base, head, matters}
	before, err := d.index(base)
	if err != nil {
		return nil, err
	}
	after, err := d.index(head)
	if err != nil {
		return nil, err
	}
	var changes []Change
	var removed, added []Entry
	for p, old := range before {
		now, kept := after[p]
		if !kept {
			removed = append(removed, old)
			continue
		}
		same, err := d.same(old, now, matters(p))
		if err != nil {
			return nil, err
		}
		if !same {
			changes = append(changes, Change{p, p})
		}
	}
	for p, now := range after {
		if _, ok := before[p]; !ok {
			added = append(added, now)
		}
	}
	byPath := func(a, b Entry) int { return cmp.Compare(a.Path, b.Path) }
	slices.SortFunc(removed, byPath)
	slices.SortFunc(added, byPath)
	for _, old := range removed {
		i, err := d.moved(old, added)
		if err != nil {
			return nil, err
		}
		if i < 0 {
			changes = append(changes, Change{"", old.Path})
			continue
		}
		changes = append(changes, Change{added[i].Path, old.Path})
		added = slices.Delete(added, i, i+1)
	}
	for _, now := range added {
		changes = append(changes, Change{now.Path, ""})
	}
	slices.SortFunc(changes, compareChanges)
	return changes, nil
}

func compareChanges(a, b Change) int {
	return cmp.Or(cmp.Compare(cmp.Or(a.Path, a.OldPath), cmp.Or(b.Path, b.OldPath)), cmp.Compare(a.OldPath, b.OldPath))
}

type differ struct {
	ctx        context.Context
	base, head Tree
	matters    func(path string) bool
}

func (d *differ) index(t Tree) (map[string]Entry, error) {
	all, err := t.Entries(d.ctx)
	if err != nil {
		return nil, fmt.Errorf("list the files: %w", err)
	}
	index := make(map[string]Entry, len(all))
	for _, e := range all {
		index[e.Path] = e
	}
	return index, nil
}

// same reports whether two entries have the same content. Where only reading
// them could tell, look says whether to; unread they count as the same.
func (d *differ) same(old, now Entry, look bool) (bool, error) {
	switch {
	case old.Mode != now.Mode:
		return false, nil
	case old.ID != "" && now.ID != "":
		return old.ID == now.ID, nil
	case old.Size >= 0 && now.Size >= 0 && old.Size != now.Size:
		return false, nil
	case !look || !regular(old.Mode):
		return true, nil
	}
	a, err := d.read(d.base, old)
	if err != nil || a == nil {
		return false, err
	}
	b, err := d.read(d.head, now)
	if err != nil || b == nil {
		return false, err
	}
	return bytes.Equal(a, b), nil
}

// read gives nil for a file that can't be read: it counts as changed, and the
// review then says what is wrong with it.
func (d *differ) read(t Tree, e Entry) ([]byte, error) {
	data, err := t.Read(d.ctx, e.Path)
	var fault *manifest.Error
	switch {
	case errors.As(err, &fault), errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case data == nil:
		data = []byte{}
	}
	return data, nil
}

// moved finds the added file that has a removed one's content: one of the same
// name first.
func (d *differ) moved(old Entry, added []Entry) (int, error) {
	found := -1
	for i, now := range added {
		if old.Mode != now.Mode || !regular(old.Mode) || old.Size == 0 {
			continue
		}
		if old.ID == "" && (old.Size != now.Size || !d.matters(old.Path)) {
			continue
		}
		same, err := d.same(old, now, true)
		if err != nil {
			return -1, err
		}
		if !same {
			continue
		}
		if path.Base(old.Path) == path.Base(now.Path) {
			return i, nil
		}
		if found < 0 {
			found = i
		}
	}
	return found, nil
}

func regular(mode string) bool { return mode == ModeFile || mode == ModeExecutable }
