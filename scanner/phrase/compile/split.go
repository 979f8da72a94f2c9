package compile

import "strings"

// A declaration is a class, a concept or a pattern with the lines of its body.
type declaration struct {
	at      place
	class   bool
	concept bool
	more    bool // of a class or concept: its members join those of another declaration
	name    string
	body    []piece
	fault   error // what is wrong with the line, instead of all others
}

// A piece is the part of a line that belongs to a body.
type piece struct {
	text string
	at   place
}

// split cuts a source into its declarations.
func split(s Source) []declaration {
	var all []declaration
	line, column := max(s.Line, 1), max(s.Column, 1)
	open := false // the line before ends in |
	for text := range strings.Lines(s.Text) {
		at := place{name: s.Name, line: line, column: column}
		line, column = line+1, 1

		text = strings.TrimRight(text[:comment(text)], " \t\r\n")
		trimmed := strings.TrimLeft(text, " \t")
		if trimmed == "" {
			continue
		}
		indent := len(text) - len(trimmed)
		at.column += indent
		d, n := head(trimmed)
		switch {
		case n > 0:
			d.at = at
			at.column += n
			d.body = []piece{{trimmed[n:], at}}
			all = append(all, d)
		case len(all) > 0 && (indent > 0 || open):
			last := &all[len(all)-1]
			last.body = append(last.body, piece{trimmed, at})
		default:
			all = append(all, declaration{fault: at.errorf("expected NAME: pattern, class NAME = members, class NAME += members or concept NAME = members")})
		}
		open = strings.HasSuffix(trimmed, "|")
	}
	return all
}

// comment is where the comment of a line begins, or its length.
func comment(line string) int {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == '#' && !quoted:
			return i
		}
	}
	return len(line)
}

// head reads the beginning of a declaration, up to and including its :, = or +=; n
// is its length, 0 where the line begins none.
func head(line string) (d declaration, n int) {
	name, rest := cutName(line)
	if name == "" {
		return d, 0
	}
	if after := strings.TrimLeft(rest, " \t"); strings.HasPrefix(after, ":") {
		d.name = name
		return d, len(line) - len(after) + 1
	}
	after := strings.TrimLeft(rest, " \t")
	if name != "class" && name != "concept" || after == rest {
		return d, 0
	}
	d.class, d.concept = name == "class", name == "concept"
	d.name, rest = cutName(after)
	after = strings.TrimLeft(rest, " \t")
	after, d.more = strings.CutPrefix(after, "+")
	if d.name == "" || !strings.HasPrefix(after, "=") {
		return d, 0
	}
	return d, len(line) - len(after) + 1
}

// cutName takes a name, a letter and letters, digits, dashes and underscores,
// off the beginning of s.
func cutName(s string) (name, rest string) {
	n := 0
	for n < len(s) && (isLetter(s[n]) || n > 0 && (s[n] >= '0' && s[n] <= '9' || s[n] == '-' || s[n] == '_')) {
		n++
	}
	return s[:n], s[n:]
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
