package hub

import (
	"crypto/rsa"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v4"
	lru "github.com/hashicorp/golang-lru/v2"
)

// DefaultURL is the API of github.com.
const DefaultURL = "https://api.github.com/"

// Options says which App asks, and where.
type Options struct {
	AppID      int64
	PrivateKey []byte // PEM, as GitHub gives it out
	// URL is the API's base: empty or DefaultURL for github.com, and
	// https://HOST/api/v3/ for GitHub Enterprise Server.
	URL string
	// UserAgent names the program to GitHub, which refuses requests without.
	UserAgent string
	// MaxFileBytes limits what Tree.Read returns; 0 means DefaultMaxFileBytes.
	MaxFileBytes int64
	// Holds is what the replicas tell each other of GitHub's limits; nil for one process.
	Holds Holds
	// Memory bounds the bytes that reviews hold at once, in all; below MinMemory, that is used.
	Memory int64
	// OnCall is told of every request; it must be quick and safe for concurrent
	// use. It may be nil.
	OnCall func(Call)
	// Transport carries the requests; nil means a pool of its own.
	Transport http.RoundTripper
}

// A Hub is one GitHub App at one GitHub. It is safe for concurrent use.
type Hub struct {
	appID   int64
	key     *rsa.PrivateKey
	base    *url.URL // as given, nil for github.com
	maxFile int64
	wire    *wire
	memory  memory
	blobs   *keep[[]byte]
	trees   *keep[listing]
	clients *lru.Cache[clientKey, *client]
}

// New checks the options and makes no call.
func New(o Options) (*Hub, error) {
	if o.AppID <= 0 {
		return nil, fmt.Errorf("the App ID %d is not a positive number", o.AppID)
	}
	key, err := jwt.ParseRSAPrivateKeyFromPEM(o.PrivateKey)
	if err != nil {
		return nil, fmt.Errorf("private key: %w", err)
	}
	base, err := parseURL(o.URL)
	if err != nil {
		return nil, err
	}
	if o.UserAgent == "" {
		o.UserAgent = "theriac"
	}
	if o.OnCall == nil {
		o.OnCall = func(Call) {}
	}
	if o.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		// The default of two idle connections a host makes a busy worker pool
		// open a new one for most calls.
		t.MaxIdleConnsPerHost = 32
		o.Transport = t
	}
	if o.MaxFileBytes == 0 {
		o.MaxFileBytes = DefaultMaxFileBytes
	}
	clients, err := lru.New[clientKey, *client](clientsKept)
	if err != nil {
		return nil, err
	}
	return &Hub{
		appID: o.AppID, key: key, base: base, maxFile: o.MaxFileBytes, clients: clients, memory: memory{total: max(o.Memory, MinMemory)},
		blobs: newKeep(keepBlobs, keepBlobMost, func(b []byte) int { return len(b) }),
		trees: newKeep(keepEntries, keepTreeMost, func(l listing) int { return len(l.list) }),
		wire: &wire{
			next: o.Transport, userAgent: o.UserAgent, onCall: o.OnCall, timeout: answerTimeout,
			now: time.Now, sleep: sleep, holds: holds{m: map[int64]hold{}, shared: o.Holds},
		},
	}, nil
}

// Web is the address of the pages that belong to the API: https://github.com, or
// https://HOST of https://HOST/api/v3/.
func (h *Hub) Web() string {
	if h.base == nil {
		return "https://github.com"
	}
	return h.base.Scheme + "://" + h.base.Host
}

func parseURL(s string) (*url.URL, error) {
	if s == "" || strings.TrimSuffix(s, "/") == strings.TrimSuffix(DefaultURL, "/") {
		return nil, nil
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, fmt.Errorf("GitHub URL: %w", err)
	}
	if u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("GitHub URL %q: want https://HOST/api/v3/", u.Redacted())
	}
	return u, nil
}

// errElsewhere: go-github's clients put the token on every request, also on
// one that a redirect sends to another host.
var errElsewhere = errors.New("GitHub redirects to another host")

func sameHost(req *http.Request, via []*http.Request) error {
	if req.URL.Host != via[0].URL.Host || req.URL.Scheme != via[0].URL.Scheme {
		return errElsewhere
	}
	if len(via) >= 5 {
		return errors.New("GitHub redirects in a circle")
	}
	return nil
}

// Ref names a repository as an installation sees it.
type Ref struct {
	Installation int64
	ID           int64 // what tokens are scoped by; names change
	Owner, Name  string
}

func (r Ref) String() string { return r.Owner + "/" + r.Name }

// Repo starts the reading of one repository. What it reads is kept for as long
// as the Repo is, so use one for each review, and Close it. It makes no call.
func (h *Hub) Repo(ref Ref) *Repo {
	return &Repo{hub: h, ref: ref, treeCache: treeCache{trees: map[string]*Tree{}, folders: map[string]*folder{}}}
}
