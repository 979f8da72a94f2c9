package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/checks/checkrun"
	"github.com/theriac/theriac/webhook"
)

// errKilled: the job brings theriac's process down.
var errKilled = errors.New("the process ended each time while it was at this job, and at nothing else")

// Janitor makes one round: it completes the check runs of jobs that ended
// without having done so themselves. Jobs that are cancelled while they wait for
// another attempt, or given up after a crash, run no code of ours at their end.
// A check run that is left in progress would hold its pull request up for ever.
func (w *Worker) Janitor(ctx context.Context) error {
	all, err := w.Queue.Abandoned(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, a := range all {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !w.janitor.due(a.Job.ID, w.now()) {
			continue
		}
		err := hub.Classify(w.settleSoon(ctx, a))
		var limited *hub.RetryAt
		switch {
		case err == nil:
			w.log(ctx, slog.LevelInfo, a.Job, "settled a job that had ended", slog.String("state", a.State))
		case errors.As(err, &limited):
			w.janitor.until(a.Job.ID, limited.At)
			continue // its installation has to wait, others need not
		case errors.Is(err, hub.ErrGone), errors.Is(err, hub.ErrNotFound), errors.Is(err, hub.ErrPermission):
			w.log(ctx, slog.LevelWarn, a.Job, "nobody is left to be told of a job that had ended", slog.String("state", a.State), slog.String("error", err.Error()))
		default:
			// This one comes again, later each time; the others need not wait for it.
			w.janitor.fail(a.Job.ID, w.now())
			failed = append(failed, fmt.Errorf("completing the check run of job %d: %w", a.Job.ID, err))
			continue
		}
		w.janitor.done(a.Job.ID)
		if err := w.Queue.Settle(ctx, a.Job.ID); err != nil {
			return err // the database: it would be the same for the next
		}
	}
	return few(failed)
}

// settleTime bounds what one job may take of a round: GitHub may be silent about one
// repository and not about the next.
const settleTime = 30 * time.Second

func (w *Worker) settleSoon(ctx context.Context, a queue.Abandoned) error {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	return w.settle(ctx, a)
}

// few joins the first of many errors, and says how many more there are.
func few(errs []error) error {
	const most = 5
	if more := len(errs) - most; more > 0 {
		errs = append(errs[:most], fmt.Errorf("and %d more", more))
	}
	return errors.Join(errs...)
}

// settle tells GitHub how an abandoned job ended.
func (w *Worker) settle(ctx context.Context, a queue.Abandoned) error {
	if a.State != "discarded" {
		const why = "Something newer took the place of this review before it was done."
		_, err := checkrun.CloseUnfinished(ctx, w.repo(a.Job).Checks(), target(a.Job, ""), ofJob(a.Job), checkrun.Cancelled, why)
		return err
	}
	answered, err := w.answeredSince(ctx, a.Job)
	if err != nil || answered {
		return err
	}
	why := errors.New("the job was given up")
	if a.Killed {
		why = errKilled
	}
	return w.fail(ctx, a.Job, couldNot(a.Job, why))
}

// answeredSince reports whether a later job has put a check run on the commit:
// the failure of this one would take its place.
func (w *Worker) answeredSince(ctx context.Context, job queue.Job) (bool, error) {
	r := job.Request
	ids, err := checkrun.ExternalIDs(ctx, w.repo(job).Checks(), r.Repository.Owner, r.Repository.Name, r.Head)
	for _, s := range ids {
		if id, err := webhook.ParseExternalID(s); err == nil && id.RepositoryID == r.Repository.ID && id.Job > job.ID {
			return true, nil
		}
	}
	return false, err
}
