package worker

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/checks/checkrun"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/webhook"
)

// An approval is asked for by a check run that waits (action_required), and given
// by its button or by an approving review. Each is a job like a re-run: the pull
// request is reviewed again, and the approval is stored if the person may approve
// and if what was shown is still what stands there. So a press changes nothing by
// itself, and every run shows who approved what, or why not.

// approveAction is the button of a check run that waits.
var approveAction = checkrun.Action{
	Label: "Approve", Description: "These changes of metadata are meant", Identifier: webhook.ButtonApprove,
}

// waitingFor is how long a check run that waits is remembered.
const waitingFor = 400 * 24 * time.Hour

// waitingFact is the name of what a pull request waits for: the head, and the
// digest of what was shown there.
func waitingFact(job queue.Job, pull int) string {
	return fmt.Sprintf("waiting/%d/%d", job.Request.Repository.ID, pull)
}

// askApproval is the question of somebody who approves. It is superseded where
// nothing waits on that head.
func (w *Worker) askApproval(ctx context.Context, repo *hub.Repo, job queue.Job) (*question, error) {
	ask := w.askCommit
	if job.Request.PullRequest > 0 {
		ask = w.askPull
		waits, ok, err := w.Queue.Recall(ctx, waitingFact(job, job.Request.PullRequest))
		if err != nil {
			return nil, err
		}
		if !ok || !strings.HasPrefix(waits, job.Request.Head+" ") {
			return nil, fmt.Errorf("%w: nothing waits for an approval on this head", queue.ErrSuperseded)
		}
	}
	q, err := ask(ctx, repo, job)
	if err != nil {
		return nil, err
	}
	q.approver = &approver{login: job.Request.Sender, how: job.Request.Button}
	return q, nil
}

// approver is who wants to approve, and what is known of the account.
type approver struct {
	login, how string
	looked     bool
	mayWrite   bool
	err        error
}

// approval looks for the approval of what a review would hold back, or makes it.
func (w *Worker) approval(q *question, pull hub.Pull) func(context.Context, string) (*checks.Approval, error) {
	if pull.Number == 0 {
		return nil // a merge group: its pull requests were approved, each by itself
	}
	return func(ctx context.Context, digest string) (*checks.Approval, error) {
		given, err := w.approved(ctx, q, pull, digest)
		if given != nil || err != nil || q.approver == nil {
			return given, err
		}
		waits, _, err := w.Queue.Recall(ctx, waitingFact(q.job, pull.Number))
		if err != nil {
			return nil, err
		}
		refused, err := w.refuse(ctx, q, pull, waits == q.head+" "+digest)
		if err != nil {
			return nil, err
		}
		if refused != nil {
			return &checks.Approval{Refused: *refused}, nil
		}
		err = w.Queue.Approve(ctx, queue.Approval{
			RepositoryID: q.job.Request.Repository.ID, Pull: pull.Number, Digest: digest,
			Login: q.approver.login, How: q.approver.how, At: w.now(),
		})
		if err != nil {
			return nil, err
		}
		w.log(ctx, slog.LevelInfo, q.job, "drift approved", slog.String("by", q.approver.login), slog.String("how", q.approver.how), slog.String("digest", digest))
		return w.approved(ctx, q, pull, digest)
	}
}

// approved is the stored approval of a digest; nil for none.
func (w *Worker) approved(ctx context.Context, q *question, pull hub.Pull, digest string) (*checks.Approval, error) {
	a, ok, err := w.Queue.Approved(ctx, q.job.Request.Repository.ID, pull.Number, digest)
	if err != nil || !ok {
		return nil, err
	}
	return &checks.Approval{By: a.Login, How: a.How, At: a.At}, nil
}

// refuse says why somebody's approval does not count; nil where it does.
func (w *Worker) refuse(ctx context.Context, q *question, pull hub.Pull, shown bool) (*scanner.Message, error) {
	a := q.approver
	no := func(why string) (*scanner.Message, error) {
		w.log(ctx, slog.LevelInfo, q.job, "approval refused", slog.String("by", a.login), slog.String("why", why))
		m := scanner.Say("%s wanted to approve this: "+why, a.login)
		return &m, nil
	}
	if strings.EqualFold(a.login, pull.Author) {
		return no("the author of a pull request can't approve it.")
	}
	if !shown {
		return no("what was shown then is not what stands here now. Read it again.")
	}
	if !a.looked {
		a.looked = true
		a.mayWrite, a.err = q.repo.MayWrite(ctx, a.login)
	}
	switch {
	case a.err != nil && ctx.Err() != nil:
		return nil, a.err
	case a.err != nil:
		w.log(ctx, slog.LevelWarn, q.job, "a permission could not be looked up", slog.String("error", hub.Classify(a.err).Error()))
		return no("the permission could not be checked. Try again.")
	case !a.mayWrite:
		return no("only somebody who can write to this repository can approve.")
	}
	return nil, nil
}

// rememberWaiting notes what the parts of an answer wait for, before anybody can
// press the button.
func (w *Worker) rememberWaiting(ctx context.Context, q *question, parts []part) error {
	for _, p := range parts {
		var err error
		switch a := p.report.Approval; {
		case p.pull.Number == 0 || a == nil:
		case p.report.Waits():
			err = w.Queue.Remember(ctx, waitingFact(q.job, p.pull.Number), q.head+" "+a.Digest, waitingFor)
		case a.Given():
			err = w.Queue.Forget(ctx, waitingFact(q.job, p.pull.Number))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
