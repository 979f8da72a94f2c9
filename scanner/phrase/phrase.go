package phrase

import "github.com/theriac/theriac/scanner/text"

// A Signal is what a phrase means: one number for every signal name that the
// pattern files declare. Several patterns may raise the same signal.
type Signal uint16

// A Hit is one place where a pattern matched.
type Hit struct {
	Signal Signal
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

// Meets reports whether the sets share a signal.
func (x *Set) Meets(y *Set) bool {
	for i := range x {
		if x[i]&y[i] != 0 {
			return true
		}
	}
	return false
}

// A Program is a compiled set of patterns. It holds static tables only and is
// safe for use by several goroutines.
type Program struct {
	Lexicon text.Lexicon
	Signals []string // names, by Signal; Signals[0] is empty
	// The matcher's tables follow.
}
