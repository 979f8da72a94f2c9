package live

import (
	"context"
	"io"
	"sync/atomic"
)

// budget is how many bytes a server may still send. Who overdraws it ends the
// listing, wherever the bytes came in.
type budget struct {
	left atomic.Int64
	stop context.CancelCauseFunc
}

func newBudget(stop context.CancelCauseFunc) *budget {
	b := &budget{stop: stop}
	b.left.Store(MaxBytes)
	return b
}

// reader counts what is read through it.
func (b *budget) reader(r io.Reader) io.Reader { return &countedReader{r, b} }

type countedReader struct {
	from   io.Reader
	budget *budget
}

func (r *countedReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if r.budget.left.Add(-int64(n)) < 0 {
		r.budget.stop(errTooMuch)
		return 0, errTooMuch
	}
	return n, err
}
