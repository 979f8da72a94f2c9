package queue_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/webhook"
)

// shared lets several goroutines write.
type shared struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

// Every attempt has one line, with everything that one could look for.
func TestLog(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		var out shared
		q := open(t, queue.Config{URL: url, Log: slog.New(slog.NewJSONHandler(&out, nil)), Backoff: soon, MaxAttempts: 1})
		running, done := make(chan struct{}), make(chan struct{})
		stop := work(t, q, funcs{handle: func(ctx context.Context, job queue.Job) error {
			switch job.Request.Head {
			case sha(1):
				close(running)
				return hang(ctx)
			case sha(2):
				return nil
			}
			defer close(done)
			panic("text of a manifest")
		}})
		send := func(guid string, r webhook.Request) {
			t.Helper()
			if _, err := q.Enqueue(t.Context(), webhook.Delivery{GUID: guid, Event: "pull_request"}, r); err != nil {
				t.Fatal(err)
			}
		}
		send("one", pull(1))
		receive(t, running)
		send("two", pull(2))
		send("three", with(pull(3), func(r *webhook.Request) { r.PullRequest = 8 }))
		receive(t, done)
		stop()
		log := out.b.String()
		for _, want := range []string{
			`"level":"INFO","msg":"job","job":1,"delivery":"one","installation":9,"repository":"acme/tools","pull":7,"head":"` + sha(1) + `","attempt":1,"outcome":"superseded"`,
			`"level":"INFO","msg":"job","job":2,"delivery":"two","installation":9,"repository":"acme/tools","pull":7,"head":"` + sha(2) + `","attempt":1,"outcome":"done"`,
			`"level":"WARN","msg":"job","job":3,"delivery":"three","installation":9,"repository":"acme/tools","pull":8,"head":"` + sha(3) + `","attempt":1,"outcome":"given up"`,
			`with a string`,
		} {
			if !strings.Contains(log, want) {
				t.Errorf("no %s in the log:\n%s", want, log)
			}
		}
		if n := strings.Count(log, "\n"); n != 3 || strings.Contains(log, "text of a manifest") {
			t.Errorf("%d lines:\n%s", n, log)
		}
	})
}
