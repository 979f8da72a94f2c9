package worker

import (
	"context"
	"fmt"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/checks/checkrun"
	"github.com/theriac/theriac/webhook"
)

// askCommit is the question of a re-run that names a commit only, as GitHub's
// events do for heads in forks, for merge groups, and where several pull
// requests share a head.
func (w *Worker) askCommit(ctx context.Context, repo *hub.Repo, job queue.Job) (*question, error) {
	pulls, err := repo.OpenPullsAt(ctx, job.Request.Head)
	if err != nil {
		return nil, err
	}
	if len(pulls) == 0 {
		return w.askGroupOf(ctx, repo, job)
	}
	first, err := repo.Pull(ctx, pulls[0].Number)
	if err != nil {
		return nil, err
	}
	if err := w.fresh(ctx, job, first); err != nil {
		return nil, err
	}
	q := pullQuestion(repo, job, first)
	if len(pulls) > 1 {
		q.id.PullRequest, q.id.BaseRef = 0, "" // stands for all of them
	}
	q.changes = func(ctx context.Context) ([]change, error) { return changesOf(ctx, repo, first, pulls) }
	return q, nil
}

// askGroupOf looks for the merge group that the commit belongs to: our earlier
// check run on it has noted its base.
func (w *Worker) askGroupOf(ctx context.Context, repo *hub.Repo, job queue.Job) (*question, error) {
	r := job.Request
	ids, err := checkrun.ExternalIDs(ctx, repo.Checks(), r.Repository.Owner, r.Repository.Name, r.Head)
	if err != nil {
		return nil, err
	}
	for _, s := range ids {
		id, err := webhook.ParseExternalID(s)
		if err == nil && id.RepositoryID == r.Repository.ID && id.Head == r.Head && id.BaseSHA != "" {
			return askGroup(repo, job, id.BaseRef, id.BaseSHA), nil
		}
	}
	return nil, fmt.Errorf("%w: no open pull request has this head", queue.ErrSuperseded)
}
