package source

import (
	"strings"
	"unicode/utf8"
)

// goRaw decodes a raw literal of Go: everything but carriage returns.
func (d *decoder) goRaw() {
	for d.at < d.end {
		n := strings.IndexByte(d.src[d.at:d.end], '\r')
		if n < 0 {
			n = d.end - d.at
		}
		d.same(d.at, d.at+n)
		d.at = min(d.at+n+1, d.end)
	}
}

// golang decodes an interpreted literal of Go (Language Specification, "Rune
// literals").
func (d *decoder) golang() {
	for d.verbatim("\\") {
		if d.at+1 >= d.end {
			d.take(1, "\\")
			continue
		}
		c := d.src[d.at+1]
		size := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
		switch {
		case size > 0:
			r, ok := d.hex(d.at+2, size)
			switch {
			case !ok:
				d.take(2, string(rune(c)))
			case c == 'x':
				d.take(4, string([]byte{byte(r)}))
			default:
				d.take(2+size, string(r))
			}
		case c >= '0' && c <= '7':
			r, n := d.octal(3)
			d.take(n, string([]byte{byte(r)}))
		case c == 'a':
			d.take(2, "\a")
		case simple[c] != "":
			d.take(2, simple[c])
		default:
			_, n := utf8.DecodeRuneInString(d.src[d.at+1 : d.end])
			d.take(1+n, d.src[d.at+1:d.at+1+n])
		}
	}
}
