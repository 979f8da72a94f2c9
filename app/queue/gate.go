package queue

import (
	"sync"
	"time"
)

// comeBackEvery is the distance between the times at which jobs of a busy installation are told
// to come back. It bounds what the waiting costs the store: four updates a second for each busy
// installation, however long its queue is.
const comeBackEvery = 250 * time.Millisecond

// gate keeps one installation from taking every worker of this process.
type gate struct {
	limit   int
	mu      sync.Mutex
	running map[int64]int
	// next is the last time that was given out, for installations that were turned away.
	next map[int64]time.Time
}

func newGate(limit int) *gate {
	return &gate{limit: limit, running: make(map[int64]int), next: make(map[int64]time.Time)}
}

// enter lets a job in, which has to leave; or says how long to wait before the next try.
func (g *gate) enter(installation int64, now time.Time) (comeBack time.Duration, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running[installation] < g.limit {
		g.running[installation]++
		return 0, true
	}
	next := now
	if last := g.next[installation]; last.After(now) {
		next = last
	}
	next = next.Add(comeBackEvery)
	g.next[installation] = next
	return next.Sub(now), false
}

func (g *gate) leave(installation int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running[installation]--; g.running[installation] == 0 {
		delete(g.running, installation)
		delete(g.next, installation)
	}
}
