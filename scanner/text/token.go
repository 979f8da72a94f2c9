package text

// A Token is one word or one punctuation character of a folded string.
//
// A word is a run of letters, digits, underscores and inner apostrophes: don't
// and send_email are one token each, e-mail is three. A character of a script
// written without blanks between words (Han, Hiragana, Katakana, Thai …) is a
// token of its own. Everything else that is no blank is a token of one
// character.
type Token struct {
	// Word is the number that the lexicon gives the word, regardless of ASCII
	// case; 0 for a word that no pattern mentions.
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
	Upper                              // two letters or more, none of them lower case
	Compound                           // shaped like code: an inner underscore or digit-letter mix, or a capital after a small letter
	NonASCII                           // holds a byte above 0x7f
)
