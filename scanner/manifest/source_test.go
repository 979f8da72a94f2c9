package manifest

import (
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

func TestNewSource(t *testing.T) {
	tests := []struct {
		name, data, text string
		bom              int
	}{
		{"empty", "", "", 0},
		{"plain", "{}", "{}", 0},
		{"UTF-8 mark", "\xef\xbb\xbf{}", "{}", 3},
		{"UTF-16LE", "\xff\xfe{\x00=\xd8\x00\xde}\x00", "{😀}", 2},
		{"UTF-16BE", "\xfe\xff\x00{\xd8=\xde\x00\x00}", "{😀}", 2},
		{"invalid UTF-8 stays", "{\xff}", "{\xff}", 0},
	}
	for _, tt := range tests {
		s, err := newSource("f", []byte(tt.data))
		if err != nil || s.Text() != tt.text || s.bom != tt.bom || s.URI != "f" {
			t.Errorf("%s: %v, error %v", tt.name, s, err)
		}
	}
}

func TestNewSourceErrors(t *testing.T) {
	tests := []struct {
		data   string
		reason Reason
		err    string
	}{
		{strings.Repeat(" ", MaxSize+1), TooLarge, "f: the file has 10485761 bytes; at most 10485760 are read"},
		{"\xff\xfe{", Undecodable, "f: the UTF-16 text ends within a code unit, at byte 3"},
		{"\xff\xfe{\x00=\xd8}\x00", Undecodable, "f: the UTF-16 text has a lone surrogate U+D83D at byte 4"},
		{"\xfe\xff\x00{\xde\x00", Undecodable, "f: the UTF-16 text has a lone surrogate U+DE00 at byte 4"},
		{"\xff\xfe\x00\x00{\x00\x00\x00", Undecodable, "f: the file is UTF-32; UTF-8 was expected"},
		{"{\x00}\x00", Undecodable, "f: the file is UTF-16 without a byte order mark, or binary; UTF-8 was expected"},
		{"\x00{\x00}", Undecodable, "f: the file is UTF-16 without a byte order mark, or binary; UTF-8 was expected"},
		{"\x00\x00\x00{", Undecodable, "f: the file is UTF-32 without a byte order mark, or binary; UTF-8 was expected"},
	}
	for _, tt := range tests {
		_, err := newSource("f", []byte(tt.data))
		if e, ok := err.(*Error); !ok || e.Reason != tt.reason || e.Error() != tt.err {
			t.Errorf("%.10q: %v", tt.data, err)
		}
	}
}

func TestLocation(t *testing.T) {
	tests := []struct {
		name, text string
		start, end int
		want       Location
	}{
		{"first", "abc", 0, 1, Location{1, 1, 1, 2}},
		{"end of text", "abc", 3, 3, Location{1, 4, 1, 4}},
		{"beyond the text", "abc", 7, 9, Location{1, 4, 1, 4}},
		{"turned round", "abc", 2, 1, Location{1, 3, 1, 3}},
		{"second line", "ab\ncd", 3, 5, Location{2, 1, 2, 3}},
		{"the break itself", "ab\ncd", 2, 3, Location{1, 3, 2, 1}},
		{"over lines", "ab\ncd\nef", 1, 7, Location{1, 2, 3, 2}},
		{"CRLF is one break", "ab\r\ncd", 4, 6, Location{2, 1, 2, 3}},
		{"CR breaks no line", "ab\rcd", 3, 5, Location{1, 4, 1, 6}},
		{"NEL, LS and PS break no line", "a\u0085\u2028\u2029b", 9, 10, Location{1, 5, 1, 6}},
		{"a tab is one column", "\tab", 1, 2, Location{1, 2, 1, 3}},
		{"an emoji is two columns", "é😀b", 6, 7, Location{1, 4, 1, 5}},
		{"the emoji", "é😀b", 2, 6, Location{1, 2, 1, 4}},
		{"within a character", "é😀b", 3, 4, Location{1, 2, 1, 4}},
		{"invalid bytes are characters", "\xfd\xfcx", 1, 3, Location{1, 2, 1, 4}},
		{"the mark has no column", "\ufeffab", 1, 2, Location{1, 2, 1, 3}},
		{"empty", "", 0, 0, Location{1, 1, 1, 1}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, mustSource(t, "f", tt.text).Location(tt.start, tt.end)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestLine(t *testing.T) {
	s := mustSource(t, "f", "one\r\ntwo\r\r\n\nfour\rx")
	for n, want := range []string{"", "one", "two\r", "", "four\rx", ""} {
		if got := s.Line(n); got != want {
			t.Errorf("line %d is %q, want %q", n, got, want)
		}
	}
}

// checkLocations compares every offset with a count from the start.
func checkLocations(t *testing.T, s *Source) {
	t.Helper()
	line, column := 1, 1
	for i, r := range s.Text() {
		want := Location{line, column, line, column}
		if got := s.Location(i, i); got != want {
			t.Fatalf("offset %d is %v, want %v", i, got, want)
		}
		column += len(utf16.Encode([]rune{r}))
		if r == '\n' {
			line, column = line+1, 1
		}
	}
}

func TestLocationFarIntoALine(t *testing.T) {
	checkLocations(t, mustSource(t, "f", strings.Repeat("é😀x\u200b", 3000)+"\n"+strings.Repeat("你\xff", 3000)))
	checkLocations(t, mustSource(t, "f", strings.Repeat("é😀x\u200b", 3000)+"\n"+strings.Repeat("你", 3000)))
	checkLocations(t, mustSource(t, "f", strings.Repeat("ascii\n", 2000)))
}

// Lines that end at, before and behind the borders of what is counted at once.
func TestLinesAroundChunks(t *testing.T) {
	for _, filling := range []string{"x", "é"} {
		var b strings.Builder
		for _, n := range []int{chunk - 1, chunk, 0, 0, chunk + 1, 1, 3*chunk - 2, 2 * chunk, 5} {
			b.WriteString(strings.Repeat(filling, n/len(filling)) + "\n")
		}
		s := mustSource(t, "f", b.String())
		checkLocations(t, s)
		for i, want := range strings.Split(s.Text(), "\n") {
			if got := s.Line(i + 1); got != want {
				t.Errorf("line %d has %d bytes, want %d", i+1, len(got), len(want))
			}
		}
	}
}

// The index of lines is made by whoever asks first, from any goroutine.
func TestLocationFromManyGoroutines(t *testing.T) {
	s := mustSource(t, "f", strings.Repeat("é\n", 5000))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if got := s.Location(3*i, 3*i).StartLine; got != i+1 {
				t.Errorf("offset %d is on line %d", 3*i, got)
			}
		})
	}
	wg.Wait()
}

func FuzzLocation(f *testing.F) {
	for _, s := range []string{"", "a\nb", "é😀\r\n\xff\u2028x", strings.Repeat("😀", 1500)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := newSource("f", []byte(text))
		if err != nil {
			t.Skip()
		}
		checkLocations(t, s)
	})
}
