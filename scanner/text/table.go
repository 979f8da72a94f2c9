package text

// kind is what a character is to folding and to the tokeniser. The order is
// that of internal/foldgen, which writes it into the table.
type kind uint16

const (
	kindOther     kind = iota // punctuation and symbols: kept, a token each
	kindLetter                // a letter or digit: part of a word
	kindAlone                 // a letter of a script that writes no blanks, or few: a token each
	kindMark                  // combining: kept on foreign letters, else dropped
	kindFold                  // always replaced
	kindNear                  // looks like a Latin letter: replaced in disguised words
	kindFar                   // resembles a Latin letter: replaced in words that mix scripts
	kindIgnorable             // invisible: dropped
	kindSelector              // variation selector: dropped
	kindJoiner                // ZWJ and ZWNJ: kept where orthography wants them
	kindRegional              // regional indicator: a half of a flag
	kindPrivate               // for private use
)

const (
	kindBits       = 4 // bits that the table spends on the kind
	kindMask       = 1<<kindBits - 1
	firstFoldIndex = 0x80 // a smaller payload is an ASCII character itself
)

// lookup returns the kind of a character and its payload, the number of the
// text that it folds to.
func lookup(r rune) (kind, uint16) {
	if uint32(r) < tableLimit {
		e := foldBlocks[foldIndex[r>>tableBits]][r&(1<<tableBits-1)]
		return kind(e & kindMask), e >> kindBits
	}
	switch {
	case r < 0x40000:
		return kindAlone, 0 // the planes of ideographs
	case 0xe0100 <= r && r <= 0xe01ef:
		return kindSelector, 0
	case 0xe0000 <= r && r <= 0xe0fff:
		return kindIgnorable, 0
	case r >= 0xf0000:
		return kindPrivate, 0
	}
	return kindOther, 0
}

// asciiStrings holds each ASCII character at its own place, for folds to one.
const asciiStrings = "" +
	"\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f" +
	" !\"#$%&'()*+,-./0123456789:;<=>?" +
	"@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_" +
	"`abcdefghijklmnopqrstuvwxyz{|}~\x7f"

// payload is the text of a payload's number.
func payload(n uint16) string {
	if n < firstFoldIndex {
		return asciiStrings[n : n+1]
	}
	return foldStrings[n-firstFoldIndex]
}

// inWord reduces a character to what the tokeniser asks: whether it belongs to
// a word (kindLetter, kindMark, kindJoiner), stands alone, is a blank
// (kindFold, with its payload a blank or line break) or something else.
func inWord(r rune) (kind, uint16) {
	k, to := lookup(r)
	switch k {
	case kindNear, kindFar:
		return kindLetter, 0
	case kindFold:
		switch c := payload(to)[0]; {
		case class[c]&classBlanks != 0:
			return kindFold, to
		case class[c]&classWord != 0:
			return kindLetter, 0
		}
		return kindOther, 0
	case kindLetter, kindMark, kindJoiner, kindAlone:
		return k, 0
	}
	return kindOther, 0
}

// Classes of bytes, for the ASCII part of the work.
const (
	classLower = 1 << iota
	classUpper
	classDigit
	classInner // underscore and apostrophe: part of a word between letters
	classBlank
	classLine
	classHigh    // begins or continues a character beyond ASCII
	classControl // C0 controls other than blanks, and DEL

	classLetter = classLower | classUpper
	classWord   = classLetter | classDigit
	classBlanks = classBlank | classLine
)

// class is a literal and so needs no work at start.
var class = [256]uint8{
	0x00: classControl, 0x01: classControl, 0x02: classControl, 0x03: classControl, 0x04: classControl, 0x05: classControl,
	0x06: classControl, 0x07: classControl, 0x08: classControl, 0x0e: classControl, 0x0f: classControl, 0x10: classControl,
	0x11: classControl, 0x12: classControl, 0x13: classControl, 0x14: classControl, 0x15: classControl, 0x16: classControl,
	0x17: classControl, 0x18: classControl, 0x19: classControl, 0x1a: classControl, 0x1b: classControl, 0x1c: classControl,
	0x1d: classControl, 0x1e: classControl, 0x1f: classControl, 0x7f: classControl,
	'\t': classBlank, '\n': classLine, '\v': classBlank, '\f': classBlank, '\r': classBlank, ' ': classBlank,
	'\'': classInner, '_': classInner,
	'0': classDigit, '1': classDigit, '2': classDigit, '3': classDigit, '4': classDigit,
	'5': classDigit, '6': classDigit, '7': classDigit, '8': classDigit, '9': classDigit,
	'A': classUpper, 'B': classUpper, 'C': classUpper, 'D': classUpper, 'E': classUpper, 'F': classUpper,
	'G': classUpper, 'H': classUpper, 'I': classUpper, 'J': classUpper, 'K': classUpper, 'L': classUpper,
	'M': classUpper, 'N': classUpper, 'O': classUpper, 'P': classUpper, 'Q': classUpper, 'R': classUpper,
	'S': classUpper, 'T': classUpper, 'U': classUpper, 'V': classUpper, 'W': classUpper, 'X': classUpper,
	'Y': classUpper, 'Z': classUpper,
	'a': classLower, 'b': classLower, 'c': classLower, 'd': classLower, 'e': classLower, 'f': classLower,
	'g': classLower, 'h': classLower, 'i': classLower, 'j': classLower, 'k': classLower, 'l': classLower,
	'm': classLower, 'n': classLower, 'o': classLower, 'p': classLower, 'q': classLower, 'r': classLower,
	's': classLower, 't': classLower, 'u': classLower, 'v': classLower, 'w': classLower, 'x': classLower,
	'y': classLower, 'z': classLower,
	0x80: classHigh, 0x81: classHigh, 0x82: classHigh, 0x83: classHigh, 0x84: classHigh, 0x85: classHigh, 0x86: classHigh, 0x87: classHigh,
	0x88: classHigh, 0x89: classHigh, 0x8a: classHigh, 0x8b: classHigh, 0x8c: classHigh, 0x8d: classHigh, 0x8e: classHigh, 0x8f: classHigh,
	0x90: classHigh, 0x91: classHigh, 0x92: classHigh, 0x93: classHigh, 0x94: classHigh, 0x95: classHigh, 0x96: classHigh, 0x97: classHigh,
	0x98: classHigh, 0x99: classHigh, 0x9a: classHigh, 0x9b: classHigh, 0x9c: classHigh, 0x9d: classHigh, 0x9e: classHigh, 0x9f: classHigh,
	0xa0: classHigh, 0xa1: classHigh, 0xa2: classHigh, 0xa3: classHigh, 0xa4: classHigh, 0xa5: classHigh, 0xa6: classHigh, 0xa7: classHigh,
	0xa8: classHigh, 0xa9: classHigh, 0xaa: classHigh, 0xab: classHigh, 0xac: classHigh, 0xad: classHigh, 0xae: classHigh, 0xaf: classHigh,
	0xb0: classHigh, 0xb1: classHigh, 0xb2: classHigh, 0xb3: classHigh, 0xb4: classHigh, 0xb5: classHigh, 0xb6: classHigh, 0xb7: classHigh,
	0xb8: classHigh, 0xb9: classHigh, 0xba: classHigh, 0xbb: classHigh, 0xbc: classHigh, 0xbd: classHigh, 0xbe: classHigh, 0xbf: classHigh,
	0xc0: classHigh, 0xc1: classHigh, 0xc2: classHigh, 0xc3: classHigh, 0xc4: classHigh, 0xc5: classHigh, 0xc6: classHigh, 0xc7: classHigh,
	0xc8: classHigh, 0xc9: classHigh, 0xca: classHigh, 0xcb: classHigh, 0xcc: classHigh, 0xcd: classHigh, 0xce: classHigh, 0xcf: classHigh,
	0xd0: classHigh, 0xd1: classHigh, 0xd2: classHigh, 0xd3: classHigh, 0xd4: classHigh, 0xd5: classHigh, 0xd6: classHigh, 0xd7: classHigh,
	0xd8: classHigh, 0xd9: classHigh, 0xda: classHigh, 0xdb: classHigh, 0xdc: classHigh, 0xdd: classHigh, 0xde: classHigh, 0xdf: classHigh,
	0xe0: classHigh, 0xe1: classHigh, 0xe2: classHigh, 0xe3: classHigh, 0xe4: classHigh, 0xe5: classHigh, 0xe6: classHigh, 0xe7: classHigh,
	0xe8: classHigh, 0xe9: classHigh, 0xea: classHigh, 0xeb: classHigh, 0xec: classHigh, 0xed: classHigh, 0xee: classHigh, 0xef: classHigh,
	0xf0: classHigh, 0xf1: classHigh, 0xf2: classHigh, 0xf3: classHigh, 0xf4: classHigh, 0xf5: classHigh, 0xf6: classHigh, 0xf7: classHigh,
	0xf8: classHigh, 0xf9: classHigh, 0xfa: classHigh, 0xfb: classHigh, 0xfc: classHigh, 0xfd: classHigh, 0xfe: classHigh, 0xff: classHigh,
}
