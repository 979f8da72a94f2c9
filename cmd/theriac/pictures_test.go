package main

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPictures holds the README's pictures to what the program prints: they are
// drawn from the output of the README's first command, as text in SVG.
func TestPictures(t *testing.T) {
	review := []string{"review", "--base", "testdata/pull/base", "--head", "testdata/pull/head"}
	text := output(t, append(review, "--color", "always")...)
	t.Chdir("cmd/theriac")
	markdown := output(t, append(review, "--format", "markdown")...)
	t.Chdir("cmd/theriac")
	holdFile(t, "../../docs/pictures/terminal.svg", terminalPicture("$ theriac review --base testdata/pull/base --head testdata/pull/head\n"+text))
	holdFile(t, "../../docs/pictures/check-run.svg", checkRunPicture(markdown))
}

// A picture is lines of pieces, one below the other.
type picture struct {
	b      strings.Builder
	y      int // of the next line, in pixels
	width  int
	margin int
}

const lineHeight = 20

// line writes pieces, each with a class of the style sheet.
func (p *picture) line(indent int, pieces ...[2]string) {
	fmt.Fprintf(&p.b, `<text x="%d" y="%d" xml:space="preserve">`, p.margin+indent, p.y)
	for _, piece := range pieces {
		fmt.Fprintf(&p.b, `<tspan class="%s">%s</tspan>`, piece[0], html.EscapeString(piece[1]))
	}
	p.b.WriteString("</text>\n")
	p.y += lineHeight
}

func (p *picture) svg(style, background string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d">
<style>%[3]s</style>
<rect width="100%%" height="100%%" rx="8" fill="%[4]s"/>
%[5]s</svg>
`, p.width, p.y, style, background, p.b.String())
}

// colour is a change of the terminal's colours (ECMA-48 §8.3.117).
var colour = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// terminalPicture draws what a terminal shows.
func terminalPicture(text string) string {
	p := &picture{y: 32, width: 760, margin: 20}
	classes := map[string]string{"0": "t", "1": "b", "2": "dim", "31": "red", "32": "green", "33": "yellow", "36": "cyan", "1;31": "crit"}
	class := "t"
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		var pieces [][2]string
		for line != "" {
			at := colour.FindStringSubmatchIndex(line)
			if at == nil {
				pieces, line = append(pieces, [2]string{class, line}), ""
				break
			}
			if at[0] > 0 {
				pieces = append(pieces, [2]string{class, line[:at[0]]})
			}
			class = classes[line[at[2]:at[3]]]
			line = line[at[1]:]
		}
		p.line(0, pieces...)
	}
	return p.svg(`text{font:14px ui-monospace,Menlo,Consolas,monospace;fill:#d0d7de}.b{font-weight:bold}.dim{fill:#8b949e}.red{fill:#ff7b72}`+
		`.crit{fill:#ff7b72;font-weight:bold}.green{fill:#7ee787}.yellow{fill:#e3b341}.cyan{fill:#79c0ff}`, "#161b22")
}

// checkRunPicture draws a summary as GitHub shows it: its headings, its lists, its
// code, and the titles of what is folded.
func checkRunPicture(markdown string) string {
	p := &picture{y: 36, width: 860, margin: 24}
	p.line(0, [2]string{"bad", "✕ "}, [2]string{"h", "theriac"}, [2]string{"dim", "  Failing"})
	p.y += 8
	block, folded := false, false
	for line := range strings.SplitSeq(markdown, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "</details>":
			folded = false
		case strings.HasPrefix(trimmed, "<summary>"):
			p.line(0, [2]string{"t", "▸ " + strings.TrimSuffix(strings.TrimPrefix(trimmed, "<summary>"), "</summary>")})
			folded = true
		case folded || trimmed == "<details>":
		case strings.HasPrefix(trimmed, "```"):
			block = !block
		case block:
			class := map[byte]string{'+': "ins", '-': "del"}[(trimmed + " ")[0]]
			p.wrapped(40, 104, [2]string{class + " m", trimmed})
		case trimmed == "":
			p.y += 6
		case strings.HasPrefix(line, "### "):
			p.y += 6
			p.wrapped(0, 80, inline(strings.TrimPrefix(line, "### "), "h")...)
		case strings.HasPrefix(line, "- "):
			p.wrapped(16, 106, append([][2]string{{"t", "• "}}, inline(line[2:], "t")...)...)
		default:
			indent := 0
			if strings.HasPrefix(line, "  ") {
				indent = 28
			}
			p.wrapped(indent, 106, inline(trimmed, "t")...)
		}
	}
	return p.svg(`text{font:14px -apple-system,"Segoe UI",Helvetica,Arial,sans-serif;fill:#1f2328}.h{font-weight:bold;font-size:16px}.b{font-weight:bold}`+
		`.c,.m{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px}.c{fill:#0550ae}.dim{fill:#59636e}.bad{fill:#d1242f;font-weight:bold}`+
		`.ins{fill:#116329}.del{fill:#82071e}`, "#f6f8fa")
}

// span is bold text or code in a line of markdown.
var span = regexp.MustCompile("\\*\\*(.+?)\\*\\*|`([^`]+)`")

func inline(s, class string) (pieces [][2]string) {
	for s != "" {
		at := span.FindStringSubmatchIndex(s)
		if at == nil {
			return append(pieces, [2]string{class, s})
		}
		if at[0] > 0 {
			pieces = append(pieces, [2]string{class, s[:at[0]]})
		}
		if at[2] >= 0 {
			pieces = append(pieces, [2]string{"b", strings.Trim(s[at[2]:at[3]], "`")})
		} else {
			pieces = append(pieces, [2]string{"c", s[at[4]:at[5]]})
		}
		s = s[at[1]:]
	}
	return pieces
}

// wrapped is line, broken at blanks after so many characters.
func (p *picture) wrapped(indent, most int, pieces ...[2]string) {
	var row [][2]string
	used := 0
	for _, piece := range pieces {
		for i, word := range strings.SplitAfter(piece[1], " ") {
			n := utf8.RuneCountInString(word)
			if used+n > most && used > 0 && (i > 0 || n > 8) {
				p.line(indent, row...)
				row, used = nil, 0
			}
			if last := len(row) - 1; last >= 0 && i > 0 && used > 0 && row[last][0] == piece[0] {
				row[last][1] += word
			} else {
				row = append(row, [2]string{piece[0], word})
			}
			used += n
		}
	}
	p.line(indent, row...)
}
