package setup_test

import (
	"encoding/json"
	"html/template"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/theriac/theriac/app/hub/hubtest"
)

// A github is the part of GitHub that people see when they make an App, in front
// of the fake API.
type github struct {
	URL string // of the web site; the API is below it, as on an Enterprise Server
	API *hubtest.Server

	t    *testing.T
	mu   sync.Mutex
	made []made
}

// made is one App that somebody sent a manifest for.
type made struct {
	Owner    string // empty for a person's own account
	Manifest appManifest
	Origin   string // of the form
}

type appManifest struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Public      bool   `json:"public"`
	Hook        struct {
		URL    string `json:"url"`
		Active bool   `json:"active"`
	} `json:"hook_attributes"`
	Redirect    string            `json:"redirect_url"`
	Permissions map[string]string `json:"default_permissions"`
	Events      []string          `json:"default_events"`
}

func newGitHub(t *testing.T) *github {
	g := &github{t: t, API: hubtest.New(t)}
	api, err := url.Parse(g.API.URL)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/api/v3/", httputil.NewSingleHostReverseProxy(&url.URL{Scheme: api.Scheme, Host: api.Host}))
	mux.HandleFunc("POST /settings/apps/new", g.register)
	mux.HandleFunc("POST /organizations/{owner}/settings/apps/new", g.register)
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	g.URL = srv.URL
	return g
}

// register takes a manifest and shows the button with which a person confirms.
func (g *github) register(w http.ResponseWriter, r *http.Request) {
	var m appManifest
	d := json.NewDecoder(strings.NewReader(r.PostFormValue("manifest")))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		g.t.Errorf("manifest: %v", err)
		http.Error(w, "invalid manifest", http.StatusUnprocessableEntity)
		return
	}
	g.mu.Lock()
	g.made = append(g.made, made{r.PathValue("owner"), m, r.Header.Get("Origin")})
	g.mu.Unlock()
	back, err := url.Parse(m.Redirect)
	if err != nil {
		g.t.Error(err)
		return
	}
	back.RawQuery = url.Values{"code": {g.API.NewManifestCode()}, "state": {r.URL.Query().Get("state")}}.Encode()
	githubPage.Execute(w, back.String())
}

var githubPage = template.Must(template.New("").Parse(
	`<!doctype html><title>Create GitHub App</title><a id="confirm" href="{{.}}">Create GitHub App</a>`))

func (g *github) apps() []made {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.made
}
