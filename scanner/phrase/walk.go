package phrase

import (
	"math/bits"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/text"
)

// A walk goes from one place of a sentence to the right or to the left.
//
// Where it has come to is a set of states, a bit each: in state i, it has taken
// i tokens. All ways to match an element are so followed at once, and the work
// for an element is at most a look at each of the 64 tokens in reach.
type walk struct {
	p        *Program
	value    string
	tokens   []text.Token
	from, to int  // the tokens of the sentence
	at       int  // the token beside which the walk begins: the anchor
	back     bool // to the left
}

// beside reports whether what a form wants beside its anchor may stand there.
func (w *walk) beside(f *Form) bool {
	n := w.at + 1
	if f.LeftFirst {
		n = w.at - 1
	}
	if n < w.from || n >= w.to {
		return false
	}
	t := &w.tokens[n]
	switch {
	case t.Flags&text.Punct != 0:
		return true // it may dress the word up
	case f.NextSet:
		return w.p.WordSets[f.Next].has(w.p.Bits, t.Word)
	}
	return t.Word == f.Next
}

// next is the index of the token that follows in state i, if one does.
func (w *walk) next(i int) int {
	if w.back {
		return w.at - 1 - i
	}
	return w.at + 1 + i
}

// left is how many tokens of the sentence lie before the walk.
func (w *walk) left() int {
	if w.back {
		return w.at - w.from
	}
	return w.to - w.at - 1
}

// border is the index of the token that stands to the right of the place
// reached in state i, whichever way the walk goes.
func (w *walk) border(i int) int {
	if w.back {
		return w.at - i
	}
	return w.at + 1 + i
}

// run follows a block from the states m on and gives those that it ends in.
func (w *walk) run(block uint16, m uint64) uint64 {
	b := w.p.Blocks[block]
	code := w.p.Code[b.Start:b.End]
	for len(code) > 0 && m != 0 {
		op, join := Op(code[0]&0xff), Join(code[0]&0xff00)
		size := 2
		switch op {
		case OpWord, OpSet, OpPunct:
			m = w.take(op, join, code[1], m)
		case OpShape:
			m = w.shapes(Shape(code[1]), m)
		case OpGap:
			m = w.gap(int(code[1]), m)
		case OpStart:
			m = w.starts(m)
			size = 1
		case OpAlt:
			size = 3 + int(code[1])
			if set := code[2]; set != 0 {
				m = w.peek(set-1, m)
			}
			var out uint64
			if m != 0 {
				for _, b := range code[3:size] {
					out |= w.run(b, m)
				}
			}
			m = out
		case OpChoose:
			size = 2 + 2*int(code[1])
			m = w.choose(code[2:size], m)
		case OpMaybe:
			m |= w.run(code[1], m)
		case OpEager:
			m &= -m
			if out := w.run(code[1], m); out != 0 {
				m = out & -out
			}
		case OpAhead, OpBehind:
			m = w.look(op == OpBehind, code[1], m)
		}
		code = code[size:]
	}
	return m
}

// take moves each state over one token that the instruction accepts.
func (w *walk) take(op Op, join Join, operand uint16, m uint64) (out uint64) {
	left := w.left()
	for ; m != 0; m &= m - 1 { // one state, mostly
		i := bits.TrailingZeros64(m)
		if i >= left {
			break
		}
		t := &w.tokens[w.next(i)]
		if join != Loose && w.spaced(i) != (join == Spaced) {
			continue
		}
		if t.Word == 0 {
			if op == OpPunct && w.isMark(t, rune(operand)) {
				out |= 2 << i
			} else if join == Loose && w.dresses(t) {
				m |= 2 << i
			}
			continue
		}
		if op == OpWord && t.Word == operand || op == OpSet && w.p.WordSets[operand].has(w.p.Bits, t.Word) {
			out |= 2 << i
		}
	}
	return out
}

// peek keeps the states in which a word of the set comes next, or marks that
// dress it up.
func (w *walk) peek(set uint16, m uint64) (out uint64) {
	s := w.p.WordSets[set]
	left := min(w.left(), Reach+1)
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		for j := i; j < left; j++ {
			t := &w.tokens[w.next(j)]
			if s.has(w.p.Bits, t.Word) {
				out |= 1 << i
				break
			}
			if !w.dresses(t) {
				break
			}
		}
	}
	return out
}

// choose follows, from each state, the block of the word that comes next; marks
// that dress it up may stand before it.
func (w *walk) choose(choices []uint16, m uint64) (out uint64) {
	left := min(w.left(), Reach+1)
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		next := i
		for next < left && w.dresses(&w.tokens[w.next(next)]) {
			next++
		}
		if next >= left {
			break
		}
		word := w.tokens[w.next(next)].Word
		from, to := 0, len(choices)/2
		for from < to {
			if middle := (from + to) / 2; choices[2*middle] < word {
				from = middle + 1
			} else {
				to = middle
			}
		}
		if from < len(choices)/2 && choices[2*from] == word {
			out |= w.run(choices[2*from+1], 1<<i)
		}
	}
	return out
}

// spaced reports whether a blank stands at the place reached in state i.
func (w *walk) spaced(i int) bool {
	return w.tokens[w.border(i)].Flags&text.SpaceBefore != 0
}

func (s WordSet) has(bits []uint64, word uint16) bool {
	b := word / 64
	return s.Low <= b && b < s.High && bits[s.Bits+uint32(b-s.Low)]>>(word%64)&1 != 0
}

// isMark reports whether the token is the character r.
func (w *walk) isMark(t *text.Token, r rune) bool {
	if r < utf8.RuneSelf {
		return w.value[t.Start] == byte(r) && t.Flags&text.Punct != 0
	}
	got, _ := utf8.DecodeRuneInString(w.value[t.Start:t.End])
	return got == r
}

// dresses reports whether the token is a mark that only dresses up what stands
// beside it: markdown's emphasis and code marks, and quotes.
func (w *walk) dresses(t *text.Token) bool {
	if t.Flags&text.Punct == 0 {
		return false
	}
	switch w.value[t.Start] {
	case '*', '_', '`', '"', '\'':
		return true
	}
	return false
}

// gap moves each state over up to limit words and any punctuation.
func (w *walk) gap(limit int, m uint64) (out uint64) {
	words := -1 // how many more may be taken
	end := w.left()
	for i := bits.TrailingZeros64(m); i < 64; i++ {
		if m>>i&1 != 0 {
			words = limit
		}
		if words < 0 {
			rest := m >> i
			if rest == 0 {
				break
			}
			i += bits.TrailingZeros64(rest) - 1
			continue
		}
		out |= 1 << i
		if i >= end {
			break
		}
		if w.tokens[w.next(i)].Flags&text.Punct == 0 {
			words--
		}
	}
	return out
}

// starts keeps the states at whose place no word precedes in the sentence.
func (w *walk) starts(m uint64) (out uint64) {
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		if w.isStart(w.border(i)) {
			out |= 1 << i
		}
	}
	return out
}

// isStart reports whether nothing but punctuation stands between the beginning
// of the sentence and the border.
func (w *walk) isStart(border int) bool {
	for n := border - 1; n >= w.from; n-- {
		if border-n > Reach || w.tokens[n].Flags&text.Punct == 0 {
			return false
		}
	}
	return true
}

// look keeps the states at whose place the block does not match. It turns the
// walk itself for a while: a copy of it would go to the heap.
func (w *walk) look(behind bool, block uint16, m uint64) (out uint64) {
	at, back := w.at, w.back
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		w.at, w.back = w.border(i), behind
		if !behind {
			w.at--
		}
		if w.run(block, 1) == 0 {
			out |= 1 << i
		}
		w.at, w.back = at, back
	}
	return out
}
