package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// A change is what an event of GitHub's is about, as revisions of the checkout.
type change struct{ base, head string }

// event is what matters of the payload that GITHUB_EVENT_PATH names. See
// https://docs.github.com/en/actions/reference/events-that-trigger-workflows
type event struct {
	PullRequest *struct {
		Base, Head struct {
			SHA string `json:"sha"`
		}
	} `json:"pull_request"`
	MergeGroup *struct {
		Base string `json:"base_sha"`
		Head string `json:"head_sha"`
	} `json:"merge_group"`
	Before     string `json:"before"` // of a push
	After      string `json:"after"`
	Repository struct {
		DefaultBranch string `json:"default_branch"`
	} `json:"repository"`
}

// deepen is the advice that helps with a checkout that lacks history.
const deepen = "give actions/checkout fetch-depth: 0"

// changeOf finds the change that a workflow was started for. What is checked out
// must be that change: reviewing something else would pass.
func changeOf(ctx context.Context, getenv func(string) string, r *repo) (change, error) {
	name := getenv("GITHUB_EVENT_NAME")
	data, err := os.ReadFile(getenv("GITHUB_EVENT_PATH"))
	if err != nil {
		return change{}, fmt.Errorf("read the event: %w", err)
	}
	var e event
	if err := json.Unmarshal(data, &e); err != nil {
		return change{}, fmt.Errorf("read the event: %w", err)
	}
	at, err := r.commit(ctx, "HEAD")
	if err != nil {
		return change{}, fmt.Errorf("there is no git checkout to be read here: run actions/checkout before, with fetch-depth: 2 or more: %w", err)
	}
	switch {
	case name == "pull_request_target":
		// It is started with the base's workflow and secrets, and checks out the base:
		// whoever checks out the pull request there hands both to its author.
		return change{}, &titledError{"theriac does not review on pull_request_target", errors.New(
			"the event pull_request_target runs with the base branch checked out, so the pull request is not here to be read: start the workflow on pull_request instead, which needs no secret")}
	case e.PullRequest != nil:
		return pullRequest(ctx, r, at, e.PullRequest.Base.SHA, e.PullRequest.Head.SHA)
	case e.MergeGroup != nil:
		return exactly(ctx, r, at, e.MergeGroup.Base, e.MergeGroup.Head)
	case name == "push" && strings.Trim(e.After, "0") == "":
		return change{}, errors.New("this push removed a branch or tag: there is no change to review")
	case name == "push" && strings.Trim(e.Before, "0") == "":
		return newBranch(ctx, r, at, e.After, e.Repository.DefaultBranch)
	case name == "push":
		return exactly(ctx, r, at, e.Before, e.After)
	}
	return change{}, &titledError{fmt.Sprintf("theriac: nothing to review on %s", name), fmt.Errorf(
		"the event %q has no change to review: set the input manifest (for instance manifest: .) to scan what there is, or server or url", name)}
}

// pullRequest takes what actions/checkout checks out by default, the merge of
// the pull request into its base, or the pull request's own head.
func pullRequest(ctx context.Context, r *repo, at, base, head string) (change, error) {
	if at == head {
		return exactly(ctx, r, at, base, head)
	}
	parents, err := r.parents(ctx, at)
	switch {
	case err != nil:
		return change{}, err
	case len(parents) != 2 || parents[1] != head:
		return change{}, fmt.Errorf("what is checked out, %s, is neither the pull request's head %s nor its merge into the base", at, head)
	case r.try(ctx, parents[0]) == "":
		return change{}, errors.New("the checkout lacks the base: give actions/checkout fetch-depth: 2")
	}
	// The merge's first parent is the base as it was merged. What the event calls
	// the base may be older.
	return change{base: parents[0], head: at}, nil
}

// newBranch compares a branch or tag that was not there before with the default
// branch.
func newBranch(ctx context.Context, r *repo, at, head, main string) (change, error) {
	base := r.try(ctx, "refs/remotes/origin/"+main)
	switch {
	case at != head:
		return exactly(ctx, r, at, base, head)
	case main == "" || base == "":
		return change{}, fmt.Errorf("this push made a new branch or tag, and the checkout lacks the default branch to compare it with: %s", deepen)
	case base == head:
		return change{}, errors.New("this push made a branch or tag with nothing before it to compare with: set the input manifest to scan what there is")
	}
	return change{base, head}, nil
}

// exactly takes the two commits of a change, the second of which must be checked
// out.
func exactly(ctx context.Context, r *repo, at, base, head string) (change, error) {
	switch {
	case at != head:
		return change{}, fmt.Errorf("what is checked out, %s, is not the change, %s", at, head)
	case r.try(ctx, base) == "":
		return change{}, fmt.Errorf("the checkout lacks the commit before the change, %s: %s", base, deepen)
	}
	return change{base, head}, nil
}

// parents are a commit's, also those that a shallow clone does not have.
func (r *repo) parents(ctx context.Context, id string) ([]string, error) {
	out, err := r.git(ctx, "cat-file", "commit", id)
	if err != nil {
		return nil, err
	}
	var parents []string
	for line := range strings.Lines(out) {
		if line == "\n" {
			break
		}
		if parent, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "parent "); ok {
			parents = append(parents, parent)
		}
	}
	return parents, nil
}
