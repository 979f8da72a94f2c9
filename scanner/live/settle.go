package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/theriac/theriac/scanner/manifest"
)

// Servers register tools after the first list was read: some load plugins, some
// connect to others first, some wait until nobody looks. A listing is over when
// the server has said for a while that nothing changed, and lists the same when it
// is asked once more.

// settle waits until the lists have come to rest, and reads again what changed.
func (l *Lister) settle(ctx context.Context, found *Listing) error {
	window := l.window(ctx, found)
	bounded, cancel := context.WithTimeout(ctx, maxSettle*l.talk.quiet)
	defer cancel()
	for round := 1; l.lost == nil; round++ {
		announced, err := l.quiet(bounded, window)
		switch {
		case ctx.Err() != nil:
			return l.fault(ctx, listTools, ctx.Err())
		case bounded.Err() != nil || round > maxRounds:
			return l.fault(ctx, listTools, fmt.Errorf("the lists did not come to rest: they were read %d times, and changed each time", round))
		case err != nil:
			// It is gone, and so can't list anything else.
			l.lost = err
			l.talk.note("it ended the connection after it had listed")
			continue
		}
		changed, err := l.again(ctx, found, announced)
		if err != nil {
			return err
		}
		if !announced && !changed {
			break
		}
		window = l.window(ctx, found)
	}
	for i, x := range lists {
		if x.method == listTools && l.declares(x) && len(found.components[i]) == 0 {
			return l.fault(ctx, listTools, errors.New("it says that it has tools, and lists none"))
		}
	}
	return nil
}

// again reads the lists once more: those of which a change was announced, or all
// that the server has. changed says that one lists something else than before.
func (l *Lister) again(ctx context.Context, found *Listing, announced bool) (changed bool, err error) {
	for i, x := range lists {
		if announced && !l.changed[x.method] || !announced && found.components[i] == nil {
			continue
		}
		before := found.components[i]
		if err := l.reread(ctx, found, i, x); err != nil {
			return false, err
		}
		changed = changed || !slices.EqualFunc(before, found.components[i], sameComponent)
	}
	return changed, nil
}

// sameComponent compares two components byte for byte.
func sameComponent(a, b manifest.Node) bool { return raw(a) == raw(b) }

// window is how long a server must be quiet. One that says that it will announce
// changes is expected to; so is one that has tools and lists none yet.
func (l *Lister) window(ctx context.Context, found *Listing) time.Duration {
	most := l.talk.brief
	for i, x := range lists {
		said := l.greeting.get("capabilities").Get(x.capability)
		if !l.declares(x) {
			continue
		}
		if said.Get("listChanged").Text() == "true" || x.method == listTools && len(found.components[i]) == 0 {
			most = l.talk.quiet
		}
	}
	if end, ok := ctx.Deadline(); ok {
		most = min(most, time.Until(end)/4)
	}
	return most
}

// quiet listens for the window, or until a change was announced and none was for a
// short while: changes come in storms. What else a server says makes it no longer.
func (l *Lister) quiet(ctx context.Context, window time.Duration) (announced bool, err error) {
	end := time.Now().Add(window)
	for known := l.announced; ; {
		if l.announced > known || !announced && l.pending() {
			known, announced = l.announced, true
			end = time.Now().Add(min(window, calm))
		}
		heard, err := l.listen(ctx, time.Until(end))
		if err != nil || !heard {
			return announced, err
		}
	}
}

// pending reports whether a list changed since it was read.
func (l *Lister) pending() bool {
	return slices.ContainsFunc(lists[:], func(x list) bool { return l.changed[x.method] })
}

// listen hears one message; heard is false where none comes in time.
func (l *Lister) listen(ctx context.Context, most time.Duration) (heard bool, err error) {
	brief, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	message, err := l.conn.Read(brief)
	switch {
	case brief.Err() != nil && ctx.Err() == nil:
		return false, nil
	case err != nil:
		return false, err
	}
	if r, ok := message.(*jsonrpc.Request); ok {
		return true, l.respond(ctx, r)
	}
	return true, nil
}
