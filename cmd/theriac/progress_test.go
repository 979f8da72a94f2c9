package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"
)

// Progress counts what is done, and leaves the screen as it was.
func TestProgress(t *testing.T) {
	for _, total := range []int{1, 5} {
		var screen bytes.Buffer
		p := &progress{to: &screen, what: "asking servers", total: total}
		p.step()
		p.show()
		if !strings.Contains(screen.String(), "asking servers") {
			t.Errorf("%d: nothing is shown: %q", total, screen.String())
		}
		if total > 1 && !strings.Contains(screen.String(), "1/5") {
			t.Errorf("what was done before is not counted: %q", screen.String())
		}
		var group sync.WaitGroup
		for range total - 1 {
			group.Go(p.step)
		}
		group.Wait()
		p.stop()
		// A line that is cleared ends with a return and nothing after it.
		if s := screen.String(); !strings.HasSuffix(s, "\r") && !strings.HasSuffix(s, "\x1b[2K\r") || strings.Contains(s, "\n") {
			t.Errorf("%d: something is left on the screen: %q", total, s)
		}
		shown := screen.Len()
		p.show()
		p.step()
		if screen.Len() != shown {
			t.Errorf("%d: it comes back after its end", total)
		}
	}
}

// Where stderr is no terminal, nothing is shown however long it takes: there is
// not even a timer.
func TestProgressPiped(t *testing.T) {
	a := &app{stderr: &bytes.Buffer{}}
	if p := a.progress("scanning", 100); p.timer != nil {
		t.Error("a progress for nobody")
	}
}

func TestNamesPath(t *testing.T) {
	for text, want := range map[string]bool{
		"Reads below /srv/app.": true, "/srv/app": true, "/srv/app/x": true, "in /srv/app2 and /srv/app": true,
		"/srv/app2": false, "/srv/ap": false, "": false, "/srv/app-old": false,
	} {
		if got := names(text, "/srv/app"); got != want {
			t.Errorf("%q names /srv/app: %v, want %v", text, got, want)
		}
	}
}
