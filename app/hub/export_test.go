package hub

import (
	"context"
	"time"
)

// AtOnce makes a Hub's waits end at once and tells what they would have been.
func (h *Hub) AtOnce(waited func(time.Duration)) {
	h.wire.sleep = func(ctx context.Context, d time.Duration) error {
		waited(d)
		return ctx.Err()
	}
}

// SetClock and SetTimeout change a Hub's time.
func (h *Hub) SetClock(now func() time.Time) { h.wire.now = now }
func (h *Hub) SetTimeout(d time.Duration)    { h.wire.timeout = d }

var (
	Operation = operation
	WalkCalls = walkCalls
)

// RateLimited tells until when GitHub wants to be left alone by an installation.
func (h *Hub) RateLimited(installation int64) (time.Time, bool) {
	if e := h.wire.holds.check(context.Background(), installation, h.wire.now()); e != nil {
		return e.At, true
	}
	return time.Time{}, false
}
