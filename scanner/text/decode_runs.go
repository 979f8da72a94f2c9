package text

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pairs reads hexadecimal pairs with a blank or comma between them.
func (d *decoder) pairs(i int) int {
	if d.seen(Hex, int(d.tokens[i].Start)) {
		return 0
	}
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
		return d.reject(Hex, int(d.tokens[max(i, end-1)].End))
	}
	d.add(d.tokens[i].Start, d.tokens[end-1].End, Hex, string(out))
	return end
}

// run reads a long token as hexadecimal or base64.
func (d *decoder) run(i int) int {
	t := d.tokens[i]
	if s := d.value[t.Start:t.End]; len(s) >= minHex && len(s)%2 == 0 && endsHex(s) {
		if out, err := hex.DecodeString(strings.TrimPrefix(s, "0x")); err == nil && wordy(out) {
			d.add(t.Start, t.End, Hex, string(out))
			return i + 1
		}
	}
	if d.seen(Base64, int(t.Start)) {
		return 0
	}
	start, end := d.base64Run(t)
	if end-start < minBase64 {
		return d.reject(Base64, end)
	}
	bare := strings.TrimRight(d.value[start:end], "=")
	for _, e := range [...]*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if !beginsReadable(bare, e) {
			continue
		}
		// A run cut short is read as far as it goes.
		if out, err := e.DecodeString(bare[:len(bare)-btoi(len(bare)%4 == 1)]); err == nil && wordy(out) {
			d.add(uint32(start), uint32(end), Base64, string(out))
			return d.behind(i, uint32(end))
		}
	}
	return d.reject(Base64, end)
}

// beginsReadable tells of a run that may be base64 whether the first bytes that
// it stands for are printable: most words and paths of that length are neither
// base64 nor, read as if they were, printable.
func beginsReadable(run string, e *base64.Encoding) bool {
	var in [minBase64]byte
	var out [minBase64 / 4 * 3]byte
	if copy(in[:], run) < len(in) {
		return true
	}
	if _, err := e.Decode(out[:], in[:]); err != nil {
		return false
	}
	for b := out[:]; len(b) > 0; {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			return !utf8.FullRune(b) // the rest may make it whole
		}
		if !isPrintable(r) {
			return false
		}
		b = b[size:]
	}
	return true
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

// endsHex reports of a word of two bytes or more whether it ends as hexadecimal
// pairs do.
func endsHex(s string) bool { return isHex(s[len(s)-1]) && isHex(s[len(s)-2]) }

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

func isBase64(c byte) bool {
	return c == '+' || c == '/' || c == '-' || c == '_' || class[c]&(classLetter|classDigit) != 0
}

func printable(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	for _, r := range string(b) {
		if !isPrintable(r) {
			return false
		}
	}
	return true
}

func isPrintable(r rune) bool { return unicode.IsPrint(r) || r == '\n' || r == '\t' }

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
