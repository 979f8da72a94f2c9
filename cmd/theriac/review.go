package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app/review"
)

func (a *app) reviewCommand() *cobra.Command {
	var o reporting
	var side sides
	cmd := &cobra.Command{
		Use:   "review [--repo DIR] [--base REV|DIR] [--head REV|DIR]",
		Short: "Review a change, as the GitHub App does",
		Long: `Review what a change does to MCP metadata, as the GitHub App does.

Manifests that the change touches are scanned, and compared with the approved
baseline of the base or, where there is none, with the manifest at the base.
Configuration and baselines are the base's: a change can't quieten its own review.

Base and head are revisions of a local git repository, or folders. A revision is
compared from the point where head left it. Without --head it is HEAD. Without
--base it is the default branch (origin/HEAD, else main or master, of the remote
or local), or HEAD's parent where HEAD is that branch.

--head :staged is the index, what the next commit will hold; its base is HEAD.`,
		Example: `  theriac review
  theriac review --base origin/main --head feature
  theriac review --base old/ --head new/
  theriac review --head .      (the working tree, not yet committed)
  theriac review --head :staged`,
		Args: arguments(0, 0, "flags only: --base, --head"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.resolve(cmd, &o)
			if err != nil {
				return err
			}
			in := review.Input{Rules: s.all, Select: s.names, Now: time.Now()}
			if s.forced {
				in.FailOn = s.failOn
			}
			if s.given {
				in.Config = s.config
			}
			title, closer, err := side.open(cmd.Context(), &in)
			if err != nil {
				return err
			}
			report, err := review.Run(cmd.Context(), in)
			if err := errors.Join(err, closer.Close()); err != nil {
				return err
			}
			a.folder = side.folder(cmd.Context())
			a.fromRoot = a.folder != side.head // commits and the index have paths from the root
			a.noteSources(a.folder, report)
			return a.finish(cmd, &o, s, title, report)
		},
	}
	cmd.Flags().StringVar(&side.repo, "repo", ".", "git repository of the revisions")
	cmd.Flags().StringVar(&side.base, "base", "", "what the change started from: `REV|DIR`")
	cmd.Flags().StringVar(&side.head, "head", "", "the change: `REV|DIR`, or :staged for git's index (default HEAD)")
	o.flags(cmd)
	return cmd
}

// sides are the two sides of a change as the command line names them.
type sides struct{ repo, base, head string }

// folder is where the files of the head lie, as far as they do.
func (s *sides) folder(ctx context.Context) string {
	if info, err := os.Stat(s.head); err == nil && info.IsDir() {
		return s.head
	}
	top, err := (&repo{s.repo}).line(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return s.repo
	}
	return top
}

// open sets the trees of the review. title says what is compared.
func (s *sides) open(ctx context.Context, in *review.Input) (title string, _ io.Closer, err error) {
	o := &opener{ctx: ctx, repo: &repo{s.repo}}
	defer func() {
		if err != nil {
			err = errors.Join(err, o.Close())
		}
	}()
	o.blobs = &blobReader{repo: o.repo}
	o.closers = append(o.closers, o.blobs)

	head, err := o.side(s.head, "HEAD")
	if err != nil {
		return "", nil, fmt.Errorf("--head: %w", err)
	}
	if in.Head, err = o.tree(head); err != nil {
		return "", nil, fmt.Errorf("--head: %w", err)
	}
	tip, err := o.base(s.base, head)
	if err != nil {
		return "", nil, fmt.Errorf("--base: %w", err)
	}
	if in.Tip, err = o.tree(tip); err != nil {
		return "", nil, fmt.Errorf("--base: %w", err)
	}
	title = fmt.Sprintf("review of %s against %s", head.name, tip.name)
	in.Base = in.Tip
	if tip.dir != "" {
		return title, o, nil
	}
	from := tip.id
	if head.dir == "" && from != emptyTree && head.id != emptyTree {
		if from, err = o.repo.mergeBase(ctx, tip.id, head.id); err != nil {
			return "", nil, err
		}
		if from == "" {
			from = emptyTree
		}
	}
	in.Base = &gitTree{repo: o.repo, id: from, blob: o.blobs}
	if s.head == "" && (from == head.id || s.base == "" && (tip.name == "HEAD^" || tip.id == emptyTree)) {
		// On the branch that changes go to: what was meant may not be committed yet.
		if err := o.uncommitted(); err != nil {
			return "", nil, err
		}
	}
	switch {
	case head.staged:
		in.Changes, err = o.repo.stagedChanges(ctx, from)
	case head.dir == "":
		in.Changes, err = o.repo.changes(ctx, from, head.id)
	}
	return title, o, err
}

// A side is a folder, a commit, or the index.
type side struct {
	name   string // for a person
	dir    string
	id     string
	staged bool // the index; id is then the commit that it is based on
}

type opener struct {
	ctx     context.Context
	repo    *repo
	blobs   *blobReader
	closers []io.Closer
}

// Close ends what the trees need while they are read.
func (o *opener) Close() error {
	var errs []error
	for _, c := range o.closers {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// side finds out what a flag means. A name that is both a folder and a revision
// could be taken either way, and then the review of the wrong thing would pass.
func (o *opener) side(name, otherwise string) (side, error) {
	if name == stagedName {
		s := side{name: "what is staged", id: emptyTree, staged: true}
		if o.repo.unborn(o.ctx) {
			return s, nil
		}
		var err error
		s.id, err = o.repo.commit(o.ctx, "HEAD")
		return s, err
	}
	if name == "" {
		id, err := o.repo.commit(o.ctx, otherwise)
		return side{name: otherwise, id: id}, err
	}
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		id, err := o.repo.commit(o.ctx, name)
		return side{name: name, id: id}, err
	}
	if name == "." || name == ".." || o.repo.try(o.ctx, name) == "" {
		return side{name: slashed(name), dir: name}, nil
	}
	return side{}, fmt.Errorf("%q is both a folder and a revision: write ./%s or refs/heads/%s", name, name, name)
}

// base is side for --base, with its default.
func (o *opener) base(name string, head side) (side, error) {
	switch {
	case name == stagedName:
		return side{}, fmt.Errorf("%s is for --head", stagedName)
	case head.staged && (name == "" || name == "HEAD"):
		// Before the first commit everything that is staged is new.
		return side{name: "HEAD", id: head.id}, nil
	case name != "":
		return o.side(name, "")
	}
	at := head.id
	if head.dir != "" {
		// A folder is most often the working tree: what is not committed yet.
		var err error
		if at, err = o.repo.commit(o.ctx, "HEAD"); err != nil {
			return side{}, err
		}
		return side{name: "HEAD", id: at}, nil
	}
	if id, ref := o.repo.defaultBase(o.ctx, at); id != "" {
		return side{name: ref, id: id}, nil
	}
	if id := o.repo.try(o.ctx, at+"^"); id != "" {
		return side{name: head.name + "^", id: id}, nil
	}
	if parents, err := o.repo.parents(o.ctx, at); err != nil || len(parents) > 0 {
		// It has a parent, which is not here: with nothing to compare with, all of
		// the repository would be new.
		return side{}, errors.Join(err, fmt.Errorf("what %s is to be compared with is not in this clone: %s", head.name, unshallow))
	}
	return side{name: "nothing", id: emptyTree}, nil
}

func (o *opener) tree(s side) (review.Tree, error) {
	if s.dir == "" {
		return &gitTree{repo: o.repo, id: s.id, staged: s.staged, blob: o.blobs}, nil
	}
	t, err := openDir(s.dir)
	if err != nil {
		return nil, err
	}
	o.closers = append(o.closers, t)
	return t, nil
}
