package source

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// gap stands for what a program puts into a text when it runs.
const gap = "{}"

// decode reads a quoted token as the text that it says. escapes follow the
// language; what a substitution computes becomes a gap.
func (f *file) decode(t token) *text { return f.decodeAt(int(t.start), int(t.end)) }

// decodeAt decodes the literal that stands at [start, end).
func (f *file) decodeAt(start, end int) *text {
	b := builder{file: f}
	s := f.src[start:end]
	at := strings.IndexAny(s, "\"'`")
	if at < 0 {
		return nil
	}
	prefix, q := strings.ToLower(s[:at]), s[at]
	width := 1
	if f.lang.triple && len(s)-at >= 6 && s[at+1] == q && s[at+2] == q {
		width = 3
	}
	d := decoder{builder: &b, src: f.src, at: start + at + width, end: end - width}
	if d.end < d.at {
		return nil
	}
	switch {
	case f.lang == &python:
		d.python(prefix)
	case f.lang == &golang && q == '`':
		d.goRaw()
	case f.lang == &golang:
		d.golang()
	case q == '`':
		d.template()
	default:
		d.script()
	}
	b.text.bytes = strings.ContainsRune(prefix, 'b')
	return b.done(start, end)
}

// A decoder walks the inside of a literal.
type decoder struct {
	*builder
	src     string
	at, end int
	code    *lexer // reads what stands in substitutions; nil until there is one
}

// verbatim passes on what stands for itself, up to one of the bytes of stop, and
// reports whether there is more. Windows line ends become \n, as the languages
// have it.
func (d *decoder) verbatim(stop string) bool {
	for d.at < d.end {
		n := strings.IndexAny(d.src[d.at:d.end], stop)
		if n < 0 {
			n = d.end - d.at
		}
		d.same(d.at, d.at+n)
		d.at += n
		if d.at == d.end {
			return false
		}
		if d.src[d.at] != '\r' {
			return true
		}
		size := 1
		if d.at+1 < d.end && d.src[d.at+1] == '\n' {
			size = 2
		}
		d.put("\n", d.at, d.at+size)
		d.at += size
	}
	return false
}

// take puts what n bytes of the source stand for.
func (d *decoder) take(n int, decoded string) {
	n = min(n, d.end-d.at)
	d.put(decoded, d.at, d.at+n)
	d.at += n
}

// simple are the escapes of one letter that Python and JavaScript share.
var simple = [256]string{
	'n': "\n", 't': "\t", 'r': "\r", 'b': "\b", 'f': "\f", 'v': "\v", '\\': "\\", '\'': "'", '"': "\"",
}

// lineBreak is how many bytes the line break at the offset has, 0 for none.
func (d *decoder) lineBreak(at int) int {
	switch {
	case strings.HasPrefix(d.src[at:d.end], "\r\n"):
		return 2
	case at < d.end && (d.src[at] == '\n' || d.src[at] == '\r'):
		return 1
	}
	return 0
}

// hex reads n hexadecimal digits.
func (d *decoder) hex(at, n int) (rune, bool) {
	if at+n > d.end {
		return 0, false
	}
	v, err := strconv.ParseUint(d.src[at:at+n], 16, 32)
	return rune(v), err == nil
}

func (d *decoder) octal(most int) (r rune, size int) {
	for size < most && d.at+1+size < d.end && d.src[d.at+1+size] >= '0' && d.src[d.at+1+size] <= '7' {
		r = r*8 + rune(d.src[d.at+1+size]-'0')
		size++
	}
	return r, size + 1
}

// script decodes a literal of JavaScript (ECMAScript §12.9.4).
func (d *decoder) script() {
	for d.verbatim("\\\r") {
		d.scriptEscape()
	}
}

func (d *decoder) template() {
	for d.verbatim("\\\r$") {
		switch {
		case d.src[d.at] == '\\':
			d.scriptEscape()
		case strings.HasPrefix(d.src[d.at:d.end], "${"):
			d.take(d.substitution()-d.at, gap)
			d.text.computed = true
		default:
			d.same(d.at, d.at+1)
			d.at++
		}
	}
}

// substitution is where the substitution ends that a template has here.
func (d *decoder) substitution() int {
	if d.code == nil {
		d.code = &lexer{lang: &script, text: d.src[:d.end]}
	}
	s, depth := d.code.text, 0
	for i := d.at + 2; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return i + 1
			}
		case '`':
			if end := d.code.template(i); end > 0 {
				i = end - 1
			}
		case '"', '\'':
			if end := d.code.oneLine(i, s[i]); end > 0 {
				i = end - 1
			}
		case '/':
			i = d.code.slash(i)
		}
	}
	return len(s)
}

func (d *decoder) scriptEscape() {
	if d.at+1 >= d.end {
		d.take(1, "")
		return
	}
	if n := d.lineBreak(d.at + 1); n > 0 {
		d.take(1+n, "") // a line that goes on
		return
	}
	c := d.src[d.at+1]
	switch {
	case c == '0' && (d.at+2 >= d.end || classes[d.src[d.at+2]] != digit):
		d.take(2, "\x00")
	case c == 'x':
		if r, ok := d.hex(d.at+2, 2); ok {
			d.take(4, string(r))
			return
		}
		d.take(2, "x")
	case c == 'u':
		r, n, ok := d.unicodeEscape(d.at)
		if !ok {
			d.take(2, "u")
			return
		}
		if r >= 0xd800 && r < 0xdc00 {
			if low, m, ok := d.unicodeEscape(d.at + n); ok && low >= 0xdc00 && low < 0xe000 {
				d.take(n+m, string((r-0xd800)<<10|(low-0xdc00)+0x10000))
				return
			}
		}
		d.take(n, string(r)) // a lone half becomes U+FFFD
	case c >= '0' && c <= '7':
		r, n := d.octal(3)
		d.take(n, string(r))
	case simple[c] != "":
		d.take(2, simple[c])
	default:
		_, n := utf8.DecodeRuneInString(d.src[d.at+1 : d.end])
		d.take(1+n, d.src[d.at+1:d.at+1+n])
	}
}

// unicodeEscape reads \uXXXX or \u{X…} at the offset.
func (d *decoder) unicodeEscape(at int) (r rune, size int, ok bool) {
	if at+2 >= d.end || d.src[at] != '\\' || d.src[at+1] != 'u' {
		return 0, 0, false
	}
	if d.src[at+2] != '{' {
		r, ok = d.hex(at+2, 4)
		return r, 6, ok
	}
	n := strings.IndexByte(d.src[at+3:min(at+12, d.end)], '}')
	if n < 1 {
		return 0, 0, false
	}
	r, ok = d.hex(at+3, n)
	return r, n + 4, ok
}
