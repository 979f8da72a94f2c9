package compile

import (
	"bytes"
	"errors"
	goparser "go/parser"
	"go/token"
	"strings"
	"testing"
)

// FuzzMatch lets the input choose patterns and a text, and compares the matcher
// with both oracles; then the same patterns on the input itself as the text.
func FuzzMatch(f *testing.F) {
	f.Add([]byte("any bytes"), "never *tell* the user")
	f.Add(bytes.Repeat([]byte{7, 1, 5}, 60), `call "the tool" e-mail 'x' — “y”. 'tis`)
	f.Fuzz(func(t *testing.T, choices []byte, value string) {
		if len(choices) > 1000 || len(value) > 1000 {
			return
		}
		c := fromBytes(choices)
		s := generated(grammar{c: c}, 3)
		s.agreesWithRegexp(t, corpus(s.patterns, c))
		s = generated(grammar{c: c, withLooks: true}, 4)
		s.agreesWithNaive(t, corpus(s.patterns, c))
		s.agreesWithNaive(t, value)
	})
}

// FuzzCompile: whatever the source, there are tables or errors with places.
// Tables find samples of their own patterns, and can be written as Go.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{
		"a: tell", "class A = x | y z |\n @B\nclass B = b{,s}\n# c\na: [x] @A ..3 !(n) ~ident \"~/.ssh\" ^ (a | b)",
		"class A = @A", "a: (", "a: ..1", "x", "a: \"\\x7b\" b", "a: 不要 告诉",
		"class B += 用{户,戶} | сообщ{ай,ить}\nclass B = x\na: с @B ..2 알리지 마",
	} {
		f.Add(s, []byte{1, 2, 3})
	}
	f.Fuzz(func(t *testing.T, source string, choices []byte) {
		if len(source) > 2000 {
			return
		}
		s, err := build(source)
		if err != nil {
			allPlaced(t, err)
			return
		}
		c := fromBytes(choices)
		for range 3 {
			for _, p := range s.patterns {
				value := folded(sample(p.body, c))
				all := sentences(s.program.Lexicon.Tokenise(value, nil))
				found := len(all) > 1 // a line that looks like an item cuts it
				for _, tokens := range all {
					if len(tokens) > 60 || len(value) > 2000 || !knows(p.body) {
						found = true
						continue
					}
					// Several patterns may raise the signal: only that a match has
					// a hit is asked.
					pairs := (&naive{value, tokens}).pairs(p.body)
					hits := s.hits(value, tokens)[p.signal]
					if len(pairs) > 0 && len(hits) == 0 {
						t.Fatalf("%q: the match %v of %s has no hit", value, pairs, p.text())
					}
					found = found || len(hits) > 0
				}
				if !found && onlyPlain(p.body) {
					t.Fatalf("%q is a sample of %s, but does not match", value, p.text())
				}
			}
		}
		var b bytes.Buffer
		if err := Generate(&b, "p", s.program); err == nil {
			if _, err := goparser.ParseFile(token.NewFileSet(), "p.go", b.Bytes(), 0); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// allPlaced fails unless each part of a compile error names a place.
func allPlaced(t *testing.T, err error) {
	t.Helper()
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range many.Unwrap() {
			allPlaced(t, err)
		}
		return
	}
	var e *Error
	if !errors.As(err, &e) {
		if strings.Contains(err.Error(), "signals are declared") {
			return
		}
		t.Fatalf("%q has no place", err)
	}
	if e.Line < 1 || e.Column < 1 || e.Message == "" {
		t.Fatalf("%q has a bad place", err)
	}
}

// onlyPlain reports whether a pattern has nothing that can keep its samples
// from matching: words, groups, options and gaps only, all of ASCII letters.
func onlyPlain(n *node) bool {
	switch n.kind {
	case kindWord, kindSet:
		for _, w := range n.words {
			for _, c := range []byte(w) {
				if !isLetter(c) {
					return false
				}
			}
		}
		return true
	case kindPunct, kindShape, kindStart, kindAhead, kindBehind:
		return false
	}
	for _, k := range n.kids {
		if !onlyPlain(k) {
			return false
		}
	}
	return true
}
