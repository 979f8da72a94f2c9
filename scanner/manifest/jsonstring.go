package manifest

import (
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

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
			if size == 0 && r.five {
				char, size = unescape5(text[i:])
			}
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
		} else if char != nothing {
			b.WriteRune(char)
		}
		i += size
	}
	return b.String()
}

// maxPlainPiece bounds, in bytes, how far stepJSON looks at once for the end of
// what stands for itself: one bad byte after the other must not cost a look at
// all that follows.
const maxPlainPiece = 256

// stepJSON is the next piece of a string: a run of bytes that stand for
// themselves, or one character that is written in another way. s is not empty.
func stepJSON(s string) (verbatim bool, size int, char rune) {
	if s[0] == '\\' {
		if char, size := unescape(s); char == lone {
			return false, size, utf8.RuneError
		} else if size > 0 {
			return false, size, char
		} else if char, size := unescape5(s); size > 0 {
			return false, size, char
		}
		return true, 1, 0 // not in a string that the reader has passed
	}
	piece := s[:min(len(s), maxPlainPiece)]
	if end := strings.IndexByte(piece, '\\'); end >= 0 {
		piece = piece[:end]
	}
	if utf8.ValidString(piece) {
		return true, len(piece), 0
	}
	for size < len(piece) {
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
