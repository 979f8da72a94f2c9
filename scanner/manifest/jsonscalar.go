package manifest

import (
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// blanks steps over white space and comments inside a document.
func (r *jsonReader) blanks() error {
	for r.pos < len(r.text) {
		switch r.text[r.pos] {
		case '\n':
			r.pos++
			for r.pos+8 <= len(r.text) && load8(r.text, r.pos) == ' '*lowBits {
				r.pos += 8 // indentation
			}
		case ' ', '\t', '\r':
			r.pos++
		case '/':
			if err := r.comment(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

// between steps over what may stand outside of all documents: also a line that
// begins with #, as people write between JSON Lines.
func (r *jsonReader) between(documents int) error {
	if documents == 0 {
		r.tree = r.newTree()
	}
	for {
		if err := r.blanks(); err != nil {
			return err
		}
		if r.pos == len(r.text) || r.text[r.pos] != '#' {
			return nil
		}
		start := r.pos
		r.line()
		r.noticeComment(start)
	}
}

// line moves to the end of the line.
func (r *jsonReader) line() {
	if i := strings.IndexAny(r.text[r.pos:], "\n\r"); i >= 0 {
		r.pos += i
		return
	}
	r.pos = len(r.text)
}

func (r *jsonReader) comment() error {
	start := r.pos
	switch rest := r.text[start+1:]; {
	case strings.HasPrefix(rest, "/"):
		r.line()
	case strings.HasPrefix(rest, "*"):
		end := strings.Index(rest[1:], "*/")
		if end < 0 {
			return r.fail(start, "the comment is not closed")
		}
		r.pos = start + 2 + end + 2
	default:
		return r.fail(start, `"/" begins no comment here`)
	}
	r.noticeComment(start)
	return nil
}

// noticeComment notices the comment that ends at the reader's place. Comments
// with nothing but white space between them are one.
func (r *jsonReader) noticeComment(start int) {
	if !r.src.valid {
		r.noticeInvalid(r.nearest(), start, r.pos)
	}
	if n := len(r.irregular); n > 0 {
		if last := &r.irregular[n-1]; last.Kind == JSONComment && strings.Trim(r.text[last.End:start], " \t\r\n") == "" {
			last.End = r.pos
			return
		}
	}
	r.notice(JSONComment, r.nearest(), start, r.pos)
}

// noticeFurther notices the first document after the first.
func (r *jsonReader) noticeFurther() {
	if r.further || isLines(r.src.URI) {
		return
	}
	r.further = true
	r.notice(FurtherDocument, 0, r.pos, r.pos+1)
}

// noticeInvalid notices the first byte in the range that is no UTF-8, and says
// whether there is one.
func (r *jsonReader) noticeInvalid(index, start, end int) bool {
	at := invalidUTF8(r.text[start:end])
	if at < 0 {
		return false
	}
	r.notice(InvalidUTF8, index, start+at, start+at+1)
	return true
}

// invalidUTF8 is the offset of the first byte that is no UTF-8, or -1.
func invalidUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i := 0; i < len(s); {
		c, size := utf8.DecodeRuneInString(s[i:])
		if c == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// literal reads one of JSON's words, or one of those that Python's json module
// and others write for what is no number.
func (r *jsonReader) literal(word string, kind Kind) error {
	start := r.pos
	end := start
	for end < len(r.text) && isWord(r.text[end]) {
		end++
	}
	if r.text[start:end] != word {
		return r.fail(start, "expected a value, found %s", r.foundWord(start, end))
	}
	r.pos = end
	r.leaf(kind, start)
	return nil
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func (r *jsonReader) foundWord(start, end int) string {
	if end-start > 20 || end == start {
		return r.found(start)
	}
	return `"` + r.text[start:end] + `"`
}

// number reads a number as RFC 8259 §6 has it, of any length, and notices NaN,
// Infinity and -Infinity.
func (r *jsonReader) number(c byte) error {
	start := r.pos
	i := start
	if c == '-' {
		i++
	}
	for _, word := range [...]string{"NaN", "Infinity"} {
		if strings.HasPrefix(r.text[i:], word) && (i+len(word) == len(r.text) || !isWord(r.text[i+len(word)])) {
			r.pos = i + len(word)
			r.leaf(Number, start)
			r.notice(NonFiniteNumber, r.nearest(), start, r.pos)
			return nil
		}
	}
	digits := func() bool {
		from := i
		for i < len(r.text) && r.text[i]-'0' <= 9 {
			i++
		}
		return i > from
	}
	from := i
	switch {
	case !digits():
		if c == '-' {
			return r.fail(i, "expected a digit after \"-\", found %s", r.found(i))
		}
		for i < len(r.text) && isWord(r.text[i]) {
			i++
		}
		return r.fail(start, "expected a value, found %s", r.foundWord(start, i))
	case r.text[from] == '0' && i > from+1:
		return r.fail(from, "a number may not begin with a further 0")
	}
	if i < len(r.text) && r.text[i] == '.' {
		i++
		if !digits() {
			return r.fail(i, "expected a digit after the decimal point, found %s", r.found(i))
		}
	}
	if i < len(r.text) && r.text[i]|0x20 == 'e' {
		i++
		if i < len(r.text) && (r.text[i] == '+' || r.text[i] == '-') {
			i++
		}
		if !digits() {
			return r.fail(i, "expected a digit in the exponent, found %s", r.found(i))
		}
	}
	if i < len(r.text) && isWord(r.text[i]) {
		return r.fail(i, "expected the end of a number, found %s", r.found(i))
	}
	r.pos = i
	r.leaf(Number, start)
	return nil
}

// str reads the string at the reader's place.
func (r *jsonReader) str(f flags) error {
	text, index := r.text, len(r.nodes)-r.base
	start := r.pos + 1
	i := start
	raw := false // a byte above 0x7f
	control := -1
	for {
		i = plainEnd(text, i)
		if i == len(text) {
			return r.fail(r.pos, "the string is not closed")
		}
		switch c := text[i]; {
		case c == '"':
			if raw {
				f |= nonASCII
				if !r.src.valid && r.noticeInvalid(index, start, i) {
					f |= damaged
				}
			}
			if control >= 0 {
				r.notice(ControlCharacter, index, control, control+1)
			}
			r.pos = i + 1
			r.nodes = append(r.nodes, node{uint32(start), uint32(i), uint32(index + 1), String, f})
			return nil
		case c == '\\':
			f |= escaped
			char, size := unescape(text[i:])
			if size == 0 {
				return r.fail(i, "%s is no escape sequence", r.foundEscape(i))
			}
			if char >= utf8.RuneSelf || char == lone {
				f |= nonASCII
			}
			if char == lone {
				if f&damaged == 0 {
					r.notice(LoneSurrogate, index, i, i+size)
				}
				f |= damaged
			}
			i += size
		case c < ' ':
			if control < 0 {
				control = i
			}
			i++
		default:
			raw = true
			for i < len(text) && text[i] >= utf8.RuneSelf {
				i++
			}
		}
	}
}

// foundEscape shows a backslash and what follows it.
func (r *jsonReader) foundEscape(i int) string {
	if i+1 < len(r.text) && r.text[i+1] == 'u' {
		return `"\u" without four hexadecimal digits`
	}
	return `"\" before ` + r.found(i+1)
}

// plainEnd is the first offset from i on of a quote, a backslash, a control
// character or a byte above 0x7f, eight bytes at a time.
func plainEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		w := load8(s, i)
		quote, backslash := w^('"'*lowBits), w^('\\'*lowBits)
		// Each term has the high bit of a byte set where the byte is below 0x20,
		// a quote, a backslash; a borrow can only spoil bytes after the first.
		special := (w | (w - ' '*lowBits) | (quote - lowBits) | (backslash - lowBits)) & highBits
		if special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
	}
	for i < len(s) && s[i] >= ' ' && s[i] < utf8.RuneSelf && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

// lone stands for a surrogate without its other half; it decodes to U+FFFD.
const lone rune = -1

// unescape decodes the escape sequence that s begins with: its character and how
// many bytes it takes, 12 for a pair of surrogates, 0 where it is none.
func unescape(s string) (char rune, size int) {
	if len(s) < 2 {
		return 0, 0
	}
	switch c := s[1]; c {
	case '"', '\\', '/':
		return rune(c), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
	default:
		return 0, 0
	}
	char, ok := hex4(s[2:])
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(char) {
		return char, 6
	}
	if strings.HasPrefix(s[6:], `\u`) {
		if low, ok := hex4(s[8:]); ok {
			if pair := utf16.DecodeRune(char, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
	}
	return lone, 6
}

func hex4(s string) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	var v rune
	for i := range 4 {
		switch c := s[i]; {
		case c-'0' <= 9:
			v = v<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			v = v<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return v, true
}

// jsonText is a scalar's decoded text.
func jsonText(text string, n node) string {
	s := text[n.start:n.end]
	if n.flags&(escaped|damaged) != 0 {
		return decodeJSON(s)
	}
	return s
}

// decodeJSON decodes what stands between the quotes of a string: escapes, and
// every byte that is no UTF-8 and every lone surrogate as U+FFFD.
func decodeJSON(raw string) string {
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		verbatim, size, char := stepJSON(raw[i:])
		if verbatim {
			b.WriteString(raw[i : i+size])
		} else {
			b.WriteRune(char)
		}
		i += size
	}
	return b.String()
}

// stepJSON is the next piece of a string: a run of bytes that stand for
// themselves, or one character that is written in another way. s is not empty.
func stepJSON(s string) (verbatim bool, size int, char rune) {
	if s[0] == '\\' {
		if char, size := unescape(s); char == lone {
			return false, size, utf8.RuneError
		} else if size > 0 {
			return false, size, char
		}
		return true, 1, 0 // not in a string that the reader has passed
	}
	for size < len(s) && s[size] != '\\' {
		if s[size] < utf8.RuneSelf {
			size++
			continue
		}
		char, width := utf8.DecodeRuneInString(s[size:])
		if char == utf8.RuneError && width == 1 {
			if size == 0 {
				return false, 1, utf8.RuneError
			}
			break
		}
		size += width
	}
	return true, size, 0
}
