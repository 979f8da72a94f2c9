package text_test

import (
	"testing"

	"github.com/theriac/theriac/scanner/text"
)

func TestEscapeJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":"plain é 漢 🎉"}`:              `{"a":"plain é 漢 🎉"}`,
		"\"a\u200bb\u202e\"":               `"a\u200bb\u202e"`,
		"\"\u00a0\u3000\u2800\ufffc\x7f\"": `"\u00a0\u3000\u2800\ufffc\u007f"`,
		"\"\U000e0041\U00016fe4\"":         `"\udb40\udc41\ud81b\udfe4"`,
		"\"\xff\"":                         `"\ufffd"`,
		"{\n\t\"a\": 1\n}":                 "{\n\t\"a\": 1\n}",
	} {
		if got := string(text.EscapeJSON([]byte(in))); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}
