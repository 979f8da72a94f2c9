package text_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/scanner/text"
)

func words(s string) []string {
	var out []string
	for _, t := range new(text.Lexicon).Tokenise(s, nil) {
		out = append(out, s[t.Start:t.End])
	}
	return out
}

func TestTokens(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Don't tell e-mail", "Don't|tell|e|-|mail"},
		{"send_email a__b _not_ __init__ x_ _", "send_email|a__b|_|not|_|_|_|init|_|_|x|_|_"},
		{"users' 'quoted' rock'n'roll 5's", "users|'|'|quoted|'|rock'n'roll|5|'|s"},
		{"~/.ssh/id_rsa", "~|/|.|ssh|/|id_rsa"},
		{"v1.2 3rd", "v1|.|2|3rd"},
		{"不要tell用户", "不|要|tell|用|户"},
		{"사용자에게 send_email을", "사|용|자|에|게|send_email|을"},
		{"ไฟล์ のカー", "ไ|ฟ|ล์|の|カ|ー"},
		{"Привет,мир l'été ёж", "Привет|,|мир|l'été|ёж"},
		{"می\u200cخواهم यह है", "می\u200cخواهم|यह|है"},
		{"👍🏽ok…“x”", "👍|🏽|ok|…|“|x|”"},
		{"a\u00a0b\u2028c", "a|b|c"}, // blanks, even without folding
		{"\xff\xfea\xc3", "\xff|\xfe|a|\xc3"},
	} {
		if got := strings.Join(words(tt.text), "|"); got != tt.want {
			t.Errorf("tokens of %q:\ngot  %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestTokenFlags(t *testing.T) {
	const all = text.SpaceBefore | text.LineBefore | text.Punct | text.Capital | text.Upper | text.Compound | text.NonASCII
	for _, tt := range []struct {
		text string // its last token is looked at
		want text.TokenFlags
	}{
		{"word", 0},
		{"a word", text.SpaceBefore},
		{"a\nword", text.SpaceBefore | text.LineBefore},
		{"a\u2028word", text.SpaceBefore | text.LineBefore},
		{"a,", text.Punct},
		{"a …", text.SpaceBefore | text.Punct | text.NonASCII},
		{"Word", text.Capital},
		{"A", text.Capital},
		{"MUST", text.Capital | text.Upper},
		{"DON'T", text.Capital | text.Upper},
		{"A1", text.Capital | text.Compound},
		{"AB1", text.Capital | text.Upper | text.Compound},
		{"SEND_EMAIL", text.Capital | text.Upper | text.Compound},
		{"send_email", text.Compound},
		{"don't", 0},
		{"sendEmail", text.Compound},
		{"GitHub", text.Capital | text.Compound},
		{"PDFs", text.Capital},
		{"sha256", text.Compound},
		{"1st", text.Compound},
		{"42", 0},
		{"1_000", 0},
		{"слово", text.NonASCII},
		{"字", text.NonASCII},
		{"Tür", text.Capital | text.NonASCII},
	} {
		tokens := new(text.Lexicon).Tokenise(tt.text, nil)
		if got := tokens[len(tokens)-1].Flags & all; got != tt.want {
			t.Errorf("flags of the last token of %q = %b, want %b", tt.text, got, tt.want)
		}
	}
}

func TestTokeniseAppends(t *testing.T) {
	var x text.Lexicon
	one := x.Tokenise("One. Two", nil)
	two := x.Tokenise("1. Three. Four", slices.Clone(one))
	if diff := cmp.Diff(one, two[:len(one)]); diff != "" {
		t.Errorf("the tokens before were changed:\n%s", diff)
	}
	if diff := cmp.Diff(x.Tokenise("1. Three. Four", nil), two[len(one):]); diff != "" {
		t.Errorf("what stands before changed the tokens:\n%s", diff)
	}
}

func TestTokeniseAllocatesNothing(t *testing.T) {
	x := text.BuildLexicon([]string{"read", "file", "не"})
	s := strings.Repeat("Read the FILE, e.g. ~/.ssh/id_rsa. Не трогать! 不要。\n- don't\n", 20)
	tokens := x.Tokenise(s, nil)
	if n := testing.AllocsPerRun(100, func() { tokens = x.Tokenise(s, tokens[:0]) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestLexicon(t *testing.T) {
	list := []string{"tell", "Don't", "send_email", "TELL", "naïve", "не", "ПОЛЬЗОВАТЕЛЬ", "a", "ab", "abc", "abcd", "abcdefgh", "12", "用", "σοφός"}
	for i := range 3000 {
		list = append(list, fmt.Sprintf("word%d", i))
	}
	x := text.BuildLexicon(list)
	if got := len(x.Words); got != len(list) { // one twice, one for number 0
		t.Errorf("%d words, want %d", got, len(list))
	}
	for n, w := range x.Words[1:] {
		if got := x.Number(w); int(got) != n+1 {
			t.Errorf("Number(%q) = %d, want %d", w, got, n+1)
		}
		if got := x.Number(strings.ToUpper(w)); int(got) != n+1 && w != "σοφός" { // ς has no way back
			t.Errorf("Number(%q) = %d, want %d", strings.ToUpper(w), got, n+1)
		}
	}
	for _, w := range []string{"", "tel", "tells", "don`t", "word3000", "Не!", "нет", strings.Repeat("ы", 100)} {
		if got := x.Number(w); got != 0 {
			t.Errorf("Number(%q) = %d, want 0", w, got)
		}
	}
	if x.Number("naive") == 0 {
		t.Error("naïve was not folded")
	}
	if got := new(text.Lexicon).Number("word"); got != 0 {
		t.Errorf("an empty lexicon numbers a word %d", got)
	}
	tokens := x.Tokenise("Don't TELL не", nil)
	for i, w := range []string{"don't", "tell", "не"} {
		if got := x.Words[tokens[i].Word]; got != w {
			t.Errorf("token %d is the word %q, want %q", i, got, w)
		}
	}
}

func TestLexiconRefusesWhatNeverMatches(t *testing.T) {
	for _, w := range []string{"", "e-mail", "two words", ".", "用户", "_x_", " x", strings.Repeat("ы", 40)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("BuildLexicon took %q", w)
				}
			}()
			text.BuildLexicon([]string{w})
		}()
	}
}

// marked takes the mark ^ off a text and returns the token before which it
// stood, or in which it did.
func marked(t *testing.T, s string) (value string, tokens []text.Token, i int) {
	t.Helper()
	at := strings.Index(s, "^")
	if at < 0 {
		t.Fatalf("no mark in %q", s)
	}
	value = s[:at] + s[at+1:]
	tokens = new(text.Lexicon).Tokenise(value, nil)
	for i, k := range tokens {
		if int(k.Start) <= at && at < int(k.End) {
			return value, tokens, i
		}
	}
	t.Fatalf("no token at the mark of %q", s)
	return
}

func TestIdentifier(t *testing.T) {
	for _, tt := range []struct {
		text string // ^ stands before the token asked about
		want string // empty for none
	}{
		{"call ^send_email now", "send_email"},
		{"call ^sendEmail now", "sendEmail"},
		{"call move-^file now", "move-file"},
		{"call ^move-file-to, then", "move-file-to"},
		{"call move^-file now", "move-file"},
		{"see ^mcp.json.", "mcp.json"},
		{"os.^system(x)", "os.system"},
		{"a.b.^create-issue_now!", "a.b.create-issue_now"},
		{"`^git_reset`", "git_reset"},
		{"^sha256", "sha256"},
		{"the ^file now", ""},
		{"the ^GitHub server", ""},
		{"the ^GITHUB_TOKEN variable", "GITHUB_TOKEN"},
		{"the ^2nd file", ""},
		{"^10MB", ""},
		{"^e.g. this", ""},
		{"^3.14", ""},
		{"a ^- b", ""},
		{"secret^- always", ""},
		{"x ^-y", ""},
		{"^MUST", ""},
	} {
		value, tokens, i := marked(t, tt.text)
		from, to, ok := text.Identifier(value, tokens, i)
		got := ""
		if ok {
			got = value[tokens[from].Start:tokens[to-1].End]
		}
		if got != tt.want {
			t.Errorf("Identifier in %q = %q, want %q", tt.text, got, tt.want)
		}
		if from > i || to <= i {
			t.Errorf("Identifier in %q: token %d is not in [%d, %d)", tt.text, i, from, to)
		}
	}
}

func TestLongDashMakesNoIdentifier(t *testing.T) {
	var b text.Buffer
	value := text.Fold("secret—always", &b).Value
	if _, _, ok := text.Identifier(value, new(text.Lexicon).Tokenise(value, nil), 0); ok {
		t.Errorf("%q holds an identifier", value)
	}
}

func TestQuoted(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"call 'write_^file' first", true},
		{"call \"^write file\" first", true},
		{"call `^x`.", true},
		{"(\"^x\", 'y')", true},
		{"key=\"^x\"", true},
		{"say 'do \"^it\" now' x", true},
		{"「不^要」", true},
		{"tel que \" ^x y \" et", true},
		{"\" a \" et ^b et \" c \"", false},
		{"检测\"不^要\"等", true},
		{"'不^要'라는 말", true},
		{"\"不\"和^要和\"用\"", false},
		{"'a' and ^b and 'c'", false},
		{"\"a\" and ^b and \"c\"", false},
		{"the users' ^data and the tools' names", false},
		{"it's ^not quoted, it's plain", false},
		{"say \"this. Then ^that\" x", false},
		{"say 'this ^never ends", false},
		{"5\" ^wide and 6\" high", false},
		{"^plain", false},
		{"'" + strings.Repeat("long ", 40) + "^word'", false},
	} {
		value, tokens, i := marked(t, tt.text)
		if got := text.Quoted(value, tokens, i); got != tt.want {
			t.Errorf("Quoted in %q = %v, want %v", tt.text, got, tt.want)
		}
	}
}
