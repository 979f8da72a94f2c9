package phrase

import "strings"

// path is the path that holds token n, without the punctuation that ends the
// phrase it stands in.
func (w *walk) path(n int) (from, to int, ok bool) {
	if !w.inPath(n) {
		return 0, 0, false
	}
	from, to = n, n+1
	for w.joined(from) && w.inPath(from-1) {
		if from--; to-from > maxPath {
			return 0, 0, false
		}
	}
	for w.joined(to) && w.inPath(to) {
		if to++; to-from > maxPath {
			return 0, 0, false
		}
	}
	if w.joined(from) && w.mark(from-1) == ':' {
		return 0, 0, false // the rest of a URL
	}
	for to > from && strings.IndexByte(".-+@%$", w.mark(to-1)) >= 0 {
		to--
	}
	return from, to, to-from > 1 && w.isPath(from, to)
}

// inPath reports whether token n can be part of a path.
func (w *walk) inPath(n int) bool {
	if w.isWord(n) {
		return true
	}
	switch w.mark(n) {
	case '/', '\\', '.', '~', '-', '+', '@', '%', '$', '{', '}', '#':
		return true
	case ':': // after a drive's letter
		return n > 0 && w.isWord(n-1) && len(w.token(n-1)) == 1 && w.joined(n) && !(n > 1 && w.joined(n-1) && w.inPath(n-2)) &&
			w.joined(n+1) && (w.mark(n+1) == '\\' || w.mark(n+1) == '/' && w.mark(n+2) != '/')
	}
	return false
}

// isPath reports whether the run of tokens reads like a path.
func (w *walk) isPath(from, to int) bool {
	var separators, dot int // dot: after the last separator, inside
	letter := false
	for n := from; n < to; n++ {
		switch c := w.mark(n); {
		case c == '/' || c == '\\':
			separators++
			dot = 0
		case c == '.' && n > from && w.isWord(n-1) && n+1 < to && w.isWord(n+1):
			dot++
		case w.isWord(n):
			letter = letter || !isNumber(w.token(n))
		}
	}
	if !letter {
		return false
	}
	switch c := w.mark(from); {
	case c == '/' || c == '\\':
		return true
	case c == '.':
		return separators > 0 || w.isWord(from+1)
	case c == '~' || c == '$' || c == '%' || w.mark(from+1) == ':':
		return separators > 0
	}
	return separators > 1 || separators == 1 && dot > 0
}

// url is the URL that holds token n or stands to the right of it in the same
// run, without the punctuation that ends the phrase it stands in.
func (w *walk) url(n int) (from, to int, ok bool) {
	if !w.inURL(n) {
		return 0, 0, false
	}
	from, to = n, n+1
	for w.joined(from) && w.inURL(from-1) {
		if from--; to-from > maxURL {
			return 0, 0, false
		}
	}
	for w.joined(to) && w.inURL(to) {
		if to++; to-from > maxURL {
			return 0, 0, false
		}
	}
	for to > from && strings.IndexByte(".,;:!?*_", w.mark(to-1)) >= 0 {
		to--
	}
	for ; from < to; from++ {
		switch {
		case !w.isWord(from):
		case to-from >= 5 && w.mark(from+1) == ':' && w.mark(from+2) == '/' && w.mark(from+3) == '/',
			to-from >= 3 && w.mark(from+1) == '.' && strings.EqualFold(w.token(from), "www"):
			return from, to, true
		}
	}
	return 0, 0, false
}

// inURL reports whether token n can be part of a URL: a word or any character
// but quotes and brackets.
func (w *walk) inURL(n int) bool {
	if w.isWord(n) {
		return true
	}
	c := w.mark(n)
	return c != 0 && strings.IndexByte("'\"`<>()[]{}|\\^", c) < 0
}
