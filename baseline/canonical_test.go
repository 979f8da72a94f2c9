package baseline

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

// FuzzCanonical holds canonical JSON to encoding/json: it is valid, says what
// the source said, and is its own canonical form.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{`{"b":[1,2.50,-0,1e5],"a":"\u00e9\n\u001f\"\\/","":{}}`, `[]`, `"\ud83d\ude00"`, `true`, "null", "-1E+02"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, input string) {
		if !json.Valid([]byte(input)) || !utf8.ValidString(input) {
			return
		}
		tree, odd, err := manifest.ReadJSON("", []byte(input), maxSize)
		if err != nil || len(odd) > 0 {
			return
		}
		got, err := canonical(tree.Root(), maxSize)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := compact(t, input), compact(t, got); a != b {
			t.Fatalf("%s became %s", a, b)
		}
		again, _, err := manifest.ReadJSON("", []byte(got), maxSize)
		if err != nil {
			t.Fatal(err)
		}
		if twice, _ := canonical(again.Root(), maxSize); twice != got {
			t.Fatalf("%s became %s", got, twice)
		}
		if shown := compact(t, string(text.EscapeJSON([]byte(got)))); shown != compact(t, got) {
			t.Fatalf("escaped, %s says %s", got, shown)
		}
	})
}

// compact is what encoding/json understands of a text, numbers as they are
// spelled.
func compact(t *testing.T, text string) string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func FuzzCompareUTF16(f *testing.F) {
	f.Add("a", "b")
	f.Add("\U0001f600", "\ufb01")
	f.Add("\ue000x", "\U0010ffff")
	f.Add("é", "e")
	f.Fuzz(func(t *testing.T, a, b string) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		if got := compareUTF16(a, b); got != want {
			t.Errorf("%q and %q: %d, not %d", a, b, got, want)
		}
	})
}

func FuzzIsNumber(f *testing.F) {
	for _, s := range []string{"0", "-0", "01", "1.", ".1", "1e", "1e+", "1E-05", "", "-", "0x1", "1_0", "NaN", "+1", " 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		// encoding/json also takes blanks around a value, and other values.
		want := json.Valid([]byte(s)) && strings.TrimSpace(s) == s && strings.IndexAny(s, `"[{tfn`) != 0
		if got := isNumber(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	})
}

func TestSameNumber(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"1", "1.0", true}, {"100", "1e2", true}, {"0", "-0.00", true}, {"0", "0e9", true}, {"12.50", "1250E-2", true},
		{"1", "-1", false}, {"1", "10", false}, {"9007199254740992", "9007199254740993", false},
		{"1e99999999999999999999", "1e99999999999999999999", false}, {"1", "one", false}, {"0.1", "0.01", false},
	} {
		if got := sameNumber(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}
