package text

import (
	"cmp"
	"slices"
	"strings"
)

// EncodedKind says how a part of a string was written.
type EncodedKind uint8

const (
	Base64   EncodedKind = iota + 1 // RFC 4648 §4 and §5
	Hex                             // pairs of hexadecimal digits, with or without blanks
	Percent                         // RFC 3986 §2.1
	Entity                          // HTML character references
	Escape                          // \u0041 and \x41, written out
	Spaced                          // l e t t e r s with a blank between
	Leet                            // digits for letters
	Emphasis                        // markdown's marks inside a word
	Comment                         // an empty comment
	Reversed                        // text turned round by a right-to-left override
	Unseen                          // text in tags, variation selectors or invisible bits
)

var encodedKinds = [...]string{"", "base64", "hex", "percent-encoding", "HTML entities", "escapes", "spaced letters", "leetspeak",
	"emphasis marks", "empty comment", "reversed text", "invisible characters"}

func (k EncodedKind) String() string { return encodedKinds[k] }

// An Encoded is a part of a string that stands for another text.
type Encoded struct {
	// Start and End are bytes of the string that was given.
	Start, End int
	Kind       EncodedKind
	Text       string // what it stands for
}

// Decode reads the encoded parts of a folded string: what a model reads as words
// and a person, or a filter, does not. The result's Value has each of them
// replaced by its text; its Origin leads from any byte of that text to the whole
// of the encoded part.
//
// A part is taken for encoded only if what it stands for is readable text, or,
// for disguises of single words, a word of the lexicon that it was not before:
// identifiers, digests and version numbers stay.
//
// tokens are the string's own. A string without anything encoded costs one look
// at each token.
func Decode(value string, tokens []Token, x *Lexicon) (Folded, []Encoded) {
	d := decoder{value: value, tokens: tokens, lexicon: x, leet: -1}
	for i := 0; i < len(tokens); {
		if tokens[i].Flags&Odd == 0 || d.dull(i) {
			i++
		} else {
			i = max(d.at(i), i+1)
		}
	}
	return replaceAll(value, d.found)
}

// odd gives Odd for a word that may be encoded, or begin something that is, by
// its looks: one of code, or too short or long for a word. What may follow it
// counts when that is met; see mark.
func odd(word string, flags TokenFlags) TokenFlags {
	switch n := len(word); {
	case flags&Compound != 0, class[word[0]]&classDigit != 0, n >= minRun, n == 2 && isHex(word[0]) && isHex(word[1]):
		return Odd
	}
	return 0
}

// oddBefore makes the token before a letter or a mark, which is at hand, odd if it
// begins something with that: letters with blanks between, or marks in a word.
func oddBefore(tokens []Token, flags TokenFlags) {
	if len(tokens) == 0 {
		return
	}
	before := &tokens[len(tokens)-1]
	if flags&Punct == 0 && before.End-before.Start == 1 || flags&(Punct|SpaceBefore) == Punct {
		before.Flags |= Odd
	}
}

// opensEncoded are the punctuation bytes with which something encoded begins.
var opensEncoded = [256]bool{'&': true, '%': true, '\\': true, '<': true, '/': true}

// dull reports of most tokens that nothing encoded begins there.
func (d *decoder) dull(i int) bool {
	t := &d.tokens[i]
	c := d.value[t.Start]
	if t.Flags&Punct != 0 {
		return !opensEncoded[c]
	}
	if t.Flags&Compound != 0 || class[c]&classDigit != 0 {
		return false
	}
	if i+1 < len(d.tokens) && d.mark(i+1) {
		return false // it may stand in the word
	}
	switch n := t.End - t.Start; {
	case n == 1:
		return !d.letter(i + 1)
	case n == 2:
		return !isHex(c) || !isHex(d.value[t.Start+1])
	case n < minRun:
		return true
	case d.inRun(t):
		return false
	}
	// Alone it would have to be all there is.
	return t.Word != 0 || t.End-t.Start < minBase64 && !endsHex(d.value[t.Start:t.End])
}

// inRun reports whether a mark of base64's alphabets stands beside a word.
func (d *decoder) inRun(t *Token) bool {
	is := func(c byte) bool { return c == '+' || c == '/' || c == '-' || c == '_' || c == '=' }
	return t.Start > 0 && is(d.value[t.Start-1]) || int(t.End) < len(d.value) && is(d.value[t.End])
}

// Unveil reads what a published string hides in characters that folding drops:
// tags, variation selectors, bits of two invisible characters, and text that a
// right-to-left override turns round. The lexicon decides which way round the
// words are: an override turns what is shown, and what is stored may be either.
func Unveil(s string, x *Lexicon) (Folded, []Encoded) {
	if plain(s) {
		return Folded{Value: s, source: s}, nil
	}
	found := reversed(s, x)
	for _, r := range Hidden(s) {
		if r.Text != "" {
			found = append(found, Encoded{r.Start, r.End, Unseen, " " + r.Text + " "})
		}
	}
	return replaceAll(s, found)
}

// replaceAll puts the texts of the encoded parts in their places. Of two that
// overlap, the first one stays.
func replaceAll(s string, found []Encoded) (Folded, []Encoded) {
	if len(found) == 0 {
		return Folded{Value: s, source: s}, nil
	}
	slices.SortStableFunc(found, func(a, b Encoded) int { return cmp.Compare(a.Start, b.Start) })
	out := make([]byte, 0, len(s))
	var pieces []piece
	copied, kept := 0, found[:0]
	for _, e := range found {
		if e.Start < copied {
			continue
		}
		out = append(out, s[copied:e.Start]...)
		pieces = append(pieces, piece{uint32(len(out)), uint32(len(e.Text)), uint32(e.Start), uint32(e.End)})
		out = append(out, e.Text...)
		copied, kept = e.End, append(kept, e)
	}
	out = append(out, s[copied:]...)
	return Folded{Value: string(out), source: s, pieces: pieces}, kept
}

// rightToLeft and its like turn text round or end that (UAX #9 §2).
const (
	override = '\u202e'
	popped   = '\u202c'
	isolated = '\u2069'
)

// reversed finds text behind a right-to-left override that is stored backwards,
// so that it shows forwards.
func reversed(s string, x *Lexicon) []Encoded {
	if !strings.ContainsRune(s, override) {
		return nil
	}
	var found, either []Encoded
	start, runs := -1, 0
	var held []rune
	turn := func(end int) {
		kept := string(held)
		slices.Reverse(held)
		turned := string(held)
		switch words := known(turned, x) - known(kept, x); {
		case words > 0:
			found = append(found, Encoded{start, end, Reversed, turned})
		case words == 0 && len(held) >= minTurned && !plain(turned):
			either = append(either, Encoded{start, end, Reversed, kept + " " + turned})
		}
		start = -1
	}
	for i, r := range s {
		if r == override || r == '\u202d' || r == '\u2066' || r == '\u2067' || r == '\u2068' {
			runs++
		}
		switch {
		case r == override:
			start, held = i, held[:0]
		case start >= 0 && (r == popped || r == isolated || r == '\n'):
			turn(i)
		case start >= 0:
			held = append(held, r)
		}
	}
	if start >= 0 {
		turn(len(s))
	}
	// In a script whose words are single characters, either way may be meant, and
	// both are read; among several such runs that would tear phrases apart.
	if runs == 1 {
		found = append(found, either...)
	}
	return found
}

// minTurned is how many characters of such a script make a phrase.
const minTurned = 8

// known counts the words of the lexicon in a text.
func known(s string, x *Lexicon) (n int) {
	for _, t := range x.Tokenise(s, nil) {
		if t.Word != 0 {
			n++
		}
	}
	return n
}
