package manifest

import "strings"

// block reads a literal or folded scalar. Its indentation, which may depend on
// the mapping around it, is what the source has before the first line of text
// and the value has not.
func (w *yamlWalk) block(folded bool) bool {
	chomping := w.header()
	w.end = w.at
	empty := leadingBreaks(w.value)
	lines := len(empty)
	text := strings.Join(empty, "")
	if len(text) == len(w.value) { // line breaks only, kept by +
		return (lines == 0 || chomping == '+') && w.blankLines(lines, len(w.text)) && w.keepAll(w.gaps)
	}
	// The same number of blank lines, then the first line of text.
	begin := w.at
	if !w.blankLines(lines, len(w.text)) {
		return false
	}
	indent := spaces(w.text[w.at:]) - spaces(w.value[len(text):])
	w.at = begin
	if indent < 1 || !w.blankLines(lines, indent) {
		return false
	}
	w.at += indent
	last, ok := w.blockLines(folded, indent)
	if !ok {
		return false
	}
	if chomping != '-' && last.size > 0 {
		ok = w.keep(last)
	}
	if chomping == '+' {
		ok = ok && w.keepAll(w.gaps)
	}
	return ok
}

// blockLines reads lines of text as long as they are indented. It leaves the
// last of them unfinished: the break that ends it, and the blank lines after it
// in w.gaps.
func (w *yamlWalk) blockLines(folded bool, indent int) (last yamlGap, ok bool) {
	afterBlank := false
	for {
		blank := isBlank(w.peek())
		ok = true
		switch {
		case last.size == 0:
		case !folded || afterBlank || blank || last.size == 3:
			ok = w.keep(last)
		case len(w.gaps) == 0:
			ok = w.gap(last, " ")
		}
		if !ok || !w.keepAll(w.gaps) {
			return last, false
		}
		afterBlank = blank
		end := w.at
		for end < len(w.text) && breakLen(w.text, end) == 0 {
			end++
		}
		if !w.run(end) || w.at != end {
			return last, false
		}
		last = yamlGap{w.at, breakLen(w.text, w.at)}
		w.at += last.size
		w.gaps = w.gaps[:0]
		if !w.indented(indent) {
			return last, true
		}
	}
}

// indented gathers the breaks of blank lines, and reports whether a line of text
// with the whole indentation follows, having stepped over that.
func (w *yamlWalk) indented(indent int) bool {
	for {
		n := min(spaces(w.text[w.at:]), indent)
		w.at += n
		size := breakLen(w.text, w.at)
		if size == 0 {
			return n == indent && w.at < len(w.text)
		}
		w.gaps = append(w.gaps, yamlGap{w.at, size})
		w.at += size
	}
}

// blankLines gathers the breaks of so many lines that hold nothing but spaces,
// up to a width.
func (w *yamlWalk) blankLines(lines, width int) bool {
	w.gaps = w.gaps[:0]
	for range lines {
		n := spaces(w.text[w.at:])
		size := breakLen(w.text, w.at+n)
		if n > width || size == 0 {
			return false
		}
		w.gaps = append(w.gaps, yamlGap{w.at + n, size})
		w.at += n + size
	}
	return true
}

// header steps over the first line, and returns the chomping indicator: - or +,
// or 0 where there is none.
func (w *yamlWalk) header() (chomping byte) {
	for w.at++; w.at < len(w.text); w.at++ {
		switch c := w.text[w.at]; {
		case c == '-' || c == '+':
			chomping = c
			continue
		case c >= '1' && c <= '9':
			continue
		}
		break
	}
	for w.at < len(w.text) && breakLen(w.text, w.at) == 0 {
		w.at++
	}
	w.at += breakLen(w.text, w.at)
	return chomping
}

// leadingBreaks are the line breaks that a value begins with.
func leadingBreaks(value string) []string {
	var list []string
	for {
		n := 0
		switch {
		case strings.HasPrefix(value, "\n"):
			n = 1
		case strings.HasPrefix(value, "\u2028"), strings.HasPrefix(value, "\u2029"):
			n = 3
		default:
			return list
		}
		list = append(list, value[:n])
		value = value[n:]
	}
}

func spaces(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }
