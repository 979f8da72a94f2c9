package compile

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/theriac/theriac/scanner/phrase"
)

// A need is a set of words of which each match of some forms has one, their
// anchors aside.
type need struct {
	words []uint16 // in order
	forms []uint16
	// trials is how often its forms are tried, in anchors per 10,000 words.
	trials int
	common int // as the words are in 10,000
}

// require notes what the form needs beside its anchor, of all that it needs the
// rarest.
func (a *assembler) require(form uint16, anchor []string, rest ...*node) {
	words := necessary(&node{kind: kindSeq, kids: rest})
	if words == nil {
		return
	}
	numbers := slices.Compact(a.numbers(words))
	key := string(bytesOf(numbers))
	n := a.needs[key]
	if n == nil {
		n = &need{words: numbers, common: common(words)}
		a.needs[key] = n
	}
	n.trials += common(anchor)
	n.forms = append(n.forms, form)
}

// necessary are words of which each match of n has one: the rarest such; nil
// where a match need not have any.
func necessary(n *node) (words []string) {
	switch n.kind {
	case kindWord, kindSet:
		return n.words
	case kindSeq:
		for _, k := range n.kids {
			if w := necessary(k); w != nil && (words == nil || common(w) < common(words)) {
				words = w
			}
		}
	case kindAlt:
		for _, k := range n.kids {
			w := necessary(k)
			if w == nil {
				return nil
			}
			words = append(words[:len(words):len(words)], w...)
		}
	}
	return words
}

// needed gives the needs their numbers from 1. Those that spare the most trials
// come first; the others, when no number is left, join the one that loses the
// least by it: more words meet it then. It returns the need of each form.
func (a *assembler) needed() []uint8 {
	byForm := make([]uint8, len(a.p.Forms))
	all := slices.SortedFunc(maps.Values(a.needs), func(x, y *need) int {
		return cmp.Or(cmp.Compare(y.spares(), x.spares()), slices.Compare(x.words, y.words))
	})
	given := all[:min(len(all), phrase.MaxNeeds)]
	for _, n := range all[len(given):] {
		best, least := 0, math.Inf(1)
		for i, g := range given {
			if loss := g.spares() - a.joined(g, n).spares(); loss < least {
				best, least = i, loss
			}
		}
		given[best] = a.joined(given[best], n)
	}
	for i, n := range given {
		for _, w := range n.words {
			a.p.Words[w].Meets.Add(uint8(i + 1))
		}
		for _, f := range n.forms {
			byForm[f] = uint8(i + 1)
		}
	}
	return byForm
}

// joined is the need that the forms of both have.
func (a *assembler) joined(x, y *need) *need {
	out := &need{
		words:  make([]uint16, 0, len(x.words)+len(y.words)),
		forms:  slices.Concat(x.forms, y.forms),
		trials: x.trials + y.trials,
		common: x.common,
	}
	i := 0
	for _, w := range y.words {
		for i < len(x.words) && x.words[i] < w {
			out.words = append(out.words, x.words[i])
			i++
		}
		if i == len(x.words) || x.words[i] != w {
			out.words = append(out.words, w)
			out.common += common([]string{a.p.Lexicon.Words[w]})
		}
	}
	out.words = append(out.words, x.words[i:]...)
	return out
}

// sentenceWords is about how many words a sentence has.
const sentenceWords = 15

// spares is how many trials the need spares, as [need.trials] counts them.
func (n *need) spares() float64 {
	return float64(n.trials) * math.Pow(1-min(1, float64(n.common)/1e4), sentenceWords)
}
