package checks

import (
	"strings"
	"unicode"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/text"
)

// In markdown that GitHub renders, a backslash does not disarm everything: it
// looks for mentions, issue references, commit hashes and addresses in the
// finished page's text, after backslashes and entities are gone. It leaves code
// alone. So whatever might mean something stands in a code span here, and a
// code span is closed by nothing but its own fence (CommonMark 0.31 §6.1).

// codeSpan is s as inline code, on one line. Inside a table, cells are cut at
// every | first, even in code (GitHub Flavored Markdown §4.10), so there it must
// be spelled: see tableCode.
func codeSpan(s string) string {
	s = EscapeTerminal(s)
	if s == "" {
		return "(empty)"
	}
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	// One blank is taken off each end when both ends have one and there is more
	// than blanks; a backtick at an end would lengthen the fence.
	pad := ""
	if s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' ' && strings.Trim(s, " ") != "" {
		pad = " "
	}
	return fence + pad + s + pad + fence
}

// tableCode is codeSpan for a table cell. A \| in code is read as | there, but
// \\| ends the cell, so no backslash can be trusted: | is spelled as if it were
// invisible.
func tableCode(s string) string {
	return strings.ReplaceAll(codeSpan(s), "|", spell('|', "|"))
}

// longestRun is the length of the longest run of c in s.
func longestRun(s string, c byte) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// escapeMarkdown makes a sentence safe for running text: plain words stay as
// they are, everything else becomes code. Blanks and line breaks become single
// blanks. The result must not begin a line of its own.
func escapeMarkdown(s string) string {
	var out, code []string
	flush := func() {
		if len(code) > 0 {
			all := strings.Join(code, " ")
			span := strings.TrimRight(all, ".,;:") // a sentence's own punctuation is no code
			if span == "" {
				span = all
			}
			out = append(out, codeSpan(span)+all[len(span):])
			code = code[:0]
		}
	}
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' }) {
		if plainWord(word) {
			flush()
			out = append(out, word)
		} else {
			code = append(code, word)
		}
	}
	flush()
	return strings.Join(out, " ")
}

// markdownMessage is a message in running text, its code as code.
func markdownMessage(m scanner.Message) string {
	return m.Render(markdownWords, codeSpan)
}

// markdownWords is escapeMarkdown of a part of a sentence: it keeps the blanks at
// its ends.
func markdownWords(s string) string {
	core := strings.Trim(s, " ")
	if core == "" {
		return s
	}
	at := strings.Index(s, core)
	return s[:at] + escapeMarkdown(core) + s[at+len(core):]
}

// plainWord reports whether neither markdown nor GitHub sees anything in a word
// but a word: letters with single hyphens or apostrophes between them, or at
// most six digits (seven could be a commit), in parentheses or quotes and with
// closing punctuation at most.
func plainWord(w string) bool {
	if strings.Trim(w, ".,;:?!→") == "" {
		return true // punctuation behind code
	}
	w = strings.TrimLeft(w, `('"`)
	w = strings.TrimRight(w, `.,;:?!)'"`)
	if w == "" {
		return false
	}
	if strings.Trim(w, "0123456789") == "" {
		return len(w) <= 6
	}
	joint := true // a hyphen or apostrophe may not begin a word
	for _, r := range w {
		switch {
		case unicode.IsLetter(r) && text.Visible(r):
			joint = false
		case (r == '-' || r == '\'') && !joint:
			joint = true
		default:
			return false
		}
	}
	return !joint && !commitLike(w)
}

// commitLike reports whether a part of w could be a commit's hash, in letters
// alone.
func commitLike(w string) bool {
	for part := range strings.FieldsFuncSeq(w, func(r rune) bool { return r == '-' || r == '\'' }) {
		if len(part) >= 7 && strings.Trim(strings.ToLower(part), "abcdef") == "" {
			return true
		}
	}
	return false
}

// fenced is a block of lines that are escaped already, as code.
func fenced(lines string) string { return fencedAs("text", lines) }

func fencedAs(language, lines string) string {
	if lines == "" {
		return ""
	}
	fence := strings.Repeat("`", max(3, longestRun(lines, '`')+1))
	return fence + language + "\n" + strings.TrimSuffix(lines, "\n") + "\n" + fence
}
