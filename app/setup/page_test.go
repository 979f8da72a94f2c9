package setup_test

import (
	"context"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/theriac/theriac/app/setup"
	"github.com/theriac/theriac/deploy"
)

// A page is one setup that runs, and a browser for it.
type page struct {
	t      *testing.T
	start  string // the address that the terminal shows
	dir    string
	client *http.Client
	ended  chan error
	out    *lines
	stop   context.CancelFunc
}

func open(t *testing.T, dir string) *page {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	p := &page{t: t, dir: dir, client: &http.Client{Jar: jar}, ended: make(chan error, 1), out: newLines(), stop: stop}
	go func() {
		p.ended <- setup.Run(ctx, setup.Options{Manifest: deploy.AppManifest, Dir: dir, UserAgent: "theriac-test", Out: p.out}, l)
	}()
	p.start = p.out.address(t, p.ended)
	return p
}

// get fetches an address of the page.
func (p *page) get(path string) (int, string) {
	p.t.Helper()
	return p.do(http.NewRequest(http.MethodGet, p.at(path), nil))
}

func (p *page) at(path string) string {
	u, err := url.Parse(p.start)
	if err != nil {
		p.t.Fatal(err)
	}
	return "http://" + u.Host + path
}

func (p *page) do(req *http.Request, err error) (int, string) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
	resp, err := p.client.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// enter opens the address of the terminal.
func (p *page) enter() {
	p.t.Helper()
	if status, body := p.do(http.NewRequest(http.MethodGet, p.start, nil)); status != 200 || !strings.Contains(body, "Set up the GitHub App") {
		p.t.Fatalf("%d\n%s", status, body)
	}
}

// post sends the form.
func (p *page) post(f url.Values) (int, string) {
	p.t.Helper()
	req, err := http.NewRequest(http.MethodPost, p.at("/create"), strings.NewReader(f.Encode()))
	if err == nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Origin", p.at(""))
		req.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	return p.do(req, err)
}

// toGitHub sends the confirmation page's form on, and gives where GitHub sends
// the browser back to.
func (p *page) toGitHub(confirm string) *url.URL {
	p.t.Helper()
	field := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(confirm)
		if m == nil {
			p.t.Fatalf("no %s in\n%s", pattern, confirm)
		}
		return html.UnescapeString(m[1])
	}
	resp, err := http.PostForm(field(`action="(http[^"]*)"`), url.Values{"manifest": {field(`name="manifest" value="([^"]*)"`)}})
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	m := regexp.MustCompile(`href="([^"]*)"`).FindStringSubmatch(string(body))
	if m == nil {
		p.t.Fatalf("GitHub: %d\n%s", resp.StatusCode, body)
	}
	back, err := url.Parse(html.UnescapeString(m[1]))
	if err != nil {
		p.t.Fatal(err)
	}
	return back
}

func values(g *github) url.Values {
	return url.Values{"name": {"Our theriac"}, "hook": {"https://theriac.example.com"}, "github": {g.URL}, "scanning": {"yes"}}
}

// secret reads a file that must be its owner's alone.
func secret(t *testing.T, name string) string {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("%s has mode %v", name, info.Mode())
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
