package hub_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/hub/hubtest"
)

// TestPrefetch: many files come in one archive, byte for byte as git has them; what an archive
// leaves out or alters is read by itself.
func TestPrefetch(t *testing.T) {
	w := newWorld(t)
	files := hubtest.Files{"export-ignore.json": hubtest.Text("left out"), "export-subst.json": hubtest.Text("$Format$"), "link.json": hubtest.Link("s0.json")}
	names := []string{"export-ignore.json", "export-subst.json", "link.json", "none.json"}
	for i := range 60 {
		name := fmt.Sprintf("s%d.json", i)
		files[name] = hubtest.Text(strings.Repeat("x", i*100))
		names = append(names, name)
	}
	sha := w.repo.Commit("change", files)
	repo := w.open()
	defer repo.Close()
	tree := repo.Tree(sha)
	if err := tree.Prefetch(t.Context(), names); err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		if got := read(t, tree, fmt.Sprintf("s%d.json", i)); got != strings.Repeat("x", i*100) {
			t.Errorf("s%d.json has %d bytes", i, len(got))
		}
	}
	if n := w.gh.Count("GET /repos/{owner}/{repo}/git/blobs/{sha}"); n != 0 || w.gh.Archives() != 1 {
		t.Errorf("%d files were read by themselves, and %d archives", n, w.gh.Archives())
	}
	if a, b := read(t, tree, "export-ignore.json"), read(t, tree, "export-subst.json"); a != "left out" || b != "$Format$" {
		t.Errorf("%q, %q", a, b)
	}
	if n := w.gh.Count("GET /repos/{owner}/{repo}/git/blobs/{sha}"); n != 2 {
		t.Errorf("%d files were read by themselves, want 2", n)
	}
}

// TestPrefetchFails: without the archive everything is read as before.
func TestPrefetchFails(t *testing.T) {
	w := newWorld(t)
	files, names := hubtest.Files{}, []string{}
	for i := range 50 {
		name := fmt.Sprintf("s%d.json", i)
		files[name] = hubtest.Text(name)
		names = append(names, name)
	}
	sha := w.repo.Commit("change", files)
	w.gh.Fail(hubtest.Fault{Path: "/tarball/", Status: 404, Message: "Not Found"})
	repo := w.open()
	defer repo.Close()
	tree := repo.Tree(sha)
	if err := tree.Prefetch(t.Context(), names); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if got := read(t, tree, name); got != name {
			t.Errorf("%s: %q", name, got)
		}
	}
	// Another review of the same commit finds them kept.
	before := len(w.gh.Requests())
	again := w.open()
	defer again.Close()
	for _, name := range names {
		if got := read(t, again.Tree(sha), name); got != name {
			t.Errorf("%s: %q", name, got)
		}
	}
	if n := len(w.gh.Requests()) - before; n != 0 {
		t.Errorf("%d requests for what was read before", n)
	}
}

// TestReadCalls: a change that would take too many requests is told to be too large.
func TestReadCalls(t *testing.T) {
	w := newWorld(t)
	files := hubtest.Files{}
	for i := range 400 {
		files[fmt.Sprintf("s%d.json", i)] = hubtest.Text(fmt.Sprint(i))
	}
	sha := w.repo.Commit("change", files)
	repo := w.open()
	defer repo.Close()
	ctx := hub.Counted(t.Context())
	var err error
	n := 0
	for ; n < 400 && err == nil; n++ {
		_, err = repo.Tree(sha).Read(ctx, fmt.Sprintf("s%d.json", n))
	}
	if !errors.Is(err, hub.ErrIncomplete) || n < 250 {
		t.Errorf("after %d files: %v", n, err)
	}
	if _, err := repo.Pull(ctx, w.repo.Open("main", "change").Number); err != nil {
		t.Errorf("the way to say so is closed too: %v", err)
	}
	if _, err := repo.Tree(sha).Read(context.Background(), "s399.json"); err != nil {
		t.Errorf("another attempt: %v", err)
	}
}
