package rules

import (
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/signals"
	"github.com/theriac/theriac/scanner/text"
)

// What follows is asked by several rules: who acts, and whose thing it is. Honest
// texts have the words of an attack; what they mostly lack is the model as the one
// who is told to act, and a thing that is not the tool's own.

// describing words before a verb make it no order: "used to skip", "will forward".
var describing = wordSet{list: "to will would can could may might that which who it they we api service server system plugin helps lets allows enables whether if " +
	"instead rather than without by for of cannot can't used not"}

// described reports whether a match's first word tells what something does instead
// of ordering it: a verb in the third person, or one behind "to" or "will".
func described(p *scanner.Passage, h phrase.Hit) bool {
	return noted(p, describedIs(p, h), "it says what something does, and orders nothing")
}

func describedIs(p *scanner.Passage, h phrase.Hit) bool {
	first := strings.ToLower(between(p, int(h.From), int(h.From)+1))
	if demands.has(first) || first == "sans" {
		return false
	}
	if strings.HasSuffix(first, "s") && !strings.HasSuffix(first, "ss") && len(first) > minVerb {
		return true
	}
	if i := int(h.From) - 1; i >= 0 && p.Tokens[i].Sentence == h.Sentence && !isPunct(p.Tokens[i]) {
		if i > 1 && strings.EqualFold(between(p, i, i+1), "be") { // "will always be set"
			return strings.EqualFold(between(p, i-1, i), "will") || strings.EqualFold(between(p, i-2, i-1), "will")
		}
		return describing.has(strings.ToLower(between(p, i, i+1)))
	}
	return false
}

// minVerb is how many letters a verb has at least whose s tells who acts.
const minVerb = 3

// ordered reports whether a match is an order to whoever reads the text: it begins
// its sentence, or a word that demands stands before it there.
func ordered(p *scanner.Passage, h phrase.Hit) bool {
	return missed(p, orderedIs(p, h), "it is no order to the reader: it does not begin its sentence, and nothing before it demands")
}

func orderedIs(p *scanner.Passage, h phrase.Hit) bool {
	if imperative(p, h) || !english(p, h) {
		return true
	}
	if i := int(h.From) - 1; i > 0 && strings.Contains(",:", between(p, i, i+1)) && p.Tokens[i].Sentence == h.Sentence {
		if _, cued := p.InSentence(h.Sentence, signals.Cue, signals.Trigger); cued {
			return true // "before use, run …"
		}
	}
	for i := int(h.From) - 1; i >= 0 && i >= int(h.From)-orderReach && p.Tokens[i].Sentence == h.Sentence; i-- {
		if !isPunct(p.Tokens[i]) && demands.has(strings.ToLower(between(p, i, i+1))) {
			return true
		}
	}
	return false
}

// english reports whether a match is in plain letters. Which words demand, and
// where they stand, is known of English only.
func english(p *scanner.Passage, h phrase.Hit) bool {
	for i := int(h.From); i < int(h.To); i++ {
		if p.Tokens[i].Flags&text.NonASCII != 0 {
			return false
		}
	}
	return true
}

// orderReach is how many tokens before a verb what demands it may stand.
const orderReach = 8

var demands = wordSet{list: "must should shall always please then and also first ensure remember required need have automatically immediately now you"}

// ownPart reports whether a match names a parameter of its own component, or a
// value that its schema lists.
func ownPart(p *scanner.Passage, h phrase.Hit) bool {
	return noted(p, ownPartIs(p, h), "it names a parameter of this tool")
}

func ownPartIs(p *scanner.Passage, h phrase.Hit) bool {
	for i := int(h.From); i < int(h.To); i++ {
		if !isPunct(p.Tokens[i]) && p.Pass().Says(manifest.Parameter, between(p, i, i+1)) {
			return true
		}
	}
	return false
}

// shares reports whether so many words of a range of tokens are the component's
// own: of its name or its parameters.
func shares(p *scanner.Passage, from, to, least int) bool {
	own := p.Pass().OwnWords()
	for i := from; i < to; i++ {
		if isPunct(p.Tokens[i]) {
			continue
		}
		for _, w := range scanner.NameWords(between(p, i, i+1)) {
			if len(w) >= stem-1 && own[w[:min(len(w), stem)]] {
				if least--; least <= 0 {
					return true
				}
			}
		}
	}
	return false
}

// stem is how many letters make two words the same one.
const stem = 5

// literal reports whether a match is shown rather than said: as code, in a table,
// in an example.
func literal(p *scanner.Passage, h phrase.Hit) bool {
	return noted(p, literalIs(p, h), "it is shown as code, in a table, in an example or in a link")
}

func literalIs(p *scanner.Passage, h phrase.Hit) bool {
	start, end := p.Bytes(h)
	return p.Literal(start, end) != scanner.NoLiteral
}

// strong are the signals by which a text gives an order that no description needs.
var strong = []phrase.Signal{signals.Conceal, signals.Covert, signals.Override, signals.YouAre, signals.ReadPath, signals.GivePath, signals.SendTalk, signals.SendThing, signals.ReadThing, signals.SendOut,
	signals.PassContents, signals.Forced, signals.Rewrite, signals.Danger, signals.Consent, signals.Outrank, signals.Privilege, signals.Evade, signals.Persist, signals.Chain, signals.AllTools}

// gives reports whether one of the sentences from the one at a byte up to the one
// at another gives an order: a strong one, or one to "you".
func gives(p *scanner.Passage, start, end int) bool {
	for n := p.SentenceAt(start); n <= min(p.SentenceAt(end), p.SentenceAt(start)+maxBlock); n++ {
		for _, h := range p.Sentence(n) {
			from, to := p.Bytes(h)
			if from < start || to > end {
				continue
			}
			if hasSignal(strong, h.Signal) || h.Signal == signals.Trigger && len(strings.Fields(p.Said(h))) > 1 {
				return true
			}
		}
	}
	return false
}

// maxBlock is how many sentences of a block are looked at: what is fenced off says
// early what it wants, and tags may nest.
const maxBlock = 64

func hasSignal(set []phrase.Signal, s phrase.Signal) bool {
	for _, x := range set {
		if x == s {
			return true
		}
	}
	return false
}

// noted tells somebody who asks why that a condition is met.
func noted(p *scanner.Passage, is bool, what string) bool {
	if is {
		p.Note("%s", what)
	}
	return is
}

// missed tells that it is not.
func missed(p *scanner.Passage, is bool, what string) bool {
	if !is {
		p.Note("%s", what)
	}
	return is
}
