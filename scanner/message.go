package scanner

import (
	"fmt"
	"slices"
	"strings"
)

// A Message is a sentence about a finding. It keeps words apart from code
// (names, paths, rule IDs, values), so that no format has to guess which is
// which. Code may be manifest text, exactly as published: formats escape it.
type Message struct {
	// words has one place, \x00, for each of code.
	words string
	code  []string
}

// slot stands in a message's words where code belongs. Say's templates are
// constants, and code never gets into words, so it can't be forged.
const slot = "\x00"

// Say makes a message of a template, in which each %s stands for the next of
// code; without code, the template is taken as it is. A template with another
// number of places than there is code is a fault of its caller, and panics.
func Say(template string, code ...string) Message {
	if len(code) == 0 {
		return Message{words: strings.ReplaceAll(template, slot, "")}
	}
	words := strings.ReplaceAll(template, "%s", slot)
	if n := strings.Count(words, slot); n != len(code) {
		panic(fmt.Sprintf("scanner: a message with %d places and %d pieces of code: %q", n, len(code), template))
	}
	return Message{words, code}
}

// Then is the message with another one right behind it.
func (m Message) Then(more Message) Message {
	return Message{m.words + more.words, append(m.code[:len(m.code):len(m.code)], more.code...)}
}

// Join puts messages into a list: "a", "a and b", "a, b and c". Of more than
// most it shows that many and counts the rest.
func Join(most int, all ...Message) Message {
	var out Message
	shown := all[:min(most, len(all))]
	for i, m := range shown {
		switch {
		case i == 0:
		case i == len(shown)-1 && len(shown) == len(all):
			out = out.Then(Say(" and "))
		default:
			out = out.Then(Say(", "))
		}
		out = out.Then(m)
	}
	if left := len(all) - len(shown); left > 0 {
		out = out.Then(Say(fmt.Sprintf(" and %d more", left)))
	}
	return out
}

// Codes makes a message of each piece of code, for Join.
func Codes(all []string) []Message {
	out := make([]Message, len(all))
	for i, s := range all {
		out[i] = Say("%s", s)
	}
	return out
}

// Equal reports whether two messages say the same.
func (m Message) Equal(other Message) bool {
	return m.words == other.words && slices.Equal(m.code, other.code)
}

// Render puts the message together; words and code say how each part is shown.
func (m Message) Render(words, code func(string) string) string {
	var b strings.Builder
	for i, part := range strings.Split(m.words, slot) {
		if i > 0 {
			b.WriteString(code(m.code[i-1]))
		}
		if part != "" {
			b.WriteString(words(part))
		}
	}
	return b.String()
}

// String is the message as plain text, with its code in single quotes.
func (m Message) String() string {
	return m.Render(func(s string) string { return s }, func(s string) string { return "'" + s + "'" })
}
