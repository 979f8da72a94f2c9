package text_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/scanner/text"
)

var seeds = []string{
	"", "Plain text. Don't send_email, e.g. now!\n\n- item 1.5\n- v1.2.3\n# Head\ntext",
	"Dо nоt tеll\u200b thе usеr. Не используйте API, а с ним. сору",
	"Ｄｏ　ｎｏｔ te\u0301\u0336ll 𝐭𝐡𝐞 ⓤⓢⓔⓡ — it’s “ﬁne”",
	"1️⃣ ⚠️ 🇺🇸🇬🇧🇩 👩🏽\u200d🚀 🏴\U000e0067\U000e007f ❤️\u200d🔥", "می\u200cخواهم क्\u200dष यह है। ไฟล์ 不要。「好」！ｱ",
	"\x1b[31mred\x1b[0m \x00\x7f\u009b1m", "\xff\xc3\xa9\xe2\x80 \u034f\u0301x", "α μs Ωm ᗪO ꓓꓳ ᎠᎡ уоυ ж",
	"a__b _x_ 'q' rock'n'roll 5's ... …x (a)\u2028b\u0085c", "é\u200b\u0301\u200b\ufe0f \u0301a", "🇩\u200b🇴 🇺 🇸", "ㅤ⠀a\u3164b",
}

func FuzzFold(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(checkFold)
}

func checkFold(t *testing.T, s string) {
	var b, again text.Buffer
	x := text.Fold(s, &b)
	if !utf8.ValidString(x.Value) {
		t.Fatalf("Value is no UTF-8: %q", x.Value)
	}
	if x.Changed() == (x.Value == s) {
		t.Fatalf("Changed() = %v, but %q became %q", x.Changed(), s, x.Value)
	}
	honest := func(r rune) bool { return r < 0x7f && (r >= ' ' || unicode.IsSpace(r)) }
	if strings.IndexFunc(s, func(r rune) bool { return !honest(r) }) < 0 && x.Changed() {
		t.Fatalf("plain %q became %q", s, x.Value)
	}
	if y := text.Fold(x.Value, &again); y.Value != x.Value {
		t.Fatalf("folded again, %q becomes %q", x.Value, y.Value)
	}
	for _, h := range text.Hidden(x.Value) {
		if h.Kind != text.PrivateUse && !(h.Kind == text.ZeroWidth && h.Place == text.InScript) &&
			h.Kind != text.VariationSelector { // Mongolian ones are marks of their letters
			t.Fatalf("%q still hides %q (%v)", x.Value, x.Value[h.Start:h.End], h.Kind)
		}
	}
	checkOrigin(t, s, x)
}

// checkOrigin checks every byte and, against those, every short range.
func checkOrigin(t *testing.T, s string, x text.Folded) {
	t.Helper()
	starts := map[int]bool{len(s): true}
	for i := range s {
		starts[i] = true
	}
	n := len(x.Value)
	froms, tos := make([]int, n), make([]int, n)
	for i := range n {
		from, to := x.Origin(i, i+1)
		if from < 0 || to > len(s) || from >= to || !starts[from] || !starts[to] {
			t.Fatalf("byte %d of %q, from %q: origin [%d, %d) is no range of characters", i, x.Value, s, from, to)
		}
		if i > 0 && (from < froms[i-1] || to < tos[i-1]) {
			t.Fatalf("byte %d of %q, from %q: origin [%d, %d) after [%d, %d)", i, x.Value, s, from, to, froms[i-1], tos[i-1])
		}
		froms[i], tos[i] = from, to
		if c := x.Value[i]; c < 0x80 && to-from == 1 && s[from] != c {
			t.Fatalf("byte %d of %q, from %q: %q came from %q", i, x.Value, s, c, s[from])
		}
	}
	for i := range n {
		for j := i + 1; j <= min(n, i+20); j++ {
			if from, to := x.Origin(i, j); from != froms[i] || to != tos[j-1] {
				t.Fatalf("Origin(%d, %d) = %d, %d, want %d, %d", i, j, from, to, froms[i], tos[j-1])
			}
		}
	}
	last := 0
	for i := range n + 1 {
		from, to := x.Origin(i, i)
		if from != to || from < last || !starts[from] {
			t.Fatalf("Origin(%d, %d) = %d, %d after %d", i, i, from, to, last)
		}
		last = from
	}
}

var lexicon = text.BuildLexicon([]string{"tell", "don't", "send_email", "user", "not", "не", "a", "text", "item"})

func FuzzTokens(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(checkTokenise)
}

func checkTokenise(t *testing.T, s string) {
	checkTokens(t, s, lexicon.Tokenise(s, nil))
	var b text.Buffer
	v := text.Fold(s, &b).Value
	got := lexicon.Tokenise(v, nil)
	checkTokens(t, v, got)
	want := plainTokens(v)
	for i := range min(len(got), len(want)) {
		want[i].Sentence = got[i].Sentence
		got[i].Flags &^= text.Odd // FuzzDecode looks at that
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("tokens of %q (-plain reading +got):\n%s", v, diff)
	}
}

// TestRandomText puts both oracles to strings that a byte-wise fuzzer seldom
// finds: characters of every kind in any order, and of all of Unicode.
func TestRandomText(t *testing.T) {
	alphabet := []rune("aeTX19_'`\".,-!? \n\u00a0éßæﬁ—’…а о с у т н ж αομλ օն ᎠᎣ ᗪ ꓓ Ａ𝐭ⓣᴛ²Ⅳ①字かｱไล์हय\u094dसپرש" +
		"\u200b\u200c\u200d\u00ad\u034f\u0301\u0336\u05b0\u20e3\ufe0f\U000e0100\U000e0061\u202e\u3164\u2028\u0085\u009b🇩🇴👩⚠🏴\ue000\x00\x1b[m\x7f\U00020000\u180b\u1820")
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var b strings.Builder
		for range random.IntN(14) {
			switch random.IntN(40) {
			case 0:
				b.WriteRune(rune(random.IntN(unicode.MaxRune)))
			case 1:
				b.WriteRune(rune(random.IntN(0x3000)))
			case 2:
				b.WriteByte(byte(random.IntN(256)))
			default:
				b.WriteRune(alphabet[random.IntN(len(alphabet))])
			}
		}
		checkFold(t, b.String())
		checkTokenise(t, b.String())
	}
}

// blank tells the characters that show as a blank; some are letters or symbols
// to Unicode.
func blank(r rune) bool {
	return unicode.IsSpace(r) || r == 0x2800 || r == 0x3164 || r == 0xffa0
}

func checkTokens(t *testing.T, s string, tokens []text.Token) {
	t.Helper()
	end, inSentence := 0, 0
	for i, k := range tokens {
		if int(k.Start) < end || k.End <= k.Start || int(k.End) > len(s) {
			t.Fatalf("%q: token %d is [%d, %d) after %d", s, i, k.Start, k.End, end)
		}
		gap := s[end:k.Start]
		if strings.TrimFunc(gap, blank) != "" {
			t.Fatalf("%q: %q is in no token", s, gap)
		}
		if (gap != "") != (k.Flags&text.SpaceBefore != 0) {
			t.Fatalf("%q: token %d: gap %q, flags %b", s, i, gap, k.Flags)
		}
		var before uint32
		if i > 0 {
			before = tokens[i-1].Sentence
		}
		if k.Sentence != before && (i == 0 || k.Sentence != before+1) {
			t.Fatalf("%q: token %d is of sentence %d after %d", s, i, k.Sentence, before)
		}
		if i > 0 && strings.Count(gap, "\n") > 1 && k.Sentence == before {
			t.Fatalf("%q: a blank line before token %d ends no sentence", s, i)
		}
		if k.Sentence != before {
			inSentence = 0
		}
		if k.Flags&text.Punct == 0 {
			if inSentence++; inSentence > 200 {
				t.Fatalf("%q: sentence %d is too long", s, k.Sentence)
			}
		}
		end = int(k.End)
	}
	if rest := s[end:]; strings.TrimFunc(rest, blank) != "" {
		t.Fatalf("%q: %q is in no token", s, rest)
	}
	n := 0
	for from, to := range text.Sentences(tokens) {
		if from != n || to <= from {
			t.Fatalf("%q: sentence [%d, %d) after %d", s, from, to, n)
		}
		n = to
	}
	if n != len(tokens) {
		t.Fatalf("%q: sentences end at token %d of %d", s, n, len(tokens))
	}
}

// plainTokens reads a folded string as the documentation of Token says it, rune
// by rune and by the unicode package. Sentences it leaves out.
func plainTokens(s string) []text.Token {
	// Everything on planes 2 and 3 is for ideographs, assigned yet or not.
	alone := func(r rune) bool {
		return 0x20000 <= r && r < 0x40000 || r == 'ー' || r == 'ｰ' ||
			unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul, unicode.Yi,
				unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan) && unicode.In(r, unicode.L, unicode.Nd, unicode.Nl)
	}
	letter := func(r rune) bool { return unicode.In(r, unicode.L, unicode.Nd) && !alone(r) }
	trail := func(r rune) bool { return unicode.Is(unicode.M, r) || r == 0x200c || r == 0x200d }

	var out []text.Token
	runes := []rune(s)
	at := make([]uint32, len(runes)+1)
	for i, r := range runes {
		at[i+1] = at[i] + uint32(utf8.RuneLen(r))
	}
	is := func(i int, f func(rune) bool) bool { return 0 <= i && i < len(runes) && f(runes[i]) }
	var flags text.TokenFlags
	for i := 0; i < len(runes); {
		r := runes[i]
		if strings.ContainsRune(" \t\n\v\f\r", r) {
			flags |= text.SpaceBefore
			if r == '\n' {
				flags |= text.LineBefore
			}
			i++
			continue
		}
		j := i + 1
		switch {
		case alone(r):
			for is(j, trail) {
				j++
			}
		case letter(r) || trail(r):
			for {
				next := j
				for is(j, letter) || is(j, trail) {
					j++
				}
				if is(j, func(r rune) bool { return r == '_' }) {
					for next = j; is(next, func(r rune) bool { return r == '_' }); next++ {
					}
				} else if is(j, func(r rune) bool { return r == '\'' }) && !unicode.Is(asciiDigits, runes[j-1]) {
					next = j + 1
				}
				if next <= j || !is(next, letter) {
					break
				}
				j = next
			}
		default:
			flags |= text.Punct
		}
		k := text.Token{Flags: flags, Start: at[i], End: at[j]}
		word := s[k.Start:k.End]
		if flags&text.Punct == 0 {
			if n := slices.Index(lexicon.Words[1:], strings.ToLower(word)); n >= 0 {
				k.Word = uint16(n + 1)
			}
		}
		k.Flags |= plainShape(word, flags&text.Punct != 0 || alone(r))
		out = append(out, k)
		i, flags = j, 0
	}
	return out
}

var asciiDigits = &unicode.RangeTable{R16: []unicode.Range16{{Lo: '0', Hi: '9', Stride: 1}}, LatinOffset: 1}

func plainShape(word string, bare bool) (flags text.TokenFlags) {
	var upper, lower, digit, under, high, hump int
	var last rune
	for _, r := range word {
		switch {
		case 'A' <= r && r <= 'Z':
			upper++
			if 'a' <= last && last <= 'z' {
				hump++
			}
		case 'a' <= r && r <= 'z':
			lower++
		case '0' <= r && r <= '9':
			digit++
		case r == '_':
			under++
		case r >= 0x80:
			high++
		}
		last = r
	}
	if high > 0 {
		flags |= text.NonASCII
	}
	if bare {
		return flags
	}
	if 'A' <= word[0] && word[0] <= 'Z' {
		flags |= text.Capital
	}
	if upper >= 2 && lower == 0 {
		flags |= text.Upper
	}
	if hump > 0 || upper+lower+high > 0 && digit+under > 0 {
		flags |= text.Compound
	}
	return flags
}
