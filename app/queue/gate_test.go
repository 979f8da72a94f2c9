package queue

import (
	"testing"
	"time"
)

// The times at which those come back that were turned away lie apart, however many there are.
func TestGate(t *testing.T) {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	g := newGate(2)
	for range 2 {
		if _, ok := g.enter(9, false, now); !ok {
			t.Fatal("turned away from an empty installation")
		}
	}
	for n := range 100 {
		wait, ok := g.enter(9, false, now)
		if want := time.Duration(n+1) * comeBackEvery; ok || wait != want {
			t.Fatalf("number %d: in %v, wait %v; want %v", n, ok, wait, want)
		}
	}
	if _, ok := g.enter(10, false, now); !ok {
		t.Error("one installation's crowd keeps another out")
	}
	g.leave(9, false)
	if _, ok := g.enter(9, false, now); !ok {
		t.Error("a place was left, and not given on")
	}
	// Times that have passed do not count.
	if wait, ok := g.enter(9, false, now.Add(time.Hour)); ok || wait != comeBackEvery {
		t.Errorf("in %v, wait %v; want %v", ok, wait, comeBackEvery)
	}
	for range 2 {
		g.leave(9, false)
	}
	g.leave(10, false)
	if len(g.running)+len(g.next) > 0 {
		t.Errorf("left in memory: %v, %v", g.running, g.next)
	}
}

// A suspect runs alone: it waits for those that run, nobody else is let in meanwhile, and nobody
// while it runs.
func TestGateAlone(t *testing.T) {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	g := newGate(2)
	enter := func(installation int64, suspect, want bool) {
		t.Helper()
		if wait, ok := g.enter(installation, suspect, now); ok != want || !ok && wait <= 0 {
			t.Fatalf("installation %d, suspect %t: in %t, wait %v", installation, suspect, ok, wait)
		}
	}
	enter(1, false, true)
	enter(2, true, false)
	enter(3, false, false) // kept free
	g.leave(1, false)
	enter(3, false, false)
	enter(2, true, true)
	enter(4, true, false)
	enter(3, false, false)
	g.leave(2, true)
	enter(3, false, true)
	enter(4, true, false)
	now = now.Add(keepFree) // the suspect does not come back: it was cancelled
	enter(1, false, true)
	g.leave(1, false)
	g.leave(3, false)
	if len(g.running)+len(g.next)+g.all > 0 || g.alone {
		t.Errorf("left: %+v", g)
	}
}
