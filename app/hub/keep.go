package hub

import (
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// What GitHub names by the hash of its content never changes. So what one review,
// or one attempt at it, has read is kept for the next: in memory only, bounded,
// and under the repository that it was read from, so that nobody is shown what
// only somebody else may see.
const (
	keepBlobs    = 16 << 20 // bytes
	keepBlobMost = 1 << 20  // of one file
	keepEntries  = 60_000   // lines of trees, some 250 bytes each
	keepTreeMost = 10_000   // of one tree
	keepCount    = 4096     // things of either kind
)

type keepKey struct {
	installation, repo int64
	id                 string
}

// A keep is a cache bounded by cost.
type keep[V any] struct {
	mu          sync.Mutex
	cache       *lru.Cache[keepKey, V]
	cost        func(V) int
	held        int
	total, most int
}

func newKeep[V any](total, most int, cost func(V) int) *keep[V] {
	k := &keep[V]{cost: cost, total: total, most: most}
	// The callback runs within calls of the cache, all of which are made under mu.
	cache, err := lru.NewWithEvict(keepCount, func(_ keepKey, v V) { k.held -= cost(v) })
	if err != nil {
		panic(err) // only a size below 1 is refused
	}
	k.cache = cache
	return k
}

func (k *keep[V]) get(key keepKey) (V, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.cache.Get(key)
}

func (k *keep[V]) put(key keepKey, v V) {
	n := k.cost(v)
	if n > k.most {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cache.Contains(key) {
		return
	}
	k.held += n
	k.cache.Add(key, v)
	for k.held > k.total {
		k.cache.RemoveOldest()
	}
}

func (r *Repo) keepKey(id string) keepKey { return keepKey{r.ref.Installation, r.ref.ID, id} }
