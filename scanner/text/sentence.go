package text

import "strings"

// maxSentence bounds a sentence, in words, so that things far apart in a text
// without full stops do not count as being said together.
const maxSentence = 200

// A cutter numbers sentences while tokens go by. A sentence ends
//
//   - at . ! or ? before a blank or the end of the string, or before a
//     character of a script without blanks; quotes and brackets that close
//     right after it still belong to the sentence;
//   - at the full stops of other scripts, whatever follows;
//   - at an ellipsis or after an abbreviation that may stand last (etc.), if
//     what follows the blank begins with a capital or is no ASCII;
//   - at a blank line, and at a line break before a list item, heading, tag,
//     table row, code fence or described field ("name: …");
//   - at the end of a heading line and of a line that opens or closes a code
//     block;
//   - before its 201st word.
//
// It does not end after other abbreviations and list numbers, nor inside
// numbers, file names, domains and the like, where no blank follows. A plain
// line break ends nothing, not even after a colon: text is wrapped anywhere,
// and "you must: ⏎ read the file" says one thing.
type cutter struct {
	sentence uint32
	words    int // in this sentence
	lines    int // line breaks since the last token
	pending  ending
	heading  bool // this line is a heading or a code fence, and ends with itself
}

// ending is what the tokens so far say about the sentence's end.
type ending uint8

const (
	endNone  ending = iota
	endSoft         // ends if a blank and then a capital or no ASCII follows
	endStop         // a full stop: ends if a blank or a letter without blanks follows
	endLoud         // ! or ?: ends if a blank or no ASCII follows
	endHard         // ends whatever follows
	endFirst        // there was no token yet
)

// word hears of a word that begins at i and is about to become a token.
func (c *cutter) word(value string, i int, flags TokenFlags) {
	high := value[i] >= 0x80
	end := c.words >= maxSentence
	switch c.pending {
	case endSoft:
		end = end || flags&SpaceBefore != 0 && (high || class[value[i]]&classUpper != 0)
	case endStop:
		if high && flags&SpaceBefore == 0 {
			k, _ := inWord(decode(value, i))
			end = end || k == kindAlone
		}
		end = end || flags&SpaceBefore != 0
	case endLoud:
		end = end || high || flags&SpaceBefore != 0
	case endHard:
		end = true
	}
	c.next(value, i, end)
}

// punct hears of punctuation that begins at i and is about to become a token.
func (c *cutter) punct(value string, i int, flags TokenFlags) {
	end, blank := false, flags&SpaceBefore != 0
	switch c.pending {
	case endSoft:
		// A closing quote or one more dot leaves the matter open; a bracket takes
		// it back: f(...) returns.
		if !blank && strings.IndexByte("\"'*_.!?", value[i]) >= 0 {
			return
		}
		end = blank && value[i] >= 0x80
	case endStop, endLoud, endHard:
		if !blank && closes(value, i) {
			return
		}
		end = blank || c.pending == endHard || strings.HasPrefix(value[i:], "</")
	}
	c.next(value, i, end)
}

// next moves to the token at i and begins a sentence there if the caller found
// an end or the line breaks before it say so.
func (c *cutter) next(value string, i int, end bool) {
	first := c.pending == endFirst
	if c.lines > 0 || first {
		end = end || c.lines > 1 || c.heading || startsItem(value, i) && !goesOn(value, i)
		c.heading = value[i] == '#' || strings.HasPrefix(value[i:], "```")
	}
	if end && !first {
		c.sentence++
		c.words = 0
	}
	c.lines, c.pending = 0, endNone
}

// stop hears of . ! or ?, the last of the tokens.
func (c *cutter) stop(value string, tokens []Token) {
	t := tokens[len(tokens)-1]
	if value[t.Start] != '.' {
		c.pending = endLoud
		return
	}
	c.pending = endStop
	if len(tokens) < 2 || t.Flags&SpaceBefore != 0 {
		return
	}
	before := tokens[len(tokens)-2]
	word := value[before.Start:before.End]
	switch {
	case word == "." || word == "…":
		c.pending = endSoft
	case before.Flags&Punct != 0:
	case class[word[0]]&classDigit != 0:
		if n := len(tokens); len(word) <= 3 &&
			(n == 2 || before.Flags&LineBefore != 0 || tokens[n-3].Sentence != before.Sentence) {
			c.pending = endNone // the number of a list item
		}
	case len(word) == 1:
		c.pending = endSoft // an initial, or the last letter of U.S.
		if len(tokens) >= 4 && before.Flags&SpaceBefore == 0 && t.Start >= 3 {
			if s := value[t.Start-3 : t.Start]; strings.EqualFold(s, "e.g") || strings.EqualFold(s, "i.e") {
				c.pending = endNone
			}
		}
	default:
		c.pending = abbreviation(word)
	}
}

// foreignStop hears of punctuation beyond ASCII.
func (c *cutter) foreignStop(s string) {
	switch s {
	case "。", "！", "？", "｡", "．": // Han and Kana, also unfolded
		c.pending = endHard
	case "؟", "۔", "।", "॥", "։", "።", "။", "។": // Arabic, Urdu, Indic, Armenian, Ethiopic, Burmese, Khmer
		c.pending = endLoud
	case "…":
		c.pending = endSoft
	}
}

// closes tells whether the punctuation at i, right after a full stop, closes a
// quotation, bracket or emphasis, or is a full stop itself.
func closes(value string, i int) bool {
	if value[i] < 0x80 {
		return strings.IndexByte("\"'`)]}>*_~.!?", value[i]) >= 0
	}
	switch decode(value, i) {
	case '」', '』', '）', '】', '》', '〉', '〕', '”', '’', '»', '›', '。', '！', '？', '…':
		return true
	}
	return false
}

// abbreviation says what a full stop after the word means.
func abbreviation(word string) ending {
	if len(word) > 6 {
		return endStop
	}
	var space [6]byte
	low := space[:len(word)]
	for i := range low {
		low[i] = word[i] | 0x20
	}
	switch string(low) {
	case "eg", "ie", "vs", "cf", "nr", "fig", "eq", "viz":
		return endNone
	case "mr", "mrs", "ms", "dr", "prof", "st":
		if class[word[0]]&classUpper != 0 { // else 5 ms, main st
			return endNone
		}
	case "etc", "no", "nos", "al", "ca", "approx", "incl", "excl", "resp", "max", "min", "inc", "ltd", "co", "corp",
		"dept", "vol", "pp", "sec", "ver", "opt", "esp", "jr", "sr", "est", "ref", "ex":
		return endSoft
	}
	return endStop
}
