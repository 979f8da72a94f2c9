package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/theriac/theriac/scanner/manifest"
)

// Options are for one listing.
type Options struct {
	// Timeout bounds it, from the start of the process or the first request to
	// the end of the process; 0 means [DefaultTimeout].
	Timeout time.Duration
	// Client is the version that the server is told of its client.
	Client string

	// grace is how long a list may take that the server did not declare; 0 for a
	// quarter of Timeout, and at most [maxGrace].
	grace time.Duration
	// quiet and brief are how long a server must be quiet; 0 for [maxQuiet] and
	// [maxBrief].
	quiet, brief time.Duration
}

// talk is one listing under way: what a way to a server and the Lister on it
// share.
type talk struct {
	budget  *budget
	timeout time.Duration
	grace   time.Duration // for a list that the server did not declare
	quiet   time.Duration // until the lists of a server that may change have come to rest
	brief   time.Duration // and of any other
	rest    time.Duration // for a process that was told to end
	client  string
	notes   []string

	// version is the protocol version that the server chose, for HTTP's header.
	version atomic.Value

	// What the way to the server adds. None is ever nil.
	hangUp  func()                               // ends the connection, and the process
	excuse  func(err error, doing string) string // a better description of an error, or ""
	stderr  func() string                        // after hangUp
	skipped func() (lines int, first string)
}

func newTalk(b *budget, o Options) *talk {
	return &talk{
		budget: b, timeout: o.Timeout, grace: cmp.Or(o.grace, min(maxGrace, o.Timeout/4)), client: cmp.Or(o.Client, "0"),
		quiet: cmp.Or(o.quiet, maxQuiet), brief: cmp.Or(o.brief, maxBrief),
		hangUp: func() {}, excuse: func(error, string) string { return "" },
		stderr: func() string { return "" }, skipped: func() (int, string) { return 0, "" },
	}
}

func (t *talk) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// List asks the server for all that it lists. When it returns, the connection is
// closed, and the process that was started is gone with all of its group.
//
// The error is an [*Error], or the context's where that ended. There is no
// listing then: half a list is nothing to judge a server by.
func List(ctx context.Context, s *Server, o Options) (*Listing, error) {
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	rest := min(o.Timeout/10, leaveWhenTold)
	limited, cancel := context.WithTimeoutCause(ctx, o.Timeout-rest, errTimeout)
	defer cancel()
	limited, stop := context.WithCancelCause(limited)
	defer stop(nil)

	t := newTalk(newBudget(stop), o)
	t.rest = rest / 2 // the other half is for what comes after
	found, err := s.list(limited, t)
	t.hangUp()
	if err == nil {
		return found, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Reason: Partial, Detail: clip(err.Error())}
	}
	e.Server = s.Name
	if n, first := t.skipped(); n > 0 {
		e.Detail += "; " + skippedLines(n, first)
	}
	if e.Reason == Unreachable {
		e.Stderr = t.stderr()
	}
	return nil, e
}

// list is List without the end.
func (s *Server) list(ctx context.Context, t *talk) (*Listing, error) {
	l, err := s.dialer.dial(ctx, t)
	if err != nil {
		return nil, err
	}
	found, err := l.all(ctx)
	if err != nil {
		return nil, err
	}
	found.Server = s
	found.Notes = t.notes
	if n, first := t.skipped(); n > 0 {
		found.Notes = append(found.Notes, skippedLines(n, first))
	}
	if err := found.assemble(); err != nil {
		var fault *manifest.Error
		if errors.As(err, &fault) {
			return nil, &Error{Reason: fault.Reason, Detail: fault.Detail}
		}
		return nil, err
	}
	return found, nil
}

func skippedLines(n int, first string) string {
	what := "lines of its stdout were"
	if n == 1 {
		what = "line of its stdout was"
	}
	return fmt.Sprintf("%d %s no JSON-RPC, the first: %q", n, what, clip(strings.ToValidUTF8(first, "\uFFFD")))
}
