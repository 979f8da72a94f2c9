package hub

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A hold keeps one identity (an installation, or the App itself) away from
// GitHub until a time. GitHub counts per identity and not per token, so the
// tokens of one installation share a hold. It also says that going on while
// limited may get an App banned.
type hold struct {
	until time.Time
	why   string
	// blind counts the secondary limits in a row that came without a time.
	blind int
	// asked is when the other replicas were last asked.
	asked time.Time
}

type holds struct {
	mu sync.Mutex
	m  map[int64]hold
	// shared is where several processes tell each other; nil for one alone.
	shared Holds
}

// Holds keeps for all replicas until when GitHub wants to be left alone by an
// identity: an installation, or the App itself (0). GitHub counts for all of them
// together.
type Holds interface {
	Hold(ctx context.Context, identity int64, until time.Time, why string) error
	// OnHold gives a zero time where there is nothing to wait for.
	OnHold(ctx context.Context, identity int64) (until time.Time, why string, err error)
}

// sharedTimeout bounds a question to Holds, and holdsFresh is how long its answer
// is good for. GitHub answers in a tenth of a second at best.
const (
	sharedTimeout = 2 * time.Second
	holdsFresh    = 50 * time.Millisecond
)

// check reports that an identity has to wait. What the other replicas were told
// counts too; where that cannot be had, this process goes by what it knows.
func (h *holds) check(ctx context.Context, who int64, now time.Time) *RetryAt {
	h.mu.Lock()
	at := h.m[who]
	h.mu.Unlock()
	if !now.Before(at.until) && h.shared != nil && now.Sub(at.asked) >= holdsFresh {
		ctx, cancel := context.WithTimeout(ctx, sharedTimeout)
		defer cancel()
		until, why, err := h.shared.OnHold(ctx, who)
		h.mu.Lock()
		at = h.m[who]
		if at.asked = now; err == nil && until.After(at.until) {
			at.until, at.why = until, why
		}
		h.m[who] = at
		h.mu.Unlock()
	}
	if now.Before(at.until) {
		return &RetryAt{At: at.until, Reason: at.why}
	}
	return nil
}

// tell passes a hold on. That this fails loses nothing but the others' courtesy.
func (h *holds) tell(ctx context.Context, who int64, now time.Time) {
	h.mu.Lock()
	at := h.m[who]
	h.mu.Unlock()
	if h.shared == nil || !now.Before(at.until) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sharedTimeout)
	defer cancel()
	_ = h.shared.Hold(ctx, who, at.until, at.why)
}

// note learns from an answer. It returns an error if the answer is a refusal
// for the sake of a limit.
func (h *holds) note(who int64, resp *http.Response, body []byte, now time.Time) *RetryAt {
	l := parseLimit(resp, body, now)
	h.mu.Lock()
	defer h.mu.Unlock()
	at := h.m[who]
	if l.blind {
		l.until = now.Add(min(secondaryWait<<min(at.blind, 8), secondaryWaitMax))
		at.blind++
	} else if resp.StatusCode < 300 {
		at.blind = 0
	}
	if l.wide && l.until.After(at.until) {
		at.until, at.why = l.until, l.why
	}
	if had := h.m[who]; had.until != at.until || had.blind != at.blind || had.why != at.why {
		h.m[who] = at
	}
	if l.refused {
		return &RetryAt{At: l.until, Reason: l.why}
	}
	return nil
}

type limit struct {
	refused bool      // this very request was turned away
	wide    bool      // the limit holds for all further calls too
	blind   bool      // no time was named
	until   time.Time // when to come back
	why     string
}

// parseLimit reads the four ways in which GitHub speaks of limits, in its own
// order of precedence: Retry-After, then x-ratelimit-reset when nothing remains,
// then the wording alone.
func parseLimit(resp *http.Response, body []byte, now time.Time) limit {
	code := resp.StatusCode
	denied := code == http.StatusForbidden || code == http.StatusTooManyRequests
	after, hasAfter := retryAfter(resp, now)
	resource := resp.Header.Get("X-RateLimit-Resource")
	core := resource == "" || resource == "core"
	reset, hasReset := resetTime(resp, now)
	spent := resp.Header.Get("X-RateLimit-Remaining") == "0" && hasReset
	switch {
	case denied && hasAfter:
		return limit{refused: true, wide: true, until: after, why: "secondary rate limit"}
	case code >= 500 && hasAfter:
		return limit{refused: true, until: after, why: resp.Status}
	case denied && spent:
		return limit{refused: true, wide: core, until: reset, why: strings.TrimSpace("primary rate limit " + resource)}
	case code == http.StatusTooManyRequests, denied && secondaryWording(body):
		return limit{refused: true, wide: true, blind: true, why: "secondary rate limit"}
	case spent && core:
		// The last one that was allowed: the next would be refused.
		return limit{wide: true, until: reset, why: "primary rate limit"}
	}
	return limit{}
}

func secondaryWording(body []byte) bool {
	s := string(body)
	return strings.Contains(s, "secondary rate limit") || strings.Contains(s, "abuse detection")
}

// retryAfter reads Retry-After: seconds, or an HTTP date (RFC 9110 §10.2.3).
func retryAfter(resp *http.Response, now time.Time) (time.Time, bool) {
	v := resp.Header.Get("Retry-After")
	if n, err := strconv.Atoi(v); err == nil && n >= 0 {
		return now.Add(time.Duration(n) * time.Second), true
	}
	if t, err := http.ParseTime(v); err == nil {
		return now.Add(max(0, t.Sub(serverTime(resp, now)))), true
	}
	return time.Time{}, false
}

// resetTime reads x-ratelimit-reset (UTC epoch seconds by GitHub's clock) as a
// time of this machine's clock, which may differ.
func resetTime(resp *http.Response, now time.Time) (time.Time, bool) {
	n, err := strconv.ParseInt(resp.Header.Get("X-RateLimit-Reset"), 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	return now.Add(max(0, time.Unix(n, 0).Sub(serverTime(resp, now)))), true
}

func serverTime(resp *http.Response, now time.Time) time.Time {
	if t, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		return t
	}
	return now
}
