package rules

import (
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/signals"
	"github.com/theriac/theriac/scanner/text"
)

// A meeting is a set of concepts that are a sign of an attack where they meet in a
// sentence: each of them is honest alone.
type meeting struct {
	// here are the concepts of the sentence, and either has one more of it; near
	// and beside may also stand in the sentence before or behind: all of near, and
	// one of beside.
	here, either, near, beside phrase.Concepts
	// without are concepts that make it honest, here or beside: secrets are kept.
	without phrase.Concepts
	reads   manifest.Role // where it counts; 0 for everywhere
	// only narrows it down further; nil for nothing.
	only func(p *scanner.Passage, sentence uint32) bool
	// named narrows it down to sentences with a word that is shaped like code.
	named    bool
	severity scanner.Severity
	message  string
	order    int // in the list
}

// setsOf are the concepts for which the meetings are looked at.
func setsOf(meetings []meeting, named bool) (all []phrase.Concepts) {
	for _, m := range meetings {
		if m.named == named {
			all = append(all, m.here)
		}
	}
	return all
}

// byLowest are the meetings by the lowest bits of their concepts: most sentences
// have the lowest of few.
var byLowest = sync.OnceValue(func() *[phrase.MaxConcepts][]*meeting {
	var all [phrase.MaxConcepts][]*meeting
	for i := range meetings {
		meetings[i].order = i
		n := bits.TrailingZeros64(uint64(meetings[i].here))
		all[n] = append(all[n], &meetings[i])
	}
	return &all
})

// meets is the gravest meeting in a sentence, and of those the first; nil if there
// is none.
func meets(p *scanner.Passage, n uint32) (worst *meeting) {
	here := p.Concepts(n)
	around := here | p.Concepts(n+1)
	if n > 0 {
		around |= p.Concepts(n - 1)
	}
	all := byLowest()
	for rest := here; rest != 0; rest &= rest - 1 {
		for _, m := range all[bits.TrailingZeros64(uint64(rest))] {
			if here.Has(m.here) && here.HasAny(m.either) && around.Has(m.near) && around.HasAny(m.beside) && around&m.without == 0 &&
				(m.reads == 0 || p.Role().Has(m.reads)) &&
				(worst == nil || m.severity > worst.severity || m.severity == worst.severity && m.order < worst.order) &&
				(!m.named || hasCode(p, n)) && (m.only == nil || m.says(p, n)) && m.holds(p, n) {
				worst = m
			}
		}
	}
	return worst
}

// says asks what narrows the meeting down.
func (m *meeting) says(p *scanner.Passage, n uint32) bool {
	is := m.only(p, n)
	if !is && p.Tracing() {
		p.Note("sentence %d, %q: it is refused, no order, or about this manifest's own", n+1, m.message)
	}
	return is
}

// hasCode reports whether a sentence has a word that is shaped like code.
func hasCode(p *scanner.Passage, n uint32) bool {
	from, to := p.SentenceTokens(n)
	return slices.ContainsFunc(p.Tokens[from:to], func(t text.Token) bool { return t.Flags&text.Compound != 0 })
}

// forbidsNothing wants a sentence that says of nothing that it is refused.
func forbidsNothing(p *scanner.Passage, n uint32) bool {
	_, is := p.InSentence(n, signals.Refuse, signals.They)
	return !is
}

// refuseReach is how many words before a thing it may be refused: "never put the".
const refuseReach = 3

var refusals = wordSet{list: "not never don't cannot can't mustn't shouldn't won't no nor without"}

// refusesNo wants a sentence that does not refuse what stands for a concept:
// "never skip the confirmation" does.
func refusesNo(set phrase.Concepts) func(p *scanner.Passage, n uint32) bool {
	return func(p *scanner.Passage, n uint32) bool {
		start, _ := p.ConceptSpan(n, set)
		at := p.TokenAt(start)
		for i := max(0, at-refuseReach); i < at; i++ {
			if p.Tokens[i].Sentence == n && refusals.has(strings.ToLower(between(p, i, i+1))) {
				return false
			}
		}
		return true
	}
}

// toldTo wants a sentence in which what stands for a concept is an order to whoever
// reads it: it begins the sentence or a clause, or stands behind a word that
// demands, or refuses by itself.
func toldTo(set phrase.Concepts) func(p *scanner.Passage, n uint32) bool {
	return func(p *scanner.Passage, n uint32) bool {
		start, _ := p.ConceptSpan(n, set)
		at := p.TokenAt(start)
		if first := strings.ToLower(between(p, at, at+1)); refusals.has(first) || demands.has(first) {
			return true
		}
		if strings.HasSuffix(between(p, at, at+1), "ing") {
			return false
		}
		for i := at - 1; i >= 0 && p.Tokens[i].Sentence == n; i-- {
			switch word := strings.ToLower(between(p, i, i+1)); {
			case isPunct(p.Tokens[i]) && i < at-1:
				if strings.Contains(",;:", word) {
					return false // the clause has begun with something that acts
				}
			case isPunct(p.Tokens[i]):
				return !strings.Contains("([{\"'`/_-=<", word)
			case demands.has(word), refusals.has(word), leads.has(word):
				return true
			case at-i > toldReach:
				return false
			}
		}
		return true
	}
}

// notOf wants a sentence in which what stands for a concept is not told of something
// that does it anyway: "is expected to comply", "is guided by".
func notOf(set phrase.Concepts) func(p *scanner.Passage, n uint32) bool {
	return func(p *scanner.Passage, n uint32) bool {
		start, _ := p.ConceptSpan(n, set)
		at := p.TokenAt(start)
		first := strings.ToLower(between(p, at, at+1))
		if strings.HasSuffix(first, "s") && len(first) > minVerb && !strings.HasSuffix(first, "ss") || first == "run" || first == "guided" || first == "governed" {
			return false
		}
		return at == 0 || p.Tokens[at-1].Sentence != n || !describing.has(strings.ToLower(between(p, at-1, at)))
	}
}

// toldReach is how many tokens before an order the word that demands it stands.
const toldReach = 8

// bothOf wants two conditions.
func bothOf(a, b func(*scanner.Passage, uint32) bool) func(*scanner.Passage, uint32) bool {
	return func(p *scanner.Passage, n uint32) bool { return a(p, n) && b(p, n) }
}

// mails wants a sentence with a mail address.
func mails(p *scanner.Passage, n uint32) bool {
	said := saidIn(p, n)
	at := strings.IndexByte(said, '@')
	return at > 0 && isWordByte(said[at-1]) && strings.Contains(said[at:], ".")
}

// saidIn is the words of a sentence.
func saidIn(p *scanner.Passage, n uint32) string {
	from, to := p.SentenceTokens(n)
	if from == to {
		return ""
	}
	return between(p, from, to)
}
