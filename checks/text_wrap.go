package checks

import (
	"fmt"
	"strings"

	"golang.org/x/text/width"
)

// DefaultWidth is how many columns a text report has where nobody says.
const DefaultWidth = 80

// wrap writes a text that is escaped already, in lines that fit the width where
// its words do; indent stands before each.
func (p *textWriter) wrap(s, indent string) { p.wrapIn("", s, indent) }

// wrapIn is wrap in a style.
func (p *textWriter) wrapIn(style, s, indent string) {
	room := max(p.width-len(indent), 1)
	line, used := "", 0
	flush := func() {
		if style == "" {
			fmt.Fprintf(p, "%s%s\n", indent, line)
		} else {
			fmt.Fprintf(p, "%s%s\n", indent, p.paint(style, line))
		}
		line, used = "", 0
	}
	for i, word := range strings.Split(s, " ") {
		n := columns(word)
		if i > 0 && used+1+n > room && used > 0 {
			flush()
		} else if i > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+n
	}
	flush()
}

// columns is how many columns of a terminal a text takes that is escaped already:
// wide and full-width characters take two (Unicode Standard Annex 11), marks none.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case isMark(r):
		case isWide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func isWide(r rune) bool {
	if r < 0x1100 { // the first wide character
		return false
	}
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}
