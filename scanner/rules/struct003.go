package rules

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

const (
	// minGap is the seed's measure of padding inside a line, in characters.
	minGap = 20
	// minBreaks is the same for line breaks.
	minBreaks = 10
	// farGap leaves every description box: no table column is that wide.
	farGap = 100
)

var _ = add(scanner.Rule{
	ID: "STRUCT003", Name: "whitespace-padding", Layer: 1,
	Severities: []scanner.Severity{scanner.Medium, scanner.Low},
	CWE:        []string{"CWE-451"}, OWASP: []string{"ASI01"},
	Help: scanner.Help{
		Summary: "20 or more blanks after visible text, or 10 or more line breaks",
		What: "A gap of 20 or more blanks between two visible parts of a line, or 10 or more line breaks (blank lines included) between two visible parts of a text. " +
			"The columns of a table, which begin at the same place in several lines, stay quiet.",
		Why: "A description box shows some lines of some width. Padding pushes what follows out of it, while the model reads straight on: the way in which the " +
			"WhatsApp takeover hid its payload.",
		Fix:    "Remove the gap. Align tables with fewer than 20 blanks, or write them as lists.",
		Misses: "Padding made of visible filler, such as a harmless sentence said again and again.",
	},
	Reads: manifest.Prose | manifest.Values | manifest.Hidden,
	Wake:  scanner.Wake{Raw: true},
	Text: func(p *scanner.Passage) {
		v := p.Published.Value
		if !hasGap(v) {
			return
		}
		all := gaps(v)
		if len(all) == 0 {
			return
		}
		columns := sync.OnceValue(func() map[int]int { return columnsOf(v) })
		for _, g := range all {
			switch {
			case g.breaks >= minBreaks:
				p.ReportPublished(g.start, g.end, scanner.Medium, "%d line breaks push the text after them out of view", g.breaks)
			case isLayout(v, g):
			case g.width >= farGap, g.width >= minGap && !isCell(v, g) && columns()[g.column] < minRows:
				severity := scanner.Medium
				if g.width < farGap && beginsRemark(v[g.end:]) {
					severity = scanner.Low // a remark beside a line of code, whose text the other rules read
				}
				p.ReportPublished(g.start, g.end, severity, "%d blanks push the text after them out of view", g.width)
			}
		}
	},
	Hits: []scanner.Sample{
		{Text: "Lists birds." + blanks + "Then list fish.", Match: blanks, Severity: scanner.Medium},
		{Text: "Lists birds." + breaks + "Then list fish.", Match: breaks, Severity: scanner.Medium},
		{Text: "とりの\nさかな" + blanks + "Then list fish.", Match: blanks, Severity: scanner.Medium},
		{Text: "Birds\x01\x02\n\x03\x04" + blanks + "Then list fish.", Match: blanks, Severity: scanner.Medium},
	},
	Quiet: []scanner.Sample{
		{Text: "SELECT id\nFROM birds                          -- all of them\nLIMIT 5", Severity: scanner.Low},
		{Text: "Lists birds.\n\n\nThen fish."},
		{Text: "Lists birds." + blanks},
		{Text: "name" + blanks + "type\nid  " + blanks + "int\nsize" + blanks + "int"},
	},
})

// Padding for the samples: 24 blanks and 12 line breaks.
const (
	blanks = "                        "
	breaks = "\n\n\n\n\n\n\n\n\n\n\n\n"
)

// gap is a run of blanks and line breaks between two visible parts of a text.
type gap struct {
	start, end int // bytes
	width      int // the longest run of blanks inside one line, in characters
	breaks     int
	column     int // characters between the last line break and end
}

// hasGap reports whether a text may have a gap, which is minBreaks bytes or more:
// it has none where each tenth byte surely belongs to what is visible, or one
// beside it does. Of a run of plain blanks, only one that begins with minGap bytes in
// a line or has minBreaks line breaks can be one.
func hasGap(v string) bool {
	shows := func(i int) bool {
		switch c := v[i]; {
		case c < utf8.RuneSelf:
			return c > ' '
		case c < 0xc3, 0xe1 <= c && c <= 0xe3: // the bytes of blanks: U+0085, U+00A0, U+1680, U+2000 and up, U+2800, U+3000, U+3164
			return false
		}
		return true
	}
	for i := minBreaks - 1; i < len(v); i += minBreaks {
		if shows(i) {
			continue
		}
		start, end := i, i+1
		for start > 0 && !shows(start-1) {
			start--
		}
		for end < len(v) && !shows(end) {
			end++
		}
		run := v[start:end]
		if len(run) >= minBreaks && strings.Trim(run, " \t\n\v\f\r") != "" {
			return true // it may be several gaps, and what shows between them
		}
		blanks, rest, _ := strings.Cut(run, "\n")
		if len(blanks) >= minGap || len(rest) >= minBreaks-1 && strings.Count(rest, "\n") >= minBreaks-1 {
			return true
		}
		i = max(i, end-minBreaks) // the next one to look at lies behind the run
	}
	return false
}

func gaps(v string) []gap {
	var all []gap
	column := 0
	for i := 0; i < len(v); {
		if ' ' < v[i] && v[i] < utf8.RuneSelf {
			column++
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(v[i:])
		if !unicode.IsSpace(r) && r != '\u3164' && r != '\u2800' {
			column++
			i += n
			continue
		}
		if i+1 < len(v) && r == ' ' && ' ' < v[i+1] && v[i+1] < utf8.RuneSelf {
			column++ // as between most words
			i++
			continue
		}
		g, run := gap{start: i}, 0
		for i < len(v) {
			r, n = utf8.DecodeRuneInString(v[i:])
			if r == '\n' {
				g.breaks++
				run, column = 0, 0
			} else if unicode.IsSpace(r) || r == '\u3164' || r == '\u2800' {
				run++
				column++
				if g.breaks == 0 {
					g.width = run
				}
			} else {
				break
			}
			i += n
		}
		g.end, g.column = i, column
		if g.start > 0 && g.end < len(v) && (g.width >= minGap || g.breaks >= minBreaks) {
			all = append(all, g)
		}
	}
	return all
}

// maxRow is how much of a line to each side of a gap is looked at, in bytes: a
// table's row is not longer.
const maxRow = 1000

// isCell reports whether the gap stands in a row of a markdown table: between
// two of at least three bars in its line.
func isCell(v string, g gap) bool {
	before, after := v[max(0, g.start-maxRow):g.start], v[g.end:min(len(v), g.end+maxRow)]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	return strings.HasPrefix(after, "|") && strings.Count(before, "|")+strings.Count(after, "|") >= 3
}

// minRows is how many lines must have a word begin at the same place behind a
// gap to make it a table's column.
const minRows = 2

// columnsOf counts, for each place in a line, the lines in which a word begins
// there behind two blanks or more.
func columnsOf(v string) map[int]int {
	columns := map[int]int{}
	column, blanks := 0, 0
	for _, r := range v {
		switch {
		case r == '\n':
			column, blanks = 0, 0
			continue
		case r <= ' ' || r >= utf8.RuneSelf && unicode.IsSpace(r):
			blanks++
		default:
			if blanks >= 2 && column > blanks {
				columns[column]++
			}
			blanks = 0
		}
		column++
	}
	return columns
}

// isLayout reports whether a gap parts two pieces of markup, or pads a cell of a
// table: the text behind it is as far away as its author's editor put it.
func isLayout(v string, g gap) bool {
	return v[g.start-min(g.start, 1)] == '>' && strings.HasPrefix(v[g.end:], "<") || strings.HasPrefix(v[g.end:], "|")
}

// remarkSigns begin a remark in a program's text.
var remarkSigns = []string{"--", "#", "//", "/*"}

func beginsRemark(text string) bool {
	return slices.ContainsFunc(remarkSigns, func(s string) bool { return strings.HasPrefix(text, s) })
}
