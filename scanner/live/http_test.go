package live

import (
	"fmt"
	"io"
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
	for range 6 { // initialized, the four lists, and tools once more
		want = append(want, "POST auth=Bearer s3cret version=2025-11-25 session=session-1"+rest)
	}
	want = append(want, "DELETE auth=Bearer s3cret version=2025-11-25 session=session-1"+rest)
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
	methods := asked(t, asking)
	if want := []string{"initialize", "notifications/initialized", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "tools/list"}; !slices.Equal(methods, want) {
		t.Errorf("asked for %q", methods)
	}
}

// A server may answer a method that it does not know in the words of HTTP.
func TestUnknownMethodOverHTTP(t *testing.T) {
	for _, status := range []int{400, 404, 500, 501} {
		answers := overHTTP(role(func(method string, _ map[string]any) string {
			if method == "initialize" {
				return `"result":{"protocolVersion":"2025-03-26","capabilities":{"tools":{}},"serverInfo":{"name":"x"}}`
			}
			return tools("", "alpha")
		}), nil)
		_, address := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), "prompts/") || strings.Contains(string(body), "resources/") {
				w.WriteHeader(status)
				return
			}
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			answers.ServeHTTP(w, r)
		}))
		l := list1(t, mustURL(t, address), patient)
		if diff := cmp.Diff([]string{"alpha"}, names(t, l)[manifest.Tool]); diff != "" {
			t.Errorf("%d: %s", status, diff)
		}
		if len(l.Notes) == 0 || !strings.HasPrefix(l.Notes[0], "it did not answer prompts/list") {
			t.Errorf("%d: notes %q", status, l.Notes)
		}
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
