package manifest

import (
	"fmt"
	"unicode/utf8"
)

// fail is a syntax error at an offset.
func (r *jsonReader) fail(offset int, format string, args ...any) error {
	return errorAt(r.src, Unparsable, offset, format, args...)
}

// found describes what stands at an offset, for an error.
func (r *jsonReader) found(offset int) string {
	if offset >= len(r.text) {
		return "the end of the file"
	}
	c, size := utf8.DecodeRuneInString(r.text[offset:])
	if c == utf8.RuneError && size == 1 {
		return fmt.Sprintf("the byte 0x%02x, which is no UTF-8", r.text[offset])
	}
	if c > ' ' && c < 0x7f {
		return fmt.Sprintf("%q", string(c))
	}
	return fmt.Sprintf("U+%04X", c)
}

func (r *jsonReader) unfinished() error {
	if r.depth == 0 {
		return r.fail(r.pos, "expected a value, found the end of the file")
	}
	open := r.nodes[r.base+int(r.open[r.depth-1])]
	what := "array"
	if open.kind == Object {
		what = "object"
	}
	at := r.src.Location(int(open.start), int(open.start))
	return r.fail(r.pos, "the file ends inside the %s that begins at %d:%d", what, at.StartLine, at.StartColumn)
}

func (r *jsonReader) foundWord(start, end int) string {
	if end-start > 20 || end == start {
		return r.found(start)
	}
	return `"` + r.text[start:end] + `"`
}

// foundEscape shows a backslash and what follows it.
func (r *jsonReader) foundEscape(i int) string {
	if i+1 < len(r.text) && r.text[i+1] == 'u' {
		return `"\u" without four hexadecimal digits`
	}
	return `"\" before ` + r.found(i+1)
}
