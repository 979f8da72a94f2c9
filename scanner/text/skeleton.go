package text

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// prototypes is the table of confusable characters, made when it is first asked:
// few files have a name that needs it.
var prototypes = sync.OnceValue(func() map[rune]string {
	all := make(map[rune]string, strings.Count(confusables, "\n"))
	for line := range strings.Lines(confusables) {
		r, size := utf8.DecodeRuneInString(line)
		all[r] = strings.TrimSuffix(line[size:], "\n")
	}
	return all
})

// Skeleton is what a name looks like: two names with one skeleton can be taken for
// each other (UTS #39, section 4, with invisible characters left out). It is no
// name itself: "m" becomes "rn".
func Skeleton(name string) string {
	table := prototypes()
	var b strings.Builder
	for _, r := range norm.NFD.String(name) {
		if unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			continue
		}
		if like, ok := table[r]; ok {
			b.WriteString(like)
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFD.String(b.String())
}

// Mixed finds a word of a name that has Latin letters beside letters of another
// alphabet that look like Latin ones: where it stands, in bytes. Scripts that are
// written beside each other, as Han and Kana, are not meant.
func Mixed(name string) (start, end int, ok bool) {
	at := 0
	for at < len(name) {
		r, size := utf8.DecodeRuneInString(name[at:])
		if !unicode.IsLetter(r) {
			at += size
			continue
		}
		from, latin, like := at, false, false
		for at < len(name) {
			r, size := utf8.DecodeRuneInString(name[at:])
			if !unicode.IsLetter(r) && !unicode.IsMark(r) {
				break
			}
			latin = latin || unicode.Is(unicode.Latin, r)
			like = like || LooksLatin(r)
			at += size
		}
		if latin && like {
			return from, at, true
		}
	}
	return 0, 0, false
}

// LooksLatin reports whether a letter of another alphabet looks like a Latin one.
func LooksLatin(r rune) bool {
	if r < utf8.RuneSelf || !unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu,
		unicode.Georgian, unicode.Hebrew, unicode.Deseret, unicode.Canadian_Aboriginal) {
		return false
	}
	like, ok := prototypes()[r]
	if !ok {
		return false
	}
	first, _ := utf8.DecodeRuneInString(like)
	return first < utf8.RuneSelf && unicode.IsLetter(first)
}
