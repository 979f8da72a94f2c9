package text

import "math/bits"

// What follows looks at eight bytes at once, the first one lowest. A mask has the
// top bit of each byte that it speaks of.
const (
	eachByte = 0x0101010101010101
	topBits  = 0x80 * eachByte
	caseBits = 0x20 * eachByte // the difference between capitals and small letters
)

// head is up to eight bytes of s from i on; those beyond its end are zero.
func head[T string | []byte](s T, i int) uint64 {
	if i+8 <= len(s) {
		return load8(s[i : i+8])
	}
	if len(s) >= 8 {
		return load8(s[len(s)-8:]) >> (8 * (i + 8 - len(s)))
	}
	var w uint64
	for j := len(s) - 1; j >= i; j-- {
		w = w<<8 | uint64(s[j])
	}
	return w
}

// letters masks the ASCII letters.
func letters(w uint64) uint64 {
	x := (w | caseBits) &^ topBits
	return (x + (0x80-'a')*eachByte) &^ (x + (0x7f-'z')*eachByte) &^ w & topBits
}

// digits masks the ASCII digits.
func digits(w uint64) uint64 {
	x := w &^ topBits
	return (x + (0x80-'0')*eachByte) &^ (x + (0x7f-'9')*eachByte) &^ w & topBits
}

// controls masks the ASCII control characters that are no blanks.
func controls(w uint64) uint64 {
	x := w &^ topBits
	blank := (x + (0x80-'\t')*eachByte) &^ (x + (0x7f-'\r')*eachByte)
	return (^(x+(0x80-' ')*eachByte)&^blank | (x + eachByte)) &^ w & topBits
}

// wordHead gives how many of eight bytes are the letters and digits that they
// begin with, the classes of these, and their key; see wordKey.
func wordHead(w uint64) (n int, seen uint8, key uint64) {
	l, d := letters(w), uint64(0)
	n = bits.TrailingZeros64(^l&topBits) / 8
	if n < 8 && byte(w>>(8*n))-'0' <= 9 {
		d = digits(w)
		n = bits.TrailingZeros64(^(l|d)&topBits) / 8
	}
	within, small := lowest(n), w<<2 // the case bit, where the top bit is
	key = w&within | caseBits
	if (d|l&^small)&within == 0 {
		return n, classLower, key // most words
	}
	if l&small&within != 0 {
		seen |= classLower
	}
	if l&^small&within != 0 {
		seen |= classUpper
	}
	if d&within != 0 {
		seen |= classDigit
	}
	return n, seen, key
}

// lowest are the bits of the first n bytes.
func lowest(n int) uint64 { return 1<<(8*n) - 1 }

// wordKey is the first eight bytes of a word regardless of ASCII case, with
// blanks for those that it does not have. No word of eight bytes or less has the
// key of another: the bytes of words differ from a blank in more than case.
func wordKey(w uint64, n int) uint64 { return w&lowest(min(n, 8)) | caseBits }

// hash spreads words of n bytes by their keys and, of longer ones, the last eight
// bytes.
func hash(key, tail uint64, n int) uint64 {
	h := key*0x9e3779b97f4a7c15 ^ (tail+uint64(n))*0xc2b2ae3d27d4eb4f
	return h ^ h>>29 ^ h>>47
}

// tail is the last eight bytes of a longer word regardless of ASCII case.
func tail[T string | []byte](s T) uint64 {
	if len(s) <= 8 {
		return 0
	}
	return load8(s[len(s)-8:]) | caseBits
}
