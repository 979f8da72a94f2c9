package hubtest

import "testing"

// TestObjectIDs compares with what git itself says of the same files (git
// write-tree, git ls-files -s).
func TestObjectIDs(t *testing.T) {
	o := newObjects()
	tree := o.writeTree(Files{
		"README.md": Text("hello\n"), "a/b/x.json": Text("{}"), "a.b/y": Text("x"), "run.sh": Executable("#!/bin/sh\n"),
		"link": Link("README.md"), "sub": Submodule("abababababababababababababababababababab"),
	})
	if want := "100a36077862c8b962701d51a96c87eb6c7ae003"; tree != want {
		t.Errorf("tree %s, want %s", tree, want)
	}
	if id, want := objectID("blob", []byte("hello\n")), "ce013625030ba8dba906f756967f9e9ca394464a"; id != want {
		t.Errorf("blob %s, want %s", id, want)
	}
	if id, want := o.writeTree(nil), "4b825dc642cb6eb9a060e54bf8d69288fbee4904"; id != want {
		t.Errorf("empty tree %s, want %s", id, want)
	}
}

// TestMergeBase: two branches that were merged crosswise once.
func TestMergeBase(t *testing.T) {
	o := newObjects()
	tree := o.writeTree(nil)
	n := int64(0)
	add := func(parents ...string) string { n++; return o.writeCommit(tree, parents, n) }
	root := add()
	left, right := add(root), add(root)
	merge := add(left, right)
	if got := o.mergeBase(merge, right); got != right {
		t.Errorf("merge base of a merge and its second parent: %s, want %s", got, right)
	}
	if got := o.mergeBase(left, right); got != root {
		t.Errorf("merge base of two branches: %s, want %s", got, root)
	}
	if got := o.mergeBase(left, add()); got != "" {
		t.Errorf("merge base without common history: %s", got)
	}
}
