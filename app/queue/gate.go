package queue

import (
	"sync"
	"time"
)

// comeBackEvery is the distance between the times at which jobs of a busy installation are told
// to come back. It bounds what the waiting costs the store: four updates a second for each busy
// installation, however long its queue is.
const comeBackEvery = 250 * time.Millisecond

// keepFree is how long the process takes no new jobs for the sake of one that has to be alone. That
// one comes back before, and asks again.
const keepFree = 4 * comeBackEvery

// gate decides which jobs run beside each other in this process: not too many of one installation,
// and none beside a suspect, whose process ended under it before. Should it do so again, nobody
// else is hurt and everybody knows who did it.
type gate struct {
	limit   int
	mu      sync.Mutex
	running map[int64]int
	// next is the last time that was given out, for installations that were turned away.
	next map[int64]time.Time

	all   int  // jobs that run
	alone bool // the one that runs is a suspect
	// free is until when nobody enters but a suspect.
	free time.Time
}

func newGate(limit int) *gate {
	return &gate{limit: limit, running: make(map[int64]int), next: make(map[int64]time.Time)}
}

// enter lets a job in, which has to leave; or says how long to wait before the next try.
func (g *gate) enter(installation int64, suspect bool, now time.Time) (comeBack time.Duration, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case suspect && g.all > 0:
		if !g.alone {
			g.free = now.Add(keepFree)
		}
		return comeBackEvery, false
	case suspect:
		g.alone, g.free = true, time.Time{}
	case g.alone || now.Before(g.free):
		return g.later(installation, now), false
	case g.running[installation] >= g.limit:
		return g.later(installation, now), false
	}
	g.running[installation]++
	g.all++
	return 0, true
}

// later gives out a time.
func (g *gate) later(installation int64, now time.Time) time.Duration {
	next := now
	if last := g.next[installation]; last.After(now) {
		next = last
	}
	next = next.Add(comeBackEvery)
	g.next[installation] = next
	return next.Sub(now)
}

func (g *gate) leave(installation int64, suspect bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all--
	if suspect {
		g.alone = false
	}
	if g.all == 0 {
		clear(g.next) // of those that were kept out by a suspect, too
	}
	if g.running[installation]--; g.running[installation] == 0 {
		delete(g.running, installation)
		delete(g.next, installation)
	}
}
