package source

import (
	"strings"
)

// python decodes a literal of Python (Language Reference §2.5).
func (d *decoder) python(prefix string) {
	raw, format := strings.Contains(prefix, "r"), strings.ContainsAny(prefix, "ft")
	stop := "\r"
	if !raw {
		stop += "\\"
	}
	if format {
		stop += "{}"
	}
	for d.verbatim(stop) {
		switch c := d.src[d.at]; {
		case c == '\\':
			d.pythonEscape(strings.Contains(prefix, "b"))
		case d.at+1 < d.end && d.src[d.at+1] == c:
			d.take(2, string(c)) // {{ and }}
		case c == '{':
			d.take(replacement(d.src[d.at:d.end]), gap)
			d.text.computed = true
		default:
			d.same(d.at, d.at+1)
			d.at++
		}
	}
}

// replacement is the length of a replacement field of an f-string.
func replacement(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			if depth--; depth <= 0 {
				return i + 1
			}
		case '"', '\'':
			if n := strings.IndexByte(s[i+1:], s[i]); n >= 0 {
				i += n + 1
			}
		}
	}
	return len(s)
}

func (d *decoder) pythonEscape(inBytes bool) {
	if d.at+1 >= d.end {
		d.same(d.at, d.at+1)
		d.at++
		return
	}
	if n := d.lineBreak(d.at + 1); n > 0 {
		d.take(1+n, "")
		return
	}
	c := d.src[d.at+1]
	size := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	switch {
	case size > 0 && (c == 'x' || !inBytes):
		if r, ok := d.hex(d.at+2, size); ok {
			d.take(2+size, string(r))
			return
		}
	case c >= '0' && c <= '7':
		r, n := d.octal(3)
		d.take(n, string(r))
		return
	case c == 'a':
		d.take(2, "\a")
		return
	case simple[c] != "":
		d.take(2, simple[c])
		return
	}
	// Anything else stands for itself, with the backslash. So does \N{…} here:
	// the table of names would be larger than this program.
	d.same(d.at, d.at+2)
	d.at += 2
}
