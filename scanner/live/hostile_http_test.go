package live

import (
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/theriac/theriac/scanner/manifest"
)

// events answers a POST with events that body writes.
func events(body func(w io.Writer, r *http.Request)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.(http.Flusher).Flush()
		body(w, r)
	})
}

func endless(w io.Writer, text string) {
	block := []byte(strings.Repeat(text, 1+(64<<10)/len(text)))
	for {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

// Whatever a server does over HTTP, it ends in an error of one line, without
// the secrets of the URL.
func TestHostileHTTP(t *testing.T) {
	const secret = "s3cret"
	soon := Options{Timeout: 2 * time.Second}
	status := func(code int) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
	}
	hang := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // else the server does not notice that we left
		<-r.Context().Done()
	})
	for name, c := range map[string]struct {
		handler http.Handler
		reason  manifest.Reason
		detail  string
		o       Options
	}{
		"unauthorized": {status(401), Unreachable, `initialize: 401 Unauthorized (pass credentials with --header "Authorization: …")`, patient},
		"forbidden":    {status(403), Unreachable, `initialize: 403 Forbidden (pass credentials with --header "Authorization: …")`, patient},
		"unavailable":  {status(503), Unreachable, "initialize: 503 Service Unavailable", patient},
		"not there":    {status(404), Unreachable, "over streamable HTTP: initialize: 404 Not Found; over SSE: initialize: 404 Not Found", patient},
		"a web page": {http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") }),
			Unreachable, `initialize: sending "initialize": unsupported content type "text/html"`, patient},
		"redirects for ever": {http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.String(), http.StatusTemporaryRedirect)
		}), Unreachable, "initialize: more than 5 redirects", patient},
		"same cursor": {overHTTP(listing(func(string) string { return tools("c1", "alpha") }), nil),
			Partial, `tools/list: the cursor "c1" came twice: the list would never end (page 2)`, patient},
		"error on page 2": {overHTTP(listing(func(cursor string) string {
			return map[string]string{"": tools("c1", "a")}[cursor] + map[string]string{"c1": `"error":{"code":1,"message":"no"}`}[cursor]
		}), nil), Partial, `it answered tools/list with the error 1: "no" (page 2)`, patient},
		"no JSON": {http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, "{")
		}), Unreachable, `initialize: sending "initialize": failed to decode response`, patient},
		"hangs": {hang, Unreachable, "no answer to initialize within 2s", soon},
		"hangs in events": {events(func(_ io.Writer, r *http.Request) { hang(nil, r) }),
			Unreachable, "no answer to initialize within 2s", soon},
		"ends events": {events(func(io.Writer, *http.Request) {}), Unreachable, "initialize: request terminated without response", patient},
		"hangs later": {http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get(sessionHeader) != "" {
				hang(w, r)
				return
			}
			overHTTP(listing(nil), nil).ServeHTTP(w, r)
		}), Unreachable, "no answer to notifications/initialized within 2s", soon},
		"floods": {http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			endless(w, "x")
		}), Unreachable, "it sent more than 32 MiB", patient},
		"floods events": {events(func(w io.Writer, _ *http.Request) {
			endless(w, `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"data":"`+strings.Repeat("x", 1<<20)+"\"}}\n\n")
		}), Unreachable, "it sent more than 32 MiB", patient},
		"floods an event": {events(func(w io.Writer, _ *http.Request) { endless(w, "data: x") }), Unreachable, "it sent more than 32 MiB", patient},
		"floods an error": {http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusTeapot)
			endless(w, "x")
		}), Unreachable, "it sent more than 32 MiB", patient},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, address := serve(t, c.handler)
			s := mustURL(t, strings.Replace(address, "http://", "http://me:"+secret+"@", 1)+"?key="+secret+"#"+secret)
			l, err := List(t.Context(), s, c.o)
			if l != nil {
				t.Error("a partial listing was handed over")
			}
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want an *Error", err)
			}
			if e.Reason != c.reason || !strings.HasPrefix(e.Detail, c.detail) {
				t.Errorf("%s: %s\nwant %s: %s", e.Reason, e.Detail, c.reason, c.detail)
			}
			if e.Server != address || strings.Contains(e.Error(), secret) || strings.ContainsAny(e.Error(), "\n\r") {
				t.Errorf("%q", e.Error())
			}
		})
	}
}

// Nobody listens there, or it is somebody else.
func TestUnreachable(t *testing.T) {
	s, address := serve(t, nil)
	s.Close()
	tls := httptest.NewUnstartedServer(overHTTP(listing(nil), nil))
	tls.Config.ErrorLog = log.New(io.Discard, "", 0) // it complains of us
	tls.StartTLS()
	defer tls.Close()
	_, plain := serve(t, overHTTP(listing(nil), nil))
	for at, want := range map[string]string{
		address + "?key=s3cret": "connection refused",
		tls.URL:                 "certificate",
		strings.Replace(plain, "http:", "https:", 1): "server gave HTTP response to HTTPS client",
	} {
		_, err := List(t.Context(), mustURL(t, at), patient)
		var e *Error
		if !errors.As(err, &e) || e.Reason != Unreachable || !strings.Contains(e.Detail, want) || strings.Contains(e.Error(), "s3cret") {
			t.Errorf("%s: %v, want %q", at, err, want)
		}
	}
}
