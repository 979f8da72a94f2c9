package manifest

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// yamlWalk reads one scalar again, guided by its value.
type yamlWalk struct {
	segments
	text  string
	value string
	at    int       // in text
	gaps  []yamlGap // reused
}

// yamlGap is a line break in the source.
type yamlGap struct{ at, size int }

// peek is the byte at the walk's place; 0 at the end of the text.
func (w *yamlWalk) peek() byte {
	if w.at < len(w.text) {
		return w.text[w.at]
	}
	return 0
}

func (w *yamlWalk) rest() string { return w.value[w.total:] }

// take steps over n bytes of the source that stand for other bytes.
func (w *yamlWalk) take(n int, decoded string) bool {
	if !strings.HasPrefix(w.rest(), decoded) {
		return false
	}
	w.replaced(w.at, n, len(decoded))
	w.at += n
	return true
}

// run steps over bytes that stand for themselves, up to an offset, or to where
// the value ends.
func (w *yamlWalk) run(end int) bool {
	for w.at < end && w.total < len(w.value) {
		piece, rest := w.text[w.at:end], w.rest()
		n := len(piece)
		if bad := invalidUTF8(piece); bad >= 0 {
			n = bad
		}
		if n == 0 { // the reader was given U+FFFD for it
			if !w.take(1, "\ufffd") {
				return false
			}
			continue
		}
		n = min(n, len(rest))
		if piece[:n] != rest[:n] {
			return false
		}
		w.verbatim(w.at, n)
		w.at += n
	}
	return true
}

// breaks gathers the line breaks from here on, and steps over them and the
// blanks around them.
func (w *yamlWalk) breaks() {
	w.gaps = w.gaps[:0]
	for w.at < len(w.text) {
		if n := breakLen(w.text, w.at); n > 0 {
			w.gaps = append(w.gaps, yamlGap{w.at, n})
			w.at += n
		} else if isBlank(w.text[w.at]) {
			w.at++
		} else {
			return
		}
	}
}

// keep makes a break part of the value: LS and PS as they are, any other as \n.
func (w *yamlWalk) keep(g yamlGap) bool {
	decoded := "\n"
	if g.size == 3 {
		decoded = w.text[g.at : g.at+3]
	}
	return w.gap(g, decoded)
}

func (w *yamlWalk) gap(g yamlGap, decoded string) bool {
	if !strings.HasPrefix(w.rest(), decoded) {
		return false
	}
	w.replaced(g.at, g.size, len(decoded))
	return true
}

func (w *yamlWalk) keepAll(gaps []yamlGap) bool {
	for _, g := range gaps {
		if !w.keep(g) {
			return false
		}
	}
	return true
}

// fold reads blanks and line breaks between words, as plain and quoted scalars
// fold them (YAML 1.2.2 §6.5): blanks within a line stay; one break becomes a
// blank, the first of several vanishes. After an escaped break, that one was the
// first.
func (w *yamlWalk) fold(escaped bool) bool {
	start := w.at
	w.breaks()
	switch {
	case escaped:
		return w.keepAll(w.gaps)
	case len(w.gaps) == 0:
		end := w.at
		w.at = start
		return w.run(end) && w.at == end
	case w.gaps[0].size == 3:
		return w.keepAll(w.gaps)
	case len(w.gaps) == 1:
		return w.gap(w.gaps[0], " ")
	}
	return w.keepAll(w.gaps[1:])
}

// word is the end of the bytes from here on that are no blank, break or one of
// the stops.
func (w *yamlWalk) word(stops string) int {
	i := w.at
	for i < len(w.text) && !isBlank(w.text[i]) && breakLen(w.text, i) == 0 && strings.IndexByte(stops, w.text[i]) < 0 {
		i++
	}
	return i
}

// plain reads a plain scalar: only the value says where it ends.
func (w *yamlWalk) plain() bool {
	for w.total < len(w.value) && w.at < len(w.text) {
		if isBlank(w.text[w.at]) || breakLen(w.text, w.at) > 0 {
			if w.total == 0 || !w.fold(false) {
				return false
			}
			continue
		}
		if !w.run(w.word("")) {
			return false
		}
	}
	if w.total == 0 {
		return true // nothing stands for null, anywhere
	}
	// What follows must be able to end a plain scalar.
	c := w.peek()
	return w.at == len(w.text) || isBlank(c) || breakLen(w.text, w.at) > 0 || strings.IndexByte(":,[]{}?", c) >= 0
}

func (w *yamlWalk) quoted(quote byte) bool {
	w.at++
	w.end = w.at
	stops := `"\`
	if quote == '\'' {
		stops = "'"
	}
	for w.at < len(w.text) {
		c := w.text[w.at]
		ok := true
		switch {
		case isBlank(c) || breakLen(w.text, w.at) > 0:
			ok = w.fold(false)
		case c == '\\' && quote == '"':
			ok = w.escape()
		case c == quote && quote == '\'' && strings.HasPrefix(w.text[w.at:], "''"):
			ok = w.take(2, "'")
		case c == quote:
			return true
		default:
			end := w.word(stops)
			ok = w.run(end) && w.at == end
		}
		if !ok {
			return false
		}
	}
	return false
}

// yamlEscapes are the escapes of one letter (YAML 1.2.2 §5.7).
var yamlEscapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b",
	' ': " ", '"': `"`, '\'': "'", '/': "/", '\\': `\`, 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// escape reads what a backslash begins.
func (w *yamlWalk) escape() bool {
	if n := breakLen(w.text, w.at+1); n > 0 {
		w.at += 1 + n
		return w.fold(true)
	}
	if w.at+1 >= len(w.text) {
		return false
	}
	digits := 0
	switch c := w.text[w.at+1]; c {
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		decoded, ok := yamlEscapes[c]
		return ok && w.take(2, decoded)
	}
	if w.at+2+digits > len(w.text) {
		return false
	}
	char, err := strconv.ParseUint(w.text[w.at+2:w.at+2+digits], 16, 32)
	return err == nil && char <= utf8.MaxRune && w.take(2+digits, string(rune(char)))
}
