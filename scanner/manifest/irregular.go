package manifest

import (
	"cmp"
	"hash/maphash"
)

// Kinds of irregularity that only the readers know of.
const (
	// FurtherDocument is a value after the first in a file that is not named as
	// JSON Lines: most readers of JSON refuse the file, some take the first.
	FurtherDocument IrregularityKind = "further-document"
	// NonFiniteNumber is NaN, Infinity or -Infinity in JSON, as Python's json
	// module writes them; RFC 8259 §6 has no such numbers.
	NonFiniteNumber IrregularityKind = "non-finite-number"
)

func byPlace(a, b Irregularity) int { return cmp.Compare(a.Start, b.Start) }

// keySet finds the keys of one object that repeat an earlier one. It is kept
// from object to object, so that most of them allocate nothing.
type keySet struct {
	keys  []keyText
	seed  maphash.Seed
	table []uint32 // 1 + index in keys, by hash
}

type keyText struct {
	index uint32 // of the node
	text  string
}

func (s *keySet) reset() { s.keys = s.keys[:0] }

func (s *keySet) add(index uint32, text string) { s.keys = append(s.keys, keyText{index, text}) }

// repeated calls found with the node of every key that equals one before it. It
// uses an open table under a random seed: a file can't be written so that its
// keys collide.
func (s *keySet) repeated(found func(index uint32)) {
	size := 32
	for size < 2*len(s.keys) {
		size *= 2
	}
	if cap(s.table) < size {
		s.table, s.seed = make([]uint32, size), maphash.MakeSeed()
	}
	table := s.table[:size]
	clear(table)
next:
	for i, k := range s.keys {
		slot := int(maphash.String(s.seed, k.text)) & (size - 1)
		for ; table[slot] != 0; slot = (slot + 1) & (size - 1) {
			if s.keys[table[slot]-1].text == k.text {
				found(k.index)
				continue next
			}
		}
		table[slot] = uint32(i) + 1
	}
}
