package compile

import (
	"errors"
	"fmt"
	"slices"

	"github.com/theriac/theriac/scanner/phrase"
)

// A node is an element of a pattern.
type node struct {
	kind kind
	at   place
	// join is what stands before a token: kindWord, kindSet and kindPunct.
	join  phrase.Join
	words []string // kindWord: one; kindSet: several, in order
	punct rune
	n     int // kindGap: words; kindShape: the shape
	class *class
	name  string // kindClass
	kids  []*node
}

type kind uint8

const (
	kindWord   kind = iota // a word
	kindSet                // one of several words
	kindPunct              // a punctuation character
	kindShape              // a token shape
	kindGap                // up to n words
	kindStart              // no word before
	kindSeq                // kids, one after another
	kindAlt                // one of kids, each a sequence
	kindMaybe              // kids[0] or nothing
	kindAhead              // kids[0] does not begin here
	kindBehind             // kids[0] does not end here
	kindClass              // a class, until it is resolved
	kindEager              // kids[0] if it is there; optional elements at the ends of a form
)

const (
	// maxSize bounds the elements of a pattern with its classes written out, and
	// so the work for a token.
	maxSize = 20_000
	// maxGap is the longest gap; longer ones say nothing about a sentence.
	maxGap = 30
)

// takes reports whether the node is a single token with words.
func (n *node) takesWord() bool { return n.kind == kindWord || n.kind == kindSet }

// extent gives the least and the greatest number of tokens the node takes,
// punctuation in gaps and dressing marks aside, and its size written out.
func (n *node) extent() (least, most, size int) {
	switch n.kind {
	case kindWord, kindSet, kindPunct:
		return 1, 1, 1
	case kindShape:
		return 1, phrase.Shape(n.n).Width(), 1
	case kindGap:
		return 0, n.n, 1
	case kindStart:
		return 0, 0, 1
	case kindClass:
		return n.class.body.extent()
	}
	for i, k := range n.kids {
		l, m, s := k.extent()
		size = min(size+s, maxSize+1)
		switch {
		case n.kind == kindAlt && i > 0:
			least, most = min(least, l), max(most, m)
		default:
			least, most = min(least+l, maxSize), min(most+m, maxSize)
		}
	}
	switch n.kind {
	case kindMaybe:
		least = 0
	case kindAhead, kindBehind:
		least, most = 0, 0
	}
	return least, most, size + 1
}

// errElsewhere stands for an error that has been reported for a class already.
var errElsewhere = errors.New("an error in a class")

// resolveClass puts the classes that c mentions in their places.
func (f *file) resolveClass(c *class) error {
	switch c.mark {
	case done:
		return nil
	case failed:
		return errElsewhere
	}
	c.mark = underway
	body, err := f.resolve(c.body)
	if err == nil {
		least, _, size := body.extent()
		switch {
		case size > maxSize:
			err = c.at.errorf("class %s is larger than %d elements when written out", c.name, maxSize)
		case least == 0:
			err = c.at.errorf("class %s matches nothing at all: every member needs a token", c.name)
		}
	}
	if err != nil {
		c.mark = failed
		return err
	}
	c.mark = done
	c.body = body
	return nil
}

// resolve replaces class names by classes and joins the single words of a group
// to one set.
func (f *file) resolve(n *node) (*node, error) {
	if n.kind == kindClass {
		c := f.classes[n.name]
		if c == nil {
			return nil, n.at.errorf("class %s is not declared", n.name)
		}
		if c.mark == underway {
			return nil, n.at.errorf("class %s contains itself", n.name)
		}
		if err := f.resolveClass(c); err != nil {
			return nil, err
		}
		return c.body, nil
	}
	if len(n.kids) == 0 {
		return n, nil
	}
	out := *n
	out.kids = nil
	for _, k := range n.kids {
		k, err := f.resolve(k)
		if err != nil {
			return nil, err
		}
		out.kids = append(out.kids, k)
	}
	if least, _, _ := out.kids[0].extent(); least == 0 && (n.kind == kindAhead || n.kind == kindBehind) {
		return nil, n.at.errorf("what must not stand here matches nothing at all, so it always stands here")
	}
	return out.simplify(), nil
}

// simplify gives an equal node with fewer parts.
func (n *node) simplify() *node {
	switch n.kind {
	case kindSeq:
		if len(n.kids) == 1 {
			return n.kids[0]
		}
	case kindAlt:
		var words []string
		var rest []*node
		var add func(k *node)
		add = func(k *node) {
			switch {
			case k.kind == kindAlt:
				for _, k := range k.kids {
					add(k)
				}
			case k.takesWord():
				words = append(words, k.words...)
			default:
				rest = append(rest, k)
			}
		}
		for _, k := range n.kids {
			add(k)
		}
		slices.Sort(words)
		words = slices.Compact(words)
		switch {
		case len(words) == 1:
			rest = append(rest, &node{kind: kindWord, at: n.at, words: words})
		case len(words) > 1:
			rest = append(rest, &node{kind: kindSet, at: n.at, words: words})
		}
		if len(rest) == 1 {
			return rest[0]
		}
		n.kids = rest
	}
	return n
}

func (f *file) resolvePattern(p *pattern) error {
	body, err := f.resolve(p.body)
	if err != nil {
		return err
	}
	if body.kind != kindSeq {
		body = &node{kind: kindSeq, at: body.at, kids: []*node{body}}
	}
	p.body = body
	for _, end := range []*node{body.kids[0], body.kids[len(body.kids)-1]} {
		if end.kind == kindGap {
			return end.at.errorf("a gap needs something on both sides")
		}
	}
	if _, _, size := body.extent(); size > maxSize {
		return p.at.errorf("the pattern is larger than %d elements when written out", maxSize)
	}
	return nil
}

// A place is a position in a source.
type place struct {
	name         string
	line, column int
}

func (p place) errorf(format string, args ...any) error {
	return &Error{Name: p.name, Line: p.line, Column: p.column, Message: fmt.Sprintf(format, args...)}
}
