package manifest

import "strings"

func (r *jsonReader) scalar(c byte) error {
	switch c {
	case '"':
		return r.str(0)
	case '\'':
		if r.five {
			return r.str5(0)
		}
	case 't':
		return r.literal("true", Bool)
	case 'f':
		return r.literal("false", Bool)
	case 'n':
		return r.literal("null", Null)
	}
	if r.five && r.number5() {
		return nil
	}
	return r.number(c)
}

// leaf records a scalar that begins at start and ends at the reader's place.
func (r *jsonReader) leaf(kind Kind, start int) {
	r.nodes = append(r.nodes, node{start: uint32(start), end: uint32(r.pos), next: uint32(len(r.nodes) - r.base + 1), kind: kind})
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
