package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/theriac/theriac/app/review"
)

// A repo is a local git repository, bare ones and worktrees included. It is read
// by git's plumbing commands, without a shell, and never written to.
type repo struct{ dir string }

// git runs one command and gives what it prints. exec.ExitError is among the
// errors where git itself says no.
func (r *repo) git(ctx context.Context, args ...string) (string, error) {
	cmd := r.command(ctx, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("git is not installed: give two folders, or install it: %w", err)
	case err != nil:
		said, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return "", fmt.Errorf("git %s: %s: %w", args[0], cmp.Or(strings.TrimPrefix(said, "fatal: "), "failed"), err)
	}
	return stdout.String(), nil
}

func (r *repo) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{"--no-pager", "--literal-pathspecs", "-C", r.dir}, args...)...)
	cmd.Env = append(os.Environ(),
		"LC_ALL=C",
		"GIT_OPTIONAL_LOCKS=0",     // reading only
		"GIT_TERMINAL_PROMPT=0",    // never wait for a password
		"GIT_NO_REPLACE_OBJECTS=1", // a replace ref could show other files than the commit has
		"GIT_EXTERNAL_DIFF=", "GIT_DIFF_OPTS=",
	)
	return cmd
}

// line is git for commands that print one line.
func (r *repo) line(ctx context.Context, args ...string) (string, error) {
	out, err := r.git(ctx, args...)
	return strings.TrimSpace(out), err
}

// commit resolves a revision to a commit's ID.
func (r *repo) commit(ctx context.Context, rev string) (string, error) {
	if strings.HasPrefix(rev, "-") {
		return "", fmt.Errorf("%q is no revision: it begins with a minus sign", rev)
	}
	id, err := r.line(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		if r.shallow(ctx) {
			return "", fmt.Errorf("%q is not in this shallow clone, and no folder: %s", rev, unshallow)
		}
		return "", fmt.Errorf("%q is neither a revision of %s nor a folder", rev, r.dir)
	}
	return id, err
}

// unshallow is how to mend a clone that lacks what a change is compared with.
const unshallow = "fetch the history (git fetch --unshallow; actions/checkout: fetch-depth: 0), or name a base that is here with --base"

// shallow reports whether the clone was cut off somewhere.
func (r *repo) shallow(ctx context.Context) bool {
	is, _ := r.line(ctx, "rev-parse", "--is-shallow-repository")
	return is == "true"
}

// try is commit for a revision that may be missing: empty then.
func (r *repo) try(ctx context.Context, rev string) string {
	id, err := r.commit(ctx, rev)
	if err != nil {
		return ""
	}
	return id
}

// emptyTree is git's ID of a tree without files, in repositories of SHA-1; git
// knows it without having it.
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

// mergeBase is where two commits parted: empty where they share no history.
func (r *repo) mergeBase(ctx context.Context, a, b string) (string, error) {
	id, err := r.line(ctx, "merge-base", a, b)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		if r.shallow(ctx) {
			return "", errors.New("base and head have no common commit in this shallow clone: " + unshallow)
		}
		return "", nil
	}
	return id, err
}

// defaultBase is the tip of the branch that changes go to: what the remote calls
// its default branch, else its main or master; where there is no remote, the
// local main or master. It is empty where none of them is, or all are head.
func (r *repo) defaultBase(ctx context.Context, head string) (id, name string) {
	for _, names := range [][]string{
		{"refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master"},
		{"refs/heads/main", "refs/heads/master"},
	} {
		found := false
		for _, name := range names {
			id := r.try(ctx, name)
			if id != "" && id != head {
				return id, name
			}
			found = found || id != ""
		}
		if found {
			break
		}
	}
	return "", ""
}

// changes lists what differs between two commits, renames found by similar
// content.
func (r *repo) changes(ctx context.Context, base, head string) ([]review.Change, error) {
	out, err := r.git(ctx, "diff-tree", "-r", "-z", "-M", "--no-commit-id", "--name-status", base, head)
	if err != nil {
		return nil, err
	}
	return parseChanges(out)
}

// parseChanges reads what git's diff commands print with -z --name-status.
func parseChanges(out string) ([]review.Change, error) {
	changes := []review.Change{} // not nil: nil asks the review to find them
	fields := strings.Split(out, "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		status, path := fields[i], fields[i+1]
		switch {
		case status == "":
			return nil, fmt.Errorf("git diff: no status for %q", path)
		case status[0] == 'A':
			changes = append(changes, review.Change{Path: path})
		case status[0] == 'D':
			changes = append(changes, review.Change{OldPath: path})
		case status[0] == 'R' && i+2 < len(fields):
			changes = append(changes, review.Change{Path: fields[i+2], OldPath: path})
			i++
		default: // M, T
			changes = append(changes, review.Change{Path: path, OldPath: path})
		}
	}
	return changes, nil
}
