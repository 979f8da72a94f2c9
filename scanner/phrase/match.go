package phrase

import (
	"cmp"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/text"
)

// Match appends the places in value where the program's patterns match to dst.
// The tokens are value's, numbered by the program's lexicon, and value is
// folded. The new hits are ordered by From, To and Signal, and no two are equal.
//
// It allocates only what dst needs to grow, and takes time in proportion to the
// number of tokens, with a factor that depends on the program alone.
func (p *Program) Match(value string, tokens []text.Token, dst []Hit) []Hit {
	return p.MatchFor(value, tokens, nil, dst)
}

// MatchFor is Match, but phrases of concepts are matched only in sentences that
// may have one of the wanted sets of concepts, and in those beside them; nil wants
// all.
func (p *Program) MatchFor(value string, tokens []text.Token, wanted []Concepts, dst []Hit) []Hit {
	old := len(dst)
	right := walk{p: p, value: value, tokens: tokens}
	left := right
	left.back = true
	may := func(s sentence) bool { return wanted == nil || slices.ContainsFunc(wanted, s.may.Has) }
	before := false
	this := p.sentence(tokens, 0)
	here := may(this)
	for this.from < len(tokens) {
		next := p.sentence(tokens, this.to)
		behind := may(next)
		left.sentence, right.sentence = tokens[this.from].Sentence, tokens[this.from].Sentence
		for at := this.from; this.anchors > 0; at++ {
			w := &p.Words[tokens[at].Word]
			if w.From == w.To {
				continue
			}
			this.anchors--
			left.at, right.at = at, at
			to := w.To
			if !before && !here && !behind {
				to = w.Own
			}
			dst = p.anchored(p.AnchorForms[w.From:to], &this.met, &left, &right, dst)
		}
		before, here, this = here, behind, next
	}
	hits := dst[old:]
	if len(hits) > 1 {
		slices.SortFunc(hits, func(x, y Hit) int {
			return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To), cmp.Compare(x.Signal, y.Signal))
		})
		hits = slices.Compact(hits)
	}
	return dst[:old+len(hits)]
}

// sentence is what the words of a sentence tell before any of it is matched.
type sentence struct {
	from, to int   // tokens
	met      Needs // most forms fail for want of a word that is nowhere in the sentence
	may      Concepts
	anchors  int // how many words anchor forms
}

// sentence looks at the sentence that begins at a token.
func (p *Program) sentence(tokens []text.Token, from int) sentence {
	s := sentence{from: from, to: from, met: Needs{1}}
	for ; s.to < len(tokens) && tokens[s.to].Sentence == tokens[from].Sentence; s.to++ {
		n := tokens[s.to].Word
		if n == 0 {
			continue
		}
		w := &p.Words[n]
		for i := range s.met {
			s.met[i] |= w.Meets[i]
		}
		s.may |= w.May
		if w.From != w.To {
			s.anchors++
		}
	}
	return s
}

// anchored appends the matches of forms around the anchor that left and right go
// from, in a sentence that has words for the needs in met.
func (p *Program) anchored(forms []uint16, met *Needs, left, right *walk, dst []Hit) []Hit {
	for _, n := range forms {
		f := &p.Forms[n]
		if met[f.Need/64]>>(f.Need%64)&1 == 0 {
			continue
		}
		if f.Next != 0 && !left.beside(f) {
			continue
		}
		var from, to uint64
		if f.LeftFirst {
			if from = left.run(f.Left, 1); from == 0 {
				continue
			}
		}
		if to = right.run(f.Right, 1); to == 0 {
			continue
		}
		if !f.LeftFirst {
			if from = left.run(f.Left, 1); from == 0 {
				continue
			}
		}
		dst = append(dst, Hit{
			Signal:   f.Signal,
			Sentence: right.sentence,
			From:     uint32(right.at - bits.TrailingZeros64(from)),
			To:       uint32(right.at + 1 + bits.TrailingZeros64(to)),
		})
	}
	return dst
}

// A walk goes from one place of a sentence to the right or to the left.
//
// Where it has come to is a set of states, a bit each: in state i, it has taken
// i tokens. All ways to match an element are so followed at once, and the work
// for an element is at most a look at each of the 64 tokens in reach.
type walk struct {
	p        *Program
	value    string
	tokens   []text.Token
	at       int // the token beside which the walk begins: the anchor
	sentence uint32
	back     bool // to the left
}

// beside reports whether what a form wants beside its anchor may stand there.
func (w *walk) beside(f *Form) bool {
	n := w.at + 1
	if f.LeftFirst {
		n = w.at - 1
	}
	if n < 0 || n >= len(w.tokens) || w.tokens[n].Sentence != w.sentence {
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

// next is the index of the token that follows in state i, or ok is false at the
// end of the sentence.
func (w *walk) next(i int) (n int, ok bool) {
	n = w.at + 1 + i
	if w.back {
		n = w.at - 1 - i
	}
	return n, n >= 0 && n < len(w.tokens) && w.tokens[n].Sentence == w.sentence
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
		case OpCall:
			m = w.run(code[1], m)
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
	for m != 0 {
		i := bits.TrailingZeros64(m)
		m &= m - 1
		n, ok := w.next(i)
		if !ok {
			continue
		}
		t := &w.tokens[n]
		if join != Loose && w.spaced(i) != (join == Spaced) {
			continue
		}
		switch {
		case op == OpWord && t.Word == operand,
			op == OpSet && w.p.WordSets[operand].has(w.p.Bits, t.Word),
			op == OpPunct && w.isMark(t, rune(operand)):
			out |= 2 << i
		case join == Loose && w.dresses(t):
			m |= 2 << i
		}
	}
	return out
}

// peek keeps the states in which a word of the set comes next, or marks that
// dress it up.
func (w *walk) peek(set uint16, m uint64) (out uint64) {
	s := w.p.WordSets[set]
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		for j := i; j <= Reach; j++ {
			n, ok := w.next(j)
			if !ok {
				break
			}
			t := &w.tokens[n]
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
	left := -1 // how many more words may be taken
	for i := bits.TrailingZeros64(m); i < 64; i++ {
		if m>>i&1 != 0 {
			left = limit
		}
		if left < 0 {
			rest := m >> i
			if rest == 0 {
				break
			}
			i += bits.TrailingZeros64(rest) - 1
			continue
		}
		out |= 1 << i
		n, ok := w.next(i)
		if !ok {
			break
		}
		if w.tokens[n].Flags&text.Punct == 0 {
			left--
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
	for n := border - 1; n >= 0 && w.tokens[n].Sentence == w.sentence; n-- {
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
