package phrase

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/theriac/theriac/scanner/text"
)

// Match appends the places in value where the program's patterns match to dst.
// The tokens are value's, numbered by the program's lexicon, and value is
// folded. The new hits are ordered by From, To and Signal, and no two have all of
// them in common.
//
// It takes time in proportion to the number of tokens, with a factor that depends
// on the program alone.
func (p *Program) Match(value string, tokens []text.Token, dst []Hit) []Hit {
	hits, _ := NewMatcher(p, nil).Match(value, tokens, dst)
	return hits
}

// A Matcher matches a program's patterns in one text after the other. It is for
// one goroutine at a time.
type Matcher struct {
	program     *Program
	wanted      *ConceptSets
	sentences   [2]sentence // the one at hand and the next, by turns
	spoken      []Concepts
	left, right walk
}

// NewMatcher makes a matcher. Phrases of concepts are matched only in sentences
// that may have one of the wanted sets of concepts, and in those beside them; nil
// wants all.
func NewMatcher(p *Program, wanted *ConceptSets) *Matcher {
	return &Matcher{program: p, wanted: wanted, left: walk{p: p, back: true}, right: walk{p: p}}
}

// Match is [Program.Match], and allocates little but what dst needs to grow. Where
// some sentence may have one of the wanted sets of concepts, it also gives what
// the words of each sentence stand for, until the next match; else nil.
func (m *Matcher) Match(value string, tokens []text.Token, dst []Hit) (hits []Hit, spoken []Concepts) {
	old, p := len(dst), m.program
	left, right := &m.left, &m.right
	left.value, right.value, left.tokens, right.tokens = value, value, tokens, tokens
	this, next := &m.sentences[0], &m.sentences[1]
	m.spoken = m.spoken[:0]
	this.look(m, tokens, 0)
	before, may := false, false
	for this.from < len(tokens) {
		next.look(m, tokens, this.to)
		concepts := before || this.may || next.may
		left.from, left.to, right.from, right.to = this.from, this.to, this.from, this.to
		for _, offset := range this.anchors[:this.count] {
			at := this.from + int(offset)
			w := &p.Words[tokens[at].Word]
			left.at, right.at = at, at
			forms := p.Anchored[w.From:w.To]
			if !concepts {
				forms = p.Anchored[w.From:w.Own]
			}
			dst = p.anchored(forms, &this.met, left, right, dst)
		}
		may, before = may || this.may, this.may
		this, next = next, this
	}
	hits = dst[old:]
	if len(hits) > 1 {
		slices.SortFunc(hits, compareHits)
		hits = slices.CompactFunc(hits, func(x, y Hit) bool { return x.Signal == y.Signal && x.From == y.From && x.To == y.To })
	}
	if may {
		spoken = m.spoken
	}
	return dst[:old+len(hits)], spoken
}

func compareHits(x, y Hit) int {
	if x.From != y.From {
		return int(x.From) - int(y.From)
	}
	return cmp.Or(int(x.To)-int(y.To), int(x.Signal)-int(y.Signal), int(x.Form)-int(y.Form))
}

// sentence is what the words of a sentence tell before any of it is matched.
type sentence struct {
	from, to int   // tokens
	met      Needs // most forms fail for want of a word that is nowhere in the sentence
	may      bool  // it may have a set of concepts that is wanted
	// anchors are the words that anchor forms, counted from the first token. A byte
	// counts them: the tokeniser ends a sentence before its 201st word.
	anchors [256]uint32
	count   uint8
}

// look looks at the sentence that begins at a token.
func (s *sentence) look(m *Matcher, tokens []text.Token, from int) {
	met0, met1, met2, met3, may, spoken, count := uint64(1), uint64(0), uint64(0), uint64(0), Concepts(0), Concepts(0), uint8(0)
	words, rest := m.program.Words, tokens[from:]
	if len(rest) == 0 {
		s.from, s.to, s.may, s.count = from, from, false, 0
		return
	}
	number, flags := rest[0].Sentence, text.TokenFlags(0)
	for i := range rest {
		t := &rest[i]
		if t.Sentence != number {
			rest = rest[:i]
			break
		}
		// Number 0 is a word of which nothing is known: asking would take longer.
		w := &words[t.Word]
		met0 |= w.Meets[0]
		met1 |= w.Meets[1]
		met2 |= w.Meets[2]
		met3 |= w.Meets[3]
		flags |= t.Flags
		may |= w.May
		spoken |= w.Concepts
		s.anchors[count] = uint32(i) // one too many; the next one takes its place
		if w.From != w.To {
			count++
		}
	}
	m.spoken = append(m.spoken, spoken)
	s.from, s.to, s.met, s.count = from, from+len(rest), Needs{met0, met1, met2, met3}, count
	s.may = m.wanted == nil || m.wanted.AnyIn(may, flags&text.Compound != 0)
}

// anchored appends the matches of forms around the anchor that left and right go
// from, in a sentence that has words for the needs in met.
func (p *Program) anchored(forms []Anchored, met *Needs, left, right *walk, dst []Hit) []Hit {
	for _, a := range forms {
		if met[a.Need/64]>>(a.Need%64)&1 == 0 {
			continue
		}
		f := &p.Forms[a.Form]
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
			Form:     a.Form,
			Sentence: right.tokens[right.at].Sentence,
			From:     uint32(right.at - bits.TrailingZeros64(from)),
			To:       uint32(right.at + 1 + bits.TrailingZeros64(to)),
		})
	}
	return dst
}
