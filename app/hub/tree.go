package hub

import (
	"cmp"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/google/go-github/v66/github"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/scanner/manifest"
)

// A Tree is the files of one commit. It reads from GitHub what is asked for and
// keeps it.
type Tree struct {
	repo   *Repo
	commit string
	// id is the tree's own ID where it is known: two commits may share a tree.
	id string

	mu     sync.Mutex
	all    []Entry
	byPath map[string]Entry
	failed error // why all can't be had
	// fetched are files that came in an archive and were not read yet.
	fetched map[string][]byte
}

// Tree returns the tree of a commit. It makes no call.
func (r *Repo) Tree(commitSHA string) *Tree { return r.treeOf(commitSHA, "") }

// Commit returns the commit's SHA.
func (t *Tree) Commit() string { return t.commit }

func (t *Tree) root() string { return cmp.Or(t.id, t.commit) }

// Entries returns every file, symbolic link and submodule, by path. The error is
// ErrIncomplete for a tree with more of them than can be listed; Read and Stat
// work all the same.
func (t *Tree) Entries(ctx context.Context) ([]Entry, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.entries(ctx)
}

func (t *Tree) entries(ctx context.Context) ([]Entry, error) {
	if t.byPath != nil || t.failed != nil {
		return t.all, t.failed
	}
	w := &walk{repo: t.repo}
	all, err := w.collect(ctx, t.root(), "", nil)
	if err != nil {
		if w.over {
			t.failed = err
		}
		return nil, err
	}
	slices.SortFunc(all, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	t.all, t.byPath = all, make(map[string]Entry, len(all))
	for _, e := range all {
		t.byPath[e.Path] = e
	}
	return t.all, nil
}

// Stat returns one entry: a file, a symbolic link or a submodule. The error is
// fs.ErrNotExist if there is none at the path.
func (t *Tree) Stat(ctx context.Context, name string) (Entry, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byPath == nil && t.failed == nil && !t.repo.isLarge() {
		// One call for the whole tree beats one for each folder on the way.
		if _, err := t.entries(ctx); err != nil && t.failed == nil {
			return Entry{}, err
		}
	}
	if t.byPath != nil {
		if e, ok := t.byPath[name]; ok {
			return e, nil
		}
		return Entry{}, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return t.lookUp(ctx, name)
}

// lookUp goes down folder by folder.
func (t *Tree) lookUp(ctx context.Context, name string) (Entry, error) {
	none := &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	at := t.root()
	parts := strings.Split(name, "/")
	for i, part := range parts {
		f, err := t.repo.folder(ctx, at)
		if err != nil {
			return Entry{}, err
		}
		j := slices.IndexFunc(f.children, func(c child) bool { return c.Path == part })
		if j < 0 {
			return Entry{}, none
		}
		c := f.children[j]
		if i == len(parts)-1 {
			if c.tree {
				return Entry{}, none
			}
			c.Path = name
			return c.Entry, nil
		}
		if !c.tree {
			return Entry{}, none // no link is followed on the way
		}
		at = c.ID
	}
	return Entry{}, none
}

// Read returns the bytes of a regular file. The error is fs.ErrNotExist if there
// is nothing at the path, and a *manifest.Error for a link, a submodule or a file
// over the limit. What comes is proved against the blob's ID, so that a cut or
// altered answer can't pass as the file.
func (t *Tree) Read(ctx context.Context, name string) ([]byte, error) {
	e, err := t.Stat(ctx, name)
	if err != nil {
		return nil, err
	}
	if e.Mode != review.ModeFile && e.Mode != review.ModeExecutable {
		return nil, &manifest.Error{URI: name, Reason: manifest.NotRegular, Detail: kindOf(e.Mode) + " is not read"}
	}
	limit := t.repo.hub.maxFile
	if e.Size > limit {
		return nil, tooLarge(name, e.Size, limit)
	}
	if data, ok := t.take(name); ok {
		return data, nil
	}
	if err := t.repo.chargeFile(name, max(e.Size, 0)); err != nil {
		return nil, err
	}
	data, err := t.repo.blob(ctx, name, e.ID)
	if err == nil && int64(len(data)) > limit {
		return nil, tooLarge(name, int64(len(data)), limit)
	}
	return data, err
}

func kindOf(mode string) string {
	switch mode {
	case review.ModeSymlink:
		return "a symbolic link"
	case review.ModeSubmodule:
		return "a submodule"
	}
	return "an entry of mode " + mode
}

func tooLarge(name string, size, limit int64) error {
	return &manifest.Error{URI: name, Reason: manifest.TooLarge, Detail: fmt.Sprintf("the file has %d bytes; at most %d are read", size, limit)}
}

func (r *Repo) blob(ctx context.Context, name, id string) ([]byte, error) {
	if data, ok := r.hub.blobs.get(r.keepKey(id)); ok {
		return data, nil
	}
	data, _, err := r.code().Git.GetBlobRaw(ctx, r.ref.Owner, r.ref.Name, id)
	if err != nil {
		return nil, r.errorf(err, "file %q (blob %s)", name, id)
	}
	// SHA-1 only; a repository in git's SHA-256 format has longer IDs, and GitHub
	// hosts none.
	if got := blobID(data); len(id) == len(got) && got != id {
		return nil, fmt.Errorf("file %q of %s: the bytes that came are blob %s, not %s", name, r.ref, got, id)
	}
	r.hub.blobs.put(r.keepKey(id), data)
	return data, nil
}

// blobID is git's name for a file's content.
func blobID(data []byte) string {
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// treeCache keeps what one review read. Trees are immutable.
type treeCache struct {
	mu      sync.Mutex
	trees   map[string]*Tree   // by commit
	folders map[string]*folder // by tree ID, not recursive
	large   bool
}

// A folder is one tree object.
type folder struct{ children []child }

type child struct {
	Entry // Path is the name alone
	tree  bool
}

func (r *Repo) learnSize(p *github.PullRequest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.large = r.large || p.GetBase().GetRepo().GetSize() >= largeRepo
}

func (r *Repo) isLarge() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.large
}

func (r *Repo) treeOf(commit, id string) *Tree {
	r.mu.Lock()
	defer r.mu.Unlock()
	t, ok := r.trees[commit]
	if !ok {
		t = &Tree{repo: r, commit: commit, id: id}
		r.trees[commit] = t
	}
	return t
}

// folder reads one tree object by its ID, or by that of its commit.
func (r *Repo) folder(ctx context.Context, id string) (*folder, error) {
	if id == emptyTree {
		return &folder{}, nil
	}
	r.mu.Lock()
	f, ok := r.folders[id]
	r.mu.Unlock()
	if ok {
		return f, nil
	}
	list, whole, err := r.list(ctx, id, false)
	if err != nil {
		return nil, err
	}
	if !whole {
		return nil, fmt.Errorf("%w: a folder of %s has more entries than GitHub lists", ErrIncomplete, r.ref)
	}
	f = &folder{children: list}
	r.mu.Lock()
	r.folders[id] = f
	r.mu.Unlock()
	return f, nil
}

// A listing is what GitHub says of a tree.
type listing struct {
	list  []child
	whole bool
}

// list reads a tree object. whole is false where GitHub cut the list, which it
// does at 100,000 entries or 7 MB.
// https://docs.github.com/en/rest/git/trees#get-a-tree
func (r *Repo) list(ctx context.Context, id string, recursive bool) (list []child, whole bool, err error) {
	key := r.keepKey(id)
	if !recursive {
		key.id += "/" // one folder of it
	}
	if had, ok := r.hub.trees.get(key); ok {
		return slices.Clone(had.list), had.whole, r.chargeTree(len(had.list))
	}
	t, _, err := r.code().Git.GetTree(ctx, r.ref.Owner, r.ref.Name, id, recursive)
	if err != nil {
		return nil, false, r.errorf(err, "tree %s", id)
	}
	if t.GetSHA() == "" {
		return nil, false, fmt.Errorf("tree %s of %s: GitHub's answer is empty", id, r.ref)
	}
	if err := r.chargeTree(len(t.Entries)); err != nil {
		return nil, false, err
	}
	list = make([]child, 0, len(t.Entries))
	for _, e := range t.Entries {
		c := child{Entry: Entry{Path: e.GetPath(), Mode: e.GetMode(), Size: -1, ID: e.GetSHA()}, tree: e.GetType() == "tree"}
		if e.Size != nil {
			c.Size = int64(*e.Size)
		}
		list = append(list, c)
	}
	whole = !t.GetTruncated()
	r.hub.trees.put(key, listing{list, whole})
	return slices.Clone(list), whole, nil
}
