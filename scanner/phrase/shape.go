package phrase

import (
	"math/bits"

	"github.com/theriac/theriac/scanner/text"
)

// A Shape is a class of tokens, or of short runs of tokens without blanks, that
// is told by its characters. A run has a shape only as a whole: of move-file,
// neither move nor file is a ~ident.
type Shape uint16

const (
	// ShapeAny, ~any, is one token, word or punctuation.
	ShapeAny Shape = iota + 1
	// ShapeWord, ~word, is one word.
	ShapeWord
	// ShapeCaps, ~caps, is one word of two or more letters, all capitals.
	ShapeCaps
	// ShapeNumber, ~number, is one word of ASCII digits.
	ShapeNumber
	// ShapeIdent, ~ident, is a word shaped like code that begins with no digit (send_email, sendEmail,
	// step2) or two to eight words of small letters and digits joined by hyphens,
	// the first beginning with a letter (send-email).
	ShapeIdent
	// ShapeQuoted, ~quoted, is one to eight tokens between two equal quotes
	// ' " ` or between curly quotes, without blanks beside the quotes inside.
	ShapeQuoted
	// ShapePath, ~path, is a run of at most 32 tokens that reads like a path of
	// a file: it begins with / ~/ ./ ../ a drive, a variable or a dot file's
	// name, or has two separators, or one and an extension.
	ShapePath
	// ShapeURL, ~url, is a run of at most 48 tokens that begins with a scheme
	// and :// or with www. and goes on to a blank, quote or bracket
	ShapeURL
)

// Shapes are the names of the shapes in the language, without the ~.
var Shapes = [...]string{
	ShapeAny: "any", ShapeWord: "word", ShapeCaps: "caps", ShapeNumber: "number",
	ShapeIdent: "ident", ShapeQuoted: "quoted", ShapePath: "path", ShapeURL: "url",
}

const (
	maxQuoted = 8
	maxIdent  = 8
	maxPath   = 32
	maxURL    = 48
)

// Width is the number of tokens that the shape takes at most.
func (s Shape) Width() int {
	switch s {
	case ShapeIdent:
		return 2*maxIdent - 1
	case ShapeQuoted:
		return maxQuoted + 2
	case ShapePath:
		return maxPath
	case ShapeURL:
		return maxURL
	}
	return 1
}

// shapes moves each state over the tokens that have the shape.
func (w *walk) shapes(s Shape, m uint64) (out uint64) {
	left := w.left()
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		if i >= left {
			break
		}
		n := w.next(i)
		if from, to, ok := w.extent(s, n); ok && (w.back && n == to-1 || !w.back && n == from) {
			out |= 1 << i << (to - from)
		}
		if w.dresses(&w.tokens[n]) {
			m |= 2 << i
		}
	}
	return out
}

// extent is the run of tokens with the shape that begins or, walking to the
// left, ends with token n.
func (w *walk) extent(s Shape, n int) (from, to int, ok bool) {
	t := &w.tokens[n]
	switch s {
	case ShapeAny:
		return n, n + 1, true
	case ShapeWord:
		return n, n + 1, t.Flags&text.Punct == 0
	case ShapeCaps:
		return n, n + 1, t.Flags&text.Upper != 0
	case ShapeNumber:
		return n, n + 1, isNumber(w.value[t.Start:t.End])
	case ShapeIdent:
		return w.ident(n)
	case ShapeQuoted:
		return w.quoted(n)
	case ShapePath:
		return w.path(n)
	case ShapeURL:
		return w.url(n)
	}
	return 0, 0, false
}

func isNumber(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// joined reports whether tokens n-1 and n belong to the sentence and stand
// together without a blank.
func (w *walk) joined(n int) bool {
	return n > w.from && n < w.to && w.tokens[n].Flags&text.SpaceBefore == 0
}

// mark is the ASCII punctuation character that token n is, or 0.
func (w *walk) mark(n int) byte {
	if n < 0 || n >= len(w.tokens) || w.tokens[n].Flags&(text.Punct|text.NonASCII) != text.Punct {
		return 0
	}
	return w.value[w.tokens[n].Start]
}

func (w *walk) isWord(n int) bool {
	return n >= 0 && n < len(w.tokens) && w.tokens[n].Flags&text.Punct == 0
}

// ident is the identifier that holds token n.
func (w *walk) ident(n int) (from, to int, ok bool) {
	if !w.isWord(n) {
		return 0, 0, false
	}
	from, to = n, n+1
	for w.mark(from-1) == '-' && w.joined(from) && w.joined(from-1) && w.isWord(from-2) && to-from < 2*maxIdent {
		from -= 2
	}
	for w.mark(to) == '-' && w.joined(to) && w.joined(to+1) && w.isWord(to+1) && to-from < 2*maxIdent {
		to += 2
	}
	if to-from == 1 {
		c := w.value[w.tokens[n].Start]
		return from, to, w.tokens[n].Flags&text.Compound != 0 && (c < '0' || c > '9')
	}
	if to-from >= 2*maxIdent {
		return 0, 0, false
	}
	if c := w.value[w.tokens[from].Start]; c < 'a' || c > 'z' {
		return 0, 0, false
	}
	for i := from; i < to; i += 2 {
		for _, c := range []byte(w.value[w.tokens[i].Start:w.tokens[i].End]) {
			if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
				return 0, 0, false
			}
		}
	}
	return from, to, true
}

// quoted is the quotation that begins with token n or, walking to the left,
// that ends with it.
func (w *walk) quoted(n int) (from, to int, ok bool) {
	if w.tokens[n].Flags&text.Punct == 0 {
		return 0, 0, false
	}
	open, shut := w.quotes(n)
	if open == "" {
		return 0, 0, false
	}
	if !w.back {
		for end := n + 1; end < min(w.to, n+maxQuoted+2); end++ {
			if w.token(end) == shut {
				return n, end + 1, end > n+1 && w.joined(n+1) && w.joined(end)
			}
		}
		return 0, 0, false
	}
	for begin := n - 1; begin >= max(w.from, n-maxQuoted-1); begin-- {
		if w.token(begin) == open {
			return begin, n + 1, begin < n-1 && w.joined(begin+1) && w.joined(n)
		}
	}
	return 0, 0, false
}

// quotes are the opening and the closing quote where token n is the one that
// the walk meets first.
func (w *walk) quotes(n int) (open, shut string) {
	switch c := w.token(n); c {
	case "'", `"`, "`":
		return c, c
	case "“", "”":
		open, shut = "“", "”"
	case "‘", "’":
		open, shut = "‘", "’"
	default:
		return "", ""
	}
	if c := w.token(n); w.back && c != shut || !w.back && c != open {
		return "", ""
	}
	return open, shut
}

func (w *walk) token(n int) string { return w.value[w.tokens[n].Start:w.tokens[n].End] }
