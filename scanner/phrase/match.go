package phrase

import (
	"cmp"
	"math/bits"
	"slices"

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
