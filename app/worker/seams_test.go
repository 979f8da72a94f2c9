package worker_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// wire carries the requests to GitHub and lets tests step in.
type wire struct {
	mu   sync.Mutex
	stop *barrier
}

// A barrier holds the n-th request that matches.
type barrier struct {
	method, path string
	skip         int
	reached      chan struct{}
	open         chan struct{}
}

// hold lets skip requests of a method, with path in their path, pass and holds
// the next until it is released or its context ends.
func (w *wire) hold(method, path string, skip int) *barrier {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stop = &barrier{method: method, path: path, skip: skip, reached: make(chan struct{}), open: make(chan struct{})}
	return w.stop
}

// arrived waits until the request is there.
func (b *barrier) arrived(t *testing.T) {
	t.Helper()
	select {
	case <-b.reached:
	case <-time.After(patience):
		t.Fatalf("no %s %s came", b.method, b.path)
	}
}

func (b *barrier) release() { close(b.open) }

// RoundTrip implements http.RoundTripper.
func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	b := w.stop
	if b != nil && b.method == r.Method && strings.Contains(r.URL.Path, b.path) {
		if b.skip--; b.skip >= 0 {
			b = nil
		} else {
			w.stop = nil
		}
	} else {
		b = nil
	}
	w.mu.Unlock()
	if b != nil {
		close(b.reached)
		select {
		case <-b.open:
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
	return http.DefaultTransport.RoundTrip(r)
}

// lines is a log that tests can wait for.
type lines struct {
	mu   sync.Mutex
	text []string
	ch   chan map[string]string
}

func newLines() *lines { return &lines{ch: make(chan map[string]string, 10_000)} }

// Enabled, Handle, WithAttrs and WithGroup implement slog.Handler.
func (l *lines) Enabled(context.Context, slog.Level) bool { return true }
func (l *lines) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l *lines) WithGroup(string) slog.Handler            { return l }

func (l *lines) Handle(_ context.Context, r slog.Record) error {
	line := map[string]string{"msg": r.Message}
	text := r.Message
	r.Attrs(func(a slog.Attr) bool {
		line[a.Key] = a.Value.String()
		text += fmt.Sprintf(" %s=%q", a.Key, a.Value.String())
		return true
	})
	l.mu.Lock()
	l.text = append(l.text, text)
	l.mu.Unlock()
	l.ch <- line
	return nil
}

// wait returns the next line with a message.
func (l *lines) wait(t *testing.T, message string) map[string]string {
	t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case line := <-l.ch:
			if line["msg"] == message {
				return line
			}
		case <-deadline:
			t.Fatalf("no line %q came\n%s", message, l.all())
		}
	}
}

func (l *lines) all() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.text, "\n")
}

// find returns the last line that begins with a text.
func (l *lines) find(prefix string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range slices.Backward(l.text) {
		if strings.HasPrefix(s, prefix) {
			return s
		}
	}
	return ""
}
