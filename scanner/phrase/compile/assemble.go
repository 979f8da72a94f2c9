package compile

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/text"
)

// An assembler fills in the tables of a program.
type assembler struct {
	p       *phrase.Program
	forms   map[formOf]uint16
	blocks  map[string]uint16
	sets    map[string]uint16
	anchors map[uint16][]uint16 // forms by word
	needs   map[string]*need
}

// formOf is a form of one pattern: equal ones of two patterns are two, so that a hit
// tells its place.
type formOf struct {
	phrase.Form
	origin uint16
}

// origin gives the number of the pattern that stands at a place.
func (a *assembler) origin(at place) uint16 {
	pattern := fmt.Sprintf("%s:%d", filepath.Base(at.name), at.line)
	if n := len(a.p.Patterns); n == 0 || a.p.Patterns[n-1] != pattern {
		a.p.Patterns = append(a.p.Patterns, pattern)
	}
	return uint16(len(a.p.Patterns) - 1)
}

func assemble(f *file) (*phrase.Program, error) {
	words := f.words()
	if len(words) > math.MaxUint16 {
		return nil, fmt.Errorf("the patterns have %d words; %d are possible", len(words), math.MaxUint16)
	}
	a := &assembler{
		p:       &phrase.Program{Lexicon: text.BuildLexicon(words), Signals: append([]string{""}, f.signals()...)},
		forms:   map[formOf]uint16{},
		blocks:  map[string]uint16{},
		sets:    map[string]uint16{},
		anchors: map[uint16][]uint16{},
		needs:   map[string]*need{},
	}
	if a.p.Concepts = f.conceptNames(); len(a.p.Concepts) > phrase.MaxConcepts {
		return nil, fmt.Errorf("%d concepts are declared; %d are possible", len(a.p.Concepts), phrase.MaxConcepts)
	}
	if n := len(a.p.Signals); n > phrase.MaxSignals {
		return nil, fmt.Errorf("%d signals are declared; %d are possible", n-1, phrase.MaxSignals-1)
	}
	var errs []error
	for _, p := range f.patterns {
		signal, _ := slices.BinarySearch(a.p.Signals, p.signal)
		if err := a.pattern(p, phrase.Signal(signal)); err != nil {
			errs = append(errs, err)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	a.p.Words = make([]phrase.Word, len(a.p.Lexicon.Words))
	a.mark(f)
	needs := a.needed()
	for w := range a.p.Words {
		forms := a.anchors[uint16(w)]
		slices.SortFunc(forms, func(x, y uint16) int { return cmp.Or(cmp.Compare(needs[x], needs[y]), cmp.Compare(x, y)) })
		a.anchored(&a.p.Words[w], slices.Compact(forms), needs)
	}
	if n := max(len(a.p.Forms), len(a.p.Anchored), len(a.p.Blocks), len(a.p.Patterns), len(a.p.WordSets), len(a.p.Words)); n > math.MaxUint16 {
		return nil, fmt.Errorf("the patterns are too many for 16-bit tables: %d entries", n)
	}
	return a.p, nil
}

// words are the words of all patterns, those of a class side by side, so that
// the bits of a set lie close together.
func (f *file) words() []string {
	used := map[string]bool{}
	for _, p := range f.patterns {
		p.body.eachWord(func(w string) { used[w] = true })
	}
	for _, c := range f.order {
		if c.concept {
			c.body.eachWord(func(w string) { used[w] = true })
		}
	}
	var all []string
	add := func(w string) {
		if used[w] {
			used[w] = false
			all = append(all, w)
		}
	}
	for _, c := range f.order {
		c.body.eachWord(add)
	}
	for _, p := range f.patterns {
		p.body.eachWord(add)
	}
	return all
}

func (n *node) eachWord(yield func(string)) {
	for _, w := range n.words {
		yield(w)
	}
	for _, k := range n.kids {
		k.eachWord(yield)
	}
}

// pattern adds the forms of one pattern: for each word that can be its anchor,
// what must stand to the left and to the right.
func (a *assembler) pattern(p *pattern, signal phrase.Signal) error {
	first, last, err := p.core()
	if err != nil {
		return err
	}
	kids := slices.Clone(p.body.kids)
	for i, k := range kids {
		if i < first || i >= last {
			kids[i] = &node{kind: kindEager, at: k.at, kids: k.kids}
		}
	}
	core := &node{kind: kindSeq, at: p.at, kids: kids[first:last]}
	if anchorCost(core) == math.MaxInt {
		return p.at.errorf("the pattern needs a word that each match must have, to be found by")
	}
	return a.anchor(p, core, kids[:first], kids[last:], signal)
}

// core is what is left of a pattern without the optional elements at its ends.
func (p *pattern) core() (first, last int, err error) {
	kids := p.body.kids
	last = len(kids)
	for first < last && kids[first].kind == kindMaybe {
		first++
	}
	for first < last && kids[last-1].kind == kindMaybe {
		last--
	}
	if first == last {
		return 0, 0, p.at.errorf("the pattern has optional elements only")
	}
	for _, n := range []*node{kids[first], kids[last-1]} {
		if n.kind == kindGap {
			return 0, 0, n.at.errorf("a gap needs something on both sides that must be there; an optional element takes its gap along: [word ..%d]", n.n)
		}
	}
	return first, last, nil
}

// anchorCost tells how common the best anchor in n is; the greatest int where
// there is none.
func anchorCost(n *node) int {
	cost := math.MaxInt
	switch n.kind {
	case kindWord, kindSet:
		return common(n.words)
	case kindSeq:
		for _, k := range n.kids {
			cost = min(cost, anchorCost(k))
		}
	case kindAlt:
		cost = 0
		for _, k := range n.kids {
			c := anchorCost(k)
			if c == math.MaxInt {
				return c
			}
			cost += c
		}
	}
	return cost
}

// anchor adds a form for each anchor in n, which stands between left and right.
func (a *assembler) anchor(p *pattern, n *node, left, right []*node, signal phrase.Signal) error {
	switch n.kind {
	case kindWord, kindSet:
		for _, side := range [][]*node{left, right} {
			if _, most, _ := (&node{kind: kindSeq, kids: side}).extent(); most > phrase.Reach {
				return p.at.errorf("a match can reach %d tokens beyond its anchor %q; %d are possible", most, n.words[0], phrase.Reach)
			}
		}
		form := phrase.Form{Left: a.block(left, true, n), Right: a.block(right, false, nil), Signal: signal,
			LeftFirst: quick(left, true) < quick(right, false)}
		beside := besideWords(right, false)
		if before := besideWords(left, true); before != nil && (beside == nil || common(before) < common(beside)) {
			form.LeftFirst, beside = true, before
		} else if beside != nil {
			form.LeftFirst = false
		}
		if len(beside) == 1 {
			form.Next = a.p.Lexicon.Number(beside[0])
		} else if len(beside) > 1 {
			// Number 0 is no set that a form could name.
			form.Next = a.set(beside)
			form.NextSet = form.Next != 0
		}
		key := formOf{form, a.origin(p.at)}
		number, ok := a.forms[key]
		if !ok {
			number = uint16(len(a.p.Forms))
			a.forms[key] = number
			a.p.Forms = append(a.p.Forms, form)
			a.p.Origins = append(a.p.Origins, key.origin)
			a.require(number, n.words, slices.Concat(left, right)...)
		}
		for _, w := range n.words {
			w := a.p.Lexicon.Number(w)
			a.anchors[w] = append(a.anchors[w], number)
		}
	case kindSeq:
		best := 0
		for i, k := range n.kids {
			if anchorCost(k) < anchorCost(n.kids[best]) {
				best = i
			}
		}
		return a.anchor(p, n.kids[best], slices.Concat(left, n.kids[:best]), slices.Concat(n.kids[best+1:], right), signal)
	case kindAlt:
		var errs []error
		for _, k := range n.kids {
			errs = append(errs, a.anchor(p, k, left, right, signal))
		}
		return errors.Join(errs...)
	}
	return nil
}
