package manifest

import (
	"strings"
	"unicode"
)

// leastProse is how many words make prose of what should be a name, a format or
// an address; leastSigns how many letters do so in scripts without blanks.
const (
	leastProse = 4
	leastSigns = 10
)

// Spoken is the text's role, and [Unknown] with it where the text is prose in a
// place that has none by its definition: a name, a pattern, a MIME type. A model
// reads it there as well as anywhere.
func (t *Text) Spoken() Role {
	if t.Role.Has(Names|Address|Template|Format) && !t.Role.Has(Prose|Values|Hidden) && isProse(t.Value) {
		return t.Role | Unknown
	}
	return t.Role
}

// isProse reports whether a text is four words or more. A word has two letters
// next to each other: the pieces of regular expressions and of commands mostly
// have none, or stand without blanks.
func isProse(s string) bool {
	if len(s) < 2*leastProse {
		return false
	}
	words, signs := 0, 0
	for field := range strings.FieldsFuncSeq(s, unicode.IsSpace) {
		letters := 0 // next to each other
		for _, r := range field {
			if unicode.In(r, unbroken...) {
				signs++
			} else if !unicode.IsLetter(r) {
				letters = 0
			} else if letters++; letters == 2 {
				words++
				break
			}
		}
		if words >= leastProse || signs >= leastSigns {
			return true
		}
	}
	return false
}

// unbroken are scripts that put no blanks between words.
var unbroken = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}
