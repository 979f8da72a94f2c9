// Package foldgen computes the tables of package text: what each character is
// to the tokeniser, and what it folds to. Only go generate and a test that
// compares the result run it, so that the program itself neither builds tables
// at start nor links the Unicode data.
package foldgen

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/unicode/runenames"
)

// kind mirrors the kinds of package text; the order is written into its table.
type kind uint16

const (
	other     kind = iota // punctuation and symbols: kept, a token each
	letter                // part of a word
	alone                 // a letter of a script that writes no blanks, or few: a token each
	mark                  // combining: kept on foreign letters, else dropped
	fold                  // always replaced
	nearAlike             // replaced in disguised words
	farAlike              // replaced in words that mix scripts
	ignorable             // invisible: dropped
	selector              // a variation selector: dropped with its base
	joiner                // ZWJ and ZWNJ: kept where orthography wants them
	regional              // a regional indicator
	private               // for private use
)

// limit is the end of the table. Above it lie only ideographs, tags, variation
// selectors and private use, which package text tells by range.
const limit = 0x20000

type entry struct {
	kind kind
	to   string
}

// unaided lists what compatibility decomposition gets wrong for reading, or
// does not know.
var unaided = pairs(
	"‘'’'‚'‛'′'‵'ʼ'ʻ'ʽ'ʾ'ʿ'ˈ'ʹ'´'ꞌ'ʹ'",
	`“"”"„"‟"″"‶"«"»"`,
	"‐-‑-‒-–-−-˗-⁃-﹣-－-➖-",
	"⁄/∕/⧸/╱/∖\\⧵\\﹨\\․.˸:꞉:∶:ː:∗*⁎*",
	"‹<›>⟨<⟩>˂<˃>❮<❯>❰<❱>ᐸ<ᐳ>",
	"ıiȷjɑaɡgɩiɛeəeɔoʒzŋnŊNðdÐDĸkʌvǀlſsƽsƨsƅbꝺdɿrɾrʋuɯw",
	"ſsℓl℮e⍺a⍳i⍴pꞷw",
)

// strings of more than one letter, and dashes that must not glue two words
// into one hyphenated name
var spelled = map[rune]string{
	'ß': "ss", 'ẞ': "SS", 'æ': "ae", 'Æ': "AE", 'œ': "oe", 'Œ': "OE", 'ŉ': "n", 'þ': "th", 'Þ': "TH",
	'—': "--", '―': "--", '⸺': "--", '⸻': "--", '︱': "--", '﹘': "--",
	0x2028: "\n", 0x2029: "\n", 0x0085: "\n",
	0x2800: " ", 0x3164: " ", 0xffa0: " ", // Braille and Hangul blanks
}

func pairs(runs ...string) map[rune]string {
	m := map[rune]string{}
	for _, run := range runs {
		rs := []rune(run)
		if len(rs)%2 != 0 {
			panic("foldgen: odd number of characters in " + run)
		}
		for i := 0; i < len(rs); i += 2 {
			m[rs[i]] = string(rs[i+1])
		}
	}
	return m
}

var (
	nearTable = pairs(near...)
	farTable  = pairs(far...)
)

// classify says what one character is and what it folds to.
func classify(r rune) entry {
	if r < 0x80 {
		return ascii(r)
	}
	if to, ok := spelled[r]; ok {
		return entry{fold, to}
	}
	switch {
	case 0x1f1e6 <= r && r <= 0x1f1ff:
		return entry{regional, string('A' + r - 0x1f1e6)}
	case r == 0x200c || r == 0x200d:
		return entry{kind: joiner}
	case 0xfe00 <= r && r <= 0xfe0f:
		return entry{kind: selector}
	case invisible(r) && !unicode.Is(unicode.M, r) || r == 0x034f:
		return entry{kind: ignorable}
	case unicode.Is(unicode.Co, r):
		return entry{kind: private}
	case unicode.Is(unicode.Z, r):
		return entry{fold, " "}
	case unicode.Is(unicode.M, r):
		return entry{kind: mark}
	}
	if to, ok := latin(r); ok {
		return entry{fold, to}
	}
	// The letter itself first: what it is composed of may look like another one
	// (the lunate sigma is a sigma and looks like a c).
	if to, ok := nearTable[r]; ok {
		return entry{nearAlike, to}
	}
	if to, ok := farTable[r]; ok {
		return entry{farAlike, to}
	}
	if base := stripped(r); len(base) == 1 {
		if to, ok := nearTable[base[0]]; ok {
			return entry{nearAlike, to}
		}
		if to, ok := farTable[base[0]]; ok {
			return entry{farAlike, to}
		}
	}
	switch {
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul, unicode.Yi,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan) && unicode.In(r, unicode.L, unicode.Nd, unicode.Nl),
		r == 'ー' || r == 'ｰ':
		return entry{kind: alone}
	case unicode.In(r, unicode.L, unicode.Nd):
		return entry{kind: letter}
	}
	return entry{kind: other}
}

func ascii(r rune) entry {
	switch {
	case '0' <= r && r <= '9', 'A' <= r && r <= 'Z', 'a' <= r && r <= 'z':
		return entry{kind: letter}
	case r < ' ' && (r < '\t' || r > '\r'), r == 0x7f:
		return entry{kind: ignorable}
	}
	return entry{kind: other}
}

// invisible reports whether r shows nothing: Default_Ignorable_Code_Point
// (DerivedCoreProperties.txt), format and control characters, the interlinear
// annotation marks.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Cc, unicode.Other_Default_Ignorable_Code_Point) ||
		r == 0x2065 || 0xfff0 <= r && r <= 0xfffb
}

// latin returns the ASCII characters that r stands for, in the way that a
// reader would spell it.
func latin(r rune) (string, bool) {
	if to, ok := direct(r); ok {
		return to, true
	}
	if keep(r) {
		return "", false
	}
	base := stripped(r)
	if len(base) == 1 && base[0] == r {
		return "", false
	}
	var b strings.Builder
	letters, marks := true, len([]rune(norm.NFKD.String(string(r)))) > len(base)
	for _, c := range base {
		to := string(c)
		if c >= 0x80 {
			var ok bool
			if to, ok = direct(c); !ok {
				return "", false
			}
		}
		b.WriteString(to)
		letters = letters && unicode.IsLetter(rune(to[0]))
	}
	to := b.String()
	if to == "" || strings.ContainsAny(to, " ") || marks && !letters {
		return "", false // ≠ is no =, and ¨ is no blank
	}
	if s := strings.Trim(to, "()"); len(s) == 1 && unicode.IsLetter(rune(s[0])) {
		return s, true // parenthesised letters
	}
	// A word must stay one word and punctuation stay punctuation.
	if strings.IndexFunc(to, wordless) >= 0 && strings.IndexFunc(to, wordly) >= 0 {
		return "", false
	}
	return to, true
}

func wordly(r rune) bool   { return unicode.IsLetter(r) || unicode.IsDigit(r) }
func wordless(r rune) bool { return !wordly(r) }

// keep lists compatibility characters that say more than their letters: list
// numbers, trade marks, numero, the ellipsis.
func keep(r rune) bool {
	return 0x2460 <= r && r <= 0x249b || 0x24ea <= r && r <= 0x24ff || 0x1f100 <= r && r <= 0x1f10c ||
		0x3251 <= r && r <= 0x325f || 0x32b1 <= r && r <= 0x32bf || r == '™' || r == '℠' || r == '№' || r == '…' || r == '℡' || r == '℻'
}

// direct finds r in our own list or by its character name.
func direct(r rune) (string, bool) {
	if to, ok := unaided[r]; ok {
		return to, true
	}
	name := runenames.Name(r)
	for _, form := range []struct {
		prefix string
		lower  bool
	}{
		{"LATIN SMALL LETTER ", true},
		{"LATIN CAPITAL LETTER ", false},
		{"LATIN LETTER SMALL CAPITAL ", true},
		{"LATIN SMALL CAPITAL LETTER ", true},
		{"NEGATIVE CIRCLED LATIN CAPITAL LETTER ", false},
		{"NEGATIVE SQUARED LATIN CAPITAL LETTER ", false},
		{"CROSSED NEGATIVE SQUARED LATIN CAPITAL LETTER ", false},
	} {
		rest, ok := strings.CutPrefix(name, form.prefix)
		if !ok {
			continue
		}
		first, rest, _ := strings.Cut(rest, " ")
		if len(first) != 1 || rest != "" && rest != "BAR" && !strings.HasPrefix(rest, "WITH ") {
			continue
		}
		if form.lower {
			first = strings.ToLower(first)
		}
		return first, true
	}
	return "", false
}

// stripped is the compatibility decomposition without its combining marks.
func stripped(r rune) []rune {
	var out []rune
	for _, c := range norm.NFKD.String(string(r)) {
		if !unicode.Is(unicode.Mn, c) {
			out = append(out, c)
		}
	}
	return out
}
