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
		if _, ok := g.enter(9, now); !ok {
			t.Fatal("turned away from an empty installation")
		}
	}
	for n := range 100 {
		wait, ok := g.enter(9, now)
		if want := time.Duration(n+1) * comeBackEvery; ok || wait != want {
			t.Fatalf("number %d: in %v, wait %v; want %v", n, ok, wait, want)
		}
	}
	if _, ok := g.enter(10, now); !ok {
		t.Error("one installation's crowd keeps another out")
	}
	g.leave(9)
	if _, ok := g.enter(9, now); !ok {
		t.Error("a place was left, and not given on")
	}
	// Times that have passed do not count.
	if wait, ok := g.enter(9, now.Add(time.Hour)); ok || wait != comeBackEvery {
		t.Errorf("in %v, wait %v; want %v", ok, wait, comeBackEvery)
	}
	for range 2 {
		g.leave(9)
	}
	g.leave(10)
	if len(g.running)+len(g.next) > 0 {
		t.Errorf("left in memory: %v, %v", g.running, g.next)
	}
}
