package checks

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/text"
	"gopkg.in/yaml.v3"
)

// tricky are texts that break out of something.
var tricky = []string{
	"", " ", "  ", "plain words", "`", "``", "` `", " `a` ", "a`b``c", "\\", "\\`", "a\\|b", "|", "||", "a|b",
	"@octocat", "x@octocat.example", "#1", "GH-1", "octocat/repo#1", "0123456789abcdef0123456789abcdef01234567", "deadbeef", "defaced",
	"http://evil.example", "https://evil.example/a_b_c", "www.evil.example", "mailto:a@evil.example", "ftp://evil.example",
	"[a](b)", "![a](b)", "[a][b]", "[a]: b", "<a href=x>", "<!-- x -->", "</code>", "<details>", "&lt;", "&#64;octocat",
	"*a*", "**a**", "_a_", "~~a~~", "# a", "> a", "- a", "1. a", "---", "===", "```\ncode\n```", "~~~", "| a |\n| - |", "    code",
	":tada:", "$x$", "$`x`$", "[^1]", "[x]", "\\@octocat", "line\nbreak", "a\r\nb", "a\tb", "\x1b[31mred", "\x1b]8;;x\x07",
	"\u200b", "\u202ertl\u202c", "\u2066\u2069", "\U000e0041", "\ufe0f", "\ufeff", "\u00ad", "\u00a0", "\u3000", "\u2028", "\ufffd", "\ue000",
	"e\u0301", "\u0301", "a\u0301\u0301\u0301\u0301\u0301", "\xff", "\xed\xa0\x80", "\xf0\x9f", "a\xc3", "\x00", "\x7f", "\u0085", "\u3164", "\u2800",
	"::error::x", "##[add-mask]x", "###[x]", "##vso[x]y", "%0A", "%25", "a,b:c", "漢字", "😀", "(a)", "'a'", "\"a\"", "it's", "well-known",
}

func seed(f *testing.F) {
	for _, s := range tricky {
		f.Add(s)
	}
}

// safeForTerminal fails on anything in s that is not seen for what it is.
func safeForTerminal(t *testing.T, what, s string, allowed string) {
	t.Helper()
	if !utf8.ValidString(s) {
		t.Errorf("%s is no UTF-8: %q", what, s)
	}
	for _, r := range s {
		if !text.Visible(r) && !strings.ContainsRune(allowed, r) {
			t.Errorf("%s has %U: %q", what, r, s)
		}
	}
	if strings.Contains(s, "##[") || strings.Contains(s, "##vso[") {
		t.Errorf("%s has a log command: %q", what, s)
	}
}

func FuzzEscapeTerminal(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		once := EscapeTerminal(s)
		safeForTerminal(t, "EscapeTerminal", once, "")
		if again := EscapeTerminal(once); again != once {
			t.Errorf("escaping %q twice gives %q", once, again)
		}
		quoted := quoteTerminal(s)
		safeForTerminal(t, "quoteTerminal", quoted, "")
		if back, err := strconv.Unquote(quoted); err != nil || back != s {
			t.Errorf("%s came back as %q (%v)", quoted, back, err)
		}
		if !utf8.ValidString(s) {
			return
		}
		var back string
		if err := yaml.Unmarshal([]byte(quoteYAML(s)), &back); err != nil || back != s {
			t.Errorf("as YAML, %s came back as %q (%v)", quoteYAML(s), back, err)
		}
	})
}

func TestEscapeTerminal(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                     "plain",
		"C:\\temp":                  "C:\\temp",
		"a\u200bb":                  `a\u200bb`,
		"\x1b[2J":                   `\u001b[2J`,
		"\U000e0041":                `\U000e0041`,
		"a\xffb":                    `a\xffb`,
		"\ufffd":                    `\ufffd`,
		"a\nb\tc\r":                 `a\nb\tc\r`,
		"é e\u0301 漢字 😀":            "é e\u0301 漢字 😀",
		"\u0301a":                   `\u0301a`,
		"a\u0301\u0301\u0301\u0301": "a\u0301\u0301\u0301\\u0301",
		"❤\ufe0f":                   `❤\ufe0f`,
		"a\u00a0b":                  `a\u00a0b`,
		"##[group]":                 `\u0023#[group]`,
		"###[group]":                `#\u0023#[group]`,
		"## [1.0]":                  "## [1.0]",
	} {
		if got := EscapeTerminal(in); got != want {
			t.Errorf("EscapeTerminal(%q) = %q, want %q", in, got, want)
		}
	}
}

// readMessage undoes escapeMessage as a viewer of SARIF does: it fails on what
// would be a link.
func readMessage(t *testing.T, s string) string {
	t.Helper()
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
			if i == len(s) {
				t.Fatalf("%q ends in an escape", s)
			}
		case '[', ']':
			t.Errorf("%q has a bracket that is not escaped", s)
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func FuzzEscapeMessage(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		escaped := escapeMessage(s)
		safeForTerminal(t, "escapeMessage", escaped, "")
		if EscapeTerminal(s) == s { // nothing invisible: the text comes back whole
			if got := readMessage(t, escaped); got != s {
				t.Errorf("%q came back as %q", s, got)
			}
		}
	})
}

func TestEscapeMessage(t *testing.T) {
	for in, want := range map[string]string{
		"see [here](1)": `see \[here\](1)`,
		`C:\x`:          `C:\\x`,
		"a\u200bb":      "a<U+200B>b",
		"\U000e0041":    "<U+E0041>",
		"\xff":          "<byte FF>",
	} {
		if got := escapeMessage(in); got != want {
			t.Errorf("escapeMessage(%q) = %q, want %q", in, got, want)
		}
	}
}
