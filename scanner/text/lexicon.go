package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Lexicon numbers the words that patterns mention. Its tables are generated,
// so that a program starts without building them.
type Lexicon struct {
	// Words are the words in lower case; Words[0] is empty: number 0 is a word
	// that is in no pattern.
	Words []string
	// Keys are the words' keys, as the tokeniser makes them of the text.
	Keys []uint64
	// Table is an open-addressing hash table of word numbers, 0 for a free
	// slot; its length is a power of two.
	Table []uint16
	// Foreign tells that some word holds a letter beyond ASCII. Without one,
	// words of other scripts are not looked up at all.
	Foreign bool
}

// maxForeign is the longest word beyond ASCII that is looked up, in bytes.
const maxForeign = 64

// BuildLexicon numbers words from 1 in the order given, once each regardless of
// case. A word is folded first, so that naïve and naive are the same; one that
// is no single token, or one too many for 16 bits, makes it panic: no text
// could ever match it.
func BuildLexicon(words []string) Lexicon {
	x := Lexicon{Words: []string{""}, Keys: []uint64{0}}
	size := 16
	for size < 2*len(words) { // at least half of the slots stay free: a miss is soon found out
		size *= 2
	}
	x.Table = make([]uint16, size)
	for _, word := range words {
		w := strings.ToLower(FoldWord(word))
		if t := new(Lexicon).Tokenise(w, nil); len(t) != 1 || t[0].Flags&Punct != 0 || int(t[0].End) != len(w) || t[0].Start != 0 {
			panic(fmt.Sprintf("text: %q is no single word", word))
		}
		if !plain(w) {
			if len(w) > maxForeign {
				panic(fmt.Sprintf("text: %q is longer than %d bytes", word, maxForeign))
			}
			x.Foreign = true
		}
		if x.Number(w) != 0 {
			continue
		}
		n := len(x.Words)
		if n > 0xffff {
			panic("text: more than 65535 words")
		}
		x.Words = append(x.Words, w)
		x.Keys = append(x.Keys, wordKey(head(w, 0), len(w)))
		slot := hash(x.Keys[n], tail(w), len(w)) & uint64(size-1)
		for x.Table[slot] != 0 {
			slot = (slot + 1) & uint64(size-1)
		}
		x.Table[slot] = uint16(n)
	}
	return x
}

// Number returns the number of a folded word regardless of case, 0 for one that
// the lexicon does not have.
func (x *Lexicon) Number(word string) uint16 {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return x.foreign(word)
		}
	}
	return x.ascii(word)
}

// ascii finds a word that is ASCII throughout.
//
// Setting bit 0x20 makes letters lower case, leaves digits and the apostrophe
// alone and moves the underscore to a byte that no word has: two words of ASCII
// that agree under it are the same word.
func (x *Lexicon) ascii(word string) uint16 {
	if word == "" {
		return 0
	}
	return x.find(wordKey(head(word, 0), len(word)), word)
}

// short finds a word of ASCII of n bytes by its key, or is not ok where that takes
// more than a look at one slot of the table.
func (x *Lexicon) short(key uint64, n int) (number uint16, ok bool) {
	if n >= 8 || len(x.Table) == 0 {
		return 0, false
	}
	number = x.Table[hash(key, 0, n)&uint64(len(x.Table)-1)]
	return number, number == 0 || x.Keys[number] == key
}

// find finds a word of ASCII by its key.
func (x *Lexicon) find(key uint64, word string) uint16 {
	if len(x.Table) == 0 {
		return 0
	}
	mask := uint64(len(x.Table) - 1)
	for slot := hash(key, tail(word), len(word)) & mask; ; slot = (slot + 1) & mask {
		n := x.Table[slot]
		if n == 0 || x.Keys[n] == key && (len(word) < 8 || len(x.Words[n]) == len(word) && same(word[8:], x.Words[n][8:])) {
			return n
		}
	}
}

// same compares two strings of the same length regardless of ASCII case.
func same(a, b string) bool {
	for i := range len(a) {
		if a[i]|0x20 != b[i]|0x20 {
			return false
		}
	}
	return true
}

// foreign finds a word that has letters beyond ASCII.
func (x *Lexicon) foreign(word string) uint16 {
	if !x.Foreign || len(word) > maxForeign {
		return 0
	}
	var space [maxForeign + utf8.UTFMax]byte
	low := space[:0]
	for _, r := range word {
		if low = utf8.AppendRune(low, unicode.ToLower(r)); len(low) > maxForeign {
			return 0
		}
	}
	mask := uint64(len(x.Table) - 1)
	for slot := hash(wordKey(head(low, 0), len(low)), tail(low), len(low)) & mask; ; slot = (slot + 1) & mask {
		n := x.Table[slot]
		if n == 0 || x.Words[n] == string(low) {
			return n
		}
	}
}

func load8[T string | []byte](s T) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
