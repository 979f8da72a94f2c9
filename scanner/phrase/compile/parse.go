package compile

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/text"
)

// declare reads one declaration into the file.
func (f *file) declare(d declaration) error {
	if d.fault != nil {
		return d.fault
	}
	if d.class || d.concept {
		if old := f.classes[d.name]; old != nil && !d.more {
			return d.at.errorf("class %s is declared already, at %s:%d", d.name, old.at.name, old.at.line)
		}
	}
	if !d.class && strings.Contains(d.name, "_") {
		return d.at.errorf("a signal's name has letters, digits and dashes: %q", d.name)
	}
	symbols, err := lex(d)
	if err != nil {
		return err
	}
	p := parser{symbols: symbols}
	var body *node
	if d.class || d.concept {
		body, err = p.alternatives()
	} else {
		body, err = p.sequence()
	}
	if err != nil {
		return err
	}
	if p.peek().kind != symEnd {
		if p.peek().text == "|" {
			return p.peek().at.errorf("alternatives of a pattern stand in (…), or on a line of their own")
		}
		return p.peek().at.errorf("unexpected %s", p.peek())
	}
	if d.class || d.concept {
		c := &class{name: d.name, at: d.at, body: body, concept: d.concept}
		if d.more {
			f.more = append(f.more, c)
			return nil
		}
		f.classes[d.name] = c
		f.order = append(f.order, c)
		return nil
	}
	f.patterns = append(f.patterns, &pattern{signal: d.name, at: d.at, body: body})
	return nil
}

type parser struct {
	symbols []symbol
	depth   int
}

// maxDepth bounds groups within groups.
const maxDepth = 16

func (p *parser) peek() symbol { return p.symbols[0] }

func (p *parser) take() symbol {
	s := p.symbols[0]
	if s.kind != symEnd {
		p.symbols = p.symbols[1:]
	}
	return s
}

func (p *parser) is(mark string) bool {
	return p.peek().kind == symMark && p.peek().text == mark
}

// alternatives reads sequences between |.
func (p *parser) alternatives() (*node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.peek().at.errorf("groups stand more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	out := &node{kind: kindAlt, at: p.peek().at}
	for {
		s, err := p.sequence()
		if err != nil {
			return nil, err
		}
		out.kids = append(out.kids, s)
		if !p.is("|") {
			return out, nil
		}
		p.take()
	}
}

// sequence reads elements up to the end, | or a closing bracket.
func (p *parser) sequence() (*node, error) {
	out := &node{kind: kindSeq, at: p.peek().at}
	for {
		if s := p.peek(); s.kind == symEnd || p.is("|") || p.is(")") || p.is("]") {
			if len(out.kids) == 0 {
				return nil, s.at.errorf("expected a word, \"text\", (…), […], @CLASS, ..N, ~shape, ^ or !(…), found %s", s)
			}
			return out, nil
		}
		n, err := p.element(len(out.kids) == 0)
		if err != nil {
			return nil, err
		}
		out.kids = append(out.kids, n)
	}
}

func (p *parser) element(first bool) (*node, error) {
	s := p.take()
	switch s.kind {
	case symMark:
		return p.marked(s, first)
	case symClass:
		return &node{kind: kindClass, at: s.at, name: s.text[1:]}, nil
	case symGap:
		n, err := strconv.Atoi(s.text[2:])
		if err != nil || n < 1 || n > maxGap {
			return nil, s.at.errorf("a gap has 1 to %d words", maxGap)
		}
		return &node{kind: kindGap, at: s.at, n: n}, nil
	case symShape:
		for n, name := range phrase.Shapes {
			if name != "" && name == s.text[1:] {
				return &node{kind: kindShape, at: s.at, n: n}, nil
			}
		}
		return nil, s.at.errorf("no shape %s: there are ~%s", s.text, strings.Join(phrase.Shapes[1:], " ~"))
	}
	return literal(s)
}

func (p *parser) marked(s symbol, first bool) (*node, error) {
	n := &node{kind: kindAlt, at: s.at}
	end := ")"
	switch s.text {
	case "^":
		n.kind = kindStart
		return n, nil
	case "[":
		n.kind = kindMaybe
		end = "]"
	case "!(":
		n.kind = kindAhead
		if first {
			n.kind = kindBehind
		}
	case "!<(":
		n.kind = kindBehind
	case "!>(":
		n.kind = kindAhead
	}
	body, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if !p.is(end) {
		return nil, p.peek().at.errorf("expected %s to close the %s of column %d, found %s", end, s.text, s.at.column, p.peek())
	}
	p.take()
	if n.kind == kindAlt {
		return body, nil
	}
	n.kids = []*node{body}
	return n, nil
}

// literal makes a word or a quoted text, with its braces written out.
func literal(s symbol) (*node, error) {
	all, ok := braces(s.text)
	if !ok {
		return nil, s.at.errorf("the braces of %s do not pair, or stand for more than %d texts; a brace itself is \\x7b or \\x7d in quotes", s, maxBraces)
	}
	out := &node{kind: kindAlt, at: s.at}
	for _, t := range all {
		if s.kind == symText {
			var err error
			if t, err = strconv.Unquote(t); err != nil {
				return nil, s.at.errorf("%s is no quoted text as Go has them", s)
			}
		}
		n, err := exact(t, s.at, s.kind == symWord)
		if err != nil {
			return nil, err
		}
		out.kids = append(out.kids, n)
	}
	if n := columns(out.kids); n != nil {
		return n, nil
	}
	return out, nil
}

// columns makes one sequence of sets out of sequences that are all the ways to
// pick a word of each set, as the braces of 用{户,戶} are: it has far fewer forms.
// It gives nil for other sequences.
func columns(all []*node) *node {
	out := &node{kind: kindSeq, at: all[0].at}
	ways := 1
	for i, first := range all[0].kids {
		var words []string
		for _, n := range all {
			if len(n.kids) != len(all[0].kids) || n.kids[i].kind != kindWord || n.kids[i].join != first.join {
				return nil
			}
			words = append(words, n.kids[i].words[0])
		}
		slices.Sort(words)
		words = slices.Compact(words)
		n := &node{kind: kindSet, at: first.at, join: first.join, words: words}
		if len(words) == 1 {
			n.kind = kindWord
		}
		out.kids = append(out.kids, n)
		ways *= len(words)
	}
	seen := map[string]bool{}
	for _, n := range all {
		var key string
		for _, k := range n.kids {
			key += k.words[0] + " "
		}
		seen[key] = true
	}
	if ways != len(seen) {
		return nil
	}
	return out
}

// exact makes the sequence of t's tokens. word says that t is a word as a person
// writes it, not a quoted text.
func exact(t string, at place, word bool) (*node, error) {
	if !utf8.ValidString(t) {
		return nil, at.errorf("%q is no valid UTF-8", t)
	}
	t = folded(t)
	out := &node{kind: kindSeq, at: at}
	for i, tok := range new(text.Lexicon).Tokenise(t, nil) {
		if tok.Sentence != 0 {
			return nil, at.errorf("%q holds the end of a sentence, which no match crosses", t)
		}
		n := &node{kind: kindWord, at: at, words: []string{t[tok.Start:tok.End]}}
		if tok.Flags&text.Punct != 0 {
			r, _ := utf8.DecodeRuneInString(n.words[0])
			if r > 0xffff {
				return nil, at.errorf("%q is no punctuation that a pattern can hold", r)
			}
			n.kind, n.punct, n.words = kindPunct, r, nil
		} else if w := n.words[0]; folded(w) != w || len(w) > maxWord {
			return nil, at.errorf("%q is no word that a text can hold", w)
		}
		if i > 0 && !(word && unspaced(out.kids[i-1]) && unspaced(n)) {
			n.join = phrase.Tight
			if tok.Flags&text.SpaceBefore != 0 {
				n.join = phrase.Spaced
			}
		}
		out.kids = append(out.kids, n)
	}
	if len(out.kids) == 0 {
		return nil, at.errorf("%q has no token", t)
	}
	return out, nil
}

// unspaced reports whether a token is a character of Chinese or Japanese, where a
// line may break inside a word.
func unspaced(n *node) bool {
	if n.kind != kindWord {
		return false
	}
	r, _ := utf8.DecodeRuneInString(n.words[0])
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r == 'ー'
}

// maxWord is the longest word, in bytes, that a lexicon looks up whatever its
// script.
const maxWord = 64

// folded is what a text is to the matcher: folded, and in small letters, some
// of which fold further than their capitals.
func folded(s string) string {
	return strings.ToLower(text.FoldWord(strings.ToLower(s)))
}
