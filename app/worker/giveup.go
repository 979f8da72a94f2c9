package worker

import (
	"context"

	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/checks/checkrun"
	"github.com/theriac/theriac/webhook"
)

// GiveUp says on the commit that there is no answer and how to get one. The
// check run fails: what was not reviewed must not pass.
func (w *Worker) GiveUp(ctx context.Context, job queue.Job, cause error) error {
	if err := w.fail(ctx, job, couldNot(job, cause)); err != nil {
		return w.sorted(job, err)
	}
	w.Observe(Answer{Kind: job.Request.Kind, Conclusion: checkrun.Failure, Waited: w.now().Sub(job.QueuedAt)})
	return nil
}

// fail puts a verdict on the run that the job left open, or on a new one.
func (w *Worker) fail(ctx context.Context, job queue.Job, v checkrun.Verdict) error {
	svc := w.repo(job).Checks()
	n, err := checkrun.CloseUnfinished(ctx, svc, target(job, ""), ofJob(job), v.Conclusion, v.Summary)
	if err != nil || n > 0 {
		return err
	}
	run, err := checkrun.Open(ctx, svc, target(job, lastWord(job).Encode()))
	if err != nil {
		return err
	}
	_, err = run.Complete(ctx, v, func(context.Context) (bool, error) { return true, nil })
	return err
}

// lastWord names the run of a job that never came to have one. Attempt 0 tells
// it from the attempts' own.
func lastWord(job queue.Job) webhook.ExternalID {
	r := job.Request
	return webhook.ExternalID{RepositoryID: r.Repository.ID, PullRequest: r.PullRequest, BaseRef: r.BaseRef, BaseSHA: groupBase(r), Head: r.Head, Job: job.ID}
}

// groupBase is the base commit where a re-run can't find it by itself.
func groupBase(r webhook.Request) string {
	if r.Kind == webhook.ReviewGroup {
		return r.BaseSHA
	}
	return ""
}
