package queue_test

import (
	"os"
	"strings"
	"testing"

	"github.com/theriac/theriac/app/queue"
)

// TestProbe: a look at a store tells what is there and makes nothing.
func TestProbe(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		probe := func(want string) {
			t.Helper()
			if got, err := queue.Probe(t.Context(), url); err != nil || !strings.Contains(got, want) {
				t.Errorf("%q, %v; want %q", got, err, want)
			}
		}
		path, sqlite := strings.CutPrefix(url, "sqlite:")
		probe("made at the first start")
		if _, err := os.Stat(path); sqlite && err == nil {
			t.Error("a file was made")
		}
		q, err := queue.Open(t.Context(), queue.Config{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		probe("tables at version 3")
		if sqlite {
			probe("in use by a running theriac-app")
		}
		if err := q.Close(); err != nil {
			t.Fatal(err)
		}
		probe("tables at version 3")
	})
	for _, url := range []string{"sqlite:/none/such/theriac.db", "sqlite:", "postgres://127.0.0.1:1/none?connect_timeout=1"} {
		if got, err := queue.Probe(t.Context(), url); err == nil {
			t.Errorf("%s: %q", url, got)
		}
	}
}
