package hub

import (
	"errors"
	"fmt"
	"sync"

	"github.com/theriac/theriac/scanner/manifest"
)

// MinMemory is the least that Options.Memory can be, in bytes: one file of the largest size has to
// fit into one review's share, as what it becomes.
const MinMemory = 2 * memoryFactor * (DefaultMaxFileBytes + 1<<20)

const (
	// memoryFactor is how many bytes of memory a review takes for each byte of a file: the text,
	// the parsed document, and what the rules make of it. Measured with manifests of 5.9 MB: 3.5.
	memoryFactor = 4
	// fileCost is what a file costs beside its bytes, and entryCost a line of a tree.
	fileCost  = 4 << 10
	entryCost = 250
)

// ErrBusy: other reviews hold the memory that this one would need. Come back in a moment.
var ErrBusy = errors.New("other reviews hold the memory that this one needs")

// memory is the bytes that reviews may hold at once, in all. One review gets half of it, so that
// the others go on beside the largest.
type memory struct {
	mu    sync.Mutex
	total int64
	held  int64
}

// errTooMuch: a review's own share is used up.
var errTooMuch = errors.New("over a review's share of the memory")

// charge takes bytes out of the budget for r, until Repo.Close.
func (m *memory) charge(r *Repo, n int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case r.charged+n > m.total/2:
		return errTooMuch
	case m.held+n > m.total:
		return ErrBusy
	}
	r.charged += n
	m.held += n
	return nil
}

// Close gives back what the review held. The Repo and its Trees are not to be used any more.
func (r *Repo) Close() {
	m := &r.hub.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held -= r.charged
	r.charged = 0
}

// chargeFile makes room for a file. Where the review's share is used up, the file is one that is
// not analysed, and the report says so.
func (r *Repo) chargeFile(name string, size int64) error {
	err := r.hub.memory.charge(r, fileCost+memoryFactor*size)
	if !errors.Is(err, errTooMuch) {
		return err
	}
	return &manifest.Error{URI: name, Reason: manifest.TooLarge, Detail: fmt.Sprintf(
		"the files of this change are too large together: a review reads about %d MiB of them, and this one comes after that", r.hub.memory.total/2/memoryFactor>>20)}
}

// chargeTree makes room for a tree's lines.
func (r *Repo) chargeTree(entries int) error {
	err := r.hub.memory.charge(r, int64(entries)*entryCost)
	if errors.Is(err, errTooMuch) {
		return fmt.Errorf("%w: the tree of %s has too many files for the memory that a review may use", ErrIncomplete, r.ref)
	}
	return err
}
