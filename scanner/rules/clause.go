package rules

import (
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/signals"
	"github.com/theriac/theriac/scanner/text"
)

// holds reports whether what meets is said in one breath, where it counts, and of
// somebody else's things.
func (m *meeting) holds(p *scanner.Passage, n uint32) bool {
	why := ""
	switch {
	case !oneClause(p, n, m):
		why = "the words stand too far apart, or in different pieces of the text"
	case !inPlace(p, n, m):
		why = "in a parameter's text it counts only as a demand"
	case m.here.Has(signals.OfSecretFile) && isTarget(p, n):
		why = "the file is where something is put, and not what is taken"
	case ownAccess(p, n, m):
		why = "it is about access to this API"
	case isPossible(p, n, m):
		why = "it says what may be, and orders nothing"
	case belongs(p, n, m):
		why = "the sentence speaks of the tool's own name and parameters"
	default:
		return true
	}
	if p.Tracing() {
		p.Note("sentence %d, %q: %s", n+1, m.message, why)
	}
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

var (
	targetWords = wordSet{list: "to into in through via inside within onto"}
	fillers     = wordSet{list: "the your a an this its our project's repository's local root"}
	// startFiles are attacked by writing to them.
	startFiles = []string{"authorized_keys", "rc", "profile", "mcp.json", "config.json"}
)

// isTarget reports whether the first file with secrets in a sentence is where
// something goes: "put the key into .env" tells how to configure a program.
func isTarget(p *scanner.Passage, n uint32) bool {
	start, end := p.ConceptSpan(n, signals.OfSecretFile)
	for _, s := range startFiles {
		if strings.Contains(p.Value[start:min(len(p.Value), end+len("/"+s))], s) {
			return false
		}
	}
	for i := p.TokenAt(start) - 1; i >= 0 && p.Tokens[i].Sentence == n; i-- {
		if w := strings.ToLower(between(p, i, i+1)); !isPunct(p.Tokens[i]) && !fillers.has(w) {
			return targetWords.has(w) && hasBefore(p, n, i, &putWords)
		}
	}
	return false
}

var putWords = wordSet{list: "put puts store stored stores write written writes add added save saved set place placed provide provided drop dropped copy copied paste pasted define defined " +
	"configure configured specify specified"}

// hasBefore reports whether one of the words stands in a sentence before a token.
func hasBefore(p *scanner.Passage, n uint32, at int, words *wordSet) bool {
	for i := at - 1; i >= 0 && i > at-maxClause && p.Tokens[i].Sentence == n; i-- {
		if words.has(strings.ToLower(between(p, i, i+1))) {
			return true
		}
	}
	return false
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
	return shares(p, from, to, minShared) || namesWhatItSays(p, from, to)
}

// namesWhatItSays reports whether a sentence shows a name as code that one of its
// words says before: "pass a summary as `summary`". It is the tool's own parameter,
// whether the manifest lists it or not.
func namesWhatItSays(p *scanner.Passage, from, to int) bool {
	said := map[string]bool{}
	for i := from; i < to; i++ {
		word := strings.ToLower(between(p, i, i+1))
		if start := int(p.Tokens[i].Start); start > 0 && p.Value[start-1] == '`' && said[word] {
			return true
		}
		said[word] = len(word) > stem
	}
	return false
}

// possibly are words by which a sentence says what may be.
var possibly = wordSet{list: "may can could might optionally"}

// isPossible reports whether what meets begins right behind such a word, and nothing
// is demanded.
func isPossible(p *scanner.Passage, n uint32, m *meeting) bool {
	if m.severity >= scanner.High || p.Concepts(n).Has(signals.OfDemand) {
		return false
	}
	start, _ := p.ConceptSpan(n, m.here)
	i := p.TokenAt(start)
	return i > 0 && p.Tokens[i-1].Sentence == n && possibly.has(strings.ToLower(between(p, i-1, i)))
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
