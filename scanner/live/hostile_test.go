package live

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/theriac/theriac/scanner/manifest"
)

// Whatever a server does, it ends in an error of one line that says what, and
// no process of it is left. None of these comes near its timeout but for those
// that hang.
func TestHostile(t *testing.T) {
	soon := Options{Timeout: 2 * time.Second}
	for _, c := range []struct {
		name   string
		reason manifest.Reason
		detail string
		o      Options
		procs  int // 1 where it is 0
	}{
		{name: "same cursor", reason: Partial, detail: `tools/list: the cursor "c1" came twice: the list would never end (page 2)`},
		{name: "new cursors", reason: Partial, detail: "tools/list: the list has more than 1000 pages (page 1000)"},
		{name: "many tools", reason: Partial, detail: "tools/list: it lists more than 100000 components (page 2)"},
		{name: "error on page 2", reason: Partial, detail: `it answered tools/list with the error -32603: "out of memory" (page 2)`},
		{name: "refuses tools", reason: Partial, detail: `it answered tools/list with the error -32601: "Method not found"`},
		{name: "cursor no string", reason: Partial, detail: "tools/list: nextCursor is no string"},
		{name: "two cursors", reason: Partial, detail: "tools/list: nextCursor is there more than once"},
		{name: "no list", reason: Partial, detail: "tools/list: tools is no list"},
		{name: "other list", reason: Partial, detail: "tools/list: there is no tools in the answer"},
		{name: "strings", reason: Partial, detail: "tools/list: tools holds what is no object"},
		{name: "no result", reason: Partial, detail: "tools/list: the answer has neither a result nor an error"},
		{name: "too deep", reason: Partial, detail: "tools/list: it sent a response that is no valid JSON-RPC: unmarshaling jsonrpc message: json: exceeded maximum nesting depth of 1000"},
		{name: "asks first", reason: Partial, detail: `tools/list: the result is "input_required", not complete`},
		{name: "restless", reason: Partial, detail: "tools/list: the lists did not come to rest: they were read 11 times, and changed each time"},
		{name: "no version", reason: Unreachable, detail: "initialize: the answer names no protocol version"},
		{name: "odd version", reason: Unreachable, detail: "initialize: the answer names no protocol version"},
		{name: "refuses everything", reason: Unreachable, detail: `it answered initialize with the error -1: "No."`},
		{name: "refuses lists", reason: Partial, detail: "tools/list: it answered none of its lists"},
		{name: "over ten", reason: manifest.TooLarge, detail: "what it lists makes a manifest of more than 10485760 bytes, and no more are read"},
		{name: "too large", reason: Partial, detail: "it sent more than 32 MiB (page 7)"},

		{name: "dies", reason: Unreachable, detail: "it ended (exit status 3) before it answered initialize"},
		{name: "dies later", reason: Partial, detail: "it ended (exit status 4) before it answered tools/list"},
		{name: "dies with a child", reason: Unreachable, detail: "it ended (exit status 5) before it answered initialize", procs: 2},
		{name: "closes", reason: Unreachable, detail: "it closed the connection before it answered initialize"},
		{name: "hangs", reason: Unreachable, detail: "no answer to initialize within 2s", o: soon},
		{name: "hangs later", reason: Partial, detail: "no answer to tools/list within 2s", o: soon, procs: 2},

		{name: "floods a line", reason: Unreachable, detail: "it sent more than 32 MiB"},
		{name: "floods lines", reason: Unreachable, detail: "it sent more than 32 MiB; "},
		{name: "floods notifications", reason: Unreachable, detail: "it sent more than 32 MiB"},
		{name: "floods pings", reason: Unreachable, detail: ""}, // it never reads: either bound may come first
		{name: "floods stderr", reason: Unreachable, detail: "no answer to initialize within 2s", o: soon},
		{name: "100 MB", reason: Partial, detail: "it sent more than 32 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.o.Timeout == 0 {
				c.o = patient
			}
			if c.name == "floods pings" {
				c.o = Options{Timeout: 3 * time.Second}
			}
			life := newLife(t)
			life.brief = c.o.Timeout <= 3*time.Second
			l, err := List(t.Context(), fakeServer(t, c.name, life.env()), c.o)
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
			if strings.ContainsAny(e.Error(), "\n\r") || !strings.HasPrefix(e.Error(), "fake "+c.name+": ") {
				t.Errorf("no line that names the server: %q", e.Error())
			}
			gone(t, life.await(t, max(c.procs, 1)))
		})
	}
}

// What a server said on stderr before it failed to start is kept: the last of
// it, from a whole line on.
func TestLastWords(t *testing.T) {
	_, err := List(t.Context(), fakeServer(t, "dies"), patient)
	var e *Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if !strings.Contains(e.Stderr, "\nError: Cannot find module 'left-pad'") || !strings.HasPrefix(e.Stderr, "noise\n") {
		t.Errorf("stderr ends with %q", e.Stderr[max(0, len(e.Stderr)-100):])
	}
	if n := len(e.Stderr); n > maxStderr || n < maxStderr-100 {
		t.Errorf("%d bytes of stderr were kept, want about %d", n, maxStderr)
	}
}

// A server that leaves a process behind, with its stdout in the hand, is read
// as any other, and the process ended.
func TestChildIsEnded(t *testing.T) {
	life := newLife(t)
	list1(t, fakeServer(t, "leaves a child", life.env()), patient)
	gone(t, life.await(t, 2))
}

// The end of the context ends everything, and is told as such.
func TestInterrupt(t *testing.T) {
	life := newLife(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := List(ctx, fakeServer(t, "hangs later", life.env()), patient)
		done <- err
	}()
	processes := life.await(t, 2)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	gone(t, processes)
}

func TestNotStarted(t *testing.T) {
	for line, want := range map[string]string{
		"theriac-no-such-command --flag": "theriac-no-such-command --flag: it could not be started: executable file not found in $PATH",
		"/dev/null":                      "/dev/null: it could not be started: permission denied",
	} {
		s, err := Command(line)
		if err != nil {
			t.Fatal(err)
		}
		_, err = List(t.Context(), s, patient)
		var e *Error
		if !errors.As(err, &e) || e.Reason != Unreachable || e.Error() != want {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
}
