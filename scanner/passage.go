package scanner

import (
	"cmp"
	"iter"
	"slices"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/text"
)

// A Passage is one text, ready for rules. It lives until its component is done.
type Passage struct {
	// Published is the text as the manifest has it; Value is what rules read: the
	// same with disguises folded away. Offsets are bytes of Value unless they are
	// said to be published ones.
	Published *manifest.Text
	Value     string
	*Reading

	pass    *Pass
	matches []match
	fences  []int // of code blocks, in Value; found when first asked
	fenced  bool
}

// match is what a rule reported of a passage: published bytes.
type match struct {
	rule       *Rule
	severity   Severity
	reason     string // with the verbs of package fmt
	args       []any
	start, end int
	said       [2]int   // in Value; empty where the rule reported the published text
	also       [][2]int // further places, published bytes
	// subsumes is a rule whose findings inside sub are told by this one.
	subsumes string
	sub      [2]int
}

// Pass is the component that the passage belongs to.
func (p *Passage) Pass() *Pass { return p.pass }

// Role says what the text is for.
func (p *Passage) Role() manifest.Role { return p.Published.Role }

// Has reports whether a phrase of the signal matched anywhere in the passage.
func (p *Passage) Has(s phrase.Signal) bool { return p.signals.Has(s) }

// All yields the matches of any of the signals, in order.
func (p *Passage) All(signals ...phrase.Signal) iter.Seq[phrase.Hit] {
	return func(yield func(phrase.Hit) bool) {
		for _, h := range p.Hits {
			if slices.Contains(signals, h.Signal) && !yield(h) {
				return
			}
		}
	}
}

// InSentence is the first match of any of the signals in a sentence.
func (p *Passage) InSentence(sentence uint32, signals ...phrase.Signal) (phrase.Hit, bool) {
	for _, h := range p.Sentence(sentence) {
		if slices.Contains(signals, h.Signal) {
			return h, true
		}
	}
	return phrase.Hit{}, false
}

// Sentence is the matches in one sentence.
func (p *Passage) Sentence(n uint32) []phrase.Hit {
	// Matches never cross sentences, so their order is that of the sentences.
	bySentence := func(h phrase.Hit, n uint32) int { return int(h.Sentence) - int(n) }
	from, _ := slices.BinarySearchFunc(p.Hits, n, bySentence)
	to, _ := slices.BinarySearchFunc(p.Hits, n+1, bySentence)
	return p.Hits[from:to]
}

// Concepts is what a sentence speaks of, if the passage woke a rule that waits for
// concepts.
func (p *Passage) Concepts(sentence uint32) phrase.Concepts {
	if int(sentence) >= len(p.concepts) {
		return 0
	}
	return p.concepts[sentence]
}

// SentenceCount is how many sentences there are, if the passage has tokens.
func (p *Passage) SentenceCount() uint32 {
	if len(p.Tokens) == 0 {
		return 0
	}
	return p.Tokens[len(p.Tokens)-1].Sentence + 1
}

// SentenceTokens is the range [from, to) of the tokens of a sentence.
func (p *Passage) SentenceTokens(n uint32) (from, to int) {
	bySentence := func(t text.Token, n uint32) int { return cmp.Compare(t.Sentence, n) }
	from, _ = slices.BinarySearchFunc(p.Tokens, n, bySentence)
	to, _ = slices.BinarySearchFunc(p.Tokens[from:], n+1, bySentence)
	return from, from + to
}

// ConceptSpan is the bytes of Value from the first to the last word in a sentence
// that stands for one of the concepts.
func (p *Passage) ConceptSpan(sentence uint32, set phrase.Concepts) (start, end int) {
	start = -1
	add := func(from, to int) {
		if start < 0 {
			start = from
		}
		start, end = min(start, from), max(end, to)
	}
	program := p.pass.set.program
	from, to := p.SentenceTokens(sentence)
	for _, t := range p.Tokens[from:to] {
		if program.Words[t.Word].Concepts&set != 0 {
			add(int(t.Start), int(t.End))
		}
	}
	for _, h := range p.Sentence(sentence) {
		if program.Raises[h.Signal]&set != 0 {
			add(p.Bytes(h))
		}
	}
	return max(start, 0), end
}

// Bytes is where a match stands in Value.
func (p *Passage) Bytes(h phrase.Hit) (start, end int) {
	return int(p.Tokens[h.From].Start), int(p.Tokens[h.To-1].End)
}

// Said is the words of a match.
func (p *Passage) Said(h phrase.Hit) string {
	start, end := p.Bytes(h)
	return p.Value[start:end]
}

// SentenceAt is the number of the sentence that holds a byte of Value; 0 where
// there are no tokens.
func (p *Passage) SentenceAt(b int) uint32 {
	i := p.TokenAt(b)
	if i == len(p.Tokens) {
		i--
	}
	if i < 0 {
		return 0
	}
	return p.Tokens[i].Sentence
}

// TokenAt is the index of the first token that ends after a byte of Value.
func (p *Passage) TokenAt(b int) int {
	i, _ := slices.BinarySearchFunc(p.Tokens, uint32(b), func(t text.Token, b uint32) int {
		if t.End <= b {
			return -1
		}
		return 1
	})
	return i
}

// ReportHit reports a match of the rule's phrases; see [Passage.ReportPublished]
// for reasons.
func (p *Passage) ReportHit(h phrase.Hit, s Severity, reason string, args ...any) *Report {
	start, end := p.Bytes(h)
	return p.Report(start, end, p.discount(h, s), reason, args...)
}

// Discount lowers a severity to low where the match stands in quotes in a
// sentence that speaks about such phrases: it is an example, not an instruction.
// It stays reported, since a model reads it all the same.
func (p *Passage) discount(h phrase.Hit, s Severity) Severity {
	if s > Low && p.Quoted(h) {
		p.Note("stands in quotes, in a sentence about such phrases: %s becomes low", s)
		return Low
	}
	return s
}

// Quoted reports whether a match is an example: inside quotes, in a sentence
// that speaks about phrases.
func (p *Passage) Quoted(h phrase.Hit) bool { return p.QuotedToken(int(h.From)) }

// QuotedToken is Quoted for a single token.
func (p *Passage) QuotedToken(i int) bool {
	mention := p.pass.set.mention
	if mention == 0 || !p.Has(mention) {
		return false
	}
	if !text.Quoted(p.Value, p.Tokens, i) {
		return false
	}
	_, ok := p.InSentence(p.Tokens[i].Sentence, mention)
	return ok
}

// Excluded reports whether a sentence has a phrase that a rule waits for which was
// excluded: whoever does not want to hear of it does not want to hear of it from
// another rule.
func (p *Passage) Excluded(sentence uint32) bool {
	for _, h := range p.Sentence(sentence) {
		if p.pass.set.excluded.Has(h.Signal) {
			return true
		}
	}
	return false
}

// A Report is a finding that was just made, for saying more about it.
type Report struct {
	passage *Passage
	index   int
}

// Report reports bytes of Value; see [Passage.ReportPublished] for reasons.
func (p *Passage) Report(start, end int, s Severity, reason string, args ...any) *Report {
	said := [2]int{start, end}
	start, end = p.origin(start, end)
	r := p.ReportPublished(start, end, s, reason, args...)
	p.matches[r.index].said = said
	return r
}

// ReportPublished reports bytes of the published text. The reason is a format of
// package fmt, and with its arguments the finding's message. Rule, reason and
// severity together are a branch, of which the rate on honest text is known; so a
// reason is the same for all findings that were made for it.
func (p *Passage) ReportPublished(start, end int, s Severity, reason string, args ...any) *Report {
	p.matches = append(p.matches, match{rule: p.pass.rule, severity: s, reason: reason, args: args, start: start, end: end})
	return &Report{p, len(p.matches) - 1}
}

// Also adds another place to the finding: bytes of Value.
func (r *Report) Also(start, end int) {
	start, end = r.passage.origin(start, end)
	m := &r.passage.matches[r.index]
	m.also = append(m.also, [2]int{start, end})
}

// Subsume takes back what another rule reports of a match: this finding tells it.
func (r *Report) Subsume(rule string, h phrase.Hit) {
	start, end := r.passage.PublishedBytes(h)
	m := &r.passage.matches[r.index]
	m.subsumes, m.sub = rule, [2]int{start, end}
}

// TokenEnd is the first byte of Value behind a match.
func (p *Passage) TokenEnd(h phrase.Hit) int { return int(p.Tokens[h.To-1].End) }

// PublishedBytes is where a match stands in the text as published.
func (p *Passage) PublishedBytes(h phrase.Hit) (start, end int) {
	return p.origin(p.Bytes(h))
}
