package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTag bounds a tag's length in bytes: what is longer is no tag.
const maxTag = 300

// tag is <name …>, </name>, or a comment.
type tag struct {
	start, end int    // bytes
	name       string // as written
	key        string // in small letters
	closing    bool
	comment    bool
}

// tagsOf finds the tags and comments of a text, in order.
func tagsOf(v string) []tag {
	var tags []tag
	for at := 0; ; {
		i := strings.IndexByte(v[at:], '<')
		if i < 0 {
			return tags
		}
		at += i
		t, ok := parseComment(v, at)
		if !ok {
			t, ok = parseTag(v, at)
		}
		if !ok {
			at++
			continue
		}
		tags = append(tags, t)
		at = t.end
	}
}

// parseTag reads <name …> or </name> at the < of value[at].
func parseTag(value string, at int) (tag, bool) {
	rest := value[at:min(len(value), at+maxTag)]
	i := 1
	for i < len(rest) && rest[i] == ' ' {
		i++
	}
	t := tag{start: at}
	if i < len(rest) && rest[i] == '/' {
		t.closing = true
		i++
	}
	begin := i
	for i < len(rest) {
		r, size := utf8.DecodeRuneInString(rest[i:])
		if !isNameRune(r) && (i == begin || r != '-' && r != ':' && (r != ' ' || !upperWords(rest[begin:i], rest[i+1:]))) {
			break
		}
		i += size
	}
	t.name = rest[begin:i]
	if t.name == "" {
		return tag{}, false
	}
	end := strings.IndexByte(rest[i:], '>')
	if end < 0 || strings.IndexByte(rest[i:i+end], '<') >= 0 {
		return tag{}, false
	}
	if end > 0 && rest[i] != ' ' && rest[i] != '/' && rest[i] != '\n' && rest[i] != '\t' {
		return tag{}, false
	}
	t.end, t.key = at+i+end+1, strings.ToLower(t.name)
	return t, true
}

// upperWords reports whether a blank inside a tag joins words in capitals, as in
// <SYSTEM NOTE>, rather than a name and its attributes.
func upperWords(before, after string) bool {
	next, _ := utf8.DecodeRuneInString(after)
	return isUpper(before) && unicode.IsUpper(next)
}

// isUpper reports whether a name is written in capitals. In a script that has
// none, no name is.
func isUpper(name string) bool {
	return name == strings.ToUpper(name) && name != strings.ToLower(name)
}

// isNameRune reports whether a character stands in a tag's name: a letter of any
// script, a mark on one, a digit or an underscore.
func isNameRune(r rune) bool {
	if r < utf8.RuneSelf {
		return isWordByte(byte(r))
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// parseComment reads the comment that begins at value[at]: to its end, or where
// it has none, to the line's.
func parseComment(value string, at int) (tag, bool) {
	const open, shut = "<!--", "-->"
	if !strings.HasPrefix(value[at:], open) {
		return tag{}, false
	}
	t := tag{start: at, end: len(value), comment: true}
	if i := strings.Index(value[at+len(open):], shut); i >= 0 {
		t.end = at + len(open) + i + len(shut)
	} else if i := strings.IndexByte(value[at:], '\n'); i >= 0 {
		t.end = at + i
	}
	return t, true
}
