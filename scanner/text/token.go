package text

import "iter"

// A Token is one word or one punctuation character of a folded string.
//
// A word is a run of letters and digits, with the underscores and apostrophes
// that stand between them: don't and send_email are one token each, e-mail is
// three, and the underscores of _not_ are punctuation, since they are emphasis
// in Markdown. A character of a script written without blanks between words
// (Han, Hiragana, Katakana, Thai …) is a token of its own together with its
// marks. So is a syllable of Hangul: Korean has blanks, but glues particles and
// endings to its words, and to Latin ones (send_email을), so that the stem, not
// the run of letters, is what patterns can name. Everything else that is no
// blank is a token of one character.
type Token struct {
	// Word is the number that the lexicon gives the word, regardless of case; 0
	// for a word that no pattern mentions and for punctuation.
	Word uint16
	// Flags tell what the neighbourhood looks like.
	Flags TokenFlags
	// Sentence counts the sentences of the string from 0.
	Sentence uint32
	// Start and End are bytes of the folded string.
	Start, End uint32
}

// TokenFlags describe a token beyond its letters.
type TokenFlags uint8

const (
	SpaceBefore TokenFlags = 1 << iota // at least one blank or line break stands before it
	LineBefore                         // at least one line break stands before it
	Punct                              // no word
	Capital                            // begins with an ASCII capital
	Upper                              // two ASCII letters or more, none of them lower case
	Compound                           // shaped like code: an underscore or digit beside letters, or a capital after a small letter
	NonASCII                           // holds a byte above 0x7f
	Odd                                // something encoded may begin with it; without, nothing does: see Decode
)

// Sentences yields the range [from, to) of tokens of each sentence.
func Sentences(tokens []Token) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for from := 0; from < len(tokens); {
			to := from + 1
			for to < len(tokens) && tokens[to].Sentence == tokens[from].Sentence {
				to++
			}
			if !yield(from, to) {
				return
			}
			from = to
		}
	}
}

// SentenceSpan returns the range [from, to) of tokens of the sentence that
// holds token i.
func SentenceSpan(tokens []Token, i int) (from, to int) {
	from, to = i, i+1
	for from > 0 && tokens[from-1].Sentence == tokens[i].Sentence {
		from--
	}
	for to < len(tokens) && tokens[to].Sentence == tokens[i].Sentence {
		to++
	}
	return from, to
}
