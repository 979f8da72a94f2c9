package live

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/theriac/theriac/scanner/manifest"
)

// sdkServer is an honest server of the SDK's, with pages of two.
func sdkServer(versions ...string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "honest", Version: "1"}, &mcp.ServerOptions{
		PageSize: 2, Instructions: "Be kind.", SupportedProtocolVersions: versions,
	})
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		s.AddTool(&mcp.Tool{Name: name, Description: "Does " + name, InputSchema: map[string]any{"type": "object"}}, nil)
	}
	s.AddPrompt(&mcp.Prompt{Name: "p"}, nil)
	s.AddResource(&mcp.Resource{Name: "r", URI: "file:///r"}, nil)
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "t", URITemplate: "file:///{x}"}, nil)
	return s
}

var honest = map[manifest.ComponentKind][]string{
	manifest.Server: {"honest"}, manifest.Tool: {"a", "b", "c", "d", "e"},
	manifest.Prompt: {"p"}, manifest.Resource: {"r"}, manifest.ResourceTemplate: {"t"},
}

// serve serves a handler, and gives the URL to list.
func serve(t *testing.T, h http.Handler) (*httptest.Server, string) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s, s.URL + "/mcp"
}

func mustURL(t *testing.T, address string, headers ...string) *Server {
	t.Helper()
	s, err := URL(address, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Both transports of the SDK's servers are read whole, with and without
// sessions, with JSON and with events.
func TestTransports(t *testing.T) {
	get := func(*http.Request) *mcp.Server { return sdkServer() }
	only := func(versions ...string) http.Handler {
		return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return sdkServer(versions...) }, &mcp.StreamableHTTPOptions{Stateless: true})
	}
	for name, handler := range map[string]http.Handler{
		"streamable":           mcp.NewStreamableHTTPHandler(get, nil),
		"streamable JSON":      mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{JSONResponse: true}),
		"streamable stateless": mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{Stateless: true}),
		"first version":        only("2024-11-05"),
		"newest version":       only("2026-07-28"),
		"SSE":                  mcp.NewSSEHandler(get, nil),
	} {
		t.Run(name, func(t *testing.T) {
			s, address := serve(t, handler)
			l := list1(t, mustURL(t, address), patient)
			if diff := cmp.Diff(honest, names(t, l)); diff != "" {
				t.Error(diff)
			}
			if len(l.Notes) > 0 {
				t.Errorf("notes: %q", l.Notes)
			}
			// Nothing holds a connection: else this would wait for ever.
			s.Close()
		})
	}
}

// overHTTP serves a role with plain JSON.
func overHTTP(a role, see func(*http.Request)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if see != nil {
			see(r)
		}
		if r.Method != http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		message, _ := io.ReadAll(r.Body)
		said := a.respond(message)
		if said == "" {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set(sessionHeader, "session-1")
		io.WriteString(w, said)
	})
}

// Every request bears the headers, the chosen version and the session, and all
// that is asked for is lists.
func TestRequests(t *testing.T) {
	asking := filepath.Join(t.TempDir(), "log")
	t.Setenv(logVar, asking)
	var mu sync.Mutex
	var seen []string
	_, address := serve(t, overHTTP(listing(func(string) string { return tools("", "alpha") }), func(r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, fmt.Sprintf("%s auth=%s version=%s session=%s agent=%s host=%s", r.Method, r.Header.Get("Authorization"),
			r.Header.Get(versionHeader), r.Header.Get(sessionHeader), r.UserAgent(), r.Host))
	}))
	list1(t, mustURL(t, address, "authorization: Bearer s3cret", "Host: mcp.example.com"), Options{Timeout: time.Minute, Client: "9.9"})
	const rest = " agent=theriac/9.9 host=mcp.example.com"
	want := []string{"POST auth=Bearer s3cret version= session=" + rest}
	for range 5 { // initialized and the four lists
		want = append(want, "POST auth=Bearer s3cret version=2025-11-25 session=session-1"+rest)
	}
	want = append(want, "DELETE auth=Bearer s3cret version=2025-11-25 session=session-1"+rest)
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
	methods := asked(t, asking)
	if want := []string{"initialize", "notifications/initialized", "tools/list", "prompts/list", "resources/list", "resources/templates/list"}; !slices.Equal(methods, want) {
		t.Errorf("asked for %q", methods)
	}
}

// Redirects are followed, and to another host go neither the headers nor the
// session.
func TestRedirects(t *testing.T) {
	var mu sync.Mutex
	var leaked []string
	_, elsewhere := serve(t, overHTTP(listing(func(string) string { return tools("", "alpha") }), func(r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		for _, h := range []string{"Authorization", "X-Key", "Cookie", sessionHeader} {
			if v := r.Header.Get(h); v != "" {
				leaked = append(leaked, h+": "+v)
			}
		}
	}))
	_, address := serve(t, http.RedirectHandler(elsewhere, http.StatusTemporaryRedirect))
	l := list1(t, mustURL(t, address, "Authorization: Bearer s3cret", "X-Key: s3cret", "Cookie: s3cret"), patient)
	if diff := cmp.Diff([]string{"alpha"}, names(t, l)[manifest.Tool]); diff != "" {
		t.Error(diff)
	}
	if len(leaked) > 0 {
		t.Errorf("went to another host: %q", leaked)
	}
}

// The address that an SSE server names for messages may be elsewhere, too.
func TestEndpointElsewhere(t *testing.T) {
	got := make(chan http.Header, 1)
	_, elsewhere := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got <- r.Header
		w.WriteHeader(http.StatusForbidden)
	}))
	_, address := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "event: endpoint\ndata: %s\n\n", elsewhere)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	_, err := List(t.Context(), mustURL(t, address, "X-Key: s3cret"), patient)
	if err == nil {
		t.Fatal("no error")
	}
	if h := <-got; h.Get("X-Key") != "" {
		t.Errorf("the header went to another host")
	}
}

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
	soon := Options{Timeout: 500 * time.Millisecond}
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
		"hangs": {hang, Unreachable, "no answer to initialize within 500ms", soon},
		"hangs in events": {events(func(_ io.Writer, r *http.Request) { hang(nil, r) }),
			Unreachable, "no answer to initialize within 500ms", soon},
		"ends events": {events(func(io.Writer, *http.Request) {}), Unreachable, "initialize: request terminated without response", patient},
		"hangs later": {http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get(sessionHeader) != "" {
				hang(w, r)
				return
			}
			overHTTP(listing(nil), nil).ServeHTTP(w, r)
		}), Unreachable, "no answer to notifications/initialized within 500ms", soon},
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
