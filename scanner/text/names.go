package text

// maxParts bounds a name and a quotation, in tokens to each side, so that a
// text of one endless name costs no more than any other.
const maxParts = 32

// Identifier finds the name that token i is part of, if it is shaped like code:
// snake_case, camelCase, kebab-case or dotted (mcp.json, os.system). It returns
// the range [from, to) of the name's tokens.
//
// The shape is all it knows: well-known and read-only have that of a
// kebab-case name. A capitalised word such as GitHub or WebFetch is none,
// though its token is Compound; nor is a number with a unit (10MB).
func Identifier(value string, tokens []Token, i int) (from, to int, ok bool) {
	if tokens[i].Flags&Punct != 0 && !joins(value, tokens, i) {
		return i, i + 1, false
	}
	from, to = i, i+1
	if tokens[i].Flags&Punct != 0 {
		from, to = i-1, i+2
	}
	for from >= 2 && i-from < maxParts && joins(value, tokens, from-1) {
		from -= 2
	}
	for to+1 < len(tokens) && to-i < maxParts && joins(value, tokens, to) {
		to += 2
	}
	first := value[tokens[from].Start]
	if to-from == 1 {
		t := tokens[from]
		return from, to, t.Flags&Compound != 0 && class[first]&classDigit == 0 &&
			(class[first]&classLower != 0 || hasUnderscore(value[t.Start:t.End]))
	}
	// One part must be more than a letter or a number: e.g and 1.2 are no names.
	for p := from; p < to; p += 2 {
		if t := tokens[p]; t.End-t.Start > 1 && seenIn(value[t.Start:t.End])&classLetter != 0 {
			return from, to, true
		}
	}
	return from, to, false
}

// joins tells whether token i is a hyphen or dot right between two words.
func joins(value string, tokens []Token, i int) bool {
	if i < 1 || i+1 >= len(tokens) {
		return false
	}
	if c := value[tokens[i].Start]; c != '-' && c != '.' {
		return false
	}
	return tokens[i-1].Flags&(Punct|NonASCII) == 0 && tokens[i+1].Flags&(Punct|NonASCII) == 0 &&
		(tokens[i].Flags|tokens[i+1].Flags)&SpaceBefore == 0
}

func hasUnderscore(word string) bool {
	for i := range len(word) {
		if word[i] == '_' {
			return true
		}
	}
	return false
}

// Quoted tells whether token i stands inside a short quotation ('…', "…", `…`
// or a CJK pair such as 「…」) that opens and closes within the sentence. An
// apostrophe is no quote.
func Quoted(value string, tokens []Token, i int) bool {
	var closed [4]bool // marks that the way left met closing: what lies before is another quotation
	for from := i - 1; from >= max(0, i-maxParts) && tokens[from].Sentence == tokens[i].Sentence; from-- {
		q, open, shut := quote(value, tokens, from)
		if q < 0 || closed[q] {
			continue
		}
		if open && shut {
			// Between blanks, or between characters without, the count tells.
			open = !opened(value, tokens, from, q)
		}
		if !open {
			closed[q] = shut
			continue
		}
		for to := i + 1; to < min(len(tokens), i+1+maxParts) && tokens[to].Sentence == tokens[i].Sentence; to++ {
			if r, _, shut := quote(value, tokens, to); r == q && shut {
				return true
			}
		}
		closed[q] = true
	}
	return false
}

// opened tells whether, at token i, a quotation by the mark is open that began
// before it: an odd number of them stands there in the sentence.
func opened(value string, tokens []Token, i, mark int) (odd bool) {
	for from := i - 1; from >= max(0, i-maxParts) && tokens[from].Sentence == tokens[i].Sentence; from-- {
		if q, open, shut := quote(value, tokens, from); q == mark && (open || shut) {
			odd = !odd
		}
	}
	return odd
}

// quote says which of the quotation marks token i is, -1 for none, and whether
// it may open or close a quotation where it stands.
func quote(value string, tokens []Token, i int) (mark int, open, shut bool) {
	t := tokens[i]
	if t.Flags&Punct == 0 {
		return -1, false, false
	}
	switch value[t.Start:t.End] {
	case "\"":
		mark = 0
	case "'":
		mark = 1
	case "`":
		mark = 2
	case "「", "『", "“", "‘":
		return 3, true, false
	case "」", "』", "”", "’":
		return 3, false, true
	default:
		return -1, false, false
	}
	gapAfter := i+1 == len(tokens) || tokens[i+1].Flags&SpaceBefore != 0
	gapBefore := i == 0 || t.Flags&SpaceBefore != 0
	// Scripts without blanks have none beside quotes either.
	wordBefore := !gapBefore && tokens[i-1].Flags&Punct == 0 && !standsAlone(value, tokens[i-1])
	wordAfter := !gapAfter && tokens[i+1].Flags&Punct == 0 && !standsAlone(value, tokens[i+1])
	if mark == 0 && gapBefore && gapAfter {
		return mark, true, true // as French has blanks inside its quotation marks
	}
	return mark, !gapAfter && !wordBefore, !gapBefore && !wordAfter
}

// standsAlone tells whether a token is a character of a script that writes no
// blanks, or few.
func standsAlone(value string, t Token) bool {
	if t.Flags&NonASCII == 0 {
		return false
	}
	k, _ := inWord(decode(value, int(t.Start)))
	return k == kindAlone
}
