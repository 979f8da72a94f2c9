package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// pauses are the waits before the second and the third try of a call that may
// be repeated. Longer trouble is the job queue's affair.
var pauses = []time.Duration{200 * time.Millisecond, time.Second}

// A Call is one request to GitHub, as told to Options.OnCall.
type Call struct {
	Installation int64  // 0 for a call of the App itself
	Operation    string // method and path with the variable parts taken out; few distinct values
	Status       int    // 0 if no whole answer came
	Took         time.Duration
	Resource     string // which rate limit: core, code_scanning_upload, …
	Limit        int    // -1 if the answer named none
	Remaining    int    // -1 if the answer named none
	Reset        time.Time
}

// wire is what every client of a Hub shares: one connection pool below, one set
// of holds, one observer.
type wire struct {
	next      http.RoundTripper
	userAgent string
	onCall    func(Call)
	now       func() time.Time
	sleep     func(context.Context, time.Duration) error
	timeout   time.Duration
	holds     holds
}

// A lane is the wire as one installation uses it.
type lane struct {
	*wire
	installation int64
}

// RoundTrip sends a request with the headers that GitHub asks for and reads the
// answer whole. It differs from a plain transport in three ways: while GitHub
// wants to be left alone it sends nothing and returns *RetryAt; an answer that is
// cut short or a web page is an error; and calls without effect are tried up to
// three times.
func (l *lane) RoundTrip(req *http.Request) (*http.Response, error) {
	who := l.installation
	jwt := strings.HasPrefix(req.Header.Get("Authorization"), "Bearer ")
	if jwt {
		who = 0
	}
	repeatable := req.Method == http.MethodGet || jwt && strings.HasSuffix(req.URL.Path, "/access_tokens")
	for try := 0; ; try++ {
		if e := l.holds.check(req.Context(), who, l.now()); e != nil {
			closeBody(req)
			return nil, e
		}
		again, err := fresh(req, try)
		if err != nil {
			return nil, err
		}
		resp, err := l.once(again, who)
		var retry *RetryAt
		if err == nil && resp.StatusCode < 500 || errors.As(err, &retry) ||
			!repeatable || try == len(pauses) || errors.Is(err, errSilent) {
			return resp, err
		}
		if err := l.sleep(req.Context(), pauses[try]); err != nil {
			return nil, err
		}
	}
}

// fresh copies a request, with a new body for a second try.
func fresh(req *http.Request, try int) (*http.Request, error) {
	r := req.Clone(req.Context())
	if try == 0 || req.Body == nil || req.Body == http.NoBody {
		return r, nil
	}
	if req.GetBody == nil {
		return nil, fmt.Errorf("%s %s can't be sent twice", req.Method, req.URL.Path)
	}
	var err error
	r.Body, err = req.GetBody()
	return r, err
}

// errSilent: no answer in time. Not tried again at once, since a worker that
// waits three times as long keeps others out.
var errSilent = errors.New("no answer in time")

func (l *lane) once(req *http.Request, who int64) (*http.Response, error) {
	if err := spend(req); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(req.Context(), l.timeout, errSilent)
	defer cancel()
	req = req.WithContext(ctx)
	req.Header.Set("User-Agent", l.userAgent)
	req.Header.Set("X-GitHub-Api-Version", apiVersion)
	call := Call{Installation: who, Operation: operation(req.Method, req.URL.Path), Limit: -1, Remaining: -1}
	start := l.now()
	defer func() {
		call.Took = l.now().Sub(start)
		l.onCall(call)
	}()

	resp, err := l.next.RoundTrip(req)
	if err != nil {
		return nil, l.explain(ctx, req, err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	resp.Body.Close()
	if err != nil {
		return nil, l.explain(ctx, req, err)
	}
	if len(body) > maxAnswer {
		return nil, fmt.Errorf("%w: %s answered more than %d bytes", ErrIncomplete, call.Operation, maxAnswer)
	}
	call.Status = resp.StatusCode
	call.rate(resp, l.now())
	e := l.holds.note(who, resp, body, l.now())
	l.holds.tell(req.Context(), who, l.now())
	if e != nil {
		return nil, e
	}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind == "text/html" {
		return nil, fmt.Errorf("%s answered %s with a web page instead of GitHub's API", call.Operation, resp.Status)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

func (l *lane) explain(ctx context.Context, req *http.Request, err error) error {
	if errors.Is(context.Cause(ctx), errSilent) {
		return fmt.Errorf("%s %s: %w (%s)", req.Method, req.URL.Path, errSilent, l.timeout)
	}
	return err
}

func (c *Call) rate(resp *http.Response, now time.Time) {
	h := resp.Header
	c.Resource = h.Get("X-RateLimit-Resource")
	if n, err := strconv.Atoi(h.Get("X-RateLimit-Limit")); err == nil {
		c.Limit = n
	}
	if n, err := strconv.Atoi(h.Get("X-RateLimit-Remaining")); err == nil {
		c.Remaining = n
	}
	c.Reset, _ = resetTime(resp, now)
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		req.Body.Close()
	}
}

// words are the fixed parts of the paths that theriac calls.
var words = map[string]bool{
	"access_tokens": true, "annotations": true, "app": true, "app-manifests": true, "attempts": true, "blobs": true,
	"branches": true, "check-runs": true, "code-scanning": true, "collaborators": true, "commits": true, "compare": true,
	"conversions": true, "deliveries": true, "files": true, "git": true, "hook": true, "installations": true,
	"permission": true, "pulls": true, "repos": true, "repositories": true, "sarifs": true, "tarball": true, "trees": true,
}

// operation names a call for metrics: "GET /repos/{}/{}/pulls/{}/files".
func operation(method, path string) string {
	parts := strings.Split(strings.TrimPrefix(strings.TrimPrefix(path, "/api/v3"), "/"), "/")
	for i, p := range parts {
		named := len(parts) > 3 && parts[0] == "repos" && (i == 1 || i == 2)
		if named || !words[p] {
			parts[i] = "{}"
		}
	}
	return method + " /" + strings.Join(parts, "/")
}

// bodyMessage is the message of GitHub's error body, or the status.
func bodyMessage(resp *http.Response) string {
	var e struct{ Message string }
	data, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	resp.Body = io.NopCloser(bytes.NewReader(data))
	if json.Unmarshal(data, &e) != nil || e.Message == "" {
		return resp.Status
	}
	return fmt.Sprintf("%s: %s", resp.Status, e.Message)
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
