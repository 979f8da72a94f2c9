package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/theriac/theriac/scanner/manifest"
)

// lateKinds are servers that have no tools, or not all of them, when they say that
// they are ready.
var lateKinds = map[string]struct {
	// then is called when the client is there; add adds a tool and announces it.
	then func(add func(name string))
	want []string // tools; nil for an error
}{
	"0 ms":     {after(0, "late"), []string{"first", "late"}},
	"20 ms":    {after(20*time.Millisecond, "late"), []string{"first", "late"}},
	"300 ms":   {after(300*time.Millisecond, "late"), []string{"first", "late"}},
	"2,000 ms": {after(2*time.Second, "late"), []string{"first", "late"}},
	"a storm": {func(add func(string)) {
		time.AfterFunc(50*time.Millisecond, func() {
			for i := range 30 {
				add(fmt.Sprintf("late%02d", i))
			}
		})
	}, storm()},
	"never quiet": {func(add func(string)) {
		t := time.NewTicker(20 * time.Millisecond)
		go func() {
			for i := 0; i < 5000; i++ {
				<-t.C
				add(fmt.Sprintf("more%d", i%7))
			}
		}()
	}, nil},
}

func after(d time.Duration, name string) func(func(string)) {
	return func(add func(string)) { time.AfterFunc(d, func() { add(name) }) }
}

func storm() []string {
	all := []string{"first"}
	for i := range 30 {
		all = append(all, fmt.Sprintf("late%02d", i))
	}
	return all
}

// lateServer is such a server of the SDK's, with or without a tool at once.
func lateServer(kind string, empty bool) *mcp.Server {
	var s *mcp.Server
	n := 0
	add := func(name string) {
		n++
		s.AddTool(&mcp.Tool{Name: name, Description: fmt.Sprintf("Does it, %d.", n), InputSchema: map[string]any{"type": "object"}}, nil)
	}
	s = mcp.NewServer(&mcp.Implementation{Name: "late", Version: "1"}, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{ListChanged: true}},
		InitializedHandler: func(context.Context, *mcp.InitializedRequest) {
			if k, ok := lateKinds[kind]; ok {
				k.then(add)
			}
		},
	})
	if !empty {
		add("first")
	}
	return s
}

func init() {
	for kind := range lateKinds {
		for _, empty := range []bool{false, true} {
			behaviours[fmt.Sprintf("late %s %v", kind, empty)] = func() {
				lateServer(kind, empty).Run(context.Background(), &mcp.StdioTransport{})
			}
		}
	}
	behaviours["no tools at all"] = func() { lateServer("", true).Run(context.Background(), &mcp.StdioTransport{}) }
	behaviours["silently late"] = func() {
		begin := time.Now()
		listing(func(string) string {
			if time.Since(begin) < 300*time.Millisecond {
				return tools("")
			}
			return tools("", "late")
		}).stdio()
	}
}

// Servers that register tools later are listed until they have come to rest, over
// every transport; one that never does is an error, and never a clean listing.
func TestLate(t *testing.T) {
	var all sync.WaitGroup // together: each of them takes its time
	for kind, k := range lateKinds {
		for _, empty := range []bool{false, true} {
			server := func(*http.Request) *mcp.Server { return lateServer(kind, empty) }
			for transport, s := range map[string]*Server{
				"stdio":           fakeServer(t, fmt.Sprintf("late %s %v", kind, empty)),
				"streamable HTTP": overURL(t, mcp.NewStreamableHTTPHandler(server, nil)),
				"SSE":             overURL(t, mcp.NewSSEHandler(server, nil)),
			} {
				all.Go(func() {
					what := fmt.Sprintf("%s over %s, empty at first: %v", kind, transport, empty)
					l, err := List(t.Context(), s, Options{Timeout: time.Minute})
					var e *Error
					switch {
					case k.want == nil:
						if !errors.As(err, &e) || e.Reason != Partial || !strings.Contains(e.Detail, "did not come to rest") {
							t.Errorf("%s: %v, want an error: it did not come to rest", what, err)
						}
						return
					case err != nil:
						t.Errorf("%s: %v", what, err)
						return
					}
					want := slices.Clone(k.want)
					if empty {
						want = want[1:]
					}
					got, err := toolNames(l)
					slices.Sort(want)
					if d := cmp.Diff(want, got); d != "" || err != nil {
						t.Errorf("%s: %v (-want +got):\n%s", what, err, d)
					}
				})
			}
		}
	}
	all.Wait()
}

func toolNames(l *Listing) (all []string, err error) {
	d, err := l.Document()
	if err != nil {
		return nil, err
	}
	for _, c := range d.Components {
		if c.Kind == manifest.Tool {
			all = append(all, c.Name)
		}
	}
	slices.Sort(all)
	return all, nil
}

func overURL(t *testing.T, h http.Handler) *Server {
	_, address := serve(t, h)
	return mustURL(t, address)
}

// A server that declares tools and lists none is nothing to pass.
func TestNoTools(t *testing.T) {
	_, err := List(t.Context(), fakeServer(t, "no tools at all"), patient)
	var e *Error
	if !errors.As(err, &e) || e.Reason != Partial || !strings.Contains(e.Detail, "it says that it has tools, and lists none") {
		t.Errorf("%v", err)
	}
}

// One that announces nothing is asked again all the same.
func TestSilentlyLate(t *testing.T) {
	l := list1(t, fakeServer(t, "silently late"), Options{Timeout: time.Minute})
	if got := names(t, l)[manifest.Tool]; !slices.Equal(got, []string{"late"}) {
		t.Errorf("%q", got)
	}
}
