package checks_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/theriac/theriac/checks"
)

func TestClip(t *testing.T) {
	tests := []struct {
		name, in string
		max      int
		want     string
	}{
		{"fits", "abc", 3, "abc"},
		{"fits in bytes only just", "äöü", 6, "äöü"},
		{"plain", "abcdefgh", 6, "abc…"},
		{"between runes", "aäöüabc", 7, "aä…"},
		{"keeps a letter with its mark", "abcde\u0301fgh", 9, "abcd…"},
		{"keeps a family together", "ab👩‍👩‍👧cdefgh", 17, "ab…"},
		{"keeps a flag together", "a🇩🇪🇫🇷bcdef", 17, "a🇩🇪…"},
		{"keeps skin tone", "abc👍🏽defg", 11, "abc…"},
		{"keeps CR LF", "abc\r\ndefgh", 7, "abc…"},
		{"invalid UTF-8 is replaced", "a\xffb", 10, "a\ufffdb"},
		{"replacement counts", "\xffa\xffb", 7, "\ufffda…"},
		{"no room for the mark", "abcdef", 2, ""},
		{"room for the mark alone", "abcdef", 3, "…"},
		{"no room", "abcdef", 0, ""},
		{"negative", "abcdef", -1, ""},
		{"closes a fence", "```\nabcdefghijklmnop\n```\n", 20, "```\nabcdefgh\n```\n…"},
		{"closes a fence after a whole line", "~~~~js\nabcd\nefghijklmnop\n~~~~\n", 20, "~~~~js\nabcd\n~~~~\n…"},
		{"leaves a closed fence alone", "```\na\n```\nabcdefghijkl", 16, "```\na\n```\nabc…"},
		{"a longer fence is not closed by a shorter one", "````\n```\nabcdefghijklmn\n````\n", 21, "````\n```\nabc\n````\n…"},
		{"indented code is no fence", "    ```\nabcdefghijklmnop", 14, "    ```\nabc…"},
		{"drops an open code span", "see `rm -rf [x](y) abc` for", 20, "see …"},
		{"keeps a closed code span", "see `rm -rf` for the rest", 18, "see `rm -rf` fo…"},
		{"a lone backtick is a character", "it`s long and goes on and on", 12, "it`s long…"},
		{"an escaped backtick opens nothing", "a \\`b c d e f` g h i", 14, "a \\`b c d e…"},
		{"spans end with their paragraph", "a ` b\n\nc ` d e f g h", 16, "a ` b\n\nc ` d …"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := checks.Clip(tt.in, tt.max); got != tt.want {
				t.Errorf("Clip(%q, %d) = %q, want %q", tt.in, tt.max, got, tt.want)
			}
		})
	}
}

// TestClipHostile gives Clip a megabyte of what it looks for.
func TestClipHostile(t *testing.T) {
	for name, unit := range map[string]string{
		"marks": "\u0301", "joiners": "\u200d", "flags": "🇩", "backticks": "`", "spans": "`a", "fences": "```\n", "growing": "",
	} {
		t.Run(name, func(t *testing.T) {
			in := strings.Repeat(unit, 1<<20/max(1, len(unit)))
			if unit == "" { // runs of every length, none of which is closed
				for n := range 1400 {
					in += strings.Repeat("`", n) + "a"
				}
			}
			clipped(t, in, checks.MaxOutputBytes)
		})
	}
}

func FuzzClip(f *testing.F) {
	f.Add("```\nabc\n```\nabc `def` g", 12)
	f.Add("a\u0301👩‍👧🇩🇪\r\n~~~\n`", 9)
	f.Add("\xff`` ` ``", 5)
	f.Fuzz(func(t *testing.T, s string, max int) {
		if max > 1<<16 {
			return
		}
		clipped(t, s, max)
	})
}

// clipped holds Clip to what it promises of any text.
func clipped(t *testing.T, s string, max int) {
	t.Helper()
	got := checks.Clip(s, max)
	whole := strings.ToValidUTF8(s, "\ufffd")
	switch {
	case len(got) > max && max >= 0, max < 0 && got != "" && got != whole:
		t.Fatalf("Clip(%q, %d) = %q has %d bytes", s, max, got, len(got))
	case !utf8.ValidString(got):
		t.Fatalf("Clip(%q, %d) = %q is not UTF-8", s, max, got)
	case len(whole) <= max && got != whole:
		t.Fatalf("Clip(%q, %d) = %q cuts what fits", s, max, got)
	case len(whole) <= max || got == "":
		return
	}
	kept, cut := strings.CutSuffix(got, "…")
	if !cut {
		t.Fatalf("Clip(%q, %d) = %q does not say that it was cut", s, max, got)
	}
	if checks.OpenFence(got) != "" {
		t.Fatalf("Clip(%q, %d) = %q leaves a fence open", s, max, got)
	}
	// All but a closing fence is the text's own beginning.
	for i := 0; !strings.HasPrefix(whole, kept); i++ {
		kept = strings.TrimSuffix(kept, "\n")
		if at := strings.LastIndexByte(kept, '\n'); at >= 0 && strings.Trim(kept[at:], "\n`~") == "" {
			kept = kept[:at+1]
		}
		if i > 1 {
			t.Fatalf("Clip(%q, %d) = %q is not the beginning of the text", s, max, got)
		}
	}
	// A text clipped again to the same size stays as it is.
	if again := checks.Clip(got, max); again != got {
		t.Fatalf("Clip(%q, %d) = %q, and clipped again %q", s, max, got, again)
	}
}
