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
	x := Lexicon{Words: []string{""}}
	size := 16
	for size < 4*len(words) { // three slots of four stay free: a miss is found out at once
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
		slot := hash(w) & uint64(size-1)
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
	if len(x.Table) == 0 || word == "" {
		return 0
	}
	mask := uint64(len(x.Table) - 1)
	for slot := hash(word) & mask; ; slot = (slot + 1) & mask {
		n := x.Table[slot]
		if n == 0 || same(word, x.Words[n]) {
			return n
		}
	}
}

func same(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
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
	for slot := hash(low) & mask; ; slot = (slot + 1) & mask {
		n := x.Table[slot]
		if n == 0 || x.Words[n] == string(low) {
			return n
		}
	}
}

// hash spreads words by at most two loads of eight bytes, blind to ASCII case:
// it looks at the first and the last eight bytes and at the length.
func hash[T string | []byte](s T) uint64 {
	n := len(s)
	var a, b uint64
	switch {
	case n >= 8:
		a, b = load8(s), load8(s[n-8:])
	case n >= 4:
		a = uint64(load4(s)) | uint64(load4(s[n-4:]))<<32
	case n > 0:
		a = uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16
	}
	const spaces = 0x2020202020202020
	h := (a|spaces)*0x9e3779b97f4a7c15 ^ (b|spaces+uint64(n))*0xc2b2ae3d27d4eb4f
	return h ^ h>>29 ^ h>>47
}

func load8[T string | []byte](s T) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func load4[T string | []byte](s T) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
