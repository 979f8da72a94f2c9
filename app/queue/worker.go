package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"strings"
	"time"

	"github.com/riverqueue/river"
)

// worker runs a Handler under River.
type worker struct {
	river.WorkerDefaults[jobArgs]
	q       *Queue
	gate    *gate
	handler Handler // set before River starts
}

func newWorker(q *Queue) *worker {
	return &worker{q: q, gate: newGate(q.cfg.PerInstallation)}
}

// Work makes one attempt and says what becomes of the job, in River's words.
func (w *worker) Work(ctx context.Context, rj *river.Job[jobArgs]) error {
	start := time.Now()
	job := rj.Args.job(rj.ID)
	job.Attempt, job.MaxAttempts = rj.Attempt, rj.MaxAttempts
	suspect, err := w.q.suspicion(ctx, &job)
	if err != nil {
		return w.notNow(ctx, job, err)
	}
	comeBack, ok := w.gate.enter(job.Request.Installation, suspect, start)
	if !ok {
		return river.JobSnooze(comeBack)
	}
	defer w.gate.leave(job.Request.Installation, suspect)
	switch ok, err := w.q.takePlace(ctx, job); {
	case err != nil:
		return w.notNow(ctx, job, err)
	case !ok:
		return river.JobSnooze(comeBackEvery + rand.N(comeBackEvery))
	}
	defer w.q.leavePlace(ctx, job)

	err = w.attempt(ctx, job)
	what, verdict := w.judge(ctx, job, err)
	attrs := append(job.Attrs(), slog.Int("attempt", job.Attempt), slog.String("outcome", what), slog.Duration("took", time.Since(start)))
	level := slog.LevelInfo
	if err != nil {
		attrs = append(attrs, slog.String("error", err.Error()))
		if what == "failed" || what == "given up" {
			level = slog.LevelWarn
		}
	}
	w.q.cfg.Log.LogAttrs(ctx, level, "job", attrs...)
	return verdict
}

// notNow puts a job off that could not begin for want of the database. No attempt is spent.
func (w *worker) notNow(ctx context.Context, job Job, err error) error {
	w.q.cfg.Log.LogAttrs(ctx, slog.LevelWarn, "a job could not begin", append(job.Attrs(), slog.String("error", err.Error()))...)
	return river.JobSnooze(notNowPause)
}

// notNowPause is the pause before a job is tried again that could not begin.
const notNowPause = 2 * time.Second

// attempt calls the handler under a context that ends for reasons of ours rather than River's.
func (w *worker) attempt(ctx context.Context, job Job) (err error) {
	inner, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	defer context.AfterFunc(ctx, func() {
		if superseded(ctx) {
			cancel(ErrSuperseded)
		} else {
			cancel(errStopping)
		}
	})()
	inner, stop := context.WithTimeoutCause(inner, w.q.cfg.JobTimeout, errTimeout)
	defer stop()
	defer func() {
		if p := recover(); p != nil {
			err = panicError(p)
		}
	}()
	if job.Leftover, err = w.q.openRuns(inner, job.ID); err != nil {
		return err
	}
	if err = w.handler.Handle(inner, job); err != nil && context.Cause(inner) != nil && !errors.Is(err, context.Cause(inner)) {
		err = fmt.Errorf("%w: %w", context.Cause(inner), err)
	}
	return err
}

// judge turns the four kinds of error into River's, and into a word for the log.
func (w *worker) judge(ctx context.Context, job Job, err error) (what string, verdict error) {
	var retry *retryError
	switch {
	case superseded(ctx):
		// Even if the handler had just finished: what it found out is about yesterday.
		return "superseded", river.ErrJobCancelledRemotely
	case err == nil:
		return "done", nil
	case errors.Is(ctx.Err(), context.Canceled):
		// The process stops. River knows by the error and takes the attempt back.
		return "interrupted", context.Canceled
	case errors.Is(err, ErrSuperseded):
		return "superseded", river.JobCancel(err)
	case errors.Is(err, ErrGone):
		return "gone", river.JobCancel(err)
	case errors.As(err, &retry):
		return "put off", river.JobSnooze(max(0, time.Until(retry.at)))
	case !job.Last():
		return "failed", err
	}
	w.giveUp(ctx, job, err)
	return "given up", err
}

func (w *worker) giveUp(ctx context.Context, job Job, cause error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveUpTime)
	defer cancel()
	err := func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = panicError(p)
			}
		}()
		return w.handler.GiveUp(ctx, job, cause)
	}()
	if err == nil {
		err = w.q.Settle(ctx, job.ID)
	}
	if err != nil {
		w.q.cfg.Log.LogAttrs(ctx, slog.LevelError, "giving a job up failed too, the janitor has to", append(job.Attrs(), slog.String("error", err.Error()))...)
	}
}

// superseded reports whether somebody asked River to cancel the job of this context.
func superseded(ctx context.Context) bool {
	return errors.Is(context.Cause(ctx), river.ErrJobCancelledRemotely)
}

// panicError says that something panicked and where, but not with what, unless that came from the
// runtime: it might be text that is not ours to log.
func panicError(p any) error {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	where, panicked := "an unknown place", false
	for frame, more := frames.Next(); more; frame, more = frames.Next() {
		if frame.Function == "runtime.gopanic" {
			panicked = true
		} else if panicked && !strings.HasPrefix(frame.Function, "runtime.") {
			where = fmt.Sprintf("%s, line %d", frame.Function, frame.Line)
			break
		}
	}
	if err, ok := p.(runtime.Error); ok {
		return fmt.Errorf("panic in %s: %w", where, err)
	}
	return fmt.Errorf("panic in %s with a %T", where, p)
}
