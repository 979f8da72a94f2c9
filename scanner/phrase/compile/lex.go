package compile

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A symbol is a lexical element of a body.
type symbol struct {
	kind symbolKind
	text string // as written
	at   place
}

type symbolKind uint8

const (
	symEnd   symbolKind = iota
	symMark             // ( ) [ ] | ^ !( !<( !>(
	symClass            // @NAME
	symGap              // ..N
	symShape            // ~name
	symWord             // a word, perhaps with braces
	symText             // "text"
)

func (s symbol) String() string {
	if s.kind == symEnd {
		return "the end"
	}
	return strconv.Quote(s.text)
}

// lex cuts a body into symbols; the last is the end.
func lex(d declaration) ([]symbol, error) {
	var all []symbol
	for _, p := range d.body {
		text, at := p.text, p.at
		for {
			trimmed := strings.TrimLeft(text, " \t")
			at.column += len(text) - len(trimmed)
			if text = trimmed; text == "" {
				break
			}
			s, err := lexOne(text, at)
			if err != nil {
				return nil, err
			}
			all = append(all, s)
			text = text[len(s.text):]
			at.column += len(s.text)
		}
		d.at = at
	}
	return append(all, symbol{kind: symEnd, at: d.at}), nil
}

func lexOne(text string, at place) (symbol, error) {
	s := symbol{kind: symMark, at: at}
	for _, mark := range []string{"(", ")", "[", "]", "|", "^", "!(", "!<(", "!>("} {
		if strings.HasPrefix(text, mark) {
			s.text = mark
			return s, nil
		}
	}
	switch {
	case text[0] == '!':
		return s, at.errorf("expected !(…), !<(…) or !>(…)")
	case text[0] == '@' || text[0] == '~':
		name, _ := cutName(text[1:])
		if name == "" {
			return s, at.errorf("expected a name after %c", text[0])
		}
		s.kind, s.text = symClass, text[:1+len(name)]
		if text[0] == '~' {
			s.kind = symShape
		}
	case strings.HasPrefix(text, ".."):
		n := 2
		for n < len(text) && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		if n == 2 {
			return s, at.errorf("expected a number of words after ..")
		}
		s.kind, s.text = symGap, text[:n]
	case text[0] == '"':
		n := 1
		for ; n < len(text) && text[n] != '"'; n++ {
			if text[n] == '\\' {
				n++
			}
		}
		if n >= len(text) {
			return s, at.errorf("the quoted text has no end on its line")
		}
		s.kind, s.text = symText, text[:n+1]
	default:
		n := wordLength(text)
		if n == 0 {
			r, _ := utf8.DecodeRuneInString(text)
			return s, at.errorf("unexpected %q: punctuation stands in quotes", r)
		}
		s.kind, s.text = symWord, text[:n]
	}
	return s, nil
}

// wordLength is the length of the word that text begins with, braces included.
func wordLength(text string) int {
	depth := 0
	for i, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_' || r == '\'' || r == '-':
		case r == '{' && depth == 0:
			depth++
		case r == '}' && depth > 0:
			depth--
		case r == ',' && depth > 0:
		case r == '.' && i > 0 && !strings.HasPrefix(text[i:], ".."): // e.g.
		default:
			return i
		}
	}
	return len(text)
}

// braces writes out a{b,c}d as abd and acd, as shells do. ok is false where a
// brace has no partner or there are too many.
func braces(s string) (all []string, ok bool) {
	open := strings.IndexAny(s, "{}")
	if open < 0 {
		return []string{s}, true
	}
	end := strings.IndexByte(s[open:], '}') + open
	if s[open] != '{' || end < open || strings.IndexByte(s[open+1:end], '{') >= 0 {
		return nil, false
	}
	rest, ok := braces(s[end+1:])
	if !ok {
		return nil, false
	}
	for middle := range strings.SplitSeq(s[open+1:end], ",") {
		for _, tail := range rest {
			if len(all) == maxBraces {
				return nil, false
			}
			all = append(all, s[:open]+middle+tail)
		}
	}
	return all, true
}

// maxBraces bounds the words that one word with braces stands for.
const maxBraces = 256
