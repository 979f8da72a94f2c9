package hub

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/go-github/v66/github"
)

// A Repo reads one repository for one review; see [Hub.Repo]. It is safe for
// concurrent use.
type Repo struct {
	hub *Hub
	ref Ref
	// charged is what the review holds of the hub's memory, under its lock.
	charged int64
	treeCache
}

// Ref returns what the Repo was made from.
func (r *Repo) Ref() Ref { return r.ref }

// Checks returns the client for writing check runs. Its errors are go-github's:
// give them to Classify.
func (r *Repo) Checks() *github.ChecksService { return r.hub.client(r.ref, writeChecks).Checks }

// CodeScanning returns the client for uploading SARIF. The App may lack the
// permission: then every call fails with ErrPermission.
func (r *Repo) CodeScanning() *github.CodeScanningService {
	return r.hub.client(r.ref, writeScanning).CodeScanning
}

// A Pull is a pull request as GitHub has it now. It holds no text that an author
// writes freely.
type Pull struct {
	Number           int
	Open, Draft      bool
	HeadSHA, HeadRef string
	BaseSHA, BaseRef string // BaseSHA is the tip when GitHub last looked, and may be old
	Author           string // login
	Changed          int    // files, by GitHub's count
	UpdatedAt        time.Time
}

// Pull reads a pull request. ErrNotFound right after its opening means that
// GitHub's API lags behind its events.
func (r *Repo) Pull(ctx context.Context, number int) (Pull, error) {
	p, _, err := r.code().PullRequests.Get(ctx, r.ref.Owner, r.ref.Name, number)
	if err != nil {
		return Pull{}, r.errorf(err, "pull request %d", number)
	}
	r.learnSize(p)
	return r.pull(p)
}

func (r *Repo) pull(p *github.PullRequest) (Pull, error) {
	q := Pull{
		Number: p.GetNumber(), Open: p.GetState() == "open", Draft: p.GetDraft(),
		HeadSHA: p.GetHead().GetSHA(), HeadRef: p.GetHead().GetRef(),
		BaseSHA: p.GetBase().GetSHA(), BaseRef: p.GetBase().GetRef(),
		Author: p.GetUser().GetLogin(), Changed: p.GetChangedFiles(), UpdatedAt: p.GetUpdatedAt().Time,
	}
	// head.repo and user are null for a deleted fork and a deleted account, which
	// is fine; without these there is nothing to review.
	if q.HeadSHA == "" || q.BaseRef == "" {
		return Pull{}, fmt.Errorf("pull request %d of %s: GitHub's answer has no head or no base", q.Number, r.ref)
	}
	return q, nil
}

// A Freshness is how a job's view of a pull request compares with GitHub's.
type Freshness int

const (
	Current    Freshness = iota
	Superseded           // a newer push or another base; that event has a job of its own
	Behind               // GitHub's API has not caught up with its own event: ask again soon
	Closed               // closed or merged
)

func (f Freshness) String() string {
	return [...]string{"current", "superseded", "behind", "closed"}[f]
}

// Freshness compares the live pull request with what a job was made for: head,
// base branch, and the pull request's updated_at in the event (zero if there was
// none). GitHub's times have whole seconds, so two events of one second can't be
// told apart: that is Behind, since dropping the only job of a head would leave
// its check missing for ever. Ask again a few times only.
func (p Pull) Freshness(headSHA, baseRef string, event time.Time) Freshness {
	switch {
	case !p.Open && p.UpdatedAt.Before(event):
		return Behind // the event may be its reopening
	case !p.Open:
		return Closed
	case p.HeadSHA == headSHA && (baseRef == "" || p.BaseRef == baseRef):
		return Current
	case !event.IsZero() && !p.UpdatedAt.After(event):
		return Behind
	}
	return Superseded
}

// OpenPullsAt returns the open pull requests whose head is a commit, by number.
// A check run belongs to the commit, so they share it. For commits of forks
// GitHub's events don't say which pull request they are about. Changed is 0 in
// what comes: only Pull knows it.
//
// The answer is exact where the list of open pull requests fits on a page, as in
// most repositories. Elsewhere GitHub is asked for the commit's pull requests,
// which leaves out some of forks; only if there is none are all pages read.
func (r *Repo) OpenPullsAt(ctx context.Context, sha string) ([]Pull, error) {
	all, resp, err := r.code().PullRequests.List(ctx, r.ref.Owner, r.ref.Name, openFirstPage())
	if err != nil {
		return nil, r.errorf(err, "open pull requests")
	}
	return r.openPullsAt(ctx, sha, all, resp.NextPage != 0)
}

// openPullsAt goes on from the first page of the list.
func (r *Repo) openPullsAt(ctx context.Context, sha string, all []*github.PullRequest, more bool) ([]Pull, error) {
	if !more {
		return r.withHead(all, sha)
	}
	opts := openFirstPage()
	linked, _, err := r.code().PullRequests.ListPullRequestsWithCommit(ctx, r.ref.Owner, r.ref.Name, sha, &github.ListOptions{PerPage: perPage})
	if err != nil {
		return nil, r.errorf(err, "pull requests of commit %s", sha)
	}
	if pulls, err := r.withHead(append(linked, all...), sha); err != nil || len(pulls) > 0 {
		return pulls, err
	}
	opts.PerPage = perPage
	for range openPages {
		page, resp, err := r.code().PullRequests.List(ctx, r.ref.Owner, r.ref.Name, opts)
		if err != nil {
			return nil, r.errorf(err, "open pull requests")
		}
		all = append(all, page...)
		if opts.Page = resp.NextPage; opts.Page == 0 {
			break
		}
	}
	return r.withHead(all, sha)
}

// PullAt returns a pull request, and the open ones whose head is a commit, as
// OpenPullsAt does. Mostly one call tells both: the list of open pull requests,
// where it fits on a page and has the one that is asked for.
func (r *Repo) PullAt(ctx context.Context, number int, sha string) (pull Pull, peers func(context.Context) ([]Pull, error), err error) {
	all, resp, err := r.code().PullRequests.List(ctx, r.ref.Owner, r.ref.Name, openFirstPage())
	if err != nil {
		return Pull{}, nil, r.errorf(err, "open pull requests")
	}
	if i := slices.IndexFunc(all, func(p *github.PullRequest) bool { return p.GetNumber() == number }); resp.NextPage == 0 && i >= 0 {
		r.learnSize(all[i])
		pull, err = r.pull(all[i])
		return pull, func(context.Context) ([]Pull, error) { return r.withHead(all, sha) }, err
	}
	pull, err = r.Pull(ctx, number)
	return pull, func(ctx context.Context) ([]Pull, error) { return r.openPullsAt(ctx, sha, all, resp.NextPage != 0) }, err
}

func openFirstPage() *github.PullRequestListOptions {
	return &github.PullRequestListOptions{State: "open", Sort: "updated", Direction: "desc", ListOptions: github.ListOptions{PerPage: openFirst}}
}

// withHead picks the pull requests that are ours and open at a head, each once.
func (r *Repo) withHead(list []*github.PullRequest, sha string) ([]Pull, error) {
	var pulls []Pull
	for _, p := range list {
		// A commit can also belong to pull requests of a fork, between its branches.
		if p.GetState() != "open" || p.GetHead().GetSHA() != sha || p.GetBase().GetRepo().GetID() != r.ref.ID ||
			slices.ContainsFunc(pulls, func(q Pull) bool { return q.Number == p.GetNumber() }) {
			continue
		}
		q, err := r.pull(p)
		if err != nil {
			return nil, err
		}
		pulls = append(pulls, q)
	}
	slices.SortFunc(pulls, func(a, b Pull) int { return a.Number - b.Number })
	return pulls, nil
}

func (r *Repo) code() *github.Client { return r.hub.client(r.ref, readCode).Client }

// errorf classifies an error and says what was asked for.
func (r *Repo) errorf(err error, format string, args ...any) error {
	return fmt.Errorf("%s of %s: %w", fmt.Sprintf(format, args...), r.ref, Classify(err))
}
