package text

import "unicode/utf8"

// HasRun reports whether n bytes of s in a row are ASCII blanks or line breaks, or
// are none if blank is false. It looks at a few bytes in n where there is no such
// run.
func HasRun(s string, n int, blank bool) bool {
	for start := 0; start+n <= len(s); {
		// Whatever ends a run in the next n bytes, the last of it does so the
		// farthest.
		at := start + n - 1
		for at >= start && class[s[at]]&classBlanks != 0 == blank {
			at--
		}
		if at < start {
			return true
		}
		start = at + 1
	}
	return false
}

// CountRunes is [utf8.RuneCountInString], eight bytes of ASCII at a time.
func CountRunes(s string) (n int) {
	for i := 0; i < len(s); n++ {
		end := plainEnd(s, i)
		n += end - i
		if i = end; i == len(s) {
			break
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return n
}
