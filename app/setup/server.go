package setup

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"github.com/theriac/theriac/app/hub"
)

// Options are what setup needs.
type Options struct {
	// Manifest is the App's manifest (JSON) to fill in.
	Manifest []byte
	// Dir is the folder that the credentials are written to.
	Dir string
	// GitHub is the web address that the page suggests; github.com's where empty.
	GitHub string
	// UserAgent names the program to GitHub.
	UserAgent string
	// Out is told where the page is, and how it ends.
	Out io.Writer
}

// defaultGitHub is what most people have.
const defaultGitHub = "https://github.com"

// convertTimeout bounds the one request to GitHub.
const convertTimeout = 30 * time.Second

// lastPage is how long the last page has to reach a browser on this machine.
const lastPage = 2 * time.Second

// server is one run of setup.
type server struct {
	Options
	key   string // in the address that the terminal shows, then in a cookie
	hosts map[string]bool

	mu      sync.Mutex
	form    form   // as it was filled in last
	state   string // of the App that is being made; empty for none
	pending choice

	done chan struct{} // closed after the credentials were written
}

// Run serves the page on a listener of the loopback interface until the App is
// made or ctx ends. An error means that there is no App, or none whose
// credentials are at hand.
func Run(ctx context.Context, o Options, l net.Listener) error {
	defer l.Close()
	at, ok := l.Addr().(*net.TCPAddr)
	if !ok || !at.IP.IsLoopback() {
		return fmt.Errorf("%s is not on the loopback interface: the page is for this machine alone", l.Addr())
	}
	dir, err := filepath.Abs(o.Dir) // it is shown, and means the same in every shell
	if err != nil {
		return err
	}
	if err := vacant(dir); err != nil {
		return err
	}
	o.Dir = dir
	if o.GitHub == "" {
		o.GitHub = defaultGitHub
	}
	port := fmt.Sprint(at.Port)
	s := &server{
		Options: o, key: rand.Text(), done: make(chan struct{}),
		form:  form{Name: "theriac", GitHub: o.GitHub, Scanning: true},
		hosts: map[string]bool{at.String(): true, "127.0.0.1:" + port: true, "localhost:" + port: true},
	}
	web := &http.Server{
		Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: convertTimeout + 30*time.Second, MaxHeaderBytes: 64 << 10,
	}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(l) }()
	fmt.Fprintf(o.Out, "Open this address in a browser on this machine:\n\n  http://%s/start?key=%s\n\n", at, s.key)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		err = errors.New("stopped: no App was made here")
	case <-s.done:
	}
	// The last page is still on its way to the browser. What a browser opened and
	// never used, as they do to be quick, would be waited for in vain.
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastPage)
	defer cancel()
	if web.Shutdown(end) != nil {
		web.Close()
	}
	return err
}

// cookie holds the key. Its name says the port: cookies are shared by all ports.
func (s *server) cookie(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host)
	return "theriac-setup-" + port
}

func same(a, b string) bool {
	return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}

// expect remembers the choice that the next code from GitHub is for, and forgets
// any before.
func (s *server) expect(f form, c choice) (state string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.form, s.state, s.pending = f, rand.Text(), c
	return s.state
}

// take ends the state, whether it was the right one or not.
func (s *server) take(state string) (choice, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ok := s.state != "" && same(s.state, state)
	s.state = ""
	return s.pending, ok
}

// exchange trades the code for the credentials and writes them.
func (s *server) exchange(ctx context.Context, c choice, code string) (hub.Credentials, error) {
	f, err := reserve(s.Dir)
	if err != nil {
		return hub.Credentials{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, convertTimeout)
	defer cancel()
	credentials, err := hub.Convert(ctx, c.api, s.UserAgent, code)
	if err != nil {
		f.discard()
		return hub.Credentials{}, err
	}
	// From here on the files stay, also where writing fails: part of a key that
	// GitHub gives once is better than none.
	return credentials, f.fill(credentials, c.api)
}
