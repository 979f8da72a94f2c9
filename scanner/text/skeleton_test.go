package text_test

import (
	"testing"

	"github.com/theriac/theriac/scanner/text"
)

func TestSkeleton(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"read_file", "re\u0430d_file", true},
		{"paypal", "\u0440\u0430\u0443\u0440\u0430l", true},
		{"get\u200buser", "getuser", true},
		{"modern", "rnodern", true},
		{"item1", "iteml", true},
		{"caf\u00e9", "cafe\u0301", true},
		{"scope", "\u0455\u0441\u043e\u0440\u0435", true},
		{"read_file", "read_files", false},
		{"a", "b", false},
		{"", "\u200b", true},
		{"\u65e5\u672c", "\u65e5\u6728", false},
	} {
		if got := text.Skeleton(c.a) == text.Skeleton(c.b); got != c.same {
			t.Errorf("%q and %q look alike: %v, want %v", c.a, c.b, got, c.same)
		}
	}
}

func TestMixed(t *testing.T) {
	for name, want := range map[string]string{
		"re\u0430d_file": "re\u0430d",
		"get_B\u0430sh":  "B\u0430sh",
		"read_file":      "",
		"\u0447\u0438\u0442\u0430\u0442\u044c_file": "",
		"\u0394t":         "", // a Delta looks like no Latin letter
		"\u65e5\u672cabc": "",
		"\u00b5s":         "",
		"\u043e":          "",
		"":                "",
	} {
		from, to, ok := text.Mixed(name)
		if name[from:to] != want || ok != (want != "") {
			t.Errorf("Mixed(%q) = %q, %v; want %q", name, name[from:to], ok, want)
		}
	}
}
