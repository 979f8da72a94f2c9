package worker

import (
	"context"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/checks/checkrun"
	"github.com/theriac/theriac/webhook"
)

// A question is what one check run answers: is what ends in this commit fit to
// be merged?
type question struct {
	job  queue.Job
	repo *hub.Repo
	head string
	// id names the question in the check run's external_id, so that it can be
	// asked again when somebody presses "Re-run" there.
	id webhook.ExternalID
	// approver wants to approve what the answer would hold back; nil for nobody.
	approver *approver
	// changes finds the changes that end in head. It is called once the check
	// run is open.
	changes func(context.Context) ([]change, error)
	// still reports whether head is still what the answer should be about.
	still func(context.Context) (bool, error)
}

// A change is one way to head: from a base branch (pull is set) or from a
// commit.
type change struct {
	pull hub.Pull
	// base is a branch or a commit.
	base string
}

func newQuestion(repo *hub.Repo, job queue.Job) *question {
	head := job.Request.Head
	return &question{job: job, repo: repo, head: head, id: webhook.ExternalID{
		RepositoryID: job.Request.Repository.ID, Head: head, Job: job.ID, Attempt: job.Attempt + job.Restarts,
	}}
}

// target is where the question's check run goes.
func (q *question) target() checkrun.Target { return target(q.job, q.id.Encode()) }

func target(job queue.Job, externalID string) checkrun.Target {
	r := job.Request
	return checkrun.Target{Owner: r.Repository.Owner, Repo: r.Repository.Name, HeadSHA: r.Head, ExternalID: externalID}
}

// ofJob recognises the check runs of a job, of any of its attempts.
func ofJob(job queue.Job) func(externalID string) bool {
	return func(externalID string) bool {
		id, err := webhook.ParseExternalID(externalID)
		return err == nil && id.Job == job.ID && id.RepositoryID == job.Request.Repository.ID
	}
}
