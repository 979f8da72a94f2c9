package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/scanner/manifest"
)

// A gitTree is the files of one commit, or those of the index.
type gitTree struct {
	repo   *repo
	id     string // a commit or tree
	staged bool   // the index; id does not matter then
	blob   *blobReader

	once   sync.Once
	all    []review.Entry
	byPath map[string]review.Entry
	err    error
}

func (t *gitTree) list(ctx context.Context) error {
	t.once.Do(func() {
		if t.staged {
			t.all, t.err = t.repo.indexEntries(ctx)
		} else {
			t.all, t.err = t.repo.treeEntries(ctx, t.id)
		}
		t.byPath = make(map[string]review.Entry, len(t.all))
		for _, e := range t.all {
			t.byPath[e.Path] = e
		}
	})
	return t.err
}

// treeEntries lists a commit or tree.
func (r *repo) treeEntries(ctx context.Context, id string) ([]review.Entry, error) {
	out, err := r.git(ctx, "ls-tree", "-r", "-z", "-l", "--full-tree", id)
	if err != nil {
		return nil, err
	}
	var entries []review.Entry
	for record := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		if record == "" {
			continue
		}
		e, err := parseEntry(record)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// parseEntry reads a record of ls-tree -l: "mode type id size<TAB>path", with a
// dash for the size of what is no blob.
func parseEntry(record string) (review.Entry, error) {
	meta, path, ok := strings.Cut(record, "\t")
	fields := strings.Fields(meta)
	if !ok || len(fields) != 4 {
		return review.Entry{}, fmt.Errorf("git ls-tree: unexpected record %q", record)
	}
	e := review.Entry{Path: path, Mode: fields[0], ID: fields[2], Size: -1}
	if n, err := strconv.ParseInt(fields[3], 10, 64); err == nil {
		e.Size = n
	}
	return e, nil
}

func (t *gitTree) Entries(ctx context.Context) ([]review.Entry, error) {
	return t.all, t.list(ctx)
}

func (t *gitTree) Stat(ctx context.Context, path string) (review.Entry, error) {
	if err := t.list(ctx); err != nil {
		return review.Entry{}, err
	}
	e, ok := t.byPath[path]
	if !ok {
		return e, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
	return e, nil
}

func (t *gitTree) Read(ctx context.Context, path string) ([]byte, error) {
	e, err := t.Stat(ctx, path)
	if err != nil {
		return nil, err
	}
	data, err := t.blob.read(ctx, e.ID)
	if err != nil {
		return nil, &manifest.Error{URI: path, Reason: manifest.Unreadable, Detail: err.Error()}
	}
	return data, nil
}

// A blobReader reads blobs through one git cat-file process, begun when it is
// first needed.
type blobReader struct {
	repo *repo
	mu   sync.Mutex
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
}

func (b *blobReader) start(ctx context.Context) (err error) {
	cmd := b.repo.command(ctx, "cat-file", "--batch")
	if b.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	b.out = bufio.NewReader(out)
	if err := cmd.Start(); err != nil {
		return err
	}
	b.cmd = cmd
	return nil
}

func (b *blobReader) read(ctx context.Context, id string) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cmd == nil {
		if err := b.start(ctx); err != nil {
			return nil, err
		}
	}
	if _, err := io.WriteString(b.in, id+"\n"); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	header, err := b.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	// "id blob size", or "id missing" in a clone that is not whole.
	fields := strings.Fields(header)
	if len(fields) != 3 || fields[1] != "blob" {
		return nil, fmt.Errorf("git cat-file: %s", strings.TrimSpace(header))
	}
	size, err := strconv.Atoi(fields[2])
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	data := make([]byte, size+1) // and the line break after it
	if _, err := io.ReadFull(b.out, data); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return data[:size], nil
}

// Close ends the process.
func (b *blobReader) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cmd == nil {
		return nil
	}
	return errors.Join(b.in.Close(), b.cmd.Wait())
}
