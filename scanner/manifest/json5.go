package manifest

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// JSON5 (https://spec.json5.org) beyond what the reader of JSON takes anyway:
// keys without quotes, single quotes, more escapes, numbers as JavaScript writes
// them. It is read where the name of the file says that it is JSON5.

// isJSON5 reports whether the name promises JSON5.
func isJSON5(uri string) bool { return extension(uri) == ".json5" }

// identifier is the end of the name that begins at i, and i where none does.
func identifier(text string, i int) int {
	for start := i; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case c == '\\' && strings.HasPrefix(text[i+1:], "u"):
			if _, n := unescape(text[i:]); n == 6 {
				size = n
			} else {
				return i
			}
		case c == '_', c == '$', unicode.IsLetter(c):
		case i > start && (unicode.IsDigit(c) || unicode.In(c, unicode.Mn, unicode.Mc, unicode.Pc) || c == '\u200c' || c == '\u200d'):
		default:
			return i
		}
		i += size
	}
	return i
}

// bareKey reads a key without quotes.
func (r *jsonReader) bareKey() bool {
	end := identifier(r.text, r.pos)
	if end == r.pos {
		return false
	}
	f := isKey
	raw := r.text[r.pos:end]
	if strings.IndexByte(raw, '\\') >= 0 {
		f |= escaped | nonASCII
	}
	if strings.IndexFunc(raw, func(c rune) bool { return c >= utf8.RuneSelf }) >= 0 {
		f |= nonASCII
	}
	r.nodes = append(r.nodes, node{uint32(r.pos), uint32(end), uint32(len(r.nodes) - r.base + 1), String, f})
	r.pos = end
	return true
}

// number5 reads a number that JSON does not have: +1, .5, 5., 0x1F.
func (r *jsonReader) number5() bool {
	i := r.pos
	if r.text[i] == '+' || r.text[i] == '-' {
		i++
	}
	rest := r.text[i:]
	end := 0
	switch {
	case strings.HasPrefix(rest, "Infinity"):
		end = len("Infinity")
	case len(rest) > 2 && rest[0] == '0' && rest[1]|0x20 == 'x':
		end = 2
		for end < len(rest) && strings.IndexByte("0123456789abcdefABCDEF", rest[end]) >= 0 {
			end++
		}
		if end == 2 {
			return false
		}
	default:
		digits, dots := 0, 0
		for ; end < len(rest); end++ {
			switch c := rest[end]; {
			case c-'0' <= 9:
				digits++
				continue
			case c == '.' && dots == 0:
				dots++
				continue
			case c|0x20 == 'e' && digits > 0 && end+1 < len(rest):
				k := end + 1
				if rest[k] == '+' || rest[k] == '-' {
					k++
				}
				from := k
				for k < len(rest) && rest[k]-'0' <= 9 {
					k++
				}
				if k > from {
					end = k
				}
			}
			break
		}
		if digits == 0 {
			return false
		}
	}
	if i+end < len(r.text) && isWord(r.text[i+end]) {
		return false
	}
	start := r.pos
	r.pos = i + end
	r.leaf(Number, start)
	return true
}

// nothing stands for an escape that decodes to no character: a line that goes on.
const nothing rune = -2

// unescape5 decodes an escape of JSON5's that JSON does not have.
func unescape5(s string) (char rune, size int) {
	if len(s) < 2 {
		return 0, 0
	}
	switch s[1] {
	case '\n':
		return nothing, 2
	case '\r':
		if strings.HasPrefix(s[2:], "\n") {
			return nothing, 3
		}
		return nothing, 2
	case 'v':
		return '\v', 2
	case '0':
		return 0, 2
	case 'x':
		if len(s) >= 4 {
			if v, ok := hex4("00" + s[2:4]); ok {
				return v, 4
			}
		}
		return 0, 0
	case 'u', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return 0, 0
	}
	char, size = utf8.DecodeRuneInString(s[1:])
	switch {
	case char == utf8.RuneError && size <= 1:
		return 0, 0
	case char == '\u2028', char == '\u2029':
		char = nothing
	}
	return char, size + 1
}

// str5 reads a string in single quotes.
func (r *jsonReader) str5(f flags) error {
	start := r.pos + 1
	index := len(r.nodes) - r.base
	for i := start; i < len(r.text); {
		switch c := r.text[i]; {
		case c == '\'':
			if !r.src.valid && r.noticeInvalid(index, start, i) {
				f |= damaged
			}
			r.nodes = append(r.nodes, node{uint32(start), uint32(i), uint32(index + 1), String, f})
			r.pos = i + 1
			return nil
		case c == '\\':
			f |= escaped
			char, size := unescape(r.text[i:])
			if size == 0 {
				char, size = unescape5(r.text[i:])
			}
			if size == 0 {
				return r.fail(i, "%s is no escape sequence", r.foundEscape(i))
			}
			if char >= utf8.RuneSelf || char == lone {
				f |= nonASCII
			}
			if char == lone {
				r.notice(LoneSurrogate, index, i, i+size)
				f |= damaged
			}
			i += size
		default:
			if c >= utf8.RuneSelf {
				f |= nonASCII
			}
			i++
		}
	}
	return r.fail(r.pos, "the string is not closed")
}

// blank5 steps over white space that JSON does not have.
func (r *jsonReader) blank5() bool {
	c, size := utf8.DecodeRuneInString(r.text[r.pos:])
	if c != '\v' && c != '\f' && c != '\ufeff' && !(c >= utf8.RuneSelf && unicode.IsSpace(c)) && c != '\u2028' && c != '\u2029' {
		return false
	}
	r.pos += size
	return true
}
