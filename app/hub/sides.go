package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-github/v66/github"
)

// Sides are the three trees of a change.
type Sides struct {
	// Tip is the base branch as it is now: where configuration and approved
	// baselines come from.
	Tip *Tree
	// Base is the merge base: what the change started from. Comparing with the
	// tip would blame the author for what others did since.
	Base *Tree
	Head *Tree
	// Changes is what differs between Base and Head, by path, where the comparison
	// listed all of it; nil where it did not.
	Changes []Change
}

// Sides finds the trees of a change from base (a branch, for its tip, or a
// commit) to the head commit, in one call. A head without a common ancestor has
// an empty Base: all of it is new.
func (r *Repo) Sides(ctx context.Context, base, headSHA string) (Sides, error) {
	// One commit a page is enough: the files are all on the first.
	c, _, err := r.code().Repositories.CompareCommits(ctx, r.ref.Owner, r.ref.Name, base, headSHA, &github.ListOptions{PerPage: 1})
	var refusal *github.ErrorResponse
	if errors.As(err, &refusal) && strings.Contains(refusal.Message, "No common ancestor") {
		return r.unrelated(ctx, base, headSHA)
	}
	if err != nil {
		return Sides{}, r.errorf(err, "comparison of %s with %s", base, headSHA)
	}
	tip, from := c.GetBaseCommit(), c.GetMergeBaseCommit()
	if tip.GetSHA() == "" || from.GetSHA() == "" {
		return Sides{}, fmt.Errorf("comparison of %s with %s of %s: GitHub's answer has no merge base", base, headSHA, r.ref)
	}
	s := Sides{
		Tip:  r.treeOf(tip.GetSHA(), tip.GetCommit().GetTree().GetSHA()),
		Base: r.treeOf(from.GetSHA(), from.GetCommit().GetTree().GetSHA()),
		Head: r.Tree(headSHA),
	}
	if len(c.Files) < compareFilesMax {
		s.Changes = changesIn(c.Files)
		sortChanges(s.Changes)
	}
	return s, nil
}

// changesIn is never nil: that would mean that nobody looked.
func changesIn(files []*github.CommitFile) []Change {
	changes := []Change{}
	for _, f := range files {
		if c, ok := changeOf(f); ok {
			changes = append(changes, c)
		}
	}
	return changes
}

// unrelated finds the trees where base and head share no history.
func (r *Repo) unrelated(ctx context.Context, base, headSHA string) (Sides, error) {
	tip, _, err := r.code().Repositories.GetCommitSHA1(ctx, r.ref.Owner, r.ref.Name, base, "")
	if err != nil {
		return Sides{}, r.errorf(err, "commit of %s", base)
	}
	nothing := &Tree{repo: r, id: emptyTree, byPath: map[string]Entry{}}
	return Sides{Tip: r.Tree(tip), Base: nothing, Head: r.Tree(headSHA)}, nil
}

// emptyTree is git's ID of a tree without entries, which needs no reading.
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

// Changes returns what a pull request changes between Base and Head, by path: from
// the comparison, or if that is too long for it from the pull request's own list.
// Where that list is cut too or does not fit the pull request, the trees are
// compared.
//
// The list is about the pull request's present head, so whoever calls must look
// at the pull request once more before trusting it.
func (r *Repo) Changes(ctx context.Context, p Pull, s Sides) ([]Change, error) {
	if s.Changes != nil {
		return s.Changes, nil
	}
	if p.Changed == 0 { // it came from a list, which does not count the files
		live, err := r.Pull(ctx, p.Number)
		if err != nil {
			return nil, err
		}
		p.Changed = live.Changed
	}
	if p.Changed >= filesMax {
		return r.Diff(ctx, s.Base, s.Head)
	}
	changes := []Change{} // nil would mean that nobody looked
	n := 0
	opts := &github.ListOptions{PerPage: perPage}
	for {
		files, resp, err := r.code().PullRequests.ListFiles(ctx, r.ref.Owner, r.ref.Name, p.Number, opts)
		if err != nil {
			return nil, r.errorf(err, "files of pull request %d", p.Number)
		}
		for _, f := range files {
			n++
			if c, ok := changeOf(f); ok {
				changes = append(changes, c)
			}
		}
		if opts.Page = resp.NextPage; opts.Page == 0 {
			break
		}
	}
	if n != p.Changed || n >= filesMax {
		return r.Diff(ctx, s.Base, s.Head)
	}
	sortChanges(changes)
	return changes, nil
}

func changeOf(f *github.CommitFile) (Change, bool) {
	name := f.GetFilename()
	switch f.GetStatus() {
	case "unchanged":
		return Change{}, false
	case "added", "copied": // the original of a copy stays where it was
		return Change{Path: name}, true
	case "removed":
		return Change{OldPath: name}, true
	case "renamed":
		return Change{Path: name, OldPath: f.GetPreviousFilename()}, true
	}
	return Change{Path: name, OldPath: name}, true // modified, changed
}

// Diff compares two trees by their entries: path, mode and content. A file that
// moved unchanged is a rename. The error is ErrIncomplete where neither all
// files nor the folders that differ can be read within reason.
func (r *Repo) Diff(ctx context.Context, old, new *Tree) ([]Change, error) {
	ways := []func(context.Context, *Tree, *Tree) ([]Change, error){r.diffLists, r.diffFolders}
	if r.isLarge() {
		slices.Reverse(ways)
	}
	changes, err := ways[0](ctx, old, new)
	if errors.Is(err, ErrIncomplete) {
		changes, err = ways[1](ctx, old, new)
	}
	if err != nil {
		return nil, fmt.Errorf("comparing %s with %s: %w", old.root(), new.root(), err)
	}
	return changes, nil
}

// diffLists needs two calls, and all files of both trees.
func (r *Repo) diffLists(ctx context.Context, old, new *Tree) ([]Change, error) {
	a, err := old.Entries(ctx)
	if err != nil {
		return nil, err
	}
	b, err := new.Entries(ctx)
	if err != nil {
		return nil, err
	}
	return diffEntries(a, b), nil
}

// diffFolders needs two calls for each folder that differs, however large the
// trees are.
func (r *Repo) diffFolders(ctx context.Context, old, new *Tree) ([]Change, error) {
	w := &walk{repo: r}
	if err := w.diff(ctx, old.root(), new.root(), ""); err != nil {
		return nil, err
	}
	return diffEntries(w.old, w.new), nil
}
