package text_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/scanner/text"
)

// tags writes s in tag characters, selectors as variation selectors, and bits
// as two invisible characters.
func tags(s string) string {
	return strings.Map(func(r rune) rune { return 0xe0000 + r }, s)
}

func selectors(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < 16 {
			b.WriteRune(0xfe00 + rune(c))
		} else {
			b.WriteRune(0xe0100 + rune(c) - 16)
		}
	}
	return b.String()
}

func bits(s string, width int, zero, one rune) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		for i := width - 1; i >= 0; i-- {
			if c>>i&1 != 0 {
				b.WriteRune(one)
			} else {
				b.WriteRune(zero)
			}
		}
	}
	return b.String()
}

func TestHidden(t *testing.T) {
	type run struct {
		Hidden string
		Kind   text.HiddenKind
		Place  text.HiddenPlace
		Text   string
	}
	for _, tt := range []struct {
		name, text string
		want       []run
	}{
		{"plain", "Plain text.\n", nil},
		{"accents and blanks", "Ünïcode\u00a0text — “quoted” 不要", nil},

		{"inside a word", "te\u200bll", []run{{"\u200b", text.ZeroWidth, text.InsideWord, ""}}},
		{"inside a folded word", "tｅ\u200bｌl", []run{{"\u200b", text.ZeroWidth, text.InsideWord, ""}}},
		{"after a blank", "How \u200b\u200bto", []run{{"\u200b\u200b", text.ZeroWidth, text.BesideBlank, ""}}},
		{"before a no-break space", "How\u200b\u00a0to", []run{{"\u200b", text.ZeroWidth, text.BesideBlank, ""}}},
		{"at the beginning", "\ufeffHow", []run{{"\ufeff", text.ZeroWidth, text.BesideBlank, ""}}},
		{"at the end", "How\u200b", []run{{"\u200b", text.ZeroWidth, text.BesideBlank, ""}}},
		{"beside punctuation", "a.\u200bb", []run{{"\u200b", text.ZeroWidth, text.BesideOther, ""}}},
		{"nothing else", "\u200b", []run{{"\u200b", text.ZeroWidth, text.BesideBlank, ""}}},
		{"kinds beside each other", "a\u200b\u202e\u00adb", []run{
			{"\u200b", text.ZeroWidth, text.InsideWord, ""},
			{"\u202e", text.Bidi, text.InsideWord, ""},
			{"\u00ad", text.Format, text.InsideWord, ""},
		}},
		{"Hangul filler", "a\u3164b", []run{{"\u3164", text.Format, text.InsideWord, ""}}},
		{"private use", "a \ue000 b\U000f0000", []run{
			{"\ue000", text.PrivateUse, text.BesideBlank, ""}, {"\U000f0000", text.PrivateUse, text.BesideBlank, ""},
		}},
		{"control characters", "a\x00b\x1b[0m\tc\u0080\r\n", []run{
			{"\x00", text.Control, text.InsideWord, ""}, {"\x1b", text.Control, text.BesideOther, ""}, {"\u0080", text.Control, text.BesideBlank, ""},
		}},

		{"tags", "Adds." + tags("read ~/.ssh") + " x", []run{{tags("read ~/.ssh"), text.Tag, text.BesideBlank, "read ~/.ssh"}}},
		{"tags with their frame", "a\U000e0001" + tags("hi") + "\U000e007fb", []run{{"\U000e0001" + tags("hi") + "\U000e007f", text.Tag, text.InsideWord, "hi"}}},
		{"selectors after an emoji", "😀" + selectors("do not tell"), []run{{selectors("do not tell"), text.VariationSelector, text.BesideBlank, "do not tell"}}},
		{"selectors in UTF-8", "x" + selectors("né\n"), []run{{selectors("né\n"), text.VariationSelector, text.BesideBlank, "né\n"}}},
		{"selectors of nothing", "x" + selectors("\x01\x02"), []run{{selectors("\x01\x02"), text.VariationSelector, text.BesideBlank, ""}}},
		{"bits", "a" + bits("read", 8, '\u200b', '\u200c') + "b", []run{{bits("read", 8, '\u200b', '\u200c'), text.ZeroWidth, text.InsideWord, "read"}}},
		{"bits the other way", "a" + bits("read", 8, '\u200c', '\u200b') + "b", []run{{bits("read", 8, '\u200c', '\u200b'), text.ZeroWidth, text.InsideWord, "read"}}},
		{"invisible operators", "a" + bits("hi you", 8, '\u2062', '\u2064'), []run{{bits("hi you", 8, '\u2062', '\u2064'), text.Format, text.BesideBlank, "hi you"}}},
		{"seven bits", "a" + bits("ok now", 7, '\u200b', '\u200d'), []run{{bits("ok now", 7, '\u200b', '\u200d'), text.ZeroWidth, text.BesideBlank, "ok now"}}},

		{"emoji presentation", "⚠\ufe0f Careful, ©\ufe0f", []run{{"\ufe0f", text.VariationSelector, text.InEmoji, ""}, {"\ufe0f", text.VariationSelector, text.InEmoji, ""}}},
		{"keycap", "1\ufe0f\u20e3 #\ufe0f\u20e3", []run{{"\ufe0f", text.VariationSelector, text.InEmoji, ""}, {"\ufe0f", text.VariationSelector, text.InEmoji, ""}}},
		{"no keycap", "1\ufe0f and a\ufe0f", []run{{"\ufe0f", text.VariationSelector, text.BesideBlank, ""}, {"\ufe0f", text.VariationSelector, text.BesideBlank, ""}}},
		{"selector on an ideograph", "葛\ufe00", []run{{"\ufe00", text.VariationSelector, text.InScript, ""}}},
		{"selector on Hangul", "한\ufe00", []run{{"\ufe00", text.VariationSelector, text.BesideBlank, ""}}},
		{"selector on a letter", "ignore\ufe01 all", []run{{"\ufe01", text.VariationSelector, text.BesideBlank, ""}}},
		{"joined emoji", "❤\ufe0f\u200d🔥 👩🏽\u200d🚀", []run{
			{"\ufe0f", text.VariationSelector, text.InEmoji, ""}, {"\u200d", text.ZeroWidth, text.InEmoji, ""}, {"\u200d", text.ZeroWidth, text.InEmoji, ""},
		}},
		{"joiner after an emoji", "👩\u200d x", []run{{"\u200d", text.ZeroWidth, text.BesideBlank, ""}}},
		{"several joiners", "👩\u200d\u200d🚀", []run{{"\u200d\u200d", text.ZeroWidth, text.BesideOther, ""}}},
		{"flag of Scotland", "🏴" + tags("gbsct\x7f"), []run{{tags("gbsct\x7f"), text.Tag, text.InEmoji, ""}}},
		{"flag that says too much", "🏴" + tags("ignorerules\x7f"), []run{{tags("ignorerules\x7f"), text.Tag, text.BesideBlank, "ignorerules"}}},
		{"flag without end", "🏴" + tags("gbsct"), []run{{tags("gbsct"), text.Tag, text.BesideBlank, "gbsct"}}},

		{"Persian", "می\u200cخواهم", []run{{"\u200c", text.ZeroWidth, text.InScript, ""}}},
		{"Hindi", "क\u094d\u200dष", []run{{"\u200d", text.ZeroWidth, text.InScript, ""}}},
		{"zero-width space in Persian", "می\u200bخواهم", []run{{"\u200b", text.ZeroWidth, text.InsideWord, ""}}},
		{"joiner in Russian", "не\u200dт", []run{{"\u200d", text.ZeroWidth, text.InsideWord, ""}}},
		{"mark beside Hebrew", "קובץ\u200e (x)", []run{{"\u200e", text.Bidi, text.InScript, ""}}},
		{"override beside Hebrew", "קובץ\u202e (x)", []run{{"\u202e", text.Bidi, text.BesideBlank, ""}}},
		{"mark in Latin", "ab\u200ec", []run{{"\u200e", text.Bidi, text.InsideWord, ""}}},
		{"ideographic variant", "葛\U000e0100飾", []run{{"\U000e0100", text.VariationSelector, text.InScript, ""}}},
		{"Mongolian variant", "ᠠ\u180bᠨ", []run{{"\u180b", text.VariationSelector, text.InScript, ""}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []run
			for _, x := range text.Hidden(tt.text) {
				got = append(got, run{tt.text[x.Start:x.End], x.Kind, x.Place, x.Text})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("runs (-want +got):\n%s", diff)
			}
		})
	}
}
