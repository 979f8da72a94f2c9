package manifest

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// blanks steps over white space and comments inside a document.
func (r *jsonReader) blanks() error {
	for r.pos < len(r.text) {
		switch r.text[r.pos] {
		case '\n':
			r.pos++
			for r.pos+8 <= len(r.text) { // indentation
				n := bits.TrailingZeros64(load8(r.text, r.pos)^' '*lowBits) / 8
				if r.pos += n; n < 8 {
					break
				}
			}
		case ' ', '\t', '\r':
			r.pos++
		case '/':
			if err := r.comment(); err != nil {
				return err
			}
		default:
			if r.five && r.blank5() {
				continue
			}
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
