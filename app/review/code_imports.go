package review

import (
	"path"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/source"
)

// A description may be a constant of another file, and that file the only one that
// a change touches. The files that may import it are then read as well.

// maxImporters is how many unchanged files are looked into for one changed file:
// those in its folder first, then those below the folder above. Each may cost a
// request of the App's.
const maxImporters = 40

// importers are the unchanged files whose declarations take something from a
// changed file that declares nothing itself.
func (r *run) importers(all []*code) ([]*code, error) {
	known := map[string]bool{}
	for _, x := range all {
		known[x.change.Path], known[x.change.OldPath] = true, true
	}
	var found []*code
	for _, x := range all {
		p := x.path()
		if document(x.old) != nil || document(x.new) != nil || x.old == nil && x.new == nil {
			continue
		}
		near, err := r.near(p)
		if err != nil {
			return nil, err
		}
		for _, q := range near {
			if known[q] {
				continue
			}
			now, err := r.readCode(r.Head, q, false, true)
			if err != nil {
				return nil, err
			}
			if document(now) == nil || !slices.Contains(now.Imported, p) && !slices.Contains(now.Imported, x.change.OldPath) {
				continue
			}
			known[q] = true
			y := &code{change: Change{q, q}, new: now}
			if y.old, err = r.readCode(r.Base, q, false, true); err != nil {
				return nil, err
			}
			found = append(found, y)
		}
	}
	return found, nil
}

// near are the source files that stand near a path, and name it.
func (r *run) near(p string) ([]string, error) {
	entries, err := r.Head.Entries(r.ctx)
	if err != nil {
		// A tree too large to list: files that import this one are not found.
		r.note(p, "The files that take something from this one were not looked for: "+err.Error()+".")
		return nil, nil
	}
	folder := path.Dir(p)
	above := path.Dir(folder)
	rank := func(q string) int {
		switch {
		case path.Dir(q) == folder:
			return 0
		case above == "." || strings.HasPrefix(q, above+"/"):
			return 1
		}
		return 2
	}
	var near []string
	for _, e := range entries {
		may, _ := r.config.Sources.Reads(e.Path)
		if may && e.Path != p && regular(e.Mode) && e.Size <= manifest.MaxSize && rank(e.Path) < 2 && !r.config.Ignores(e.Path) && source.SameLanguage(p, e.Path) {
			near = append(near, e.Path)
		}
	}
	slices.SortFunc(near, func(a, b string) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return near[:min(len(near), maxImporters)], nil
}
