package text

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Folded is a string without its disguises.
//
// Folding replaces by ASCII what a reader takes for it: full-width and other
// compatibility forms, small capitals, accented letters, curly quotes, hyphens
// and dashes (the long dash becomes two, so that it makes no hyphenated name),
// and letters of other scripts in words that pretend to be Latin (see judge).
// It drops what a reader does not see: zero-width and format characters, tags,
// variation selectors, control characters, terminal escapes. Every Unicode
// blank becomes a space and every line separator a line feed; runs of them stay
// as long as they are, for the tokeniser skips them anyway. A byte that is no
// UTF-8 becomes U+FFFD. Case is kept, and so is honest text of other scripts,
// its marks and joiners included.
type Folded struct {
	// Value is the folded string, the very one that was given if there was
	// nothing to fold. It is valid UTF-8 unless that one was ASCII.
	Value  string
	source string
	pieces []piece
}

// A piece says that the n bytes of the value from at stand for the bytes
// [from, to) of the source. Between pieces the two are the same.
type piece struct{ at, n, from, to uint32 }

// A Buffer is scratch space for Fold; its zero value is ready.
type Buffer struct {
	out    []byte
	pieces []piece
	words  []suspect
}

// Fold takes the disguises off a string of less than 4 GiB. Plain ASCII costs a
// look at its bytes and no allocation.
func Fold(s string, b *Buffer) Folded {
	if plain(s) {
		return Folded{Value: s, source: s}
	}
	b.out, b.pieces, b.words = b.out[:0], b.pieces[:0], b.words[:0]
	f := folder{Buffer: b, source: s, base: none}
	f.run()
	if len(b.pieces) == 0 {
		return Folded{Value: s, source: s}
	}
	b.out = append(b.out, s[f.copied:]...)
	return Folded{Value: string(b.out), source: s, pieces: slices.Clone(b.pieces)}
}

// FoldWord folds a word as it is among others of its language: with nothing to
// vouch for it, Fold takes текст for tekct.
func FoldWord(word string) string {
	company := ""
	for _, r := range word {
		switch {
		case r < utf8.RuneSelf:
		case scriptOf(r) == cyrillic:
			company = " ж"
		case scriptOf(r) == greek:
			company = " ξ"
		}
	}
	return strings.TrimSuffix(Fold(word+company, new(Buffer)).Value, company)
}

// Changed reports whether folding replaced or dropped anything.
func (f Folded) Changed() bool { return len(f.pieces) > 0 }

// Plain reports whether s is ASCII without control characters other than blanks:
// text that nothing is hidden in.
func Plain(s string) bool { return plain(s) }

// plain tells whether s is ASCII without control characters other than blanks.
func plain(s string) bool { return plainEnd(s, 0) == len(s) }

// plainEnd is the first offset from i on of a byte beyond ASCII or a control
// character other than a blank, eight bytes at a time.
func plainEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		x := load8(s[i : i+8])
		// A byte's top bit comes out set if it was set, if the byte is DEL, or
		// if it is below the space.
		if (x|(x+eachByte)|(x-0x20*eachByte)&^x)&topBits != 0 {
			if odd := controls(x) | x&topBits; odd != 0 {
				return i + bits.TrailingZeros64(odd)/8
			}
		}
	}
	for i < len(s) && class[s[i]]&(classHigh|classControl) == 0 {
		i++
	}
	return i
}

// folder is one run of Fold.
type folder struct {
	*Buffer
	source string
	copied int  // bytes of source that out and pieces account for
	base   base // what was kept last: marks belong to it
	judged bool // words is filled in
	word   int  // the suspect that the run has come to
	flags  int  // end of the run of regional indicators that is settled
	flag   bool // that run is letters
}

// base is the last character that was kept, in bytes of the source.
type base struct {
	from, to int
	char     rune
	foreign  bool // keeps its marks
}

// none is the base at the beginning and after a blank: nothing to hold a mark.
var none = base{from: -1, to: -1}

func (f *folder) run() {
	s := f.source
	for i := 0; i < len(s); {
		if class[s[i]]&(classHigh|classControl) == 0 {
			i = plainEnd(s, i+1)
			f.base = base{from: i - 1, to: i, char: rune(s[i-1])}
			if class[s[i-1]]&classBlanks != 0 {
				f.base = none
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		j := i + size
		if r == utf8.RuneError && size == 1 {
			f.replace(i, j, "\ufffd", r)
			i = j
			continue
		}
		k, to := lookup(r)
		switch k {
		case kindLetter, kindAlone:
			f.base = base{i, j, r, true}
		case kindOther, kindPrivate:
			f.base = base{i, j, r, false}
		case kindMark:
			switch {
			case !f.base.foreign:
				f.attach(i, j)
			case hiddenKind(r) != 0: // a Mongolian selector is a mark that does not show
				f.base = base{i, j, f.base.char, true}
			default:
				f.base = base{i, j, r, true}
			}
		case kindSelector:
			f.attach(i, j)
		case kindFold:
			f.replace(i, j, payload(to), 0)
		case kindNear, kindFar:
			if f.suspected(i) {
				f.replace(i, j, payload(to), 0)
			} else {
				f.base = base{i, j, r, true}
			}
		case kindJoiner:
			if f.base.foreign && orthographic(f.base.char, decode(s, j)) {
				f.base = base{i, j, f.base.char, true}
			} else {
				f.drop(i, j)
			}
		case kindRegional:
			if i >= f.flags {
				f.flags, f.flag = regionals(s, i)
			}
			if f.flag {
				f.replace(i, j, payload(to), 0)
			} else {
				f.base = base{i, j, r, false}
			}
		case kindIgnorable:
			j += escape(s, i, j)
			f.drop(i, j)
		}
		i = j
	}
}

// replace puts to in the place of the bytes [i, j).
func (f *folder) replace(i, j int, to string, char rune) {
	f.out = append(f.out, f.source[f.copied:i]...)
	f.pieces = append(f.pieces, piece{uint32(len(f.out)), uint32(len(to)), uint32(i), uint32(j)})
	f.out = append(f.out, to...)
	f.copied = j
	f.base = base{from: i, to: j, char: char}
	if class[to[0]]&classBlanks != 0 {
		f.base = none
	}
}

// drop leaves the bytes [i, j) out.
func (f *folder) drop(i, j int) {
	if n := len(f.pieces) - 1; n >= 0 && f.copied == i && f.pieces[n].n == 0 {
		f.pieces[n].to = uint32(j)
	} else {
		f.out = append(f.out, f.source[f.copied:i]...)
		f.pieces = append(f.pieces, piece{uint32(len(f.out)), 0, uint32(i), uint32(j)})
	}
	f.copied = j
}

// attach leaves the bytes [i, j) out as a part of the character before them.
func (f *folder) attach(i, j int) {
	if f.base.from < 0 {
		f.drop(i, j)
		return
	}
	// Nothing was kept since the base: the pieces after it are drops.
	n := len(f.pieces)
	for n > 0 && int(f.pieces[n-1].from) >= f.base.to {
		n--
	}
	f.pieces = f.pieces[:n]
	if n > 0 && int(f.pieces[n-1].from) == f.base.from {
		f.pieces[n-1].to = uint32(j)
	} else {
		if f.copied < f.base.to {
			f.out = append(f.out, f.source[f.copied:f.base.to]...)
		}
		size := f.base.to - f.base.from
		f.pieces = append(f.pieces, piece{uint32(len(f.out) - size), uint32(size), uint32(f.base.from), uint32(j)})
	}
	f.base.to = j
	f.copied = j
}

// escape is the length of the rest of a terminal control sequence whose first
// character is s[i:j] (ECMA-48, section 5.4), 0 for any other character.
func escape(s string, i, j int) int {
	n := j
	switch {
	case s[i] == 0x1b && j < len(s) && s[j] == '[':
		n++
	case s[i:j] == "\u009b":
	default:
		return 0
	}
	for n < len(s) && 0x20 <= s[n] && s[n] <= 0x3f {
		n++
	}
	if n < len(s) && 0x40 <= s[n] && s[n] <= 0x7e {
		return n + 1 - j
	}
	return 0
}

// regionals finds the end of the run of regional indicators at i, invisible
// characters between them included, and whether they are letters. Two are a
// flag; one, or three and more, spell something.
func regionals(s string, i int) (end int, letters bool) {
	n := 0
	for j := i; j < len(s); {
		r, size := utf8.DecodeRuneInString(s[j:])
		k, _ := lookup(r)
		j += size
		if k == kindRegional {
			n++
			end = j
		} else if k != kindIgnorable && k != kindSelector && k != kindJoiner {
			break
		}
	}
	return end, n != 2
}
