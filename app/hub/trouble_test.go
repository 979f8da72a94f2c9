package hub_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/hub/hubtest"
)

// TestTrouble: short trouble is got over without the caller's noticing, and
// long trouble is an error that is worth another try.
func TestTrouble(t *testing.T) {
	const short, long = 2, 3
	kinds := map[string]hubtest.Fault{
		"500":                               {Status: 500},
		"503":                               {Status: 503},
		"a web page":                        {Status: 502, HTML: true},
		"a web page that says it went well": {Status: 200, HTML: true},
		"a reset":                           {Reset: true},
		"a cut answer":                      {Cut: true},
		"a lost answer":                     {Lost: true},
	}
	for name, fault := range kinds {
		for _, path := range []string{"/access_tokens", "/pulls/1", "/git/trees/", "/git/blobs/"} {
			for times, fails := range map[int]bool{short: false, long: true} {
				t.Run(fmt.Sprintf("%s %d times at %s", name, times, path), func(t *testing.T) {
					w := newWorld(t)
					w.repo.Commit("change", hubtest.Files{"x": hubtest.Text("some text")})
					w.repo.Open("main", "change")
					fault.Path, fault.Times = path, times
					w.gh.Fail(fault)
					ctx := context.Background()
					r := w.open()
					pull, err := r.Pull(ctx, 1)
					if err == nil {
						_, err = r.Tree(pull.HeadSHA).Read(ctx, "x")
					}
					if (err != nil) != fails {
						t.Fatalf("error %v", err)
					}
					if err == nil && len(w.waited) != times {
						t.Errorf("waited %v", w.waited)
					}
					var retry *hub.RetryAt
					for _, kind := range []error{hub.ErrGone, hub.ErrNotFound, hub.ErrPermission, hub.ErrCredentials, hub.ErrIncomplete} {
						if errors.Is(err, kind) || errors.As(err, &retry) {
							t.Errorf("%v is taken for %v", err, kind)
						}
					}
				})
			}
		}
	}
}

// TestWritesAreNotRepeated: only whoever writes knows what a second time does.
func TestWritesAreNotRepeated(t *testing.T) {
	w := newWorld(t)
	w.repo.Open("main", "change")
	ctx := context.Background()
	w.gh.Fail(hubtest.Fault{Method: "POST", Path: "/attempts", Status: 503, Times: 9})
	if err := w.hub.Redeliver(ctx, 1); err == nil {
		t.Error("no error")
	}
	if n := len(w.gh.Requests()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

// TestHang: a request that gets no answer ends, and is not tried again at once.
func TestHang(t *testing.T) {
	w := newWorld(t)
	w.hub.SetTimeout(50 * time.Millisecond)
	w.gh.Fail(hubtest.Fault{Path: "/access_tokens", Hang: true, Times: 9})
	_, err := w.open().Pull(context.Background(), 1)
	if err == nil || !strings.Contains(err.Error(), "no answer in time") {
		t.Errorf("error %v", err)
	}
	if len(w.waited) != 0 {
		t.Errorf("waited %v", w.waited)
	}
}

func TestCancelled(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := w.open().Pull(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// TestLimits: GitHub's limits come out as a time, to the second, and hold for
// all of an installation and for nobody else.
func TestLimits(t *testing.T) {
	now := time.Now().Truncate(time.Second)
	reset := now.Add(90 * time.Second)
	tests := []struct {
		name  string
		fault hubtest.Fault
		want  time.Duration
		wide  bool // holds for the installation's other calls
	}{
		{"primary", hubtest.RateLimit("/pulls/1", reset), 90 * time.Second, true},
		{"primary as 429", hubtest.Fault{Path: "/pulls/1", Status: 429, Header: hubtest.RateLimit("", reset).Header}, 90 * time.Second, true},
		{"primary of another resource", hubtest.Fault{Path: "/pulls/1", Status: 403, Header: map[string]string{
			"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": fmt.Sprint(reset.Unix()), "X-RateLimit-Resource": "code_scanning_upload"}}, 90 * time.Second, false},
		{"secondary", hubtest.SecondaryLimit("/pulls/1", 7), 7 * time.Second, true},
		{"secondary as 429", hubtest.Fault{Path: "/pulls/1", Status: 429, Header: map[string]string{"Retry-After": "7"}}, 7 * time.Second, true},
		{"secondary as a date", hubtest.Fault{Path: "/pulls/1", Status: 403, Header: map[string]string{"Retry-After": now.Add(5 * time.Second).UTC().Format(http.TimeFormat)}}, 5 * time.Second, true},
		{"both: Retry-After goes first", hubtest.Fault{Path: "/pulls/1", Status: 403, Header: map[string]string{
			"Retry-After": "7", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": fmt.Sprint(reset.Unix())}}, 7 * time.Second, true},
		{"secondary without a time", hubtest.Fault{Path: "/pulls/1", Status: 403, Message: "You have exceeded a secondary rate limit."}, time.Minute, true},
		{"429 without a time", hubtest.Fault{Path: "/pulls/1", Status: 429}, time.Minute, true},
		{"maintenance", hubtest.Fault{Path: "/pulls/1", Status: 503, Header: map[string]string{"Retry-After": "30"}}, 30 * time.Second, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			ctx := context.Background()
			w.repo.Open("main", "change")
			// The fake's Date header is of the real second, ours that of now.
			if tt.fault.Header == nil {
				tt.fault.Header = map[string]string{}
			}
			tt.fault.Header["Date"] = now.UTC().Format(http.TimeFormat)
			clock := now.Add(-time.Hour) // this machine's clock is an hour late
			w.hub.SetClock(func() time.Time { return clock })
			w.gh.Fail(tt.fault)

			_, err := w.open().Pull(ctx, 1)
			var retry *hub.RetryAt
			if !errors.As(err, &retry) {
				t.Fatalf("error %v, want RetryAt", err)
			}
			if got := retry.At.Sub(clock); got != tt.want {
				t.Errorf("retry in %v, want %v", got, tt.want)
			}
			if until, ok := w.hub.RateLimited(w.app.ID); ok != tt.wide || ok && !until.Equal(retry.At) {
				t.Errorf("limited until %v (%t)", until, ok)
			}
			before := len(w.gh.Requests())
			clock = retry.At.Add(-time.Millisecond)
			_, err = w.open().Pull(ctx, 1)
			if held := errors.As(err, &retry); held != tt.wide {
				t.Errorf("a moment too early: %v", err)
			}
			if asked := len(w.gh.Requests()) > before; asked == tt.wide {
				t.Errorf("GitHub was asked too early: %t", asked)
			}
			other := w.gh.Repo("globex", "tools")
			other.Commit("main", hubtest.Files{"a": hubtest.Text("a")})
			other.Branch("change", "main")
			other.Open("main", "change")
			if _, err := w.hub.Repo(hub.Ref{Installation: w.gh.Install("globex").ID, ID: other.ID, Owner: "globex", Name: "tools"}).Pull(ctx, 1); err != nil {
				t.Errorf("another installation: %v", err)
			}
			clock = retry.At
			if _, err := w.open().Pull(ctx, 1); err != nil {
				t.Errorf("in time: %v", err)
			}
		})
	}
}

// TestLimitSpent: an answer may be the last one that was allowed.
func TestLimitSpent(t *testing.T) {
	w := newWorld(t)
	w.repo.Open("main", "change")
	reset := time.Now().Add(time.Hour).Truncate(time.Second)
	w.gh.Fail(hubtest.Fault{Path: "/pulls/1", Status: 404, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": fmt.Sprint(reset.Unix())}})
	if _, err := w.open().Pull(context.Background(), 1); !errors.Is(err, hub.ErrNotFound) {
		t.Errorf("error %v, want the answer itself", err)
	}
	var retry *hub.RetryAt
	if _, err := w.open().Pull(context.Background(), 1); !errors.As(err, &retry) {
		t.Errorf("error %v, want RetryAt", err)
	}
}

// TestLimitGrows: without a time, each wait is longer than the one before.
func TestLimitGrows(t *testing.T) {
	w := newWorld(t)
	w.repo.Open("main", "change")
	clock := time.Now()
	w.hub.SetClock(func() time.Time { return clock })
	w.gh.Fail(hubtest.Fault{Path: "/pulls/1", Status: 429, Times: 7})
	var got []time.Duration
	for range 7 {
		_, err := w.open().Pull(context.Background(), 1)
		var retry *hub.RetryAt
		if !errors.As(err, &retry) {
			t.Fatal(err)
		}
		got = append(got, retry.At.Sub(clock))
		clock = retry.At
	}
	want := []time.Duration{1, 2, 4, 8, 16, 30, 30}
	for i := range want {
		want[i] *= time.Minute
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("waits (-want +got):\n%s", diff)
	}
}

// TestTokenLimit: the App's own calls have a limit too.
func TestTokenLimit(t *testing.T) {
	w := newWorld(t)
	w.gh.Fail(hubtest.SecondaryLimit("/access_tokens", 7))
	var retry *hub.RetryAt
	if _, err := w.open().Pull(context.Background(), 1); !errors.As(err, &retry) {
		t.Errorf("error %v, want RetryAt", err)
	}
	if _, err := w.hub.Identity(context.Background()); !errors.As(err, &retry) {
		t.Errorf("error %v, want RetryAt", err)
	}
}

// TestCalls: what metrics are told.
func TestCalls(t *testing.T) {
	w := newWorld(t)
	w.repo.Open("main", "change")
	if _, err := w.open().Pull(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	w.gh.Fail(hubtest.Fault{Path: "/pulls/1", Reset: true})
	w.hub.AtOnce(func(time.Duration) {})
	if _, err := w.open().Pull(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	for i := range w.calls {
		w.calls[i].Took, w.calls[i].Reset = 0, time.Time{}
	}
	const pull = "GET /repos/{}/{}/pulls/{}"
	well := hub.Call{Installation: w.app.ID, Operation: pull, Status: 200, Resource: "core", Limit: 5000, Remaining: 4999}
	want := []hub.Call{
		{Installation: 0, Operation: "POST /app/installations/{}/access_tokens", Status: 201, Resource: "core", Limit: 5000, Remaining: 4999},
		well, {Installation: w.app.ID, Operation: pull, Limit: -1, Remaining: -1}, well,
	}
	if diff := cmp.Diff(want, w.calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

func TestOperation(t *testing.T) {
	for path, want := range map[string]string{
		"/api/v3/repos/pulls/files/pulls/7/files":        "GET /repos/{}/{}/pulls/{}/files",
		"/repos/acme/tools/compare/main...abc":           "GET /repos/{}/{}/compare/{}",
		"/repos/acme/tools/git/blobs/0123":               "GET /repos/{}/{}/git/blobs/{}",
		"/app":                                           "GET /app",
		"/app/hook/deliveries/12/attempts":               "GET /app/hook/deliveries/{}/attempts",
		"/repos/acme/tools/collaborators/eve/permission": "GET /repos/{}/{}/collaborators/{}/permission",
	} {
		if got := hub.Operation("GET", path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
