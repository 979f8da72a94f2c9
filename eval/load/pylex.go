package load

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type pyKind uint8

const (
	pyName pyKind = iota + 1
	pyNumber
	pyString
	pyMark // any other character
)

type pyToken struct {
	kind      pyKind
	text      string // a string's value, decoded
	formatted bool   // an f-string or bytes: no docstring
	line      int
}

// A pyLine is a logical line: physical ones that brackets or backslashes join.
type pyLine struct {
	indent int
	tokens []pyToken
}

// pyLexer cuts Python source into logical lines (The Python Language Reference,
// chapter 2). It knows just what finding declarations needs: names, strings,
// brackets and indentation.
type pyLexer struct {
	name, s string
	at      int
	line    int
	depth   int
	lines   []pyLine
	current pyLine
}

func pyLines(name, source string) ([]pyLine, error) {
	x := &pyLexer{name: name, s: strings.ReplaceAll(source, "\r\n", "\n"), line: 1}
	x.indentation()
	for x.at < len(x.s) {
		if err := x.next(); err != nil {
			return nil, err
		}
	}
	x.finish()
	return x.lines, nil
}

func (x *pyLexer) finish() {
	if len(x.current.tokens) > 0 {
		x.lines = append(x.lines, x.current)
	}
	x.current = pyLine{}
}

func (x *pyLexer) indentation() {
	n := 0
	for ; x.at < len(x.s) && (x.s[x.at] == ' ' || x.s[x.at] == '\t'); x.at++ {
		n++
		if x.s[x.at] == '\t' {
			n += 7 // whatever, as long as it is consistent
		}
	}
	x.current.indent = n
}

func (x *pyLexer) next() error {
	c := x.s[x.at]
	switch {
	case c == '\n':
		x.at++
		x.line++
		if x.depth == 0 {
			x.finish()
			x.indentation()
		}
		return nil
	case c == '\\' && strings.HasPrefix(x.s[x.at:], "\\\n"):
		x.at += 2
		x.line++
		return nil
	case c == ' ' || c == '\t' || c == '\f' || c == '\r':
		x.at++
		return nil
	case c == '#':
		if i := strings.IndexByte(x.s[x.at:], '\n'); i >= 0 {
			x.at += i
		} else {
			x.at = len(x.s)
		}
		return nil
	}
	if prefix, ok := x.stringPrefix(); ok {
		return x.string(prefix)
	}
	start := x.at
	r, size := utf8.DecodeRuneInString(x.s[x.at:])
	if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
		for x.at < len(x.s) {
			q, n := utf8.DecodeRuneInString(x.s[x.at:])
			if q != '_' && !unicode.IsLetter(q) && !unicode.IsDigit(q) {
				break
			}
			x.at += n
		}
		kind := pyName
		if unicode.IsDigit(r) {
			kind = pyNumber
		}
		x.add(pyToken{kind: kind, text: x.s[start:x.at], line: x.line})
		return nil
	}
	switch c {
	case '(', '[', '{':
		x.depth++
	case ')', ']', '}':
		x.depth = max(0, x.depth-1)
	}
	x.at += size
	x.add(pyToken{kind: pyMark, text: x.s[start:x.at], line: x.line})
	return nil
}

func (x *pyLexer) add(t pyToken) { x.current.tokens = append(x.current.tokens, t) }

// stringPrefix is the letters before a quote: r, b, u, f and their pairs.
func (x *pyLexer) stringPrefix() (string, bool) {
	for n := 0; n <= 2 && x.at+n < len(x.s); n++ {
		c := x.s[x.at+n]
		if c == '"' || c == '\'' {
			return strings.ToLower(x.s[x.at : x.at+n]), true
		}
		if !strings.ContainsRune("rRbBuUfF", rune(c)) {
			return "", false
		}
	}
	return "", false
}

func (x *pyLexer) string(prefix string) error {
	line := x.line
	x.at += len(prefix)
	quote := x.s[x.at : x.at+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(x.s[x.at:], triple) {
		quote = triple
	}
	x.at += len(quote)
	raw := strings.Contains(prefix, "r")
	var b strings.Builder
	for !strings.HasPrefix(x.s[x.at:], quote) {
		if x.at == len(x.s) || x.s[x.at] == '\n' && len(quote) == 1 {
			return fmt.Errorf("%s:%d: string without an end", x.name, line)
		}
		c := x.s[x.at]
		if c == '\n' {
			x.line++
		}
		if c != '\\' || x.at+1 == len(x.s) {
			b.WriteByte(c)
			x.at++
			continue
		}
		if x.s[x.at+1] == '\n' {
			x.line++
		}
		if raw {
			b.WriteString(x.s[x.at : x.at+2])
			x.at += 2
			continue
		}
		text, n := unescape(x.s[x.at:])
		b.WriteString(text)
		x.at += n
	}
	x.at += len(quote)
	x.add(pyToken{kind: pyString, text: b.String(), formatted: strings.ContainsAny(prefix, "fb"), line: line})
	return nil
}

var simpleEscapes = map[byte]string{
	'\n': "", '\\': `\`, '\'': "'", '"': `"`, 'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v",
}

// unescape reads the escape that s begins with, and tells its length. One that
// Python doesn't know stands for itself.
func unescape(s string) (string, int) {
	if text, ok := simpleEscapes[s[1]]; ok {
		return text, 2
	}
	if digits, ok := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[1]]; ok && len(s) >= 2+digits {
		if n, err := strconv.ParseUint(s[2:2+digits], 16, 32); err == nil {
			return string(rune(n)), 2 + digits
		}
	}
	octal := 1
	for octal < min(4, len(s)) && s[octal] >= '0' && s[octal] <= '7' {
		octal++
	}
	if n, err := strconv.ParseUint(s[1:octal], 8, 32); err == nil {
		return string(rune(n)), octal
	}
	return s[:2], 2
}
