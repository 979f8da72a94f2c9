package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"github.com/theriac/theriac/app/hub"
)

// GitHub delivers once. What did not arrive, because theriac was down or the way
// to it was broken, has to be asked for.
// https://docs.github.com/en/webhooks/using-webhooks/handling-failed-webhook-deliveries
const (
	// keptByGitHub is how long deliveries can be asked for.
	keptByGitHub = 3 * 24 * time.Hour
	// sweepOverlap is looked at again: deliveries are listed once they were
	// answered, or not answered for ten seconds.
	sweepOverlap = 5 * time.Minute
	// maxRedeliveries bounds how often one event is asked for. What fails three
	// times more fails for a reason.
	maxRedeliveries = 3
)

// Sweep asks GitHub to deliver again what failed since the last sweep and is not
// held. The first one of a new database has nothing to ask for: nobody has
// missed anything yet.
func (w *Worker) Sweep(ctx context.Context) error {
	start := w.now()
	since, err := w.Queue.Swept(ctx)
	if err != nil {
		return err
	}
	if since.IsZero() {
		return w.Queue.SetSwept(ctx, start)
	}
	since = since.Add(-sweepOverlap)
	if oldest := start.Add(-keptByGitHub); since.Before(oldest) {
		since = oldest
	}
	attempts, err := w.Hub.Deliveries(ctx, since)
	if err != nil {
		return err
	}
	asked := 0
	var refused []error
	for _, d := range missed(attempts) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		again, err := w.redeliver(ctx, d)
		var limited *hub.RetryAt
		if errors.As(err, &limited) {
			return err // it holds for the App, so for all that follow: from here on next time
		}
		if err != nil {
			// GitHub refuses this one. The others are asked for all the same, and this one comes
			// again while the cursor stands; not for ever, since a redelivery that was refused
			// counts as asked for.
			refused = append(refused, fmt.Errorf("redelivery %s: %w", d.GUID, err))
			continue
		}
		if again {
			asked++
		}
	}
	w.Redelivered(asked)
	if asked > 0 {
		w.Log.InfoContext(ctx, "asked GitHub for deliveries that had failed", slog.Int("deliveries", asked))
	}
	if len(refused) > 0 {
		return few(refused) // the cursor stays
	}
	return w.Queue.SetSwept(ctx, start)
}

// missed returns the last attempt of each event that never got through, oldest
// first, so that they come again in their order.
func missed(attempts []hub.Delivery) []hub.Delivery {
	got := map[string]bool{}
	for _, d := range attempts {
		got[d.GUID] = got[d.GUID] || d.OK
	}
	var list []hub.Delivery
	for _, d := range attempts { // newest first
		if !got[d.GUID] {
			got[d.GUID] = true
			list = append(list, d)
		}
	}
	slices.Reverse(list)
	return list
}

// redeliver asks for one event, unless it is here or was asked for too often.
func (w *Worker) redeliver(ctx context.Context, d hub.Delivery) (asked bool, err error) {
	if held, err := w.Queue.Holds(ctx, d.GUID); err != nil || held {
		return false, err
	}
	fact := "redelivered/" + d.GUID
	value, _, err := w.Queue.Recall(ctx, fact)
	if err != nil {
		return false, err
	}
	times, _ := strconv.Atoi(value) // nothing stands for 0
	if times >= maxRedeliveries {
		return false, nil
	}
	err = w.Hub.Redeliver(ctx, d.ID)
	var limited *hub.RetryAt
	if errors.As(err, &limited) || ctx.Err() != nil {
		return false, err
	}
	return err == nil, errors.Join(err, w.Queue.Remember(ctx, fact, strconv.Itoa(times+1), keptByGitHub+24*time.Hour))
}
