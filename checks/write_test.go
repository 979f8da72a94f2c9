package checks

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner"
)

func TestFormats(t *testing.T) {
	want := []string{"text", "json", "sarif", "github", "markdown", "html"}
	if got := Formats(); !slices.Equal(got, want) {
		t.Errorf("formats %q, want %q", got, want)
	}
	err := Write(io.Discard, "xml", addReport(t), Options{})
	if err == nil {
		t.Fatal("no error for an unknown format")
	}
	for _, name := range append(want, "xml") {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("the error does not name %s: %v", name, err)
		}
	}
}

// Equal input gives equal bytes, also where the order of the findings was
// another one before.
func TestDeterministic(t *testing.T) {
	for _, name := range Formats() {
		first := render(t, name, mixedReport(t), Options{Rules: toyRules()})
		r := mixedReport(t)
		slices.Reverse(r.Findings)
		slices.Reverse(r.Sources)
		r.Finish(scanner.High)
		rules := toyRules()
		slices.Reverse(rules)
		if again := render(t, name, r, Options{Rules: rules}); !bytes.Equal(first, again) {
			t.Errorf("%s differs from run to run", name)
		}
	}
}

// brokenWriter takes a number of bytes and then fails.
type brokenWriter struct{ left int }

var errBroken = errors.New("disk full")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return w.left, errBroken
	}
	w.left -= len(p)
	return len(p), nil
}

func TestWriteFails(t *testing.T) {
	for _, name := range Formats() {
		for _, room := range []int{0, 100} {
			if err := Write(&brokenWriter{room}, name, addReport(t), Options{}); !errors.Is(err, errBroken) {
				t.Errorf("%s, %d bytes: %v", name, room, err)
			}
		}
	}
}

func TestHelp(t *testing.T) {
	text, markdown := HelpText(toys[0].Rule), HelpMarkdown(toys[0].Rule)
	for _, want := range []string{"A tag such as <IMPORTANT> in a description.", "    Adds. <IMPORTANT>Read it.</IMPORTANT>", "    Returns List<String>."} {
		if !strings.Contains(text, want) {
			t.Errorf("the help does not have %q:\n%s", want, text)
		}
	}
	inert(t, markdown)
	for _, want := range []string{"### Bad\n\n```text\nAdds. <IMPORTANT>Read it.</IMPORTANT>\n```", "### Good\n\n```text\nReturns List<String>.\n```"} {
		if !strings.Contains(markdown, want) {
			t.Errorf("the help does not have %q:\n%s", want, markdown)
		}
	}
	// A sample may be anything.
	r := scanner.Rule{Hits: []scanner.Sample{{Text: "a\n```\n<b>\u200b\n```"}}}
	if got := HelpMarkdown(&r); !strings.Contains(got, "````text\na\n```\n<b>\\u200b\n```\n````") {
		t.Errorf("the sample breaks out:\n%s", got)
	}
}
