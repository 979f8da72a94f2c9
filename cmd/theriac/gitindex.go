package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/theriac/theriac/app/review"
)

// stagedName is what --head calls the index, what the next commit will hold. It
// hides no revision: to git, a name with a colon before it is a file in the index
// and never a commit (gitrevisions(7)).
const stagedName = ":staged"

// indexEntries lists the index. Git hooks set GIT_INDEX_FILE for commits of
// single paths, and git's commands follow it.
func (r *repo) indexEntries(ctx context.Context) ([]review.Entry, error) {
	// ls-files lists what is below the working directory only.
	up, err := r.line(ctx, "rev-parse", "--show-cdup")
	if err != nil {
		return nil, err
	}
	top := &repo{filepath.Join(r.dir, up)}
	out, err := top.git(ctx, "ls-files", "--stage", "-z")
	if err != nil {
		return nil, err
	}
	var entries []review.Entry
	var ids bytes.Buffer
	for record := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		if record == "" {
			continue
		}
		e, err := parseStaged(record)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
		fmt.Fprintln(&ids, e.ID)
	}
	return entries, r.sizes(ctx, &ids, entries)
}

// parseStaged reads a record of ls-files --stage: "mode id stage<TAB>path".
// Stages other than 0 are the sides of a conflict, and no content to commit.
func parseStaged(record string) (review.Entry, error) {
	meta, path, ok := strings.Cut(record, "\t")
	fields := strings.Fields(meta)
	switch {
	case !ok || len(fields) != 3:
		return review.Entry{}, fmt.Errorf("git ls-files: unexpected record %q", record)
	case fields[2] != "0":
		return review.Entry{}, fmt.Errorf("%q is staged with a conflict: resolve it and git add it", path)
	}
	return review.Entry{Path: path, Mode: fields[0], ID: fields[1], Size: -1}, nil
}

// sizes asks for the bytes of all entries at once, so that none is read that is
// too large to be. A submodule's commit is in another repository and has none.
func (r *repo) sizes(ctx context.Context, ids *bytes.Buffer, entries []review.Entry) error {
	cmd := r.command(ctx, "cat-file", "--batch-check=%(objecttype) %(objectsize)")
	cmd.Stdin = ids
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	i := 0
	for line := range strings.Lines(string(out)) {
		if i == len(entries) {
			break
		}
		if size, ok := strings.CutPrefix(strings.TrimSpace(line), "blob "); ok {
			if n, err := strconv.ParseInt(size, 10, 64); err == nil {
				entries[i].Size = n
			}
		}
		i++
	}
	if i != len(entries) {
		return fmt.Errorf("git cat-file: %d answers for %d files", i, len(entries))
	}
	return nil
}

// stagedChanges lists what differs between a commit or tree and the index.
func (r *repo) stagedChanges(ctx context.Context, from string) ([]review.Change, error) {
	out, err := r.git(ctx, "diff-index", "--cached", "-z", "-M", "--name-status", from)
	if err != nil {
		return nil, err
	}
	return parseChanges(out)
}

// unborn reports whether HEAD is a branch without a commit, as before the first.
func (r *repo) unborn(ctx context.Context) bool {
	ref, err := r.line(ctx, "symbolic-ref", "--quiet", "HEAD")
	return err == nil && r.try(ctx, ref) == ""
}
