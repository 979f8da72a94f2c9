package hubtest

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// A File is what stands at a path.
type File struct {
	Data string
	Mode string // git's: 100644, 100755, 120000, 160000; "" removes the path
}

// Files maps paths to what stands there.
type Files map[string]File

// Text is a plain file.
func Text(s string) File { return File{s, "100644"} }

// Executable is a file with its executable bit set.
func Executable(s string) File { return File{s, "100755"} }

// Link is a symbolic link.
func Link(target string) File { return File{target, "120000"} }

// Submodule is another repository at one of its commits.
func Submodule(sha string) File { return File{sha, "160000"} }

// Removed takes a path away.
func Removed() File { return File{} }

type treeEntry struct {
	name, mode, id string
}

func (e treeEntry) kind() string {
	switch e.mode {
	case "040000":
		return "tree"
	case "160000":
		return "commit"
	}
	return "blob"
}

type commit struct {
	tree    string
	parents []string
	order   int64 // a child's is higher than its parents'
}

// objects is git's store: everything under the SHA-1 of its content.
type objects struct {
	blobs   map[string][]byte
	trees   map[string][]treeEntry
	commits map[string]commit
}

func newObjects() objects {
	return objects{map[string][]byte{}, map[string][]treeEntry{}, map[string]commit{}}
}

func objectID(kind string, data []byte) string {
	h := sha1.New()
	fmt.Fprintf(h, "%s %d\x00", kind, len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// writeTree stores files and returns their tree.
func (o objects) writeTree(files Files) string {
	var entries []treeEntry
	below := map[string]Files{}
	for name, f := range files {
		if dir, rest, ok := strings.Cut(name, "/"); ok {
			if below[dir] == nil {
				below[dir] = Files{}
			}
			below[dir][rest] = f
			continue
		}
		id := f.Data
		if f.Mode != "160000" {
			id = objectID("blob", []byte(f.Data))
			o.blobs[id] = []byte(f.Data)
		}
		entries = append(entries, treeEntry{name, f.Mode, id})
	}
	for dir, files := range below {
		entries = append(entries, treeEntry{dir, "040000", o.writeTree(files)})
	}
	// git sorts a folder as if its name ended in a slash.
	sortKey := func(e treeEntry) string {
		if e.mode == "040000" {
			return e.name + "/"
		}
		return e.name
	}
	slices.SortFunc(entries, func(a, b treeEntry) int { return strings.Compare(sortKey(a), sortKey(b)) })
	var b bytes.Buffer
	for _, e := range entries {
		raw, err := hex.DecodeString(e.id)
		if err != nil {
			panic(fmt.Sprintf("hubtest: %q is no object ID", e.id))
		}
		fmt.Fprintf(&b, "%s %s\x00%s", strings.TrimPrefix(e.mode, "0"), e.name, raw)
	}
	id := objectID("tree", b.Bytes())
	o.trees[id] = entries
	return id
}

func (o objects) writeCommit(tree string, parents []string, order int64) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "tree %s\n", tree)
	for _, p := range parents {
		fmt.Fprintf(&b, "parent %s\n", p)
	}
	who := fmt.Sprintf("Octo Cat <octocat@example.com> %d +0000", 1_700_000_000+order)
	fmt.Fprintf(&b, "author %s\ncommitter %s\n\ncommit %d\n", who, who, order)
	id := objectID("commit", b.Bytes())
	o.commits[id] = commit{tree, parents, order}
	return id
}

// files reads a tree back.
func (o objects) files(tree string) Files {
	all := Files{}
	o.walk(tree, "", func(name string, e treeEntry) {
		switch e.kind() {
		case "blob":
			all[name] = File{string(o.blobs[e.id]), e.mode}
		case "commit":
			all[name] = File{e.id, e.mode}
		}
	})
	return all
}

// walk visits a tree depth first, folders before what is in them.
func (o objects) walk(tree, prefix string, visit func(string, treeEntry)) {
	for _, e := range o.trees[tree] {
		name := path.Join(prefix, e.name)
		visit(name, e)
		if e.kind() == "tree" {
			o.walk(e.id, name, visit)
		}
	}
}

func (o objects) ancestors(sha string) map[string]bool {
	seen := map[string]bool{}
	for todo := []string{sha}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !seen[at] {
			seen[at] = true
			todo = append(todo, o.commits[at].parents...)
		}
	}
	return seen
}

// mergeBase returns the youngest common ancestor, "" if there is none.
func (o objects) mergeBase(a, b string) string {
	best, ofA := "", o.ancestors(a)
	for sha := range o.ancestors(b) {
		if ofA[sha] && (best == "" || o.commits[sha].order > o.commits[best].order) {
			best = sha
		}
	}
	return best
}

// A change is one line of a diff.
type change struct {
	name, old, status, id string
}

// diff compares two trees as GitHub shows it, with exact renames.
func (o objects) diff(from, to string) []change {
	entries := func(tree string) map[string]treeEntry {
		all := map[string]treeEntry{}
		o.walk(tree, "", func(name string, e treeEntry) {
			if e.kind() != "tree" {
				all[name] = e
			}
		})
		return all
	}
	old, new := entries(from), entries(to)
	gone := map[string]string{} // by content
	for name, e := range old {
		if _, ok := new[name]; !ok {
			gone[e.id] = name
		}
	}
	var out []change
	moved := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(new)) {
		e := new[name]
		was, had := old[name]
		switch from, ok := gone[e.id]; {
		case had && was.id == e.id && was.mode == e.mode:
		case had:
			out = append(out, change{name, "", "modified", e.id})
		case ok && !moved[from]:
			moved[from] = true
			out = append(out, change{name, from, "renamed", e.id})
		default:
			out = append(out, change{name, "", "added", e.id})
		}
	}
	for name, e := range old {
		if _, ok := new[name]; !ok && !moved[name] {
			out = append(out, change{name, "", "removed", e.id})
		}
	}
	slices.SortFunc(out, func(a, b change) int { return strings.Compare(a.name, b.name) })
	return out
}
