package setup_test

import (
	"bytes"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// lines is what setup prints.
type lines struct {
	mu    sync.Mutex
	buf   bytes.Buffer
	wrote chan struct{}
}

func newLines() *lines { return &lines{wrote: make(chan struct{}, 100)} }

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wrote <- struct{}{}
	return l.buf.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// address waits for the address to open.
func (l *lines) address(t *testing.T, ended chan error) string {
	t.Helper()
	for {
		for line := range strings.Lines(l.String()) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "http://") {
				return line
			}
		}
		select {
		case <-l.wrote:
		case err := <-ended:
			t.Fatalf("setup ended: %v", err)
		}
	}
}

// Others who can reach the port get nothing: they don't have the key.
func TestKey(t *testing.T) {
	g := newGitHub(t)
	p := open(t, t.TempDir())
	for _, path := range []string{"/", "/created?code=x&state=x", "/start", "/start?key=", "/start?key=guess"} {
		if status, body := p.get(path); status != http.StatusForbidden || strings.Contains(body, "<form") {
			t.Errorf("%s: %d\n%s", path, status, body)
		}
	}
	if status, body := p.post(values(g)); status != http.StatusForbidden || strings.Contains(body, "state") {
		t.Errorf("%d\n%s", status, body)
	}
	p.enter()
	if status, _ := p.get("/"); status != 200 {
		t.Errorf("with the key: %d", status)
	}
}

// Web sites that the browser has open get nothing either.
func TestOtherSites(t *testing.T) {
	g := newGitHub(t)
	p := open(t, t.TempDir())
	p.enter()
	post := func(change func(*http.Request)) int {
		t.Helper()
		req, err := http.NewRequest(http.MethodPost, p.at("/create"), strings.NewReader(values(g).Encode()))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		change(req)
		status, _ := p.do(req, nil)
		return status
	}
	for name, change := range map[string]func(*http.Request){
		"another site's form":       func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"an older browser's":        func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		"a sandboxed frame's":       func(r *http.Request) { r.Header.Set("Origin", "null") },
		"another port's":            func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") },
		"a name that points here's": func(r *http.Request) { r.Host = "evil.example" },
		"that, with the port's": func(r *http.Request) {
			u, _ := url.Parse(p.start)
			r.Host = "evil.example:" + u.Port()
		},
	} {
		if status := post(change); status != http.StatusForbidden && status != http.StatusMisdirectedRequest {
			t.Errorf("%s form: %d", name, status)
		}
	}
	if status := post(func(r *http.Request) { r.Header.Set("Origin", p.at("")) }); status != 200 {
		t.Errorf("the page's own form: %d", status)
	}
}

func TestHeaders(t *testing.T) {
	g := newGitHub(t)
	p := open(t, t.TempDir())
	p.enter()
	resp, err := p.client.Get(p.at("/"))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	policy := resp.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy %q lacks %s", policy, want)
		}
	}
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, g.URL) {
		t.Errorf("the policy is %q", policy)
	}
	if resp.Header.Get("Cache-Control") != "no-store" {
		t.Error("the page may be kept")
	}
}

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>`

// What somebody types, or has put into their clipboard by others, is text.
func TestEscaped(t *testing.T) {
	g := newGitHub(t)
	p := open(t, t.TempDir())
	p.enter()
	for _, field := range []string{"name", "organisation", "hook", "github"} {
		f := values(g)
		f.Set(field, hostile)
		status, body := p.post(f)
		if strings.Contains(body, "<script") || strings.Contains(body, "<img") {
			t.Errorf("%s: %d\n%s", field, status, body)
		}
		if status != http.StatusUnprocessableEntity || !strings.Contains(body, `id="`+field+`-wrong"`) {
			t.Errorf("%s: %d, and no word about it", field, status)
		}
	}
	f := values(g)
	f.Set("name", `<b>"it's"</b>`)
	status, body := p.post(f)
	if status != 200 || strings.Contains(body, "<b>") {
		t.Errorf("%d\n%s", status, body)
	}
	p.toGitHub(body)
	if got := g.apps()[0].Manifest.Name; got != `<b>"it's"</b>` {
		t.Errorf("GitHub got the name %q", got)
	}
	if status, body := p.get("/created?state=" + url.QueryEscape(hostile) + "&code=" + url.QueryEscape(hostile)); status != http.StatusForbidden || strings.Contains(body, "<script") {
		t.Errorf("%d\n%s", status, body)
	}
}

// A connection that the browser opened and never used keeps setup from no end.
func TestUnusedConnection(t *testing.T) {
	g := newGitHub(t)
	p := open(t, t.TempDir())
	p.enter()
	unused, err := net.Dial("tcp", strings.TrimPrefix(p.at(""), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer unused.Close()
	_, confirm := p.post(values(g))
	if status, body := p.get(p.toGitHub(confirm).RequestURI()); status != 200 {
		t.Fatalf("%d\n%s", status, body)
	}
	if err := <-p.ended; err != nil {
		t.Error(err)
	}
}
