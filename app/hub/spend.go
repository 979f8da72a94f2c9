package hub

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
)

// Counted gives a context under which the calls that read the repository are
// counted, and refused with ErrIncomplete once they are more than a review may
// make: a change must not eat an installation's 5,000 calls of an hour. Calls
// that write, or look at a pull request, are not counted, so that there is always
// a way to say so.
func Counted(ctx context.Context) context.Context {
	return context.WithValue(ctx, spentKey{}, new(atomic.Int64))
}

type spentKey struct{}

// spend counts one call.
func spend(req *http.Request) error {
	spent, ok := req.Context().Value(spentKey{}).(*atomic.Int64)
	if !ok || req.Method != http.MethodGet || !strings.Contains(req.URL.Path, "/git/") && !strings.HasSuffix(req.URL.Path, "/files") {
		return nil
	}
	if spent.Add(1) > readCalls {
		return fmt.Errorf("%w: reading this change takes more than %d requests to GitHub", ErrIncomplete, readCalls)
	}
	return nil
}
