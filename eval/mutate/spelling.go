package mutate

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spelling writes words in ways that readers understand at sight.
var spelling = []Disguise{
	{Name: "letters spaced out", Wants: Words, hide: spacedOut, show: joined},
	{Name: "leetspeak", Wants: Words, hide: leet, show: unleet},
	{Name: "sentence splitting", Wants: Words, hide: split, show: func(s string) string { return s }},
}

// spacedOut sets the letters of a word one blank apart and words two.
func spacedOut(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		spaced := eachWord(line, func(word string, _ int) string {
			return strings.Join(strings.Split(word, ""), "\x00")
		})
		lines[i] = strings.ReplaceAll(strings.Join(strings.Fields(spaced), "  "), "\x00", " ")
	}
	return strings.Join(lines, "\n")
}

var wide = regexp.MustCompile(`  +`)

func joined(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		words := wide.Split(line, -1)
		for j, w := range words {
			words[j] = strings.ReplaceAll(w, " ", "")
		}
		lines[i] = strings.Join(words, " ")
	}
	return strings.Join(lines, "\n")
}

// leetspeak, in its most common form.
var digits = strings.NewReplacer("a", "4", "e", "3", "i", "1", "o", "0", "s", "5", "t", "7", "A", "4", "E", "3", "I", "1", "O", "0", "S", "5", "T", "7")

func leet(s string) string {
	return eachWord(s, func(word string, _ int) string { return digits.Replace(word) })
}

var undigits = strings.NewReplacer("4", "a", "3", "e", "1", "i", "0", "o", "5", "s", "7", "t")

// unleet reads digits as letters in every piece, even in those that are all
// digits: a text with numbers of its own doesn't come back and is not scored.
func unleet(s string) string { return undigits.Replace(s) }

// comma is a comma between two parts of a sentence that both have three words
// or more: not one of a list.
var comma = regexp.MustCompile(`((?:[^\s.,;:!?]+ ){2,}[^\s.,;:!?]+), ((?:[^\s,]+ ){2,})`)

// split makes two sentences of one, at its commas.
func split(s string) string {
	for {
		m := comma.FindStringSubmatchIndex(s)
		if m == nil {
			return s
		}
		r, size := utf8.DecodeRuneInString(s[m[4]:])
		s = s[:m[3]] + ". " + string(unicode.ToUpper(r)) + s[m[4]+size:]
	}
}
