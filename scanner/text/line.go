package text

import "strings"

// startsItem tells whether the line whose first token stands at i begins
// something of its own rather than going on with the line before.
func startsItem(value string, i int) bool {
	s := value[i:]
	switch c := s[0]; {
	case c == '-' || c == '*' || c == '+':
		return blankAt(s, 1) || strings.HasPrefix(s, "---") || strings.HasPrefix(s, "***") || c == '*' && field(s)
	case c == '#':
		return strings.HasPrefix(s, "##") || blankAt(s, 1)
	case c == '|':
		return true
	case c == '~':
		return strings.HasPrefix(s, "~~~")
	case c == '<':
		return len(s) > 1 && (class[s[1]]&classLetter != 0 || s[1] == '/' || s[1] == '!')
	case c == '@' || c == ':': // @param, :param x:
		return len(s) > 1 && class[s[1]]&classLetter != 0
	case c == '(':
		n := run(s[1:], classWord)
		return 0 < n && n <= 3 && n+1 < len(s) && s[n+1] == ')'
	case c == '`':
		return strings.HasPrefix(s, "```") || field(s)
	case c == '"' || c == '\'' || c == '_':
		return field(s)
	case class[c]&classDigit != 0:
		n := run(s, classDigit)
		return n <= 3 && n < len(s) && (s[n] == '.' || s[n] == ')') && blankAt(s, n+1)
	case class[c]&classLetter != 0:
		return len(s) > 1 && s[1] == ')' && blankAt(s, 2) || field(s)
	case class[c]&classHigh != 0:
		r := decode(s, 0)
		k, _ := lookup(r)
		// Bullets, emoji, list numbers; no quotes, and no CJK brackets.
		return k == kindOther && r >= 0x2022 && r != '…' && (r < 0x3008 || r > 0x301f)
	}
	return false
}

// goesOn tells whether the line before the one that begins at i ends in a word
// that wants another one: no item begins behind "to all".
func goesOn(value string, i int) bool {
	for i > 0 && class[value[i-1]]&classBlanks != 0 {
		i--
	}
	end := i
	for i > 0 && end-i < 8 && class[value[i-1]]&classLetter != 0 {
		i--
	}
	switch value[i:end] {
	case "a", "an", "the", "to", "of", "all", "any", "every", "each", "and", "or", "in", "on", "for", "with", "by", "from", "your", "its":
		return true
	}
	return false
}

// field tells whether s begins with the name of something and a colon, as in
// "path: where to look", "`path` (string, optional): …", "**Returns**: …",
// "Step 1: …".
func field(s string) bool {
	i := 0
	for i < len(s) && i < 3 && dressesField(s[i]) {
		i++
	}
	name := i
	for i < len(s) && i < name+40 && (class[s[i]]&classWord != 0 || s[i] == '_' || s[i] == '-' || s[i] == '.') {
		i++
	}
	if i == name {
		return false
	}
	for n := 0; i < len(s) && n < 3 && dressesField(s[i]); n++ {
		i++
	}
	if blankAt(s, i) && i+1 < len(s) {
		switch c := s[i+1]; {
		case c == '(' || c == '[':
			near := s[i+1 : min(i+80, len(s))]
			end := strings.IndexAny(near[1:], ")]\n")
			if end < 0 || near[1+end] == '\n' {
				return false
			}
			i += 1 + 1 + end + 1
		case class[c]&classDigit != 0:
			i += 1 + run(s[i+1:min(i+5, len(s))], classDigit)
		}
	}
	return i < len(s) && s[i] == ':' && (i+1 == len(s) || blankAt(s, i+1) || dressesField(s[i+1]))
}

// dressesField tells whether c is a quote or a mark of emphasis or code.
func dressesField(c byte) bool { return c == '*' || c == '`' || c == '"' || c == '\'' || c == '_' }

// run counts the bytes at the beginning of s that are of the classes. It looks
// at no more than it needs to tell a list number from a longer one.
func run(s string, classes uint8) int {
	n := 0
	for n < len(s) && n < 8 && class[s[n]]&classes != 0 {
		n++
	}
	return n
}

// blankAt tells whether the string ends or has a blank or line break at i.
func blankAt(s string, i int) bool {
	return i >= len(s) || class[s[i]]&classBlanks != 0
}
