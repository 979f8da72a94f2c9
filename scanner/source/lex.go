package source

import (
	"slices"
	"strings"
)

type tokenKind uint8

const (
	word tokenKind = iota
	number
	quoted   // a string literal with its prefix and quotes
	punct    // one byte
	opening  // ( [ {
	closing  // ) ] }
	regexp   // a regular expression, which says nothing to a model
	unclosed // a quote that is never closed; its text is lost
)

// A token is one piece of a file, without blanks and comments.
type token struct {
	start, end uint32
	// match is the index of a bracket's partner, -1 for none.
	match int32
	kind  tokenKind
	first bool // the first on its line
	free  bool // inside no bracket
}

// A lexer cuts a file into tokens. It takes any bytes: what is no text of the
// language becomes tokens that no declaration is made of.
type lexer struct {
	lang   *language
	text   string
	tokens []token
	open   []int32 // the brackets that are open, by token
	counts [256]int
	at     int
	fresh  bool // nothing stood on the line so far
	line   int  // where it begins
	// broken is the first place where something begins that never ends; -1.
	broken int
	// wasted and skipTo keep the search for the ends of literals linear; see waste.
	wasted, skipTo int
}

func lex(l *language, text string) *lexer {
	x := &lexer{lang: l, text: text, fresh: true, broken: -1, tokens: make([]token, 0, len(text)/5+8)}
	for x.at < len(text) {
		x.next()
	}
	for _, i := range x.open {
		x.lost(int(x.tokens[i].start))
	}
	return x
}

func (x *lexer) lost(at int) {
	if x.broken < 0 || at < x.broken {
		x.broken = at
	}
}

// classes of bytes.
const (
	other = iota
	blank
	newline
	letter
	digit
	quote
	opens
	closes
)

var classes = func() (c [256]uint8) {
	for b := range c {
		switch {
		case b == '\n':
			c[b] = newline
		case b == ' ', b == '\t', b == '\r', b == '\f', b == '\v':
			c[b] = blank
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b == '_', b == '$', b >= 0x80:
			c[b] = letter
		case b >= '0' && b <= '9':
			c[b] = digit
		case b == '"', b == '\'', b == '`':
			c[b] = quote
		case b == '(', b == '[', b == '{':
			c[b] = opens
		case b == ')', b == ']', b == '}':
			c[b] = closes
		}
	}
	return c
}()

// partner is the bracket that opens what another one closes.
var partner = [256]byte{')': '(', ']': '[', '}': '{'}

func (x *lexer) next() {
	s, i := x.text, x.at
	c := s[i]
	switch classes[c] {
	case newline:
		x.fresh, x.at, x.line = true, i+1, i+1
	case blank:
		x.at++
	case letter:
		for x.at++; x.at < len(s) && (classes[s[x.at]] == letter || classes[s[x.at]] == digit); x.at++ {
		}
		if x.at < len(s) && classes[s[x.at]] == quote && x.isPrefix(s[i:x.at]) {
			x.str(i)
			return
		}
		x.add(word, i)
	case digit:
		for x.at++; x.at < len(s) && (classes[s[x.at]] == letter || classes[s[x.at]] == digit || s[x.at] == '.'); x.at++ {
		}
		x.add(number, i)
	case quote:
		if c == '`' && !x.lang.templates {
			x.at++
			x.add(punct, i)
			return
		}
		if x.lang.blocks && c != '`' && i > 0 && classes[s[i-1]] == letter && !x.afterOperator() {
			// An apostrophe in the text of JSX: no word of code is followed by a quote.
			x.at++
			x.add(punct, i)
			return
		}
		x.str(i)
	case opens:
		x.at++
		x.add(opening, i)
		x.open = append(x.open, int32(len(x.tokens)-1))
		x.counts[c]++
	case closes:
		x.at++
		x.close(c, i)
	default:
		if x.comment() {
			return
		}
		if c == '\\' && !x.lang.blocks {
			// A backslash at the end of a line: the next one goes on with it.
			if rest := strings.TrimPrefix(s[i+1:], "\r"); strings.HasPrefix(rest, "\n") {
				x.at = len(s) - len(rest) + 1
				x.line = x.at
				return
			}
		}
		if c == '/' && x.lang.regexps && x.mayBeRegexp() && x.regexp() {
			return
		}
		x.at++
		x.add(punct, i)
	}
}

// isPrefix reports whether letters right before a quote belong to the literal.
func (x *lexer) isPrefix(letters string) bool {
	return len(letters) <= 2 && strings.Trim(letters, x.lang.prefixes) == "" && x.lang.prefixes != ""
}

func (x *lexer) add(k tokenKind, start int) {
	if x.fresh && len(x.open) > 0 && start == x.line && slices.Contains(x.lang.tops, x.text[start:x.at]) {
		// What was open here was never closed.
		x.lost(int(x.tokens[x.open[0]].start))
		x.open, x.counts = x.open[:0], [256]int{}
	}
	x.tokens = append(x.tokens, token{
		start: uint32(start), end: uint32(x.at), match: -1, kind: k, first: x.fresh, free: len(x.open) == 0,
	})
	x.fresh = false
}

// close matches a closing bracket with the last one of its kind that is open.
// What was opened since has no partner.
func (x *lexer) close(c byte, at int) {
	want := partner[c]
	if x.counts[want] > 0 {
		for {
			last := len(x.open) - 1
			i := x.open[last]
			b := x.text[x.tokens[i].start]
			x.open = x.open[:last]
			x.counts[b]--
			if b == want {
				x.add(closing, at)
				here := int32(len(x.tokens) - 1)
				x.tokens[here].match, x.tokens[i].match = i, here
				return
			}
			x.lost(int(x.tokens[i].start))
		}
	}
	x.lost(at)
	x.add(closing, at)
}

// comment skips a comment, if one begins here.
func (x *lexer) comment() bool {
	s := x.text[x.at:]
	switch {
	case x.lang.line != "" && strings.HasPrefix(s, x.lang.line):
		if i := strings.IndexByte(s, '\n'); i >= 0 {
			x.at += i
		} else {
			x.at = len(x.text)
		}
	case x.lang.begin != "" && strings.HasPrefix(s, x.lang.begin):
		from := len(x.lang.begin)
		i := strings.Index(s[from:], x.lang.end)
		if i < 0 {
			x.lost(x.at)
			x.at = len(x.text)
			break
		}
		end := x.at + from + i + len(x.lang.end)
		if j := strings.LastIndexByte(x.text[x.at:end], '\n'); j >= 0 {
			x.fresh, x.line = true, x.at+j+1
		}
		x.at = end
	default:
		return false
	}
	return true
}

// mayBeRegexp reports whether a slash here can't be a division: nothing that
// could be divided stands before it.
func (x *lexer) mayBeRegexp() bool {
	if len(x.tokens) == 0 {
		return true
	}
	switch t := x.tokens[len(x.tokens)-1]; t.kind {
	case punct, opening:
		return x.text[t.start] != '<' // </div>
	case word:
		return x.afterOperator()
	}
	return false
}

// afterOperator reports whether the last token is a word that a value may follow.
func (x *lexer) afterOperator() bool {
	if len(x.tokens) == 0 {
		return false
	}
	t := x.tokens[len(x.tokens)-1]
	return t.kind == word && (slices.Contains(x.lang.operators, x.text[t.start:t.end]) || slices.Contains(valueWords, x.text[t.start:t.end]))
}

// valueWords are further words that may stand right before a quote, in code that
// was made small.
var valueWords = []string{"from", "import", "default", "else", "do", "export", "extends", "get", "set", "static"}

func (x *lexer) regexp() bool {
	end := x.regexpEnd(x.at)
	if end < 0 {
		return false
	}
	start := x.at
	for x.at = end; x.at < len(x.text) && classes[x.text[x.at]] == letter; x.at++ {
	}
	x.add(regexp, start)
	return true
}

// regexpEnd is the end of the regular expression that begins at a slash; -1 where
// there is none on the line.
func (x *lexer) regexpEnd(at int) int {
	if x.wasted > 4*len(x.text) {
		return -1
	}
	s, class := x.text, false
	i := at + 1
	for ; i < len(s) && s[i] != '\n'; i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return i + 1
		}
	}
	x.waste(at, i)
	return -1
}
