package phrase

import (
	"math/bits"

	"github.com/theriac/theriac/scanner/text"
)

// A Signal is what a phrase means: one number for every signal name that the
// pattern files declare. Several patterns may raise the same signal.
type Signal uint16

// A Hit is one place where a pattern matched.
type Hit struct {
	Signal Signal
	// Form is the form that matched, an index of the program's. Where several did,
	// it is the first.
	Form uint16
	// Sentence is the number of the sentence that holds the whole match: no
	// match crosses a sentence's end.
	Sentence uint32
	// From and To are indexes of tokens, To exclusive.
	From, To uint32
}

// MaxSignals bounds how many signals a program may declare.
const MaxSignals = 256

// Set is a set of signals.
type Set [MaxSignals / 64]uint64

// Add puts s into the set.
func (x *Set) Add(s Signal) { x[s/64] |= 1 << (s % 64) }

// Has reports whether s is in the set.
func (x *Set) Has(s Signal) bool { return x[s/64]&(1<<(s%64)) != 0 }

// A Program is a compiled set of patterns. It holds static tables only and is
// safe for use by several goroutines.
//
// The tables after Signals are package compile's to fill in and [Program.Match]'s
// to read.
type Program struct {
	Lexicon  text.Lexicon
	Signals  []string   // names, by Signal; Signals[0] is empty
	Concepts []string   // names, by bit
	Raises   []Concepts // what a hit stands for, by Signal
	// Patterns are the places of the patterns that raise signals, file:line, and
	// Origins the pattern of each form.
	Patterns []string
	Origins  []uint16

	Words    []Word     // by number
	Anchored []Anchored // see Word
	Forms    []Form
	// Blocks are pieces of Code; see Op.
	Blocks []Block
	Code   []uint16
	// WordSets are pieces of Bits.
	WordSets []WordSet
	Bits     []uint64
}

// Origin is the place of the pattern that made a hit, file:line.
func (p *Program) Origin(h Hit) string { return p.Patterns[p.Origins[h.Form]] }

// A Word is what the patterns know of a word.
type Word struct {
	// From and To delimit the Anchored that the word anchors; those from Own on are
	// of concepts.
	From, Own, To uint16
	Meets         Needs
	// Concepts are what the word stands for, and May what it or a phrase around it
	// can stand for.
	Concepts, May Concepts

	_ uint64 // a line of the processor's cache each: nearly every token has its word looked at
}

// Concepts is a set of concepts, one bit each: what words stand for, wherever
// they are in a sentence.
type Concepts uint64

// MaxConcepts bounds how many concepts a program may declare.
const MaxConcepts = 64

// Has reports whether all of y are in the set.
func (x Concepts) Has(y Concepts) bool { return x&y == y }

// HasAny reports whether one of y is in the set, or y is empty.
func (x Concepts) HasAny(y Concepts) bool { return y == 0 || x&y != 0 }

// ConceptSets are sets of concepts, none of them empty.
type ConceptSets struct {
	// byLowest has them by their lowest bits: most concepts that may be spoken of
	// are the lowest of no set, or of few. named has those that count only in a
	// sentence with a word that is shaped like code.
	byLowest, named [MaxConcepts][]Concepts
}

// Add adds a set; it counts only beside a word that is shaped like code if named.
func (s *ConceptSets) Add(x Concepts, named bool) {
	sets := &s.byLowest
	if named {
		sets = &s.named
	}
	n := bits.TrailingZeros64(uint64(x))
	sets[n] = append(sets[n], x)
}

// AnyIn reports whether all of one of the sets are in x, which a sentence speaks
// of; named tells whether it has a word that is shaped like code.
func (s *ConceptSets) AnyIn(x Concepts, named bool) bool {
	for rest := x; rest != 0; rest &= rest - 1 {
		n := bits.TrailingZeros64(uint64(rest))
		for _, set := range s.byLowest[n] {
			if x.Has(set) {
				return true
			}
		}
		if !named {
			continue
		}
		for _, set := range s.named[n] {
			if x.Has(set) {
				return true
			}
		}
	}
	return false
}

// A Form is a pattern seen from one of its words, the anchor: the block that
// must match to the left of it, written from right to left, and the one to the
// right.
type Form struct {
	Left, Right uint16 // blocks
	Signal      Signal
	// LeftFirst tells that the left side fails sooner.
	LeftFirst bool
	// Next is the word that stands beside the anchor, or a number of WordSets if
	// NextSet is set, to the left if LeftFirst is; 0 for anything. There it tells
	// at a look that nearly always there is no match.
	Next    uint16
	NextSet bool
}

// Anchored is a form that a word anchors.
type Anchored struct {
	Form uint16 // index of Forms
	// Need is met by a word that every match has beside the anchor: without one
	// in the sentence, the form need not be tried, as happens to most of them. It
	// is 0 where there is none.
	Need uint8
}

// MaxNeeds is how many needs a program can have; they count from 1.
const MaxNeeds = 255

// Needs is a set of needs.
type Needs [(MaxNeeds + 1) / 64]uint64

// Add puts n into the set.
func (x *Needs) Add(n uint8) { x[n/64] |= 1 << (n % 64) }

// A Block is a sequence of instructions: Code[Start:End].
type Block struct{ Start, End uint32 }

// A WordSet is a set of word numbers: word w is in it when bit w%64 of
// Bits[Bits+w/64-Low] is set, for w/64 from Low up to, not including, High.
type WordSet struct {
	Low, High uint16
	Bits      uint32
}

// An Op is an instruction of a block. Its low byte is one of the constants
// below; for the instructions that take a single token, the high byte is a
// Join. Operands follow as further elements of Code.
type Op uint16

const (
	OpWord   Op = iota + 1 // word number: takes that word
	OpSet                  // word set: takes a word of the set
	OpPunct                // character: takes that punctuation mark
	OpShape                // Shape: takes the tokens that have it
	OpGap                  // n: takes 0 to n words and the punctuation around them
	OpStart                // takes nothing; holds where no word precedes in the sentence
	OpAlt                  // n, word set + 1 or 0, then n blocks: what one of them takes; each takes a word of the set first
	OpChoose               // n, then n pairs of a word, in order, and a block: what the block of the word that comes next takes
	OpMaybe                // block: what it takes, or nothing
	OpEager                // block: what it takes if it can, else nothing; only at a form's end
	OpAhead                // block, left to right: holds where it does not match to the right
	OpBehind               // block, right to left: holds where it does not match to the left
)

// A Join says what may stand between a token and the one taken before it.
type Join uint16

const (
	Loose  Join = iota << 8 // blanks and marks that dress up words
	Tight                   // nothing
	Spaced                  // blanks
)

// Reach is how far from its anchor a match can go, in tokens.
const Reach = 63
