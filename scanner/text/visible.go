package text

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// blank lists printable characters that show nothing, or whatever the viewer
// likes, and that no Unicode property names.
var blank = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x2800, Hi: 0x2800, Stride: 1}, // braille pattern without dots
		{Lo: 0xfffc, Hi: 0xfffd, Stride: 1}, // object replacement; replacement, which stands for damage
	},
	R32: []unicode.Range32{
		{Lo: 0x16fe4, Hi: 0x16fe4, Stride: 1}, // Khitan filler
		{Lo: 0x1d159, Hi: 0x1d159, Stride: 1}, // null notehead
	},
}

// Visible reports whether a reader sees r for what it is. Not visible are
// control and format characters (bidi controls, tags, zero-width ones), blanks
// other than U+0020, private-use and unassigned characters, fillers, variation
// selectors, and U+FFFD: the last is what a decoder leaves of a lone surrogate
// or an invalid byte.
func Visible(r rune) bool {
	if r < 0x7f {
		return r >= 0x20
	}
	return unicode.IsPrint(r) &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, blank)
}

// EscapeJSON rewrites encoded JSON so that what is not Visible stands in it as
// \uXXXX, in surrogate pairs beyond U+FFFF (RFC 8259 §7), for readers of the
// bytes to see. What valid JSON decodes to stays the same; an invalid byte
// becomes \ufffd. Outside of strings JSON is ASCII, which is left alone below
// U+007F, so it may run over a whole document.
func EscapeJSON(encoded []byte) []byte {
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
		case Visible(r):
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
