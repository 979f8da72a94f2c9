package mutate

import (
	"strings"
)

// letters write each letter as another character that a reader takes for it.
var letters = []Disguise{
	{Name: "Cyrillic homoglyphs", hide: swap(cyrillic, 1), show: unswap(cyrillic)},
	{Name: "Greek homoglyphs", hide: swap(greek, 1), show: unswap(greek)},
	{Name: "mixed homoglyphs, one a word", hide: onceAWord(mixed), show: unswap(mixed)},
	{Name: "full-width forms", hide: shift(fullWidth), show: unshift(fullWidth)},
	{Name: "mathematical letters", hide: shift(mathematical), show: unshift(mathematical)},
	{Name: "enclosed letters", hide: shift(enclosed), show: unshift(enclosed)},
	{Name: "small capitals", hide: swap(smallCapitals, 1), show: unswap(smallCapitals)},
	{Name: "combining marks", hide: marks, show: without("\u0301\u0308\u0327\u0335")},
	{Name: "mixed case", Wants: Words, hide: mixedCase, show: strings.ToLower},
}

// The pairs are look-alikes in the usual fonts: plain letter, then look-alike.
var (
	cyrillic = pairs("aа cс eе iі jј oо pр sѕ xх yу hһ AА BВ CС EЕ HН IІ JЈ KК MМ OО PР SЅ TТ XХ YУ")
	greek    = pairs("aα iι kκ nη oο pρ uυ vν wω xχ yγ AΑ BΒ EΕ HΗ IΙ KΚ MΜ NΝ OΟ PΡ TΤ XΧ YΥ ZΖ")
	// mixed adds Armenian and Latin letters that are none of the alphabet's.
	mixed         = pairs("aа cϲ eе gց hһ iі jј lӏ nո oօ pр qԛ sѕ uս vν wԝ xх yу tт rг kк mм dԁ AΑ BВ CС EЕ HН IІ KК MМ NΝ OО PР SЅ TТ XХ YΥ")
	smallCapitals = pairs("aᴀ bʙ cᴄ dᴅ eᴇ fꜰ gɢ hʜ iɪ jᴊ kᴋ lʟ mᴍ nɴ oᴏ pᴘ rʀ sꜱ tᴛ uᴜ vᴠ wᴡ yʏ zᴢ")
)

func pairs(list string) map[rune]rune {
	m := map[rune]rune{}
	for pair := range strings.FieldsSeq(list) {
		r := []rune(pair)
		m[r[0]] = r[1]
	}
	return m
}

// swap replaces every n-th letter that the map has.
func swap(m map[rune]rune, n int) func(string) string {
	return func(s string) string {
		seen := 0
		return strings.Map(func(r rune) rune {
			if to, ok := m[r]; ok {
				if seen++; seen%n == 0 {
					return to
				}
			}
			return r
		}, s)
	}
}

// onceAWord replaces one letter of each run of letters, near its middle.
func onceAWord(m map[rune]rune) func(string) string {
	return func(s string) string {
		out := []rune(s)
		for i := 0; i < len(out); {
			j := i
			for j < len(out) && isASCIILetter(out[j]) {
				j++
			}
			for k := range j - i {
				at := i + (k+(j-i)/2)%(j-i)
				if to, ok := m[out[at]]; ok {
					out[at] = to
					break
				}
			}
			i = max(j, i+1)
		}
		return string(out)
	}
}

func unswap(m map[rune]rune) func(string) string {
	back := map[rune]rune{}
	for from, to := range m {
		back[to] = from
	}
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			if from, ok := back[r]; ok {
				return from
			}
			return r
		}, s)
	}
}

// block is a copy of the alphabet elsewhere in Unicode: where its A and a stand.
type block struct{ upper, lower rune }

// The blocks of UnicodeData: Halfwidth and Fullwidth Forms; Mathematical Bold,
// Sans-Serif Bold and Monospace, which have no holes; circled letters, and
// squared capitals plain and negative.
var (
	fullWidth    = []block{{0xff21, 0xff41}}
	mathematical = []block{{0x1d400, 0x1d41a}, {0x1d5d4, 0x1d5ee}, {0x1d670, 0x1d68a}}
	enclosed     = []block{{0x24b6, 0x24d0}, {0x1f130, 0x24d0}, {0x1f170, 0x24d0}}
)

// shift writes letters in the blocks, changing the block from word to word.
func shift(blocks []block) func(string) string {
	return func(s string) string {
		word := 0
		return strings.Map(func(r rune) rune {
			b := blocks[word%len(blocks)]
			switch {
			case r >= 'A' && r <= 'Z':
				return b.upper + r - 'A'
			case r >= 'a' && r <= 'z':
				return b.lower + r - 'a'
			case r == ' ':
				word++
			}
			return r
		}, s)
	}
}

func unshift(blocks []block) func(string) string {
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			for _, b := range blocks {
				if r >= b.upper && r < b.upper+26 {
					return 'A' + r - b.upper
				}
				if r >= b.lower && r < b.lower+26 {
					return 'a' + r - b.lower
				}
			}
			return r
		}, s)
	}
}

// marks puts an accent, an umlaut, a cedilla or a stroke on every second letter.
func marks(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		b.WriteRune(r)
		if isASCIILetter(r) {
			if n%2 == 0 {
				b.WriteRune([]rune{0x301, 0x308, 0x327, 0x335}[n/2%4])
			}
			n++
		}
	}
	return b.String()
}

// mixedCase changes the case of every second letter.
func mixedCase(s string) string {
	n := 0
	return strings.Map(func(r rune) rune {
		if !isASCIILetter(r) {
			return r
		}
		if n++; n%2 == 0 {
			return r ^ 0x20
		}
		return r
	}, s)
}
