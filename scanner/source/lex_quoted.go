package source

import "strings"

// str reads a string literal whose prefix begins at start; x.at is its quote. A
// quote that is not closed, on its line where the language asks for that, ends
// nothing: reading goes on right after it.
func (x *lexer) str(start int) {
	q := x.text[x.at]
	first := x.fresh
	end := -1
	switch s := x.text[x.at:]; {
	case q == '`':
		end = x.template(x.at)
	case x.lang.triple && len(s) >= 3 && s[1] == q && s[2] == q:
		end = tripleEnd(x.text, x.at, q)
		if end < 0 {
			// It swallows the rest of the file, for the language as well.
			x.lost(start)
			x.at = len(x.text)
			x.add(unclosed, start)
			return
		}
	default:
		end = x.oneLine(x.at, q)
	}
	if end < 0 {
		x.lost(start)
		x.at = max(x.at+1, x.skipTo)
		x.add(unclosed, start)
		return
	}
	x.at = end
	x.add(quoted, start)
	x.tokens[len(x.tokens)-1].first = first
	if i := strings.LastIndexByte(x.text[start:end], '\n'); i >= 0 {
		x.line = start + i + 1
	}
}

// oneLine is the end of a literal that begins at the quote, and may go over a
// line break only after a backslash; -1 if it has none.
func (x *lexer) oneLine(at int, q byte) int {
	s := x.text
	i := at + 1
	for ; i < len(s) && s[i] != '\n'; i++ {
		switch s[i] {
		case q:
			return i + 1
		case '\\':
			if i++; i < len(s) && s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
				i++
			}
		}
	}
	x.waste(at, i)
	return -1
}

// waste counts bytes that were read in search of an end that is not there. They
// are read again, as code, but not more often than a few times the file's length
// in all: after that, what was read is skipped.
func (x *lexer) waste(from, to int) {
	to = min(to, len(x.text))
	if x.wasted += to - from; x.wasted > 4*len(x.text) {
		x.skipTo = to
	}
}

func tripleEnd(s string, at int, q byte) int {
	for i := at + 3; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == q && i+2 < len(s) && s[i+1] == q && s[i+2] == q:
			return i + 3
		}
	}
	return -1
}

// template is the end of a template literal, over the templates in its
// substitutions at any depth; -1 if it has none.
func (x *lexer) template(at int) int {
	s := x.text
	// Each entry is a template (0) or the number of braces open in a substitution
	// (from 1).
	stack := []int{0}
	for i := at + 1; i < len(s); i++ {
		top := len(stack) - 1
		c := s[i]
		if stack[top] == 0 {
			switch {
			case c == '\\':
				i++
			case c == '`':
				if stack = stack[:top]; len(stack) == 0 {
					return i + 1
				}
			case c == '$' && i+1 < len(s) && s[i+1] == '{':
				i++
				stack = append(stack, 1)
			}
			continue
		}
		switch c {
		case '{':
			stack[top]++
		case '}':
			if stack[top]--; stack[top] == 0 {
				stack = stack[:top]
			}
		case '`':
			stack = append(stack, 0)
		case '"', '\'':
			if end := x.oneLine(i, c); end > 0 {
				i = end - 1
			} else if x.skipTo > i {
				i = x.skipTo
			}
		case '/':
			i = x.slash(i)
		}
	}
	x.waste(at, len(s))
	return -1
}

// slash is the last byte of the comment or regular expression that begins at i, in
// a substitution; i itself if none does.
func (x *lexer) slash(i int) int {
	s := x.text
	if end := skipComment(s, i); end > i {
		return end
	}
	before := i - 1
	for before > 0 && classes[s[before]] == blank {
		before--
	}
	if before < 0 || strings.IndexByte("(,=:[!&|?{;+", s[before]) < 0 {
		return i
	}
	if end := x.regexpEnd(i); end > 0 {
		return end - 1
	}
	return i
}

// skipComment is the last byte of a comment that begins at i; i itself if none does.
func skipComment(s string, i int) int {
	begin, end := s[i:min(i+2, len(s))], ""
	switch begin {
	case "//":
		end = "\n"
	case "/*":
		end = "*/"
	default:
		return i
	}
	if j := strings.Index(s[i+2:], end); j >= 0 {
		return i + 2 + j + len(end) - 1
	}
	return len(s)
}
