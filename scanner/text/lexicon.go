package text

// A Lexicon numbers the words that patterns mention. Its tables are generated,
// so that a program starts without building them.
type Lexicon struct {
	// Words are the words in lower case; Words[0] is empty: number 0 is a word
	// that is in no pattern.
	Words []string
	// Table is an open-addressing hash table of word numbers, 0 for a free
	// slot; its length is a power of two.
	Table []uint16
}
