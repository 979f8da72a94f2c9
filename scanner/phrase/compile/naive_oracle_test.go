package compile

import (
	"testing"

	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/text"
)

// TestNaiveOracle compares the matcher with the naive one, on patterns that
// look ahead and behind too.
func TestNaiveOracle(t *testing.T) {
	hits, misses := 0, 0
	for seed := range uint64(60) {
		c := random(1000 + seed)
		s := generated(grammar{c: c, withLooks: true}, 12)
		for range 40 {
			h, m := s.agreesWithNaive(t, corpus(s.patterns, c))
			hits, misses = hits+h, misses+m
		}
	}
	t.Logf("%d hits and %d misses agree", hits, misses)
	if hits < 1000 || misses < 1000 {
		t.Error("the corpus says too little")
	}
}

func (s *suite) agreesWithNaive(t *testing.T, value string) (hits, misses int) {
	t.Helper()
	for _, tokens := range sentences(s.program.Lexicon.Tokenise(value, nil)) {
		if len(tokens) > phrase.Reach {
			continue
		}
		got := s.hits(value, tokens)
		for _, p := range s.patterns {
			if !knows(p.body) {
				continue
			}
			s.check(t, p, value, tokens, got[p.signal])
			if len(got[p.signal]) > 0 {
				hits++
			} else {
				misses++
			}
		}
	}
	return hits, misses
}

// check fails unless each hit is a match, and each match has a hit: inside it,
// or, where a hit may have taken an optional element along, touching it.
func (s *suite) check(t *testing.T, p *pattern, value string, tokens []text.Token, got []phrase.Hit) {
	t.Helper()
	pairs := (&naive{value, tokens}).pairs(p.body)
	sentence := value[tokens[0].Start:tokens[len(tokens)-1].End]
	matches := map[[2]int]bool{}
	for _, m := range pairs {
		matches[m] = true
	}
	for _, h := range got {
		if !matches[[2]int{int(h.From), int(h.To)}] {
			t.Fatalf("%q\n%s: %s\nthe hit %v is no match; matches: %v", sentence, p.signal, p.text(), h, pairs)
		}
	}
	kids := p.body.kids
	eager := kids[0].kind == kindMaybe || kids[len(kids)-1].kind == kindMaybe
	for _, m := range pairs {
		covered := false
		for _, h := range got {
			from, to := int(h.From), int(h.To)
			covered = covered || m[0] <= from && to <= m[1] || eager && from < m[1] && m[0] < to
		}
		if !covered {
			t.Fatalf("%q\n%s: %s\nthe match %v has no hit; hits: %v", sentence, p.signal, p.text(), m, got)
		}
	}
}

// knows reports whether the naive matcher can judge a pattern: not paths and
// URLs, nor looks at punctuation, which the marks that may stand between
// elements make a matter of taste.
func knows(n *node) bool {
	switch n.kind {
	case kindShape:
		return n.n != int(phrase.ShapePath) && n.n != int(phrase.ShapeURL)
	case kindAhead, kindBehind:
		return onlyWords(n.kids[0])
	}
	for _, k := range n.kids {
		if !knows(k) {
			return false
		}
	}
	return true
}

func onlyWords(n *node) bool {
	if n.kind == kindPunct || n.kind == kindShape || n.kind == kindGap || n.kind == kindStart {
		return false
	}
	for _, k := range n.kids {
		if !onlyWords(k) {
			return false
		}
	}
	return true
}
