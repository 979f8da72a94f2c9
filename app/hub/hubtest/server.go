package hubtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// TB is what New needs of a *testing.T. The package does not import testing, so
// that a program can use it too.
type TB interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
}

// A Server is a GitHub. Its methods are safe for concurrent use.
type Server struct {
	// URL is the API's base, with a slash at the end.
	URL           string
	AppID         int64
	PrivateKey    []byte // the App's, PEM
	WebhookSecret string

	http *httptest.Server
	mux  *http.ServeMux
	stop chan struct{}

	mu            sync.Mutex
	hookURL       string
	tokenLife     time.Duration
	scanning      string
	seq           int64
	repos         map[string]*Repo // by full name, lower case
	installations []*Installation
	tokens        map[string]*token
	runs          []*CheckRun
	uploads       []*Upload
	deliveries    []*Delivery
	conversions   map[string]bool
	faults        []*Fault
	requests      []Request
	started       []string // paths, as they came in
	violations    []string
	archives      int
}

// A Request is one call that came in.
type Request struct {
	Method, Path, Query string
	Route               string // the pattern it matched
	Status              int    // 0 if no answer was sent
	Installation        int64  // whose token; 0 for the App's own
	At                  time.Time
}

// Start starts a GitHub with nothing on it.
func Start() *Server {
	s := &Server{
		AppID: 4711, PrivateKey: appKey().pem, WebhookSecret: "It's a Secret to Everybody",
		mux: http.NewServeMux(), stop: make(chan struct{}),
		tokenLife: time.Hour, scanning: "ok", seq: 1000,
		repos: map[string]*Repo{}, tokens: map[string]*token{}, conversions: map[string]bool{},
	}
	s.appRoutes()
	s.gitRoutes()
	s.pullRoutes()
	s.checkRoutes()
	s.scanningRoutes()
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL + "/api/v3/"
	return s
}

// Close stops the server and ends the requests that hang.
func (s *Server) Close() {
	close(s.stop)
	s.http.CloseClientConnections()
	s.http.Close()
}

// New starts a GitHub for one test, which fails if there are violations at its
// end that TakeViolations has not taken.
func New(tb TB) *Server {
	tb.Helper()
	s := Start()
	tb.Cleanup(func() {
		s.Close()
		for _, v := range s.TakeViolations() {
			tb.Errorf("GitHub would not have it: %s", v)
		}
	})
	return s
}

// TakeViolations returns what broke GitHub's rules so far and forgets it.
func (s *Server) TakeViolations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.violations
	s.violations = nil
	return v
}

// Requests returns all calls so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Count returns how many calls matched a route, such as
// "GET /repos/{owner}/{repo}/pulls/{number}".
func (s *Server) Count(route string) int {
	n := 0
	for _, r := range s.Requests() {
		if r.Route == route {
			n++
		}
	}
	return n
}

// SetTokenLife sets how long new installation tokens live.
func (s *Server) SetTokenLife(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokenLife = d
}

func (s *Server) next() int64 { s.seq++; return s.seq }

func (s *Server) violate(format string, args ...any) {
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
}

// A reply is what a handler answers. A []byte body goes out as it is.
type reply struct {
	status int
	body   any
	header map[string]string
}

func ok(body any) reply { return reply{status: http.StatusOK, body: body} }

func fail(status int, format string, args ...any) reply {
	return reply{status: status, body: m{"message": fmt.Sprintf(format, args...), "documentation_url": "https://docs.github.com/rest", "status": strconv.Itoa(status)}}
}

var notFound = fail(http.StatusNotFound, "Not Found")

// m is a JSON object.
type m = map[string]any

// A call is one request on its way through a handler.
type call struct {
	*http.Request
	server       *Server
	repo         *Repo
	installation *Installation
	body         []byte
}

// route adds an endpoint. need is "app" for the App's JWT, "" for none, or the
// permission that a token must have, as "checks:write". The handler runs with
// the lock held.
func (s *Server) route(pattern, need string, handle func(*call) reply) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		x := r.Context().Value(exchangeKey{}).(*exchange)
		x.route = pattern
		c := &call{server: s, Request: r, body: x.body}
		s.mu.Lock()
		defer s.mu.Unlock()
		if refusal := s.authorise(c, need); refusal != nil {
			x.reply = *refusal
		} else {
			x.reply = handle(c)
		}
		if c.installation != nil {
			x.installation = c.installation.ID
		}
	})
}

func (c *call) violate(format string, args ...any) { c.server.violate(format, args...) }

// decode reads the body into v and refuses members that GitHub does not know.
func (c *call) decode(v any) *reply {
	d := json.NewDecoder(strings.NewReader(string(c.body)))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		c.violate("%s %s: body: %v", c.Method, c.URL.Path, err)
		r := fail(http.StatusBadRequest, "Problems parsing JSON")
		return &r
	}
	return nil
}

// paged cuts a list to the page that was asked for and adds the Link header. max
// bounds the whole list; 0 for no bound.
func paged[T any](c *call, list []T, max int) (page []T, header map[string]string) {
	if max > 0 && len(list) > max {
		list = list[:max]
	}
	number := func(name string, fallback int) int {
		n, err := strconv.Atoi(c.URL.Query().Get(name))
		if err != nil || n < 1 {
			return fallback
		}
		return n
	}
	per, at := number("per_page", 30), number("page", 1)
	if per > 100 {
		c.violate("%s: per_page=%d is over 100", c.URL.Path, per)
		per = 100
	}
	from, to := min((at-1)*per, len(list)), min(at*per, len(list))
	if to < len(list) {
		u := *c.URL
		q := u.Query()
		q.Set("page", strconv.Itoa(at+1))
		u.RawQuery = q.Encode()
		header = map[string]string{"Link": fmt.Sprintf(`<%s%s>; rel="next"`, strings.TrimSuffix(c.server.URL, "/api/v3/"), u.RequestURI())}
	}
	return list[from:to], header
}
