// Package worker does the jobs of the queue. It is where everything meets: hub
// reads a change from GitHub, review judges it, checks tells GitHub.
//
//	Handle   fresh? → open a check run → review → complete it → code scanning
//	GiveUp   the last attempt failed: the check run says so, and fails
//	Janitor  completes the check runs of jobs that ended on the way
//	Sweep    asks GitHub for deliveries that never arrived
//
// A check run belongs to a commit, not to a pull request. So a job answers a
// question about a commit (see question.go): all the changes that end in it. The
// kinds of request differ only in how they come to their question: pull.go,
// group.go, commit.go.
//
// Every review has a check run of its own, because GitHub adds annotations to
// those that a run has and lets no completed run go back. Another attempt goes on
// with a run only as long as it has no annotations; what is left unfinished in
// the end, the janitor completes.
package worker

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/checks/checkrun"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/webhook"
)

// Config is what a Worker works with.
type Config struct {
	Hub   *hub.Hub
	Queue *queue.Queue
	Rules *scanner.Set
	Log   *slog.Logger
	// Observe is told of every answer that was given; it may be nil.
	Observe func(Answer)
	// Redelivered is told how many deliveries were asked for again; it may be nil.
	Redelivered func(int)
	// Refused is told when GitHub refuses the App itself (hub.ErrCredentials) or a
	// permission (hub.ErrPermission), and with nil whenever a review got through.
	// It may be nil.
	Refused func(error)
}

// An Answer is a check run that was completed.
type Answer struct {
	Kind       webhook.Kind
	Conclusion checkrun.Conclusion
	// Took is the time of the review, Waited from the storing of the request to
	// the completed check run.
	Took, Waited time.Duration
}

// A Worker handles jobs. It is safe for concurrent use.
type Worker struct {
	Config
	now     func() time.Time
	janitor backoff
}

var _ queue.Handler = (*Worker)(nil)

// New makes a worker.
func New(c Config) *Worker {
	if c.Observe == nil {
		c.Observe = func(Answer) {}
	}
	if c.Redelivered == nil {
		c.Redelivered = func(int) {}
	}
	if c.Refused == nil {
		c.Refused = func(error) {}
	}
	return &Worker{Config: c, now: time.Now}
}

// Handle makes one attempt at a job.
func (w *Worker) Handle(ctx context.Context, job queue.Job) error {
	repo := w.repo(job)
	defer repo.Close()
	ctx = hub.Counted(ctx)
	q, err := w.ask(ctx, repo, job)
	if err == nil {
		err = w.answer(ctx, q)
	}
	return w.sorted(job, err)
}

// ask finds out what a job's request is about. The error is queue.ErrSuperseded
// if nobody waits for an answer any more.
func (w *Worker) ask(ctx context.Context, repo *hub.Repo, job queue.Job) (*question, error) {
	switch job.Request.Kind {
	case webhook.ReviewPull:
		return w.askPull(ctx, repo, job)
	case webhook.ReviewGroup:
		return askGroup(repo, job, job.Request.BaseRef, job.Request.BaseSHA), nil
	case webhook.RerunCommit:
		return w.askCommit(ctx, repo, job)
	case webhook.Approve:
		return w.askApproval(ctx, repo, job)
	}
	return nil, fmt.Errorf("a request of kind %q can't be worked on", job.Request.Kind)
}

// repo starts the reading of a job's repository.
func (w *Worker) repo(job queue.Job) *hub.Repo {
	r := job.Request
	return w.Hub.Repo(hub.Ref{Installation: r.Installation, ID: r.Repository.ID, Owner: r.Repository.Owner, Name: r.Repository.Name})
}

// log writes one line with the job's facts.
func (w *Worker) log(ctx context.Context, level slog.Level, job queue.Job, text string, attrs ...slog.Attr) {
	w.Log.LogAttrs(ctx, level, text, append(job.Attrs(), attrs...)...)
}
