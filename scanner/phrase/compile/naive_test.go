package compile

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/text"
)

// A naive matcher is the oracle that knows the whole language: it tries every
// element at every token of a sentence, straight from the syntax tree, without
// anchors, tables or bit sets.
type naive struct {
	value  string
	tokens []text.Token // of one sentence
}

// pairs are all the ranges of tokens that the pattern matches.
func (s *naive) pairs(p *node) (all [][2]int) {
	for i := range s.tokens {
		for _, j := range s.ends(p, i) {
			if j > i {
				all = append(all, [2]int{i, j})
			}
		}
	}
	return all
}

// ends are the places where n can end when it begins at i.
func (s *naive) ends(n *node, i int) (out []int) {
	switch n.kind {
	case kindWord, kindSet, kindPunct:
		return s.token(n, i)
	case kindShape:
		for ; ; i++ {
			for j := i + 1; j <= len(s.tokens); j++ {
				if s.has(phrase.Shape(n.n), i, j) {
					out = append(out, j)
				}
			}
			if !s.dressing(i) {
				return out
			}
		}
	case kindGap:
		out = []int{i}
		for left := n.n; i < len(s.tokens); i++ {
			if s.tokens[i].Flags&text.Punct == 0 {
				if left--; left < 0 {
					break
				}
			}
			out = append(out, i+1)
		}
		return out
	case kindStart:
		for _, t := range s.tokens[:i] {
			if t.Flags&text.Punct == 0 {
				return nil
			}
		}
		return []int{i}
	case kindSeq:
		out = []int{i}
		for _, k := range n.kids {
			var next []int
			for _, i := range out {
				next = append(next, s.ends(k, i)...)
			}
			slices.Sort(next)
			out = slices.Compact(next)
		}
		return out
	case kindAlt:
		for _, k := range n.kids {
			out = append(out, s.ends(k, i)...)
		}
		return out
	case kindMaybe:
		return append(s.ends(n.kids[0], i), i)
	case kindAhead:
		if len(s.ends(n.kids[0], i)) > 0 {
			return nil
		}
		return []int{i}
	case kindBehind:
		for k := i; ; k-- { // marks may stand between what is looked at and here
			for from := range k + 1 {
				if slices.Contains(s.ends(n.kids[0], from), k) {
					return nil
				}
			}
			if k == 0 || !s.dressing(k-1) {
				break
			}
		}
		return []int{i}
	}
	panic("no such kind")
}

func (s *naive) token(n *node, i int) []int {
	for ; i < len(s.tokens); i++ {
		t := s.tokens[i]
		word := s.value[t.Start:t.End]
		spaced := t.Flags&text.SpaceBefore != 0
		if n.join == phrase.Tight && spaced || n.join == phrase.Spaced && !spaced {
			return nil
		}
		if n.kind == kindPunct {
			if r, _ := utf8.DecodeRuneInString(word); r == n.punct && t.Flags&text.Punct != 0 {
				return []int{i + 1}
			}
		} else if slices.Contains(n.words, strings.ToLower(word)) && t.Flags&text.Punct == 0 {
			return []int{i + 1}
		}
		if n.join != phrase.Loose || !s.dressing(i) {
			return nil
		}
	}
	return nil
}

// dressing reports whether token i is a mark that an element skips before it.
func (s *naive) dressing(i int) bool {
	if i >= len(s.tokens) || s.tokens[i].Flags&text.Punct == 0 {
		return false
	}
	return strings.ContainsAny(s.value[s.tokens[i].Start:s.tokens[i].End], "*_`\"'")
}

var (
	digits = regexp.MustCompile(`^[0-9]+$`)
	kebab  = regexp.MustCompile(`^[a-z][a-z0-9_]*(-[a-z0-9_]+){1,7}$`)
)

// has reports whether the tokens from i to j have a shape. It does not know
// paths and URLs.
func (s *naive) has(shape phrase.Shape, i, j int) bool {
	if j > len(s.tokens) || i >= j {
		return false
	}
	t := s.tokens[i]
	run := s.value[t.Start:s.tokens[j-1].End]
	one, word := j == i+1, t.Flags&text.Punct == 0
	switch shape {
	case phrase.ShapeAny:
		return one
	case phrase.ShapeWord:
		return one && word
	case phrase.ShapeCaps:
		return one && t.Flags&text.Upper != 0
	case phrase.ShapeNumber:
		return one && digits.MatchString(run)
	case phrase.ShapeIdent:
		before, after := s.hyphens(i-1), s.hyphens(j)
		return !before && !after && (one && t.Flags&text.Compound != 0 && !digits.MatchString(run[:1]) || kebab.MatchString(run))
	case phrase.ShapeQuoted:
		for _, q := range []string{"''", `""`, "``", "“”", "‘’"} {
			open, size := utf8.DecodeRuneInString(q)
			shut := q[size:]
			inner, ok := strings.CutPrefix(run, string(open))
			if !ok || j-i < 3 || j-i > 10 {
				continue
			}
			inner, ok = strings.CutSuffix(inner, shut)
			if !ok || s.quoteInside(i+1, j-1, string(open), shut) {
				continue
			}
			if s.tokens[i+1].Flags&text.SpaceBefore == 0 && s.tokens[j-1].Flags&text.SpaceBefore == 0 && inner != "" {
				return true
			}
		}
	}
	return false
}

// quoteInside reports whether one of the quotes is a token from i to j.
func (s *naive) quoteInside(i, j int, quotes ...string) bool {
	for _, t := range s.tokens[i:j] {
		if slices.Contains(quotes, s.value[t.Start:t.End]) {
			return true
		}
	}
	return false
}

// hyphens reports whether token i is a hyphen between two words.
func (s *naive) hyphens(i int) bool {
	if i < 1 || i+1 >= len(s.tokens) {
		return false
	}
	a, h, b := s.tokens[i-1], s.tokens[i], s.tokens[i+1]
	return s.value[h.Start:h.End] == "-" && (a.Flags|b.Flags)&text.Punct == 0 && (h.Flags|b.Flags)&text.SpaceBefore == 0
}
