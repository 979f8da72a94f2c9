package baseline

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// EscapeInvisible rewrites encoded JSON so that what shows nothing becomes
// \uXXXX, in surrogate pairs beyond U+FFFF (RFC 8259 §7), for
// readers of the file's diff to see. Outside of strings JSON is ASCII, so it may
// run over all of a document.
func EscapeInvisible(encoded []byte) []byte {
	out := make([]byte, 0, len(encoded)+len(encoded)/16)
	for i := 0; i < len(encoded); {
		c := encoded[i]
		if c < utf8.RuneSelf && c != 0x7f {
			out = append(out, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(encoded[i:])
		switch {
		case isVisible(r):
			out = append(out, encoded[i:i+n]...)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += n
	}
	return out
}

// isVisible reports whether a reader of the file sees the character: it is a
// letter, mark, digit, sign or symbol. Not visible are controls, format
// characters (bidi, zero-width, tags), blanks other than U+0020, variation
// selectors, fillers, private-use and unassigned characters, and U+FFFD, which
// stands for damage.
func isVisible(r rune) bool {
	return unicode.IsPrint(r) && r != utf8.RuneError && r != '\u2800' && r != '\u034f' &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
