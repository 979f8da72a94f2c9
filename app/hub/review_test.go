package hub_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/scanner/manifest"
)

// TestReview reads a typical pull request, and counts.
func TestReview(t *testing.T) {
	w := newWorld(t)
	w.repo.Commit("change", hubtest.Files{"mcp/server.json": hubtest.Text(`{"tools":[1]}`), "a.txt": hubtest.Text("a")})
	p := w.repo.Open("main", "change")
	// What others did since must be seen as the tip and not as the base.
	w.repo.Commit("main", hubtest.Files{"mcp/server.json": hubtest.Text(`{"tools":[2]}`)})

	pull, sides, changes := w.review(p)
	want := hub.Pull{Number: 1, Open: true, HeadSHA: w.repo.Tip("change"), HeadRef: "change", BaseSHA: pull.BaseSHA, BaseRef: "main", Author: "acme", Changed: 2, UpdatedAt: p.UpdatedAt()}
	if diff := cmp.Diff(want, pull); diff != "" {
		t.Errorf("pull request (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]hub.Change{{Path: "a.txt"}, {Path: "mcp/server.json", OldPath: "mcp/server.json"}}, changes); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	for tree, want := range map[*hub.Tree]string{sides.Base: `{"tools":[]}`, sides.Head: `{"tools":[1]}`, sides.Tip: `{"tools":[2]}`} {
		if got := read(t, tree, "mcp/server.json"); got != want {
			t.Errorf("%s: %s, want %s", tree.Commit(), got, want)
		}
	}
	read(t, sides.Tip, ".github/theriac.yml")
	// Token, pull request, comparison, three trees, four blobs.
	if n := len(w.gh.Requests()); n != 10 {
		for _, r := range w.gh.Requests() {
			t.Log(r.Method, r.Path, r.Query)
		}
		t.Errorf("%d requests, want 10", n)
	}
}

// TestEntries: the modes decide what is read.
func TestEntries(t *testing.T) {
	w := newWorld(t)
	other := strings.Repeat("ab", 20)
	sha := w.repo.Commit("change", hubtest.Files{
		"link.json": hubtest.Link("mcp/server.json"), "sub": hubtest.Submodule(other), "run.sh": hubtest.Executable("#!/bin/sh\n"),
		"dir":        hubtest.Link("mcp"),
		"README.md":  hubtest.Removed(),
		"empty.json": hubtest.Text(""),
	})
	tree := w.open().Tree(sha)
	entries, err := tree.Entries(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, fmt.Sprintf("%s %s %d", e.Mode, e.Path, e.Size))
	}
	want := []string{
		"100644 .github/theriac.yml 11", "120000 dir 3", "100644 empty.json 0", "120000 link.json 15", "100644 mcp/deep/er/server.json 10",
		"100644 mcp/other.json 11", "100644 mcp/server.json 12", "100755 run.sh 10", "160000 sub -1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

// TestRead reads what is there and what is not, in a repository that is listed
// whole and in one that is too large for it.
func TestRead(t *testing.T) {
	for name, size := range map[string]int{"whole": 100, "folder by folder": 10_000_000} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(o *hub.Options) { o.MaxFileBytes = 100 })
			w.repo.SetLimits(100_000, 3000, size)
			w.repo.Commit("change", hubtest.Files{
				"link.json": hubtest.Link("mcp/server.json"), "dir": hubtest.Link("mcp"), "sub": hubtest.Submodule(strings.Repeat("ab", 20)),
				"run.sh": hubtest.Executable("#!/bin/sh\n"), "large.json": hubtest.Text(strings.Repeat("x", 101)), "empty.json": hubtest.Text(""),
				"odd name/ü #?%.json": hubtest.Text("odd"),
			})
			_, sides, _ := w.review(w.repo.Open("main", "change"))
			reason := func(err error) string {
				var fault *manifest.Error
				switch {
				case errors.As(err, &fault):
					return string(fault.Reason)
				case errors.Is(err, fs.ErrNotExist):
					return "none"
				case err != nil:
					return err.Error()
				}
				return ""
			}
			for path, want := range map[string][2]string{
				"mcp/deep/er/server.json": {`{"deep":1}`, ""}, "run.sh": {"#!/bin/sh\n", ""}, "empty.json": {"", ""}, "odd name/ü #?%.json": {"odd", ""},
				"link.json": {"", "not-regular"}, "sub": {"", "not-regular"}, "large.json": {"", "too-large"},
				"none.json": {"", "none"}, "mcp": {"", "none"}, "mcp/none.json": {"", "none"}, "none/none.json": {"", "none"},
				"dir/server.json": {"", "none"}, "run.sh/x": {"", "none"}, "": {"", "none"}, "/mcp/server.json": {"", "none"}, "mcp/../run.sh": {"", "none"},
			} {
				data, err := sides.Head.Read(context.Background(), path)
				if got := [2]string{string(data), reason(err)}; got != want {
					t.Errorf("%q: %q, want %q", path, got, want)
				}
			}
			whole := 0
			for _, r := range w.gh.Requests() {
				if r.Query == "recursive=1" {
					whole++
				}
			}
			if (whole > 0) != (name == "whole") {
				t.Errorf("%d trees were listed whole", whole)
			}
		})
	}
}

// TestAlteredFile: what comes must be what the tree names.
func TestAlteredFile(t *testing.T) {
	w := newWorld(t)
	w.gh.Fail(hubtest.Fault{Path: "/git/blobs/", Status: 200, Message: "another file", Times: 9})
	_, err := w.open().Tree(w.repo.Tip("main")).Read(context.Background(), "mcp/server.json")
	if err == nil || !strings.Contains(err.Error(), "the bytes that came are blob") {
		t.Errorf("error %v", err)
	}
}

func TestChanges(t *testing.T) {
	many := func(n int) hubtest.Files {
		f := hubtest.Files{}
		for i := range n {
			f[fmt.Sprintf("many/%d/%04d.txt", i%7, i)] = hubtest.Text(fmt.Sprint(i))
		}
		return f
	}
	tests := []struct {
		name              string
		files             hubtest.Files
		treeMax, filesMax int          // GitHub's limits, made small; 0 for the real ones
		want              []hub.Change // nil: only the number counts
		number            int
	}{
		{"nothing", hubtest.Files{}, 0, 0, []hub.Change{}, 0},
		{"added", hubtest.Files{"new.json": hubtest.Text("n")}, 0, 0, []hub.Change{{Path: "new.json"}}, 1},
		{"removed", hubtest.Files{"mcp/server.json": hubtest.Removed()}, 0, 0, []hub.Change{{OldPath: "mcp/server.json"}}, 1},
		{"renamed", hubtest.Files{"mcp/server.json": hubtest.Removed(), "new.json": hubtest.Text(`{"tools":[]}`)}, 0, 0, []hub.Change{{Path: "new.json", OldPath: "mcp/server.json"}}, 1},
		{"made a link", hubtest.Files{"mcp/server.json": hubtest.Link("other.json")}, 0, 0, []hub.Change{{Path: "mcp/server.json", OldPath: "mcp/server.json"}}, 1},
		{"two pages", many(101), 0, 0, nil, 101},
		{"31 pages' worth", many(3001), 0, 0, nil, 3001},
		{"list cut, trees compared", many(120), 0, 50, nil, 120},
		{"list and trees cut, folders compared", many(120), 20, 50, nil, 120},
		{"cut: removed and renamed", hubtest.Files{"mcp/server.json": hubtest.Removed(), "mcp/deep/er/server.json": hubtest.Removed(), "x/new.json": hubtest.Text(`{"tools":[]}`)}, 1, 1,
			[]hub.Change{{OldPath: "mcp/deep/er/server.json"}, {Path: "x/new.json", OldPath: "mcp/server.json"}}, 2},
		{"cut: a folder becomes a file", hubtest.Files{"mcp/server.json": hubtest.Removed(), "mcp/other.json": hubtest.Removed(), "mcp/deep/er/server.json": hubtest.Removed(), "mcp": hubtest.Text("m")}, 1, 1,
			[]hub.Change{{Path: "mcp"}, {OldPath: "mcp/deep/er/server.json"}, {OldPath: "mcp/other.json"}, {OldPath: "mcp/server.json"}}, 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.repo.Commit("change", tt.files)
			if tt.filesMax > 0 {
				if tt.treeMax == 0 {
					tt.treeMax = 100_000
				}
				w.repo.SetLimits(tt.treeMax, tt.filesMax, 100)
			}
			_, _, got := w.review(w.repo.Open("main", "change"))
			if tt.want != nil {
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("changes (-want +got):\n%s", diff)
				}
			}
			if len(got) != tt.number {
				t.Errorf("%d changes, want %d", len(got), tt.number)
			}
		})
	}
}

// TestEndless: a tree that no limit of GitHub's keeps small.
func TestEndless(t *testing.T) {
	w := newWorld(t)
	files := hubtest.Files{}
	for i := range hub.WalkCalls {
		files[fmt.Sprintf("%03d/a.json", i)] = hubtest.Text("a")
		files[fmt.Sprintf("%03d/b.json", i)] = hubtest.Text("b")
	}
	w.repo.Commit("change", files)
	w.repo.SetLimits(1, 1, 100)
	tree := w.open().Tree(w.repo.Tip("change"))
	if _, err := tree.Entries(context.Background()); !errors.Is(err, hub.ErrIncomplete) {
		t.Errorf("error %v, want ErrIncomplete", err)
	}
	if n := len(w.gh.Requests()); n > hub.WalkCalls+1 {
		t.Errorf("%d requests", n)
	}
	if got := read(t, tree, "007/b.json"); got != "b" {
		t.Errorf("read %q all the same", got)
	}
}

// TestDiffOfLargeTrees: only folders that differ are read, be it that a tree turns
// out too large to list or that the repository is known to be.
func TestDiffOfLargeTrees(t *testing.T) {
	for name, size := range map[string]int{"turns out": 100, "known": 10_000_000} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			files := hubtest.Files{}
			for i := range hub.WalkCalls {
				files[fmt.Sprintf("%03d/a.json", i)] = hubtest.Text("a")
				files[fmt.Sprintf("%03d/b.json", i)] = hubtest.Text("b")
			}
			w.repo.Commit("main", files)
			w.repo.Branch("change", "main")
			w.repo.Commit("change", hubtest.Files{
				"007/a.json": hubtest.Text("c"), "008/b.json": hubtest.Removed(), "009/a.json": hubtest.Executable("a"), "new/dir/c.json": hubtest.Text("c"),
				"010/a.json": hubtest.Removed(), "010/b.json": hubtest.Removed(), "010": hubtest.Text("now a file"),
			})
			w.repo.SetLimits(1, 1, size)
			_, _, changes := w.review(w.repo.Open("main", "change"))
			want := []hub.Change{
				{Path: "007/a.json", OldPath: "007/a.json"}, {OldPath: "008/b.json"}, {Path: "009/a.json", OldPath: "009/a.json"},
				{Path: "010"}, {OldPath: "010/a.json"}, {OldPath: "010/b.json"}, {Path: "new/dir/c.json"},
			}
			if diff := cmp.Diff(want, changes); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			if n := len(w.gh.Requests()); name == "known" && n > 25 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// TestUnrelated: a head without common history has no old side.
func TestUnrelated(t *testing.T) {
	w := newWorld(t)
	w.repo.Commit("island", hubtest.Files{"mcp/server.json": hubtest.Text("{}")})
	ctx := context.Background()
	sides, err := w.open().Sides(ctx, "main", w.repo.Tip("island"))
	if err != nil {
		t.Fatal(err)
	}
	if sides.Tip.Commit() != w.repo.Tip("main") {
		t.Errorf("tip %s", sides.Tip.Commit())
	}
	changes, err := w.open().Diff(ctx, sides.Base, sides.Head)
	if diff := cmp.Diff([]hub.Change{{Path: "mcp/server.json"}}, changes); diff != "" || err != nil {
		t.Errorf("%v, changes (-want +got):\n%s", err, diff)
	}
	if _, err := sides.Base.Read(ctx, "mcp/server.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// TestMergeGroup: a merge queue's commit has a base commit and no pull request.
func TestMergeGroup(t *testing.T) {
	w := newWorld(t)
	base := w.repo.Tip("main")
	w.repo.Branch("queue", "main")
	head := w.repo.Commit("queue", hubtest.Files{"mcp/server.json": hubtest.Text("{}")})
	ctx := context.Background()
	r := w.open()
	sides, err := r.Sides(ctx, base, head)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := r.Diff(ctx, sides.Base, sides.Head)
	if diff := cmp.Diff([]hub.Change{{Path: "mcp/server.json", OldPath: "mcp/server.json"}}, changes); diff != "" || err != nil {
		t.Errorf("%v, changes (-want +got):\n%s", err, diff)
	}
}

func TestBranchWithSlash(t *testing.T) {
	w := newWorld(t)
	w.repo.Branch("release/1.0+x", "main")
	sides, err := w.open().Sides(context.Background(), "release/1.0+x", w.repo.Commit("change", hubtest.Files{"x": hubtest.Text("x")}))
	if err != nil || sides.Tip.Commit() != w.repo.Tip("main") {
		t.Errorf("%+v, %v", sides, err)
	}
}
