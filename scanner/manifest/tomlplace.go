package manifest

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// tomlPlaces is the placer of TOML trees. go-toml says where a string stands, and
// not where in it an escape: the string is read again, and every step of it must
// make the next bytes of the value that go-toml made.
type tomlPlaces struct{ cache segmentCache }

func (p *tomlPlaces) place(t *Tree, index uint32, start, end int) (from, to int, exact bool) {
	if s := p.segments(t, index); s != nil {
		if from, to, exact = s.find(start, end); exact {
			return from, to, true
		}
	}
	from, to = p.bounds(t, index)
	return from, to, false
}

// bounds is a string's place without its quotes; of a table, its name's.
func (p *tomlPlaces) bounds(t *Tree, index uint32) (start, end int) {
	n := t.nodes[index]
	start, end = int(n.start), int(n.end)
	if n.kind == Object || n.kind == Array {
		if end > start {
			return start, end
		}
		if last := n.next - 1; last > index {
			_, end = p.bounds(t, last)
		}
		return start, max(start, end)
	}
	inner, _ := tomlQuotes(t.text[start:end])
	return start + inner, end - inner
}

func (p *tomlPlaces) segments(t *Tree, index uint32) *segments {
	n := t.nodes[index]
	if n.kind == Object || n.kind == Array {
		return nil
	}
	return p.cache.get(Node{t, index}, int(n.end-n.start), func() *segments {
		return tomlSegments(t.text[n.start:n.end], int(n.start), t.values[index])
	})
}

// tomlQuotes is how many quotes stand on either side of a raw value, and which.
func tomlQuotes(raw string) (n int, quote byte) {
	for _, q := range []string{`"""`, `'''`, `"`, `'`} {
		if strings.HasPrefix(raw, q) && strings.HasSuffix(raw, q) && len(raw) >= 2*len(q) {
			return len(q), q[0]
		}
	}
	return 0, 0
}

// tomlSegments walks a raw value that stands at an offset; nil where it comes to
// another value than the parser.
func tomlSegments(raw string, offset int, value string) *segments {
	n, quote := tomlQuotes(raw)
	s := &segments{end: offset + n}
	end := len(raw) - n
	i := n
	if n == 3 { // a line break right after the quotes is none of the text
		if strings.HasPrefix(raw[i:end], "\r\n") {
			i += 2
		} else if strings.HasPrefix(raw[i:end], "\n") {
			i++
		}
	}
	for i < end {
		size, made := 1, raw[i:i+1]
		switch {
		case raw[i] == '\\' && quote == '"':
			size, made = tomlEscape(raw[i:end])
		case raw[i] == '\r' && strings.HasPrefix(value[min(s.total, len(value)):], "\n"):
			size, made = 0, ""
			if strings.HasPrefix(raw[i:end], "\r\n") {
				size, made = 2, "\n"
			}
		}
		if size == 0 || !strings.HasPrefix(value[min(s.total, len(value)):], made) {
			return nil
		}
		switch {
		case made == raw[i:i+size]:
			s.verbatim(offset+i, size)
		case made != "":
			s.replaced(offset+i, size, len(made))
		}
		i += size
	}
	if s.total != len(value) {
		return nil
	}
	return s
}

// tomlEscape is how many bytes the escape takes that s begins with, and what it
// stands for; 0 for none. A backslash at the end of a line stands for nothing,
// with all white space after it.
func tomlEscape(s string) (size int, made string) {
	if len(s) < 2 {
		return 0, ""
	}
	digits := 0
	switch s[1] {
	case 'b':
		return 2, "\b"
	case 't':
		return 2, "\t"
	case 'n':
		return 2, "\n"
	case 'f':
		return 2, "\f"
	case 'r':
		return 2, "\r"
	case 'e':
		return 2, "\x1b"
	case '"', '\\':
		return 2, s[1:2]
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		if rest := strings.TrimLeft(s[1:], " \t\r\n"); len(rest) < len(s)-1 {
			return len(s) - len(rest), ""
		}
		return 0, ""
	}
	if len(s) < 2+digits {
		return 0, ""
	}
	v, err := strconv.ParseUint(s[2:2+digits], 16, 32)
	if err != nil || v > utf8.MaxRune {
		return 0, ""
	}
	return 2 + digits, string(rune(v))
}
