package text_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/text"
)

// What looks at a few bytes only agrees with what looks at all of them.
func TestRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	longest := func(s string, blank bool) (most int) {
		n := 0
		for _, c := range []byte(s) {
			if strings.ContainsRune(" \t\n\v\f\r", rune(c)) == blank && c < utf8.RuneSelf || !blank && c >= utf8.RuneSelf {
				n++
			} else {
				n = 0
			}
			most = max(most, n)
		}
		return most
	}
	pieces := []string{" ", "  ", "\n", "\t", "a", "word", "longerword", "é", "字", "\x00", "\xff", "🦜"}
	for range 20_000 {
		var b strings.Builder
		for range random.IntN(30) {
			b.WriteString(strings.Repeat(pieces[random.IntN(len(pieces))], 1+random.IntN(4)))
		}
		s := b.String()
		for _, blank := range []bool{false, true} {
			most := longest(s, blank)
			for _, n := range []int{1, 2, 5, 10, 40} {
				if got := text.HasRun(s, n, blank); got != (most >= n) {
					t.Fatalf("HasRun(%q, %d, %v) = %v; the longest has %d", s, n, blank, got, most)
				}
			}
		}
		if got, want := text.CountRunes(s), utf8.RuneCountInString(s); got != want {
			t.Fatalf("CountRunes(%q) = %d, want %d", s, got, want)
		}
	}
}
