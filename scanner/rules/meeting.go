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
				(!m.named || hasCode(p, n)) && (m.only == nil || m.only(p, n)) && m.holds(p, n) {
				worst = m
			}
		}
	}
	return worst
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

// holds reports whether what meets is said in one breath, where it counts, and of
// somebody else's things.
func (m *meeting) holds(p *scanner.Passage, n uint32) bool {
	why := ""
	switch {
	case !oneClause(p, n, m):
		why = "the words stand too far apart, or in different pieces of the text"
	case !inPlace(p, n, m):
		why = "in a parameter's text it counts only as a demand"
	case ownAccess(p, n, m):
		why = "it is about access to this API"
	case belongs(p, n, m):
		why = "the sentence speaks of the tool's own name and parameters"
	default:
		return true
	}
	p.Note("sentence %d, %q: %s", n+1, m.message, why)
	return false
}

// maxClause is how many tokens a clause may have in which things are said together.
const maxClause = 34

// oneClause reports whether what meets stands close together, and in one piece of
// the text: the items of a list, the cells of a table and the blocks of HTML are
// not said in one breath.
func oneClause(p *scanner.Passage, n uint32, m *meeting) bool {
	start, end := p.ConceptSpan(n, m.here)
	if m.here == signals.OfRank|signals.OfUnchecked && !strings.ContainsRune(p.Value[start:end], ' ') {
		return false // one word: "pre-approved", "exemption"
	}
	if p.TokenAt(end-1)-p.TokenAt(start) > maxClause {
		return false
	}
	said := p.Value[start:end]
	return strings.Count(said, ")") <= strings.Count(said, "(") && !strings.ContainsAny(said, "<>|") && !strings.Contains(said, "\n\n") && !strings.Contains(said, "\n-") && !strings.Contains(said, "\n*")
}

// inPlace reports whether a sign counts where it stands. A parameter's text tells
// what the parameter is: a mild sign counts there only as a demand, or where it was
// made for parameters.
func inPlace(p *scanner.Passage, n uint32, m *meeting) bool {
	return m.severity >= scanner.High || m.reads != 0 || p.Role() != manifest.SchemaText || p.Concepts(n).Has(signals.OfDemand)
}

// accessWords are about how a caller proves who it is: a key that belongs into a
// request of this API is not taken from anybody.
var accessWords = wordSet{list: "header headers authorization authorisation authenticate authenticates authenticated authentication authorize authorized oauth oauth2 " +
	"bearer jwt api apis sdk endpoint endpoints request requests tier client-side server-side scope scopes encrypt encrypted credential-type grant rotate"}

// ownAccess reports whether a meeting about a secret is about access to this API:
// its sentence speaks of how to sign in, or the secret is a parameter of the tool.
// Files with secrets are never a way to sign in.
func ownAccess(p *scanner.Passage, n uint32, m *meeting) bool {
	if start, end := p.ConceptSpan(n, signals.OfSecretFile); m.here.Has(signals.OfSecretFile) && start < end && shares(p, p.TokenAt(start), p.TokenAt(end-1)+1, 1) {
		return true // the tool that is named for the file
	}
	if m.here&signals.OfSecretThing == 0 && m.either&signals.OfSecretThing == 0 || p.Concepts(n).Has(signals.OfSecretFile) {
		return false
	}
	from, to := p.SentenceTokens(n)
	for i := from; i < to; i++ {
		if !isPunct(p.Tokens[i]) && accessWords.has(strings.ToLower(between(p, i, i+1))) {
			return true
		}
	}
	return false
}

// minShared is how many words of a sentence must be the component's own for it
// to belong: one or two are common words, or an attack that dresses up.
const minShared = 3

// belongs reports whether a sentence speaks of the component: of its name and its
// parameters. That alone clears nobody, so it clears only what is no high sign.
func belongs(p *scanner.Passage, n uint32, m *meeting) bool {
	if m.severity >= scanner.High {
		return false
	}
	from, to := p.SentenceTokens(n)
	return shares(p, from, to, minShared)
}

var bound = wordSet{list: "user users user's operator operator's operators developer developers system safety policy policies vendor assistant agent model content moderation human host " +
	"deployment owner limits rules'"}

// bindsReader wants a sentence that speaks of what binds the model, or to it:
// products have rules that replace others.
func bindsReader(p *scanner.Passage, n uint32) bool {
	from, to := p.SentenceTokens(n)
	for i := from; i < to; i++ {
		if w := strings.ToLower(between(p, i, i+1)); !isPunct(p.Tokens[i]) && (bound.has(w) || bindings.has(w) || addressed.has(w)) {
			return true
		}
	}
	return false
}

var sinks = wordSet{list: "third third-party partner partners vendor vendors affiliate affiliates affiliated advertiser advertisers advertising marketing broker brokers sponsor sponsors " +
	"competitor competitors external outside telegram discord webhook webhooks http https attacker strangers public insurer insurers lender lenders reseller landlord employer"}

// literalSink wants a sentence that names where something goes: an address, a host,
// or who is no part of the service.
func literalSink(p *scanner.Passage, n uint32) bool {
	from, to := p.SentenceTokens(n)
	for i := from; i < to; i++ {
		if isPunct(p.Tokens[i]) {
			if mark := between(p, i, i+1); (mark == "@" || mark == ".") && i > from && i+1 < to && !isPunct(p.Tokens[i-1]) && !isPunct(p.Tokens[i+1]) &&
				p.Tokens[i].Flags&text.SpaceBefore == 0 && p.Tokens[i+1].Flags&text.SpaceBefore == 0 && !ownWord(p, i-1) {
				return true
			}
			continue
		}
		if sinks.has(strings.ToLower(between(p, i, i+1))) {
			return true
		}
	}
	return false
}

// ownWord reports whether a token is a word of the component's name.
func ownWord(p *scanner.Passage, i int) bool {
	return shares(p, i, i+1, 1) || strings.EqualFold(between(p, i, i+1), p.Pass().Component.Name)
}
