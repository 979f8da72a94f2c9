package checks

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/text"
)

func TestJSON(t *testing.T) {
	for name, r := range allReports(t) {
		golden(t, name+".json.golden", render(t, "json", r, Options{}))
	}
}

// The JSON is plain to look at and decodes to exactly what the manifest says.
func TestJSONKeepsText(t *testing.T) {
	for _, hostile := range []string{
		"plain", "<b>&amp;</b>", "a\u200bb", "\U000e0041", "\U0001F600", "\u2028\u2029", "\x00\x1b\x7f\u0085\u009b",
		"\ufeff\u202e\u2066", "\\u200b", "\"\\", "##[add-mask]x ##", "e\u0301", "\ue000\U000f0000\U0010ffff", "\ufffd",
	} {
		r := Report{Findings: []scanner.Finding{{Rule: toys[0].Rule, Text: hostile, Message: scanner.Say("%s", hostile), Source: hostile, Field: hostile, Baseline: &hostile}}}
		r.Finish(scanner.High)
		got := render(t, "json", &r, Options{})
		for _, c := range string(got) {
			if c != '\n' && !text.Visible(c) {
				t.Errorf("%q: raw %U in the JSON", hostile, c)
			}
		}
		if bytes.Contains(got, []byte("##[")) {
			t.Errorf("%q: a log command in the JSON", hostile)
		}
		var back struct {
			Findings []struct {
				Text, Message, Source, Field string
				Baseline                     struct{ Text string }
			}
		}
		if err := json.Unmarshal(got, &back); err != nil {
			t.Fatal(err)
		}
		f := back.Findings[0]
		for _, s := range []string{f.Text, strings.Trim(f.Message, "'"), f.Source, f.Field, f.Baseline.Text} {
			if s != hostile {
				t.Errorf("%q came back as %q", hostile, s)
			}
		}
	}
}
