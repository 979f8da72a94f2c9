package hub

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/bradleyfalzon/ghinstallation/v2"
	"github.com/google/go-github/v66/github"
)

// A scope is the permissions of one kind of call. Tokens are asked for one
// repository and one scope, so that what leaks or is misled can do little.
type scope int

const (
	readCode scope = iota // pull requests, trees, blobs
	writeChecks
	writeScanning // optional: the App must work where it was not granted
)

func (s scope) permissions() *github.InstallationPermissions {
	read, write := github.String("read"), github.String("write")
	switch s {
	case writeChecks:
		return &github.InstallationPermissions{Checks: write}
	case writeScanning:
		return &github.InstallationPermissions{SecurityEvents: write}
	}
	return &github.InstallationPermissions{Contents: read, PullRequests: read}
}

type clientKey struct {
	installation, repo int64
	scope              scope
}

type client struct{ *github.Client }

// client returns the one client of an installation, repository and scope.
func (h *Hub) client(ref Ref, s scope) *client {
	key := clientKey{ref.Installation, ref.ID, s}
	if c, ok := h.clients.Get(key); ok {
		return c
	}
	lane := &lane{wire: h.wire, installation: ref.Installation}
	c := &client{h.github(&tokens{mint: func() *ghinstallation.Transport {
		// One AppsTransport for each Transport: refreshing a token writes to it
		// without a lock, so sharing one is a data race.
		app := ghinstallation.NewAppsTransportFromPrivateKey(lane, h.appID, h.key)
		t := ghinstallation.NewFromAppsTransport(app, ref.Installation)
		t.BaseURL = h.tokenURL()
		t.InstallationTokenOptions = &github.InstallationTokenOptions{
			RepositoryIDs: []int64{ref.ID},
			Permissions:   s.permissions(),
		}
		return t
	}})}
	// Two jobs may have come here at once; the first one's client, with its
	// token, is the one that stays.
	if had, ok, _ := h.clients.PeekOrAdd(key, c); ok {
		return had
	}
	return c
}

// app returns a client that acts as the App itself, with its JWT.
func (h *Hub) app() *github.Client {
	lane := &lane{wire: h.wire}
	return h.github(ghinstallation.NewAppsTransportFromPrivateKey(lane, h.appID, h.key))
}

func (h *Hub) github(rt http.RoundTripper) *github.Client { return newClient(rt, h.base) }

// newClient makes a client of the GitHub at base, github.com if that is nil.
func newClient(rt http.RoundTripper, base *url.URL) *github.Client {
	c := github.NewClient(&http.Client{Transport: rt, CheckRedirect: sameHost})
	if base == nil {
		return c
	}
	c, err := c.WithEnterpriseURLs(base.String(), base.String())
	if err != nil {
		panic(fmt.Sprintf("hub: %v: parseURL lets no such URL pass", err))
	}
	return c
}

// tokenURL is the API's base as ghinstallation wants it, and as go-github
// completes it.
func (h *Hub) tokenURL() string {
	return strings.TrimSuffix(h.github(http.DefaultTransport).BaseURL.String(), "/")
}

// tokens puts an installation token on each request. ghinstallation renews it a
// minute before its end; this adds the other case: a token that GitHub ended
// early (401) is dropped and the request sent once more with a new one. That is
// safe for any method: what was refused with 401 had no effect.
type tokens struct {
	mint func() *ghinstallation.Transport
	mu   sync.Mutex
	cur  *ghinstallation.Transport
}

func (t *tokens) RoundTrip(req *http.Request) (*http.Response, error) {
	cur := t.get(nil)
	resp, err := cur.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusUnauthorized || req.Body != nil && req.GetBody == nil {
		return resp, err
	}
	again, err := fresh(req, 1)
	if err != nil {
		return nil, err
	}
	return t.get(cur).RoundTrip(again)
}

// get returns the present source of tokens, a new one if it is still old.
func (t *tokens) get(old *ghinstallation.Transport) *ghinstallation.Transport {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cur == nil || t.cur == old {
		t.cur = t.mint()
	}
	return t.cur
}
