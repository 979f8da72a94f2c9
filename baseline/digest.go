package baseline

import (
	"crypto/sha256"
	"encoding/binary"
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

	scratch []byte
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
	if isScalar(n) {
		h := sha256.New()
		d.write(h, n)
		return sum(h.Sum(nil))
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
			d.write(h, v)
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

func isScalar(n manifest.Node) bool { return n.Kind() != manifest.Object && n.Kind() != manifest.Array }

func (d *digester) members(h hash.Hash, all []member) {
	for _, m := range all {
		d.bytes(h, 'k', []byte(m.name))
		d.write(h, m.value)
	}
}

// write adds a node to its container's sum, so that no two contents make the
// same bytes: a scalar with its length, a container as its own sum.
func (d *digester) write(h hash.Hash, n manifest.Node) {
	if isScalar(n) {
		d.scratch = appendScalar(d.scratch[:0], n)
		d.bytes(h, 's', d.scratch)
		return
	}
	s := d.of(n)
	h.Write([]byte{'c'})
	h.Write(s[:])
}

func (d *digester) bytes(h hash.Hash, tag byte, b []byte) {
	h.Write(binary.AppendUvarint([]byte{tag}, uint64(len(b))))
	h.Write(b)
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

// equal compares the content of two nodes of JSON, without sums: most components
// are what they were. YAML's aliases would make it endless.
func equal(a, b manifest.Node) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case manifest.Object:
		return slices.EqualFunc(sorted(a), sorted(b), func(x, y member) bool { return x.name == y.name && equal(x.value, y.value) })
	case manifest.Array:
		return slices.EqualFunc(elements(a), elements(b), equal)
	}
	return a.Text() == b.Text()
}
