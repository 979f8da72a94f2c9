package setup

import (
	"bytes"
	"crypto/rand"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/theriac/theriac/checks"
)

//go:embed pages
var pageFiles embed.FS

// pages are written by html/template, which escapes by context whatever is put
// into them.
var pages = template.Must(template.ParseFS(pageFiles, "pages/*.html"))

// maxForm bounds a form, in bytes.
const maxForm = 64 << 10

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /start", s.start)
	mux.HandleFunc("GET /{$}", s.known(s.ask))
	mux.HandleFunc("POST /create", s.known(s.create))
	mux.HandleFunc("GET /created", s.known(s.created))
	guarded := http.NewCrossOriginProtection().Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.hosts[r.Host] {
			http.Error(w, "this page is for this machine alone", http.StatusMisdirectedRequest)
			return
		}
		guarded.ServeHTTP(w, r)
	})
}

// start turns the key of the address into a cookie, so that it doesn't stay in
// the browser's address line.
func (s *server) start(w http.ResponseWriter, r *http.Request) {
	if !same(r.URL.Query().Get("key"), s.key) {
		s.refuse(w, http.StatusForbidden, "The key in this address is not that of the setup that is running. Open the address that the terminal shows.")
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.cookie(r), Value: s.key, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode, // GitHub sends the browser back here
	})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// known lets those in who have the key.
func (s *server) known(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, err := r.Cookie(s.cookie(r))
		if err != nil || !same(c.Value, s.key) {
			s.refuse(w, http.StatusForbidden, "Open the address that the terminal shows: it has the key to this page.")
			return
		}
		next(w, r)
	}
}

// ask shows the form, with what was filled in before.
func (s *server) ask(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	f := s.form
	s.mu.Unlock()
	s.show(w, http.StatusOK, "form", formPage{Form: f, MaxName: maxName}, "")
}

type formPage struct {
	Form    form
	Wrong   mistakes
	MaxName int
}

// create shows what is about to be made, with a form that goes to GitHub.
func (s *server) create(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.refuse(w, http.StatusBadRequest, "The form could not be read.")
		return
	}
	f := form{
		Name: r.PostForm.Get("name"), Organisation: r.PostForm.Get("organisation"), Hook: r.PostForm.Get("hook"),
		GitHub: r.PostForm.Get("github"), Scanning: r.PostForm.Get("scanning") != "",
	}
	c, wrong := f.check()
	if len(wrong) > 0 {
		s.show(w, http.StatusUnprocessableEntity, "form", formPage{Form: f, Wrong: wrong, MaxName: maxName}, "")
		return
	}
	filled, err := manifest(s.Manifest, c, "http://"+r.Host+"/created")
	if err != nil {
		s.refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	to := *c.create
	query := to.Query()
	query.Set("state", s.expect(f, c))
	to.RawQuery = query.Encode()
	s.show(w, http.StatusOK, "confirm", map[string]any{
		"To": to.String(), "Site": c.site, "Manifest": filled, "Name": c.name, "Hook": c.hook,
		"Organisation": strings.TrimSpace(f.Organisation), "Scanning": c.scanning,
	}, c.site)
}

// created takes the code that GitHub sends back.
func (s *server) created(w http.ResponseWriter, r *http.Request) {
	c, ok := s.take(r.URL.Query().Get("state"))
	if !ok {
		s.refuse(w, http.StatusForbidden, "This answer belongs to no App that was begun here, or was used before. Nothing was done with it.")
		return
	}
	code := r.URL.Query().Get("code")
	if !isCode(code) {
		s.refuse(w, http.StatusBadRequest, "GitHub's answer has no code. Was the App made?")
		return
	}
	credentials, err := s.exchange(r.Context(), c, code)
	if err != nil {
		fmt.Fprintf(s.Out, "theriac-app: %s\n", checks.EscapeTerminal(err.Error()))
		s.refuse(w, http.StatusBadGateway, "GitHub made the App, but its credentials are not here: "+err.Error()+
			". The code works for one hour and once, so make a new private key and webhook secret in the App's settings, or delete the App there and begin again.")
		return
	}
	key, env := filepath.Join(s.Dir, KeyFile), filepath.Join(s.Dir, EnvFile)
	s.show(w, http.StatusOK, "done", map[string]any{
		"ID": credentials.AppID, "Install": credentials.HTMLURL + "/installations/new",
		"Key": key, "Env": env, "Source": quoteEnv(env), "Hook": c.hook,
	}, "")
	fmt.Fprintf(s.Out, "The App %d is made. Its key is in %s, its settings are in %s.\n", credentials.AppID, key, env)
	fmt.Fprintf(s.Out, "Install it: %s/installations/new\n", checks.EscapeTerminal(credentials.HTMLURL))
	close(s.done)
}

// isCode reports whether s may stand in a path of the API as it is.
func isCode(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return false
		}
	}
	return s != "" && len(s) <= 200
}

func (s *server) refuse(w http.ResponseWriter, status int, why string) {
	s.show(w, status, "refused", why, "")
}

// show writes a page. formTarget is another site that its form may go to.
func (s *server) show(w http.ResponseWriter, status int, name string, data any, formTarget string) {
	nonce := rand.Text()
	var out bytes.Buffer
	err := pages.ExecuteTemplate(&out, "page", map[string]any{"Kind": name, "Data": data, "Nonce": nonce})
	if err != nil {
		http.Error(w, "the page could not be written", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", strings.TrimSpace("default-src 'none'; style-src 'nonce-"+nonce+
		"'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' "+formTarget))
	// Not no-referrer: the form to GitHub must say where it comes from. Paths,
	// which have the code and the state, stay here.
	h.Set("Referrer-Policy", "strict-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = out.WriteTo(w) // the browser may be gone
}
