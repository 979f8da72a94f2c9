package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/webhook"
)

// maxPulls bounds the pull requests of one head that are reviewed together. More
// of them than anybody opens in earnest must not eat an installation's calls.
const maxPulls = 10

// errTooMany: see maxPulls.
var errTooMany = fmt.Errorf("%w: this commit is the head of more than %d open pull requests", hub.ErrIncomplete, maxPulls)

// askPull is the question of a pull request's event or re-run.
func (w *Worker) askPull(ctx context.Context, repo *hub.Repo, job queue.Job) (*question, error) {
	r := job.Request
	pull, peers, err := repo.PullAt(ctx, r.PullRequest, r.Head)
	if errors.Is(err, hub.ErrNotFound) {
		if wait := w.lag(job, err); wait != nil {
			return nil, wait
		}
		return nil, fmt.Errorf("%w: %w", queue.ErrGone, err)
	}
	if err != nil {
		return nil, err
	}
	if err := w.fresh(ctx, job, pull); err != nil {
		return nil, err
	}
	q := pullQuestion(repo, job, pull)
	q.changes = func(ctx context.Context) ([]change, error) {
		listed, err := peers(ctx)
		if err != nil {
			return nil, err
		}
		return changesOf(ctx, repo, pull, listed)
	}
	return q, nil
}

// pullQuestion is a question that a pull request stands for.
func pullQuestion(repo *hub.Repo, job queue.Job, pull hub.Pull) *question {
	q := newQuestion(repo, job)
	q.id.PullRequest, q.id.BaseRef = pull.Number, pull.BaseRef
	q.still = func(ctx context.Context) (bool, error) {
		live, err := repo.Pull(ctx, pull.Number)
		if err != nil {
			return false, err
		}
		return live.HeadSHA == q.head && live.BaseRef == pull.BaseRef, nil
	}
	return q
}

// changesOf takes all open pull requests of a head into one answer: the one that
// is known, and those that GitHub lists. Since a check run belongs to the commit,
// an answer about one of them would stand for the others too: somebody could open
// a second pull request, to a branch that has the poison already, to have the
// first one pass.
func changesOf(ctx context.Context, repo *hub.Repo, known hub.Pull, listed []hub.Pull) ([]change, error) {
	if len(listed) > maxPulls {
		return nil, errTooMany
	}
	all := []change{{pull: known, base: known.BaseRef}}
	for _, p := range listed {
		if p.Number == known.Number {
			continue
		}
		live, err := repo.Pull(ctx, p.Number) // a list does not count a pull request's files
		if err != nil {
			return nil, err
		}
		if live.Open && live.HeadSHA == known.HeadSHA {
			all = append(all, change{pull: live, base: live.BaseRef})
		}
	}
	slices.SortFunc(all, func(a, b change) int { return a.pull.Number - b.pull.Number })
	return all, nil
}

// fresh compares the job with the pull request as it is now.
func (w *Worker) fresh(ctx context.Context, job queue.Job, live hub.Pull) error {
	r := job.Request
	base := r.BaseRef
	if r.UpdatedAt.IsZero() {
		base = "" // a re-run takes the base branch as it is now
	}
	switch live.Freshness(r.Head, base, r.UpdatedAt) {
	case hub.Current:
		return nil
	case hub.Closed:
		return fmt.Errorf("%w: the pull request is closed", queue.ErrSuperseded)
	case hub.Behind:
		if wait := w.lag(job, errors.New("GitHub's API has not caught up with its event")); wait != nil {
			return wait
		}
	}
	// The event of what is there now has a job of its own, or is on its way, or
	// was lost. Asking a second time does no harm.
	if err := w.askLive(ctx, job, live); err != nil {
		return err
	}
	return fmt.Errorf("%w: the pull request has another head or base branch by now", queue.ErrSuperseded)
}

// askLive queues the pull request as it is now, unless it is queued already.
func (w *Worker) askLive(ctx context.Context, job queue.Job, live hub.Pull) error {
	_, err := w.Queue.Requeue(ctx, webhook.Request{
		Kind: webhook.ReviewPull, Installation: job.Request.Installation, Repository: job.Request.Repository,
		PullRequest: live.Number, Head: live.HeadSHA, BaseRef: live.BaseRef, BaseSHA: live.BaseSHA, UpdatedAt: live.UpdatedAt,
	})
	return err
}
