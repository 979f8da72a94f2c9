package hub_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/hub/hubtest"
)

// A world is a GitHub with one repository that the App is installed on, and a
// Hub that reads it.
type world struct {
	t    *testing.T
	gh   *hubtest.Server
	app  *hubtest.Installation
	repo *hubtest.Repo
	hub  *hub.Hub

	mu     sync.Mutex
	calls  []hub.Call
	waited []time.Duration
}

func newWorld(t *testing.T, change ...func(*hub.Options)) *world {
	t.Helper()
	w := &world{t: t, gh: hubtest.New(t)}
	w.app = w.gh.Install("acme")
	w.repo = w.gh.Repo("acme", "tools")
	w.repo.Commit("main", hubtest.Files{
		"README.md":               hubtest.Text("hello\n"),
		".github/theriac.yml":     hubtest.Text("version: 1\n"),
		"mcp/server.json":         hubtest.Text(`{"tools":[]}`),
		"mcp/other.json":          hubtest.Text(`{"other":1}`),
		"mcp/deep/er/server.json": hubtest.Text(`{"deep":1}`),
	})
	w.repo.Branch("change", "main")
	transport := http.DefaultTransport.(*http.Transport).Clone()
	// On a connection that it has used before, net/http repeats a request by
	// itself once, and a test could not count.
	transport.DisableKeepAlives = true
	o := hub.Options{
		AppID: w.gh.AppID, PrivateKey: w.gh.PrivateKey, URL: w.gh.URL, UserAgent: "theriac/test", Transport: transport,
		OnCall: func(c hub.Call) { w.mu.Lock(); defer w.mu.Unlock(); w.calls = append(w.calls, c) },
	}
	for _, f := range change {
		f(&o)
	}
	h, err := hub.New(o)
	if err != nil {
		t.Fatal(err)
	}
	h.AtOnce(func(d time.Duration) { w.mu.Lock(); defer w.mu.Unlock(); w.waited = append(w.waited, d) })
	w.hub = h
	return w
}

func (w *world) ref() hub.Ref {
	return hub.Ref{Installation: w.app.ID, ID: w.repo.ID, Owner: "acme", Name: "tools"}
}

// open starts a review of its own.
func (w *world) open() *hub.Repo { return w.hub.Repo(w.ref()) }

// review reads what a review would and returns the pull request, its trees and
// its changes.
func (w *world) review(p *hubtest.Pull) (hub.Pull, hub.Sides, []hub.Change) {
	w.t.Helper()
	ctx := context.Background()
	r := w.open()
	pull, err := r.Pull(ctx, p.Number)
	if err != nil {
		w.t.Fatal(err)
	}
	sides, err := r.Sides(ctx, pull.BaseRef, pull.HeadSHA)
	if err != nil {
		w.t.Fatal(err)
	}
	changes, err := r.Changes(ctx, pull, sides)
	if err != nil {
		w.t.Fatal(err)
	}
	return pull, sides, changes
}

func read(t *testing.T, tree *hub.Tree, path string) string {
	t.Helper()
	data, err := tree.Read(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
