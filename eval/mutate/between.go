package mutate

import (
	"slices"
	"strings"
	"unicode"
)

// between put something between letters or words that a reader does not see, or
// does not mind.
var between = []Disguise{
	{Name: "zero-width inside words", hide: insideWords("\u200b", "\u200c", "\u2060", "\ufeff", "\u200d"), show: without("\u200b\u200c\u200d\u2060\ufeff")},
	{Name: "soft hyphens", hide: insideWords("\u00ad"), show: without("\u00ad")},
	{Name: "no-break spaces", hide: spaces("\u00a0", "\u202f", "\u2007", "\u3000"), show: blanks},
	{Name: "doubled spacing", hide: spaces("  "), show: blanks},
	{Name: "line breaks inside a phrase", Wants: Words, hide: everySecondSpace("\n"), show: blanks},
	{Name: "comments inside a phrase", Wants: Words, hide: everySecondSpace(" <!-- --> "), show: withoutComments},
	{Name: "terminal escapes inside words", hide: insideWords("\x1b[0m", "\x1b[1;31m", "\x1b[8m"), show: withoutEscapes},
	{Name: "emphasis inside words", Wants: Words, hide: emphasis, show: without("*")},
	{Name: "bidirectional controls", hide: controls, show: without("\u202d\u202e\u202c\u2066\u2067\u2069")},
	{Name: "reversed in an override", Wants: Words, hide: reversed, show: unreversed},
}

// insideWords puts one of the pieces into the middle of every run of letters.
func insideWords(pieces ...string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		in := []rune(s)
		n := 0
		for i := 0; i < len(in); {
			j := i
			for j < len(in) && unicode.IsLetter(in[j]) {
				j++
			}
			if j-i < 2 {
				j = max(j, i+1)
				b.WriteString(string(in[i:j]))
			} else {
				middle := i + (j-i)/2
				b.WriteString(string(in[i:middle]) + pieces[n%len(pieces)] + string(in[middle:j]))
				n++
			}
			i = j
		}
		return b.String()
	}
}

func without(set string) func(string) string {
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(set, r) {
				return -1
			}
			return r
		}, s)
	}
}

// spaces replaces each blank by one of the others, in turn.
func spaces(others ...string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		n := 0
		for _, r := range s {
			if r != ' ' {
				b.WriteRune(r)
				continue
			}
			b.WriteString(others[n%len(others)])
			n++
		}
		return b.String()
	}
}

// blanks needs no decoding: [Read] takes any blank for one.
func blanks(s string) string { return s }

// everySecondSpace replaces every second single blank between words.
func everySecondSpace(by string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		n := 0
		for _, r := range s {
			if r == ' ' {
				if n++; n%2 == 0 {
					b.WriteString(by)
					continue
				}
			}
			b.WriteRune(r)
		}
		return b.String()
	}
}

func withoutComments(s string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "<!--")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		_, s, ok = strings.Cut(rest, "-->")
		if !ok {
			return b.String()
		}
	}
}

// withoutEscapes drops the control sequences that set colours: ESC [ … m
// (ECMA-48, SGR).
func withoutEscapes(s string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		_, s, _ = strings.Cut(rest, "m")
	}
}

// emphasis makes the inner letters of words bold or italic, in markdown.
func emphasis(s string) string {
	return eachWord(s, func(word string, n int) string {
		if len(word) < 3 {
			return word
		}
		mark := []string{"**", "*"}[n%2]
		return word[:1] + mark + word[1:len(word)-1] + mark + word[len(word)-1:]
	})
}

// controls wraps words in bidirectional controls. The order of the characters,
// which is what a model reads, stays; what a person sees does not.
func controls(s string) string {
	n := 0
	words := strings.Split(s, " ")
	for i, w := range words {
		if w == "" {
			continue
		}
		wrap := [][2]string{{"\u202e", "\u202c"}, {"\u202d", "\u202c"}, {"\u2067", "\u2069"}}[n%3]
		words[i] = wrap[0] + w + wrap[1]
		n++
	}
	return strings.Join(words, " ")
}

// reversed writes each line backwards inside a right-to-left override, so that
// it shows forwards.
func reversed(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "\u202e" + backwards(line) + "\u202c"
		}
	}
	return strings.Join(lines, "\n")
}

func unreversed(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = backwards(strings.TrimSuffix(strings.TrimPrefix(line, "\u202e"), "\u202c"))
	}
	return strings.Join(lines, "\n")
}

func backwards(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}
