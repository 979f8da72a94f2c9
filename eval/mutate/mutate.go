// Package mutate disguises text: every word stays in place, and the bytes
// change. It measures the cheapest evasion there is, which needs no
// understanding of the rules.
//
// A disguise that changed what is said would make a miss correct. So each comes
// with a decoder that reads it back, plain and independent of the scanner's own
// folding, and counts only where the decoder gives the words of the original;
// see [Disguise.Apply].
package mutate

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A Disguise is a way to write words.
type Disguise struct {
	Name string
	// Wants says what a text must be for the disguise to leave its meaning.
	Wants Evidence
	// Whole disguises encode the payload as one piece and leave the honest text
	// around it alone; the others work on every word of a text.
	Whole bool

	hide func(string) string
	show func(string) string
}

// Evidence is what a rule goes by.
type Evidence uint8

const (
	// Characters are exact: commands, links, blobs. A disguise that only looks
	// the same leaves them what they are to a reader; another spelling does not.
	Characters Evidence = iota
	// Words are read however they are spelt or encoded.
	Words
)

// Apply disguises a text. It reports false where the disguise has nothing to
// work on, or where its decoder doesn't give back what the evidence needs: the
// same words, or the same characters, blanks aside.
func (d *Disguise) Apply(s string, needs Evidence) (string, bool) {
	hidden := d.hide(s)
	if hidden == s || needs == Characters && d.Wants == Words {
		return s, false
	}
	read := Read
	if needs == Characters {
		read = strings.Fields
	}
	return hidden, slices.Equal(read(d.show(hidden)), read(s))
}

// Read is the words of a text as a person would name them: runs of letters and
// digits, without case and without accents.
func Read(s string) []string {
	var plain strings.Builder
	for _, r := range norm.NFD.String(s) {
		if !unicode.Is(unicode.Mn, r) {
			plain.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.FieldsFunc(plain.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// All lists the disguises: those of letters, of what stands between letters, of
// spelling, and of encoding.
func All() []Disguise {
	return slices.Concat(letters, between, spelling, encodings)
}

// isASCIILetter reports whether a disguise of the Latin alphabet can change r.
func isASCIILetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// eachWord calls change for every whitespace-delimited piece that is a plain
// word but for the marks of a sentence around it, and keeps all else: paths,
// URLs, identifiers, numbers, markup.
func eachWord(s string, change func(word string, n int) string) string {
	var b strings.Builder
	n := 0
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && !isBlank(s[j]) {
			j++
		}
		piece := s[i:j]
		word := strings.Trim(piece, `.,;:!?"'()`)
		if isPlain(word) {
			at := strings.Index(piece, word)
			b.WriteString(piece[:at] + change(word, n) + piece[at+len(word):])
			n++
		} else {
			b.WriteString(piece)
		}
		for i = j; i < len(s) && isBlank(s[i]); i++ {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// isPlain reports whether a word is one of two or more Latin letters, an
// apostrophe aside, and no identifier in camel case.
func isPlain(word string) bool {
	small := false
	for _, r := range word {
		if !isASCIILetter(r) && r != '\'' || small && r >= 'A' && r <= 'Z' {
			return false
		}
		small = r >= 'a' && r <= 'z'
	}
	return len(word) > 1
}
