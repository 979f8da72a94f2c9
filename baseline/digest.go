package baseline

import (
	"crypto/sha256"
	"hash"
	"slices"

	"github.com/theriac/theriac/scanner/manifest"
)

// sum stands for a node's content: equal content, whatever its layout and the
// order of its keys, has equal sums.
type sum [sha256.Size]byte

// digester computes sums, each node's once: a document is compared in the time
// that reading it takes, however deep it nests and however often YAML aliases
// lead to the same place.
type digester struct {
	sums  map[manifest.Node]sum
	depth int
	err   error
}

func newDigester() *digester { return &digester{sums: map[manifest.Node]sum{}} }

// inProgress marks a node whose sum is being computed: a YAML alias inside what
// it stands for leads back to it.
var inProgress = sum{1}

// maxAliasDepth bounds the way through YAML aliases in aliases, which no limit of
// the reader bounds, for the sake of the stack.
const maxAliasDepth = 10 * manifest.MaxDepth

// of is the sum of a node; of the zero Node, too.
func (d *digester) of(n manifest.Node) sum {
	if k := n.Kind(); k != manifest.Object && k != manifest.Array {
		return sha256.Sum256(appendScalar([]byte{'s'}, n))
	}
	if s, ok := d.sums[n]; ok {
		return s
	}
	if d.depth > maxAliasDepth {
		d.err = errTooDeep
		return sum{}
	}
	d.sums[n] = inProgress
	d.depth++
	h := sha256.New()
	if n.Kind() == manifest.Array {
		h.Write([]byte{'a'})
		for v := range n.Elements() {
			s := d.of(v)
			h.Write(s[:])
		}
	} else {
		h.Write([]byte{'o'})
		d.members(h, sorted(n))
	}
	d.depth--
	s := sum(h.Sum(nil))
	d.sums[n] = s
	return s
}

func (d *digester) members(h hash.Hash, all []member) {
	for _, m := range all {
		name, s := sha256.Sum256([]byte(m.name)), d.of(m.value)
		h.Write(name[:])
		h.Write(s[:])
	}
}

// except is the sum of an object without one of its members.
func (d *digester) except(n manifest.Node, key string) sum {
	h := sha256.New()
	d.members(h, slices.DeleteFunc(sorted(n), func(m member) bool { return m.name == key }))
	return sum(h.Sum(nil))
}

func (d *digester) same(a, b manifest.Node) bool {
	return a.Valid() == b.Valid() && d.of(a) == d.of(b)
}
