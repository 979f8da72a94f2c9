package checks

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/text"
)

// Everything that an output shows of a manifest (names, paths, messages, text)
// goes through one of the functions below. Which characters may be seen as they
// are is decided once, in text.Visible; the formats differ in how they spell the
// others and in what else they have to disarm.

func isMark(r rune) bool {
	return r >= utf8.RuneSelf && unicode.In(r, unicode.Mn, unicode.Me)
}

// maxMarks is how many combining marks may stand on one letter. Living scripts
// need at most three; a taller stack writes over the lines around it.
const maxMarks = 3

// pieces splits s into runs that may be shown as they are and single characters
// that may not. show gets each run; hide gets each other character with its
// bytes: r is utf8.RuneError with one byte for a byte that is no UTF-8.
//
// A combining mark that has no letter before it, or too many marks, is hidden
// too: it would change what theriac itself has printed. So is what would
// begin a command to the runner of an action, see oldCommand: an output's line
// may begin with s.
func pieces(s string, show func(string), hide func(r rune, raw string)) {
	start, marks := 0, maxMarks
	begin := len(s) - len(strings.TrimLeft(s, " "))
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		ok := text.Visible(r) && !oldCommand(s[i:]) && (i != begin || !strings.HasPrefix(s[i:], "::"))
		switch {
		case !ok:
			marks = maxMarks
		case isMark(r):
			ok = marks < maxMarks
			marks++
		default:
			marks = 0
		}
		if !ok {
			if start < i {
				show(s[start:i])
			}
			hide(r, s[i:i+n])
			start = i + n
		}
		i += n
	}
	if start < len(s) {
		show(s[start:])
	}
}

// spell writes a character that can't be shown in the notation of Go and
// Python: \n, \u200b, \U000e0041, and \xff for a byte that is no UTF-8.
func spell(r rune, raw string) string {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		return fmt.Sprintf(`\x%02x`, raw[0])
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r > 0xffff:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// EscapeTerminal makes s safe for a terminal and a log: one line, no escape
// sequence, nothing invisible, nothing that turns the direction of the text.
// Backslashes stay single, so the result is to be read, not to be decoded.
func EscapeTerminal(s string) string {
	var b strings.Builder
	pieces(s,
		func(run string) { b.WriteString(run) },
		func(r rune, raw string) { b.WriteString(spell(r, raw)) })
	return b.String()
}

// quoteTerminal is EscapeTerminal in double quotes, with quotes and backslashes
// escaped: strconv.Unquote gives s again.
func quoteTerminal(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	pieces(s,
		func(run string) {
			for i := range len(run) {
				if c := run[i]; c == '"' || c == '\\' {
					b.WriteByte('\\')
				}
				b.WriteByte(run[i])
			}
		},
		func(r rune, raw string) { b.WriteString(spell(r, raw)) })
	b.WriteByte('"')
	return b.String()
}

// oldCommand reports whether s begins with the older spelling of a command to
// the runner of an action, "##[add-mask]x". The runner obeys it anywhere in a
// line of a step's output, and "::add-mask::x" at the beginning of a line, after
// blanks (actions/runner, ActionCommand, TryParse and TryParseV2). "##vso[" is
// Azure Pipelines' form.
func oldCommand(s string) bool {
	return s[0] == '#' && (strings.HasPrefix(s, "##[") || strings.HasPrefix(s, "##vso["))
}

// escapeCommandData is for the message of a workflow command, and
// escapeCommandProperty for its properties: actions/toolkit,
// packages/core/src/command.ts, escapes these characters and no others. Lines of
// the message are EscapeTerminal'ed before they are joined.
func escapeCommandData(s string) string { return commandData.Replace(s) }

func escapeCommandProperty(s string) string { return commandProperty.Replace(s) }

var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// escapeMessage is for the text of a SARIF message. There [text](target) is a
// link (SARIF 2.1.0 §3.11.6) and a backslash escapes, so brackets and
// backslashes are escaped. Characters that can't be shown are written <U+200B>,
// which needs no backslash and so also reads well where a viewer leaves
// escapes in.
func escapeMessage(s string) string {
	var b strings.Builder
	pieces(s,
		func(run string) {
			for i := range len(run) {
				if c := run[i]; c == '[' || c == ']' || c == '\\' {
					b.WriteByte('\\')
				}
				b.WriteByte(run[i])
			}
		},
		func(r rune, raw string) {
			if r == utf8.RuneError && len(raw) == 1 {
				fmt.Fprintf(&b, "<byte %02X>", raw[0])
				return
			}
			fmt.Fprintf(&b, "<U+%04X>", r)
		})
	return b.String()
}

// escapeJSON is for JSON that is already encoded: what shows nothing becomes
// \uXXXX, and so does what the runner of an action would obey, see oldCommand.
func escapeJSON(encoded []byte) string { return jsonCommand.Replace(string(text.EscapeJSON(encoded))) }

var jsonCommand = strings.NewReplacer("##[", `\u0023#[`, "##vso[", `\u0023#vso[`)
