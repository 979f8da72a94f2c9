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
)

// windUp is how long there is to complete a check run after the job's own
// context has ended.
const windUp = 10 * time.Second

// errTaken: this process was not heard of for so long that another one may have
// its jobs by now.
var errTaken = errors.New("another process may have taken this job over")

// held is asked before what must not be done twice.
func (w *Worker) held() error {
	if w.Queue.Held() {
		return nil
	}
	return queue.RetryAt(w.now().Add(5*time.Second), errTaken)
}

// answer gives the answer to a question as a check run.
func (w *Worker) answer(ctx context.Context, q *question) error {
	start := w.now()
	run, err := w.open(ctx, q)
	if err != nil {
		return w.unopened(ctx, q, err)
	}
	done, err := w.complete(ctx, q, run)
	if err != nil {
		return w.abandon(ctx, q, run, err)
	}
	if err := w.Queue.CloseRun(ctx, mark(q.job)); err != nil {
		return err
	}
	w.told(ctx, q, done, start)
	if done.outcome.Conclusion == checkrun.Cancelled {
		return w.moved(ctx, q)
	}
	w.toScanning(ctx, q, run, done)
	return nil
}

// mark stands in the queue for the check run that a job may have opened. A run's
// own ID comes with GitHub's answer, which a killed process never reads; runs are
// found by their external ID anyway. GitHub's IDs are positive.
func mark(job queue.Job) int64 { return -job.ID }

// open opens the check run, not without having made sure that it can't be
// forgotten. An attempt after one that came this far goes on with what is there.
func (w *Worker) open(ctx context.Context, q *question) (*checkrun.Run, error) {
	if len(q.job.Leftover) > 0 {
		return checkrun.Continue(ctx, q.repo.Checks(), q.target(), ofJob(q.job))
	}
	if err := w.Queue.RecordRun(ctx, q.job, mark(q.job)); err != nil {
		return nil, err
	}
	return checkrun.Open(ctx, q.repo.Checks(), q.target())
}

// unopened cleans up where the job was superseded while GitHub was being asked for
// a check run: whether it made one is not known, and nobody else will look before
// the janitor does. It returns cause.
func (w *Worker) unopened(ctx context.Context, q *question, cause error) error {
	if !errors.Is(context.Cause(ctx), queue.ErrSuperseded) {
		return cause
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), windUp)
	defer cancel()
	_, err := checkrun.CloseUnfinished(ctx, q.repo.Checks(), q.target(), ofJob(q.job), checkrun.Cancelled, superseded)
	if err == nil {
		err = w.Queue.CloseRun(ctx, mark(q.job))
	}
	if err != nil {
		w.log(ctx, slog.LevelWarn, q.job, "a check run is left to the janitor", slog.String("error", err.Error()))
	}
	return cause
}

// superseded is what a run says that has no answer.
const superseded = "A newer event asks something else about this commit, or nobody waits for the answer any more."

// completed is a check run that GitHub has.
type completed struct {
	verdict checkrun.Verdict
	outcome checkrun.Outcome
	parts   []part
}

// complete reviews and posts. Where GitHub or the installation's permissions do
// not let theriac see everything, another attempt would not either: the run says
// so at once.
func (w *Worker) complete(ctx context.Context, q *question, run *checkrun.Run) (completed, error) {
	var done completed
	var err error
	done.parts, err = w.review(ctx, q)
	switch err = hub.Classify(err); {
	case errors.Is(err, hub.ErrIncomplete), errors.Is(err, hub.ErrPermission):
		w.log(ctx, slog.LevelWarn, q.job, "not reviewed", slog.String("error", err.Error()))
		if errors.Is(err, hub.ErrPermission) {
			w.Refused(err)
		}
		done.verdict = couldNot(q.job, err)
	case err != nil:
		return completed{}, err
	default:
		w.Refused(nil)
		done.verdict = verdict(done.parts)
		done.verdict.Summary += w.scanningLine(ctx, q, done.parts)
		if err := w.rememberWaiting(ctx, q, done.parts); err != nil {
			return completed{}, err
		}
	}
	if err := w.held(); err != nil {
		return completed{}, err
	}
	done.outcome, err = run.Complete(ctx, done.verdict, func(ctx context.Context) (bool, error) {
		if err := w.held(); err != nil {
			return false, err
		}
		return q.still(ctx)
	})
	return done, err
}

// abandon ends a run that has no answer, if no later attempt is going to: the
// job was superseded, or there is nobody left to answer. It returns cause.
func (w *Worker) abandon(ctx context.Context, q *question, run *checkrun.Run, cause error) error {
	if !errors.Is(context.Cause(ctx), queue.ErrSuperseded) && !errors.Is(cause, queue.ErrSuperseded) && !errors.Is(hub.Classify(cause), hub.ErrGone) {
		return cause
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), windUp)
	defer cancel()
	_, err := run.Cancel(ctx, superseded)
	if err == nil {
		err = w.Queue.CloseRun(ctx, mark(q.job))
	}
	if err != nil {
		// The queue knows the run, and the janitor the queue.
		w.log(ctx, slog.LevelWarn, q.job, "a check run is left to the janitor", slog.String("error", err.Error()))
	}
	return cause
}

// moved ends a job whose run was cancelled because the head had moved.
func (w *Worker) moved(ctx context.Context, q *question) error {
	if live, err := q.repo.Pull(ctx, q.id.PullRequest); err == nil && live.Open {
		if err := w.askLive(ctx, q.job, live); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: the pull request moved while it was reviewed", queue.ErrSuperseded)
}

// told notes an answer in the log and the metrics.
func (w *Worker) told(ctx context.Context, q *question, done completed, start time.Time) {
	now := w.now()
	w.Observe(Answer{Kind: q.job.Request.Kind, Conclusion: done.outcome.Conclusion, Took: now.Sub(start), Waited: now.Sub(q.job.QueuedAt)})
	findings := 0
	for _, p := range done.parts {
		findings += p.report.Summary.Total()
	}
	w.log(ctx, slog.LevelInfo, q.job, "check run completed", slog.String("conclusion", string(done.outcome.Conclusion)),
		slog.Int("findings", findings), slog.Int("changes", len(done.parts)), slog.Int("annotations", done.outcome.Sent))
	if done.outcome.Shown < done.outcome.Sent {
		w.log(ctx, slog.LevelWarn, q.job, "GitHub dropped annotations", slog.Int("sent", done.outcome.Sent), slog.Int("shown", done.outcome.Shown))
	}
}
