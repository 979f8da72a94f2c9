package checks

import (
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// gfm parses what GitHub renders: CommonMark with tables, strikethrough, task
// lists and bare addresses as links.
var gfm = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))

func parseMarkdown(source string) (ast.Node, []byte) {
	b := []byte(source)
	return gfm.Parser().Parse(text.NewReader(b)), b
}

// reference is what GitHub turns into links in the text of a rendered page:
// mentions, issues, commits, addresses.
var reference = regexp.MustCompile(`(?i)@\w|#\d|\bgh-\d|\b[0-9a-f]{7,40}\b|://|\bwww\.|\w@|:\w+:|\$`)

// inert fails on anything in markdown that acts: links, images, HTML, mentions.
// It gives the text that readers see, code included, and the same without code.
// fold is a line that hides a section.
var fold = regexp.MustCompile(`^(</?details>|<summary>[A-Za-z0-9 ,]+</summary>)$`)

// linkBase is where the links of these tests lead, and nowhere else.
const linkBase = "https://git.example/blob/"

func inert(t *testing.T, source string) (seen, prose string) {
	t.Helper()
	doc, b := parseMarkdown(source)
	var all, outside strings.Builder
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock:
			// The folds are ours, and hold words and numbers alone.
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				if got := strings.TrimSpace(string(line.Value(b))); !fold.MatchString(got) {
					t.Errorf("HTML %q in %q", got, source)
				}
			}
		case *ast.Link:
			if !strings.HasPrefix(string(n.Destination), linkBase) {
				t.Errorf("a link to %q in %q", n.Destination, source)
			}
		case *ast.AutoLink, *ast.Image, *ast.RawHTML, *ast.LinkReferenceDefinition,
			*extast.FootnoteLink, *extast.Footnote, *extast.FootnoteList, *extast.TaskCheckBox:
			t.Errorf("%s in %q", n.Kind(), source)
		case *ast.CodeSpan:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				all.Write(c.(*ast.Text).Segment.Value(b))
			}
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			s := string(n.Segment.Value(b))
			if n.SoftLineBreak() || n.HardLineBreak() {
				s += "\n"
			}
			all.WriteString(s)
			outside.WriteString(s)
		case *ast.String:
			all.Write(n.Value)
			outside.Write(n.Value)
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *extast.TableCell:
			outside.WriteByte('\n')
		}
		return ast.WalkContinue, nil
	})
	if m := reference.FindString(outside.String()); m != "" {
		t.Errorf("GitHub would make %q a reference in %q", m, source)
	}
	return all.String(), outside.String()
}

func FuzzCodeSpan(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		want := EscapeTerminal(s)
		if want == "" {
			want = "(empty)"
		}
		seen, prose := inert(t, "before "+codeSpan(s)+" after")
		if seen != "before "+want+" after" {
			t.Errorf("%q is seen as %q", s, seen)
		}
		if want != "(empty)" && prose != "\nbefore  after" {
			t.Errorf("%q leaves %q outside of code", s, prose)
		}
	})
}

func FuzzTableCode(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		doc, b := parseMarkdown("| a | b |\n| --- | --- |\n| " + tableCode(s) + " | end |\n")
		var cells []string
		ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if c, ok := n.(*extast.TableCell); ok && entering {
				var cell strings.Builder
				for x := c.FirstChild(); x != nil; x = x.NextSibling() {
					switch x := x.(type) {
					case *ast.CodeSpan:
						for y := x.FirstChild(); y != nil; y = y.NextSibling() {
							cell.Write(y.(*ast.Text).Segment.Value(b))
						}
					case *ast.Text:
						cell.Write(x.Segment.Value(b))
					}
				}
				cells = append(cells, cell.String())
			}
			return ast.WalkContinue, nil
		})
		want := strings.ReplaceAll(EscapeTerminal(s), "|", `\u007c`)
		if s == "" {
			want = "(empty)"
		}
		if len(cells) != 4 || cells[2] != want || cells[3] != "end" {
			t.Errorf("%q makes the cells %q", s, cells)
		}
	})
}

func FuzzEscapeMarkdown(f *testing.F) {
	seed(f)
	f.Add("see (the `docs`) and ask @octocat about #1, please: it's well-known")
	f.Fuzz(func(t *testing.T, s string) {
		fields := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' })
		want := EscapeTerminal(strings.Join(fields, " "))
		seen, _ := inert(t, "note: "+escapeMarkdown(s)+" (end)")
		// Marks and commands are judged word by word, not in the whole.
		if strings.ContainsFunc(s, isMark) || strings.Contains(want, `\u0023`) || strings.Contains(s, "::") {
			return
		}
		if got := strings.TrimSuffix(strings.TrimPrefix(seen, "note: "), " (end)"); strings.TrimSpace(got) != want {
			t.Errorf("%q is seen as %q", s, got)
		}
	})
}

func TestEscapeMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"Directive to conceal behavior from the user":   "Directive to conceal behavior from the user",
		"Hidden-instruction pseudo-tag '</IMPORTANT>'":  "Hidden-instruction pseudo-tag `'</IMPORTANT>'`",
		"it's well-known (see the docs): 42 times, ok?": "it's well-known (see the docs): 42 times, ok?",
		"ask @octocat about #1, please":                 "ask `@octocat` about `#1`, please",
		"a *b* c_d [e](f)":                              "a `*b* c_d [e](f)`",
		"1234567 deadbeef defaced dead-beef a-defaced":  "`1234567 deadbeef defaced` dead-beef `a-defaced`",
		"one\ntwo":        "one two",
		"zero\u200bwidth": "`zero\\u200bwidth`",
	} {
		if got := escapeMarkdown(in); got != want {
			t.Errorf("escapeMarkdown(%q) = %q, want %q", in, got, want)
		}
	}
}
