package worker

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
)

// GitHub's API can be seconds older than its events: it shows the head before,
// or nothing at all. So a young job comes back a little later.
const lagMax = 2 * time.Minute

// lag says when a job should come back because GitHub has not caught up: after
// 2 seconds, then 5, then every 15. It is nil for a job so old that it makes no
// sense any more.
func (w *Worker) lag(job queue.Job, cause error) error {
	var pause time.Duration
	now := w.now()
	switch age := now.Sub(job.QueuedAt); {
	case age >= lagMax:
		return nil
	case age < 4*time.Second:
		pause = 2 * time.Second
	case age < 20*time.Second:
		pause = 5 * time.Second
	default:
		pause = 15 * time.Second
	}
	return queue.RetryAt(now.Add(pause), cause)
}

// sorted turns an error into one of the four kinds that the queue knows.
func (w *Worker) sorted(job queue.Job, err error) error {
	err = hub.Classify(err)
	if errors.Is(err, hub.ErrCredentials) || errors.Is(err, hub.ErrPermission) {
		w.Refused(err)
	}
	var limited *hub.RetryAt
	switch {
	case errors.As(err, &limited):
		return queue.RetryAt(limited.At, err)
	case errors.Is(err, hub.ErrBusy):
		// A little later for each, so that they do not meet again.
		return queue.RetryAt(w.now().Add(time.Second+rand.N(4*time.Second)), err)
	case errors.Is(err, hub.ErrGone):
		return fmt.Errorf("%w: %w", queue.ErrGone, err)
	case errors.Is(err, hub.ErrNotFound) && !errors.Is(err, queue.ErrGone):
		// A pull request's files, or its head, follow it by a moment.
		if wait := w.lag(job, err); wait != nil {
			return wait
		}
	}
	return err
}
