package text

import (
	"encoding/base64"
	"encoding/hex"
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	minBase64 = 16 // characters of a run that may decode to words: 12 bytes
	minRun    = 10 // the least token from which such a run is looked for: its two marks are rare
	minPairs  = 6  // hexadecimal pairs in a row
	minHex    = 12 // digits of a run without blanks
	minSpaced = 5  // single letters in a row
	maxEntity = 12 // bytes of a character reference
	maxLeet   = 16 // bytes of a word in leetspeak
)

// decoder is one run of Decode.
type decoder struct {
	value   string
	tokens  []Token
	lexicon *Lexicon
	found   []Encoded
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
	switch {
	case n == 1:
		return d.spaced(i)
	case n == 2:
		if next := d.pairs(i); next > 0 {
			return next
		}
	case n >= minRun:
		if next := d.run(i); next > 0 {
			return next
		}
	}
	if t.Word == 0 {
		return d.word(i)
	}
	return 0
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
	from := strings.LastIndexAny(d.value[:start], " \t\n\"'<(") + 1
	if strings.Contains(d.value[from:start], "://") {
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
		return 0
	}
	d.add(uint32(start), uint32(end), Percent, string(out))
	return d.behind(i, uint32(end))
}

// escape reads a run of \uXXXX or \xXX.
func (d *decoder) escape(i int) int {
	start := int(d.tokens[i].Start)
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
		return 0
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

// spaced joins single letters with one blank between them; two blanks or a line
// break are a blank of the text.
func (d *decoder) spaced(i int) int {
	if i+minSpaced > len(d.tokens) || d.tokens[i+1].End-d.tokens[i+1].Start != 1 {
		return 0 // an article, nearly always
	}
	var out []byte
	end, known, word := i, false, 0
	check := func() {
		known = known || len(out)-word >= 3 && d.lexicon.Number(string(out[word:])) != 0
	}
	for ; end < len(d.tokens); end++ {
		t := d.tokens[end]
		if t.End-t.Start != 1 || t.Flags&Punct != 0 || class[d.value[t.Start]]&classLetter == 0 {
			break
		}
		if end > i {
			switch gap := t.Start - d.tokens[end-1].End; {
			case gap == 0:
				return 0
			case gap > 1:
				check()
				out = append(out, ' ')
				word = len(out)
			}
		}
		out = append(out, d.value[t.Start])
	}
	check()
	if end-i < minSpaced || !known {
		return 0
	}
	d.add(d.tokens[i].Start, d.tokens[end-1].End, Spaced, string(out))
	return end
}

// pairs reads hexadecimal pairs with a blank or comma between them.
func (d *decoder) pairs(i int) int {
	var out []byte
	end := i
	for ; end < len(d.tokens); end++ {
		t := d.tokens[end]
		if t.Flags&Punct != 0 && d.value[t.Start] == ',' {
			continue
		}
		if t.End-t.Start != 2 || !isHex(d.value[t.Start]) || !isHex(d.value[t.Start+1]) {
			break
		}
		b, _ := strconv.ParseUint(d.value[t.Start:t.End], 16, 8)
		out = append(out, byte(b))
	}
	if len(out) < minPairs || !wordy(out) {
		return 0
	}
	d.add(d.tokens[i].Start, d.tokens[end-1].End, Hex, string(out))
	return end
}

// run reads a long token as hexadecimal or base64.
func (d *decoder) run(i int) int {
	t := d.tokens[i]
	if s := d.value[t.Start:t.End]; len(s) >= minHex && len(s)%2 == 0 {
		if out, err := hex.DecodeString(strings.TrimPrefix(s, "0x")); err == nil && wordy(out) {
			d.add(t.Start, t.End, Hex, string(out))
			return i + 1
		}
	}
	start, end := d.base64Run(t)
	if end-start < minBase64 {
		return 0
	}
	bare := strings.TrimRight(d.value[start:end], "=")
	for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		// A run cut short is read as far as it goes.
		if out, err := e.DecodeString(bare[:len(bare)-btoi(len(bare)%4 == 1)]); err == nil && wordy(out) {
			d.add(uint32(start), uint32(end), Base64, string(out))
			return d.behind(i, uint32(end))
		}
	}
	return 0
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// base64Run is the run of base64's alphabets around a token, padding included.
func (d *decoder) base64Run(t Token) (start, end int) {
	start, end = int(t.Start), int(t.End)
	for start > 0 && isBase64(d.value[start-1]) {
		start--
	}
	for end < len(d.value) && isBase64(d.value[end]) {
		end++
	}
	for pad := 0; end < len(d.value) && pad < 2 && d.value[end] == '='; pad++ {
		end++
	}
	return start, end
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

func isBase64(c byte) bool {
	return c == '+' || c == '/' || c == '-' || c == '_' || class[c]&(classLetter|classDigit) != 0
}

// word reads a single word through leetspeak, or through marks inside it.
func (d *decoder) word(i int) int {
	t := d.tokens[i]
	s := d.value[t.Start:t.End]
	if len(s) < 3 || t.Flags&NonASCII != 0 {
		return d.emphasis(i)
	}
	if len(s) <= maxLeet && t.Flags&Compound != 0 && !hasUnderscore(s) {
		for _, one := range [...]byte{'i', 'l'} {
			if said, ok := unleet(s, one); ok && d.lexicon.Number(said) != 0 {
				d.add(t.Start, t.End, Leet, said)
				return i + 1
			}
		}
	}
	return d.emphasis(i)
}

// unleet puts letters in the places of digits; one is what stands for 1.
func unleet(s string, one byte) (said string, ok bool) {
	var out [maxLeet]byte
	for i := range len(s) {
		c := s[i]
		if class[c]&classDigit != 0 {
			if c = "o.zeasgtb."[c-'0']; s[i] == '1' {
				c = one
			}
			if c == '.' {
				return "", false
			}
			ok = true
		}
		out[i] = c
	}
	return string(out[:len(s)]), ok
}

// emphasis joins the parts of a word that marks stand between: te**ll.
func (d *decoder) emphasis(i int) int {
	said, end := d.value[d.tokens[i].Start:d.tokens[i].End], i+1
	for j := i + 1; j < len(d.tokens) && j <= i+16; j++ {
		t := d.tokens[j]
		if t.Flags&SpaceBefore != 0 {
			break
		}
		if t.Flags&Punct == 0 {
			said += d.value[t.Start:t.End]
			if d.lexicon.Number(said) != 0 {
				end = j + 1
			}
		} else if strings.IndexByte("*_~`", d.value[t.Start]) < 0 {
			break
		}
	}
	if end == i+1 {
		return 0
	}
	var joined strings.Builder
	for _, t := range d.tokens[i:end] {
		if t.Flags&Punct == 0 {
			joined.WriteString(d.value[t.Start:t.End])
		}
	}
	d.add(d.tokens[i].Start, d.tokens[end-1].End, Emphasis, joined.String())
	return end
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

func printable(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	for _, r := range string(b) {
		if !unicode.IsPrint(r) && r != '\n' && r != '\t' {
			return false
		}
	}
	return true
}

// wordy reports whether bytes are readable text: printable, and letters and
// blanks for the most part. Random bytes of this length are never that.
func wordy(b []byte) bool {
	if len(b) < minPairs || !printable(b) {
		return false
	}
	letters, all := 0, 0
	for _, r := range string(b) {
		all++
		if unicode.IsLetter(r) || r == ' ' || r == '\n' {
			letters++
		}
	}
	return letters*10 >= all*7
}
