package webhook

import (
	"context"
	"net/netip"
	"sync"
	"time"
)

// MinBudget is the least that a budget can be, in bytes: a payload of GitHub's largest size must
// fit into one sender's share of it.
const MinBudget = 80 << 20

const (
	// smallBody is the size in bytes up to which a body counts as small. GitHub's payloads of the
	// events that theriac acts on have 10 to 60 KB.
	smallBody = 1 << 20
	// budgetWait is how long a body waits for room. GitHub hangs up after 10 seconds.
	budgetWait = 3 * time.Second
)

// budget bounds the bytes of bodies that are held at once. Whoever sends them is not known before
// the signature was looked at, which takes the whole body, so everybody could fill the memory.
//
// Large bodies share three quarters of the budget, so that there is always room for small ones,
// which nearly all of GitHub's are. One sender, by address, gets half of either.
type budget struct {
	mu      sync.Mutex
	total   int64
	held    int64
	large   int64
	senders map[string]share
	// freed is closed, and made anew, whenever something is given back.
	freed chan struct{}
}

// share is what one sender holds.
type share struct{ held, large int64 }

func newBudget(total int64) *budget {
	return &budget{total: total, senders: map[string]share{}, freed: make(chan struct{})}
}

// A reservation is a part of the budget that one body holds.
type reservation struct {
	b      *budget
	sender string
	size   int64
}

func (b *budget) reservation(sender string) *reservation { return &reservation{b: b, sender: sender} }

// grow makes the reservation at least size bytes large, and waits for room for a moment. It
// reports whether there was.
func (r *reservation) grow(ctx context.Context, size int64) bool {
	if size <= r.size {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, budgetWait)
	defer cancel()
	for {
		freed, ok := r.b.try(r, size)
		if ok {
			return true
		}
		select {
		case <-freed:
		case <-ctx.Done():
			return false
		}
	}
}

// try is grow without waiting. freed ends when another try may have another result.
func (b *budget) try(r *reservation, size int64) (freed <-chan struct{}, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	more, moreLarge := size-r.size, largePart(size)-largePart(r.size)
	s := b.senders[r.sender]
	room := b.total / 4 * 3
	if b.held+more > b.total || b.large+moreLarge > room && moreLarge > 0 ||
		s.held+more > b.total/2 || s.large+moreLarge > room/2 && moreLarge > 0 {
		return b.freed, false
	}
	b.change(r, more, moreLarge)
	return nil, true
}

func (b *budget) change(r *reservation, more, moreLarge int64) {
	s := b.senders[r.sender]
	s.held, s.large = s.held+more, s.large+moreLarge
	if s == (share{}) {
		delete(b.senders, r.sender)
	} else {
		b.senders[r.sender] = s
	}
	b.held, b.large = b.held+more, b.large+moreLarge
	r.size += more
}

// release gives all of it back.
func (r *reservation) release() {
	b := r.b
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.size == 0 {
		return
	}
	b.change(r, -r.size, -largePart(r.size))
	close(b.freed)
	b.freed = make(chan struct{})
}

func largePart(size int64) int64 {
	if size <= smallBody {
		return 0
	}
	return size
}

// senderOf is who shares a part of the budget: an IPv4 address, or the /64 of an IPv6 one, since
// that is what one customer is given.
func senderOf(remote string) string {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return remote
	}
	a := at.Addr().Unmap()
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return a.String()
	}
	return p.String()
}
