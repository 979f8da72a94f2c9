package compile

import (
	"slices"

	"github.com/theriac/theriac/scanner/phrase"
)

// concepts makes patterns of the members of concepts that are no single words.
func (f *file) concepts() error {
	for _, p := range f.patterns {
		if c := f.classes[p.signal]; c != nil && c.concept {
			return p.at.errorf("%s is a concept already, at %s:%d", p.signal, c.at.name, c.at.line)
		}
	}
	for _, c := range f.order {
		if !c.concept || c.mark != done {
			continue
		}
		for _, n := range c.members() {
			if !n.takesWord() {
				f.patterns = append(f.patterns, &pattern{signal: c.name, at: c.at, body: n})
			}
		}
	}
	return nil
}

// members are the alternatives of a class.
func (c *class) members() []*node {
	if c.body.kind == kindAlt {
		return c.body.kids
	}
	return []*node{c.body}
}

// conceptNames are the names of the concepts in alphabetical order.
func (f *file) conceptNames() (names []string) {
	for _, c := range f.order {
		if c.concept {
			names = append(names, c.name)
		}
	}
	slices.Sort(names)
	return names
}

// anchored gives a word its forms, those of concepts last.
func (a *assembler) anchored(w *phrase.Word, forms []uint16, needs []uint8) {
	add := func(n uint16) { a.p.Anchored = append(a.p.Anchored, phrase.Anchored{Form: n, Need: needs[n]}) }
	w.May = w.Concepts
	w.From = uint16(len(a.p.Anchored))
	for _, n := range forms {
		if a.p.Raises[a.p.Forms[n].Signal] == 0 {
			add(n)
		}
	}
	w.Own = uint16(len(a.p.Anchored))
	for _, n := range forms {
		if raises := a.p.Raises[a.p.Forms[n].Signal]; raises != 0 {
			add(n)
			w.May |= raises
		}
	}
	w.To = uint16(len(a.p.Anchored))
}

// mark notes which words and signals stand for which concepts.
func (a *assembler) mark(f *file) {
	a.p.Raises = make([]phrase.Concepts, len(a.p.Signals))
	for _, c := range f.order {
		if !c.concept {
			continue
		}
		n, _ := slices.BinarySearch(a.p.Concepts, c.name)
		bit := phrase.Concepts(1) << n
		if s := slices.Index(a.p.Signals, c.name); s > 0 {
			a.p.Raises[s] |= bit
		}
		for _, m := range c.members() {
			if m.takesWord() {
				for _, w := range m.words {
					a.p.Words[a.p.Lexicon.Number(w)].Concepts |= bit
				}
			}
		}
	}
}
