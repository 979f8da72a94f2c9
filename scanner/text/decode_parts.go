package text

import (
	"encoding/hex"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	minBase64 = 16 // characters of a run that may decode to words: 12 bytes
	minRun    = 10 // the least token from which such a run is looked for: its two marks are rare
	minPairs  = 6  // hexadecimal pairs in a row
	minHex    = 12 // digits of a run without blanks
	minSpaced = 3  // single letters in a row
	maxEntity = 12 // bytes of a character reference
	maxLeet   = 16 // bytes of a word in leetspeak
	// maxURLPart is how far before a %XX the scheme of its URL is looked for, in bytes.
	maxURLPart = 2048
)

// decoder is one run of Decode.
type decoder struct {
	value   string
	tokens  []Token
	lexicon *Lexicon
	found   []Encoded
	// past is where the last run of each kind ended that stands for nothing:
	// looking for one again from each of its tokens would take their square.
	past [Unseen + 1]int
	// leet is the token behind the last one that was read as leetspeak.
	leet int
}

// seen reports whether a byte lies in a run of the kind that was looked at.
func (d *decoder) seen(k EncodedKind, at int) bool { return at < d.past[k] }

// reject remembers that the run of the kind up to a byte stands for nothing.
func (d *decoder) reject(k EncodedKind, end int) int {
	d.past[k] = end
	return 0
}

func (d *decoder) add(start, end uint32, k EncodedKind, text string) {
	d.found = append(d.found, Encoded{int(start), int(end), k, text})
}

// at looks for an encoded part that begins at a token, and returns the index of
// the token behind it, or less if there is none.
func (d *decoder) at(i int) int {
	t := d.tokens[i]
	n := t.End - t.Start
	if t.Flags&Punct != 0 {
		switch d.value[t.Start] {
		case '&':
			return d.entity(i)
		case '%':
			return d.percent(i)
		case '\\':
			return d.escape(i)
		case '<', '/':
			return d.comment(i)
		}
		return 0
	}
	if n == 1 {
		if next := d.spaced(i); next > 0 {
			return next
		}
	}
	switch {
	case n == 2:
		if next := d.pairs(i); next > 0 {
			return next
		}
	case n >= minRun:
		if next := d.run(i); next > 0 {
			return next
		}
	}
	return d.word(i)
}

func (d *decoder) entity(i int) int {
	start := d.tokens[i].Start
	end := strings.IndexByte(d.value[start:min(len(d.value), int(start)+maxEntity)], ';')
	if end < 0 {
		return 0
	}
	text := d.value[start : int(start)+end+1]
	said := html.UnescapeString(text)
	if said == text || !utf8.ValidString(said) || strings.HasSuffix(said, ";") && len(said) > 1 {
		return 0
	}
	d.add(start, start+uint32(end)+1, Entity, said)
	return d.behind(i, start+uint32(end)+1)
}

// percent reads a run of %XX. Inside a URL it is left alone: there it is spelling.
func (d *decoder) percent(i int) int {
	start := int(d.tokens[i].Start)
	if d.seen(Percent, start) {
		return 0
	}
	var out []byte
	end := start
	for end+2 < len(d.value) && d.value[end] == '%' {
		b, err := hex.DecodeString(d.value[end+1 : end+3])
		if err != nil {
			break
		}
		out, end = append(out, b...), end+3
	}
	if len(out) == 0 || !printable(out) {
		return d.reject(Percent, end)
	}
	before := d.value[max(0, start-maxURLPart):start]
	if strings.Contains(before[strings.LastIndexAny(before, " \t\n\"'<(")+1:], "://") {
		return d.reject(Percent, end)
	}
	d.add(uint32(start), uint32(end), Percent, string(out))
	return d.behind(i, uint32(end))
}

// escape reads a run of \uXXXX or \xXX.
func (d *decoder) escape(i int) int {
	start := int(d.tokens[i].Start)
	if d.seen(Escape, start) {
		return 0
	}
	end := start
	var out []byte
	for end+3 < len(d.value) && d.value[end] == '\\' {
		width := 0
		switch d.value[end+1] {
		case 'u':
			width = 4
		case 'x':
			width = 2
		}
		if width == 0 || end+2+width > len(d.value) {
			break
		}
		r, err := strconv.ParseUint(d.value[end+2:end+2+width], 16, 32)
		if err != nil {
			break
		}
		out, end = utf8.AppendRune(out, rune(r)), end+2+width
	}
	if len(out) == 0 || !printable(out) {
		return d.reject(Escape, end)
	}
	d.add(uint32(start), uint32(end), Escape, string(out))
	return d.behind(i, uint32(end))
}

// comment drops an empty comment. One with words in it is read as it is.
func (d *decoder) comment(i int) int {
	start := int(d.tokens[i].Start)
	for _, c := range [...][2]string{{"<!--", "-->"}, {"/*", "*/"}} {
		if !strings.HasPrefix(d.value[start:], c[0]) {
			continue
		}
		rest := d.value[start+len(c[0]):]
		inside := len(rest) - len(strings.TrimLeft(rest, " \t\n-*"))
		for ; inside >= 0; inside-- { // the closing marks may have been taken for filling
			if strings.HasPrefix(rest[inside:], c[1]) {
				end := start + len(c[0]) + inside + len(c[1])
				text := " "
				if start > 0 && end < len(d.value) && isWordAt(d.value, start-1) && isWordAt(d.value, end) {
					text = ""
					if d.lexicon.Number(d.wordAround(start, end)) == 0 {
						text = " "
					}
				}
				d.add(uint32(start), uint32(end), Comment, text)
				return d.behind(i, uint32(end))
			}
			if inside > 64 {
				return 0
			}
		}
	}
	return 0
}

// wordAround is the word that is left when [start, end) is taken out of it.
func (d *decoder) wordAround(start, end int) string {
	from, to := start, end
	for from > 0 && isWordAt(d.value, from-1) {
		from--
	}
	for to < len(d.value) && isWordAt(d.value, to) {
		to++
	}
	return d.value[from:start] + d.value[end:to]
}

// behind is the index of the first token that begins at or after a byte.
func (d *decoder) behind(i int, at uint32) int {
	for i < len(d.tokens) && d.tokens[i].Start < at {
		i++
	}
	return i
}

func isWordAt(s string, i int) bool {
	return class[s[i]]&(classLetter|classDigit) != 0
}
