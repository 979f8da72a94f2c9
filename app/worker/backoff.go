package worker

import (
	"sync"
	"time"
)

// A backoff remembers which jobs a loop failed at, so that it goes on with the
// others and comes back to each later every time.
type backoff struct {
	mu sync.Mutex
	m  map[int64]pause
}

type pause struct {
	until  time.Time
	failed int
}

// The first pause is as long as the janitor's own, and none is longer than this.
const (
	firstPause   = 10 * time.Second
	longestPause = 15 * time.Minute
)

// due reports whether it is time for a job.
func (b *backoff) due(job int64, now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !now.Before(b.m[job].until)
}

// fail puts a job off, for twice as long as the last time.
func (b *backoff) fail(job int64, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.m == nil {
		b.m = map[int64]pause{}
	}
	p := b.m[job]
	p.until = now.Add(min(firstPause<<min(p.failed, 10), longestPause))
	p.failed++
	b.m[job] = p
}

// until puts a job off until a time that somebody has named.
func (b *backoff) until(job int64, at time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.m == nil {
		b.m = map[int64]pause{}
	}
	p := b.m[job]
	p.until = at
	b.m[job] = p
}

func (b *backoff) done(job int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.m, job)
}
