package webhook_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/theriac/theriac/webhook"
)

// slow is a body that comes as far as it was let, and tells when it is read.
type slow struct {
	r       io.Reader
	started func()
	go_     <-chan struct{}
}

func (s *slow) Read(p []byte) (int, error) {
	s.started()
	<-s.go_
	return s.r.Read(p)
}

// post sends a body of a size that the signature does not fit, or does.
func post(h http.Handler, from string, body io.Reader, size int64, signature string) int {
	r := httptest.NewRequest(http.MethodPost, "/webhook", body)
	r.RemoteAddr, r.ContentLength = from, size
	r.Header.Set("X-Hub-Signature-256", signature)
	r.Header.Set("X-GitHub-Delivery", "guid-1")
	r.Header.Set("X-GitHub-Event", "ping")
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code
}

// Whoever floods the server with large bodies gets a share of the budget and no more, and keeps
// out nobody who has something small to say. What is held never passes the budget.
func TestFlood(t *testing.T) {
	t.Parallel()
	h, err := webhook.New(webhook.Config{Secrets: secrets(t, testSecret), AppID: ourApp, Queue: &store{}, Memory: webhook.MinBudget})
	if err != nil {
		t.Fatal(err)
	}
	wrong := "sha256=" + strings.Repeat("0", 64)
	const large = 24 << 20
	reading, finish := make(chan struct{}, 100), make(chan struct{})
	statuses := make(chan int, 100)
	var senders sync.WaitGroup
	for _, from := range []string{"192.0.2.1:1", "192.0.2.1:2", "192.0.2.1:3", "[2001:db8::1]:1", "[2001:db8::ffff]:1", "198.51.100.7:9", "198.51.100.8:9"} {
		senders.Go(func() {
			var once sync.Once
			body := &slow{bytes.NewReader(make([]byte, large)), func() { once.Do(func() { reading <- struct{}{} }) }, finish}
			statuses <- post(h, from, body, large, wrong)
		})
	}
	// 60 MiB for large bodies: two of 24 MiB, and they are of two senders.
	<-reading
	<-reading
	small := []byte(`{"zen": "short"}`)
	for _, from := range []string{"192.0.2.1:4", "203.0.113.5:1"} {
		if got := post(h, from, bytes.NewReader(small), int64(len(small)), sign(testSecret, small)); got != http.StatusAccepted {
			t.Errorf("a small delivery from %s got %d beside the flood", from, got)
		}
	}
	for range 5 {
		if got := <-statuses; got != http.StatusServiceUnavailable {
			t.Errorf("beyond the budget: %d, want 503", got)
		}
	}
	if held := h.Held(); held > webhook.MinBudget || held != 2*large {
		t.Errorf("%d bytes are held", held)
	}
	close(finish)
	senders.Wait()
	for range 2 {
		if got := <-statuses; got != http.StatusUnauthorized {
			t.Errorf("within the budget: %d, want 401", got)
		}
	}
	if held := h.Held(); held != 0 {
		t.Errorf("%d bytes are still held", held)
	}
}

// A body that does not tell its length is read as far as it may be, and everything of it counts.
func TestUnknownLength(t *testing.T) {
	t.Parallel()
	h, err := webhook.New(webhook.Config{Secrets: secrets(t, testSecret), AppID: ourApp, Queue: &store{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ size, want int }{
		{0, http.StatusBadRequest}, {1, http.StatusBadRequest}, {64 << 10, http.StatusBadRequest}, {64<<10 + 1, http.StatusBadRequest},
		{3 << 20, http.StatusBadRequest}, {webhook.MaxBody + 1, http.StatusRequestEntityTooLarge},
	} {
		body := bytes.Repeat([]byte("x"), tt.size)
		// Well signed, and no JSON: so it was read and hashed as a whole.
		got := post(h, "192.0.2.1:1", io.MultiReader(bytes.NewReader(body)), -1, sign(testSecret, body))
		if got != tt.want || h.Held() != 0 {
			t.Errorf("%d bytes: %d, want %d; %d bytes are still held", tt.size, got, tt.want, h.Held())
		}
	}
}
