package text

import "unicode/utf8"

// Tokenise cuts a folded string into tokens, in order, so that every byte that
// is no blank lies in exactly one. It appends them to dst and allocates only
// when dst has too little room. Sentences are counted from 0 in each string.
func (x *Lexicon) Tokenise(value string, dst []Token) []Token {
	var (
		base  = len(dst)
		cut   = cutter{pending: endFirst}
		flags TokenFlags
	)
	for i := 0; i < len(value); {
		switch k := class[value[i]]; {
		case k&classWord != 0:
			first := head(value, i)
			size, seen, key := wordHead(first)
			j := i + size
			if size == 8 {
				for j < len(value) {
					k := class[value[j]]
					if k&classWord == 0 {
						break
					}
					seen |= k
					j++
				}
			}
			if j < len(value) && class[value[j]]&(classInner|classHigh) != 0 {
				j, seen = longWord(value, j, seen)
				key = wordKey(first, j-i)
			}
			if flags&LineBefore != 0 || cut.pending != endNone || cut.words >= maxSentence {
				cut.word(value, i, flags)
			}
			cut.words++
			if n := j - i; seen&^classLower != 0 || n < 3 || n >= minRun {
				flags |= shape(value[i:j], seen)
				flags |= odd(value[i:j], flags)
				if n == 1 {
					oddBefore(dst[base:], flags)
				}
			}
			var n uint16
			if seen&classHigh != 0 {
				n = x.foreign(value[i:j])
			} else if known, ok := x.short(key, j-i); ok {
				n = known
			} else {
				n = x.find(key, value[i:j])
			}
			dst = put(dst, n, flags, cut.sentence, i, j)
			i, flags = j, 0
			if i < len(value) && value[i] == ' ' { // as behind most words
				i, flags = i+1, SpaceBefore
			}

		case k&classBlank != 0:
			flags |= SpaceBefore
			i++

		case k&classLine != 0:
			flags |= SpaceBefore | LineBefore
			cut.lines++
			i++

		case k&classHigh == 0:
			if flags&LineBefore != 0 || cut.pending != endNone {
				cut.punct(value, i, flags)
			}
			flags |= Punct
			if c := value[i]; opensEncoded[c] {
				flags |= Odd
			} else if isMark(c) {
				oddBefore(dst[base:], flags)
			}
			dst = put(dst, 0, flags, cut.sentence, i, i+1)
			if c := value[i]; c == '.' || c == '!' || c == '?' {
				cut.stop(value, dst[base:])
			}
			i, flags = i+1, 0

		default:
			j, kind := foreign(value, i)
			switch kind {
			case kindFold: // a blank
				flags |= SpaceBefore
				if _, to := inWord(decode(value, i)); to == '\n' {
					flags |= LineBefore
					cut.lines++
				}
				i = j
				continue
			case kindLetter, kindAlone:
				cut.word(value, i, flags)
				cut.words++
				flags |= NonASCII
				if kind == kindLetter {
					flags |= shape(value[i:j], seenIn(value[i:j]))
				}
				flags |= odd(value[i:j], flags)
				dst = put(dst, x.foreign(value[i:j]), flags, cut.sentence, i, j)
			default:
				cut.punct(value, i, flags)
				dst = put(dst, 0, flags|Punct|NonASCII, cut.sentence, i, j)
				cut.foreignStop(value[i:j])
			}
			i, flags = j, 0
		}
	}
	return dst
}

// put appends a token. It fills the token in where it lies: made elsewhere field
// by field and then copied whole, it would have to wait for its own stores.
func put(dst []Token, word uint16, flags TokenFlags, sentence uint32, start, end int) []Token {
	n := len(dst)
	if n < cap(dst) {
		dst = dst[:n+1]
	} else {
		dst = append(dst, Token{})
	}
	t := &dst[n]
	t.Word, t.Flags, t.Sentence, t.Start, t.End = word, flags, sentence, uint32(start), uint32(end)
	return dst
}

// longWord goes on with a word at an underscore, an apostrophe or a character
// beyond ASCII. It returns the word's end and the classes of its bytes.
func longWord(value string, j int, seen uint8) (int, uint8) {
	for j < len(value) {
		k := class[value[j]]
		switch {
		case k&classWord != 0:
			seen |= k
			j++
		case k&classHigh != 0:
			r, size := utf8.DecodeRuneInString(value[j:])
			if kind, _ := inWord(r); r == utf8.RuneError && size == 1 ||
				kind != kindLetter && kind != kindMark && kind != kindJoiner {
				return j, seen
			}
			seen |= classHigh
			j += size
		case k&classInner != 0:
			next := j + 1
			if value[j] == '_' {
				for next < len(value) && value[next] == '_' {
					next++
				}
			}
			if !letterAt(value, next) || value[j] == '\'' && class[value[j-1]]&(classLetter|classHigh) == 0 {
				return j, seen
			}
			if value[j] == '_' {
				seen |= classInner
			}
			j = next
		default:
			return j, seen
		}
	}
	return j, seen
}

// letterAt tells whether a letter or digit begins at i.
func letterAt(value string, i int) bool {
	if i >= len(value) {
		return false
	}
	k := class[value[i]]
	if k&classHigh == 0 {
		return k&classWord != 0
	}
	kind, _ := inWord(decode(value, i))
	return kind == kindLetter
}

// foreign finds the end of the token that begins with a character beyond ASCII,
// and its kind: a letter, one that stands alone, a blank (kindFold) or other.
func foreign(value string, i int) (int, kind) {
	r, size := utf8.DecodeRuneInString(value[i:])
	j := i + size
	if r == utf8.RuneError && size == 1 {
		return j, kindOther
	}
	kind, _ := inWord(r)
	switch kind {
	case kindLetter, kindMark, kindJoiner:
		j, _ = longWord(value, j, 0)
		return j, kindLetter
	case kindAlone:
		for j < len(value) && value[j] >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(value[j:])
			if k, _ := inWord(r); k != kindMark && k != kindJoiner {
				break
			}
			j += size
		}
	}
	return j, kind
}

func decode(value string, i int) rune {
	r, _ := utf8.DecodeRuneInString(value[i:])
	return r
}

func seenIn(word string) (seen uint8) {
	for i := range len(word) {
		if word[i] != '\'' {
			seen |= class[word[i]]
		}
	}
	return seen
}

// shape derives the flags of a word from the classes that it holds.
func shape(word string, seen uint8) (flags TokenFlags) {
	if seen&classHigh != 0 {
		flags |= NonASCII
	}
	if seen&(classUpper|classDigit|classInner) == 0 {
		return flags
	}
	if class[word[0]]&classUpper != 0 {
		flags |= Capital
	}
	letters := seen&(classLetter|classHigh) != 0
	switch {
	case letters && seen&(classDigit|classInner) != 0:
		flags |= Compound
	case seen&classUpper != 0 && seen&classLower != 0:
		for i := 1; i < len(word); i++ {
			if class[word[i]]&classUpper != 0 && class[word[i-1]]&classLower != 0 {
				flags |= Compound
				break
			}
		}
	}
	if seen&classUpper != 0 && seen&classLower == 0 {
		n := 0
		for i := range len(word) {
			if class[word[i]]&classUpper != 0 {
				n++
			}
		}
		if n >= 2 {
			flags |= Upper
		}
	}
	return flags
}
