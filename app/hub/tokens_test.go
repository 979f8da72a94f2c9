package hub_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-github/v66/github"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/hub/hubtest"
)

const (
	tokenRoute = "POST /app/installations/{id}/access_tokens"
	pullRoute  = "GET /repos/{owner}/{repo}/pulls/{number}"
)

// TestTokens: one for each repository and kind of call, kept for the next
// review. That they are narrow enough for GitHub, and wide enough, is hubtest's
// to say.
func TestTokens(t *testing.T) {
	w := newWorld(t)
	w.repo.Commit("change", hubtest.Files{"x": hubtest.Text("x")})
	p := w.repo.Open("main", "change")
	for range 3 {
		w.review(p)
	}
	if n := w.gh.Count(tokenRoute); n != 1 {
		t.Errorf("%d tokens for three reviews, want 1", n)
	}
	ctx := context.Background()
	r := w.open()
	if _, err := r.MayWrite(ctx, "octocat"); err != nil {
		t.Error(err)
	}
	if _, _, err := r.Checks().CreateCheckRun(ctx, "acme", "tools", github.CreateCheckRunOptions{Name: "theriac", HeadSHA: p.HeadSHA()}); err != nil {
		t.Error(err)
	}
	if n := w.gh.Count(tokenRoute); n != 2 {
		t.Errorf("%d tokens for reading and writing, want 2", n)
	}
}

// TestManyAtOnce is for the race detector: two installations, several
// repositories, all at once over one Hub.
func TestManyAtOnce(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	refs := []hub.Ref{w.ref()}
	for _, owner := range []string{"acme", "globex"} {
		app := w.app
		if owner == "globex" {
			app = w.gh.Install(owner)
		}
		for _, name := range []string{"one", "two"} {
			repo := w.gh.Repo(owner, name)
			repo.Commit("main", hubtest.Files{"a": hubtest.Text(owner + name)})
			repo.Branch("change", "main")
			repo.Commit("change", hubtest.Files{"b": hubtest.Text("b")})
			repo.Open("main", "change")
			refs = append(refs, hub.Ref{Installation: app.ID, ID: repo.ID, Owner: owner, Name: name})
		}
	}
	w.repo.Commit("change", hubtest.Files{"b": hubtest.Text("b")})
	w.repo.Open("main", "change")
	w.gh.SetTokenLife(30 * time.Second) // under a minute: each call takes a new one
	var all sync.WaitGroup
	for range 4 {
		for _, ref := range refs {
			all.Go(func() {
				r := w.hub.Repo(ref)
				pull, err := r.Pull(ctx, 1)
				if err != nil {
					t.Error(err)
					return
				}
				if _, _, err := r.Checks().ListCheckRunsForRef(ctx, ref.Owner, ref.Name, pull.HeadSHA, nil); err != nil {
					t.Error(err)
				}
				if _, err := r.Tree(pull.HeadSHA).Read(ctx, "b"); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
}

// TestTokenEndsEarly: GitHub may end a token before its time.
func TestTokenEndsEarly(t *testing.T) {
	w := newWorld(t)
	w.repo.Commit("change", hubtest.Files{"x": hubtest.Text("x")})
	p := w.repo.Open("main", "change")
	w.review(p)
	w.gh.RevokeTokens()
	w.review(p)
	w.gh.Fail(hubtest.Fault{Path: "/compare/", Status: 401, Message: "Bad credentials"})
	w.review(p)
	if n := w.gh.Count(tokenRoute); n != 3 {
		t.Errorf("%d tokens, want 3", n)
	}
	// A write too, with its body.
	w.gh.RevokeTokens()
	ctx := context.Background()
	for range 2 {
		if _, _, err := w.open().Checks().CreateCheckRun(ctx, "acme", "tools", github.CreateCheckRunOptions{Name: "theriac", HeadSHA: p.HeadSHA()}); err != nil {
			t.Error(err)
		}
		w.gh.RevokeTokens()
	}
	if n := len(w.gh.CheckRuns(w.repo)); n != 2 {
		t.Errorf("%d check runs, want 2", n)
	}
}

func TestGone(t *testing.T) {
	tests := []struct {
		name string
		do   func(*world)
		want error
		says string
	}{
		{"suspended", func(w *world) { w.app.Suspend(true) }, hub.ErrGone, "suspended"},
		{"removed", func(w *world) { w.app.Remove() }, hub.ErrGone, "404"},
		{"permission not granted", func(w *world) { w.app.Grant("pull_requests", "") }, hub.ErrPermission, "not granted"},
		{"repository taken out", func(w *world) {
			w.gh.Fail(hubtest.Fault{Path: "/access_tokens", Status: 422, Message: "There is at least one repository that does not exist or is not accessible to the parent installation."})
		}, hub.ErrGone, "not accessible"},
		{"address not allowed", func(w *world) {
			w.gh.Fail(hubtest.Fault{Path: "/access_tokens", Status: 403, Message: "Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled"})
		}, hub.ErrPermission, "IP allow list"},
		{"wrong key", func(w *world) {
			w.gh.Fail(hubtest.Fault{Path: "/access_tokens", Status: 401, Message: "A JSON web token could not be decoded"})
		}, hub.ErrCredentials, "clock"},
		{"suspended in between", func(w *world) {
			w.gh.Fail(hubtest.Fault{Path: "/pulls/1", Status: 403, Message: "This installation has been suspended"})
		}, hub.ErrGone, "suspended"},
		{"blocked by law", func(w *world) {
			w.gh.Fail(hubtest.Fault{Path: "/pulls/1", Status: 451, Message: "Repository access blocked"})
		}, hub.ErrGone, "451"},
		{"permission taken away", func(w *world) {
			w.gh.Fail(hubtest.Fault{Path: "/pulls/1", Status: 403, Message: "Resource not accessible by integration", Header: map[string]string{"X-Accepted-GitHub-Permissions": "pull_requests=read"}})
		}, hub.ErrPermission, "needs pull_requests=read"},
		{"not there yet", func(w *world) {
			p := w.repo.Open("main", "change")
			p.NotYet(9)
		}, hub.ErrNotFound, "pull request 1 of acme/tools"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			tt.do(w)
			w.gh.TakeViolations()
			_, err := w.open().Pull(context.Background(), 1)
			if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want %v that says %q", err, tt.want, tt.says)
			}
			if again := hub.Classify(err); again != err {
				t.Errorf("classified again: %v", again)
			}
		})
	}
	t.Run("comes back", func(t *testing.T) {
		w := newWorld(t)
		p := w.repo.Open("main", "change")
		w.app.Suspend(true)
		if _, err := w.open().Pull(context.Background(), 1); !errors.Is(err, hub.ErrGone) {
			t.Errorf("error %v", err)
		}
		w.app.Suspend(false)
		w.review(p)
	})
}

// TestOptionalPermission: code scanning is an extra; all else works without.
func TestOptionalPermission(t *testing.T) {
	w := newWorld(t)
	w.app.Grant("security_events", "")
	p := w.repo.Open("main", "change")
	w.review(p)
	_, _, err := w.open().CodeScanning().UploadSarif(context.Background(), "acme", "tools", &github.SarifAnalysis{})
	if err := hub.Classify(err); !errors.Is(err, hub.ErrPermission) {
		t.Errorf("error %v, want ErrPermission", err)
	}
}

// TestRedirect: GitHub redirects where a repository was renamed. A redirect to
// another host must not get the token.
func TestRedirect(t *testing.T) {
	w := newWorld(t)
	w.repo.Commit("change", hubtest.Files{"x": hubtest.Text("x")})
	w.repo.Open("main", "change")
	w.gh.Fail(hubtest.Fault{Path: "/pulls/1", Status: 301, Header: map[string]string{"Location": w.gh.URL + "repos/acme/tools/pulls/1"}})
	if _, err := w.open().Pull(context.Background(), 1); err != nil {
		t.Error(err)
	}
	thief := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s %s with %q went to another host", r.Method, r.URL, r.Header.Get("Authorization"))
	}))
	defer thief.Close()
	w.gh.Fail(hubtest.Fault{Path: "/pulls/1", Status: 302, Header: map[string]string{"Location": thief.URL}})
	if _, err := w.open().Pull(context.Background(), 1); err == nil || !strings.Contains(err.Error(), "another host") {
		t.Errorf("error %v", err)
	}
}

func TestOptions(t *testing.T) {
	w := newWorld(t)
	good := hub.Options{AppID: 1, PrivateKey: w.gh.PrivateKey}
	tests := []struct {
		name   string
		change func(*hub.Options)
		want   string // in the error; "" for none
	}{
		{"github.com", func(*hub.Options) {}, ""},
		{"github.com by name", func(o *hub.Options) { o.URL = "https://api.github.com" }, ""},
		{"GitHub Enterprise Server", func(o *hub.Options) { o.URL = "https://github.example.com/api/v3/" }, ""},
		{"no App ID", func(o *hub.Options) { o.AppID = 0 }, "App ID"},
		{"no key", func(o *hub.Options) { o.PrivateKey = nil }, "private key"},
		{"another file", func(o *hub.Options) { o.PrivateKey = []byte("hello") }, "private key"},
		{"no scheme", func(o *hub.Options) { o.URL = "github.example.com" }, "https://HOST/api/v3/"},
		{"another scheme", func(o *hub.Options) { o.URL = "ftp://github.example.com" }, "https://HOST/api/v3/"},
		{"a password", func(o *hub.Options) { o.URL = "https://me:secret@github.example.com" }, "https://HOST/api/v3/"},
	}
	for _, tt := range tests {
		o := good
		tt.change(&o)
		_, err := hub.New(o)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error tells the password: %v", tt.name, err)
		}
	}
}
