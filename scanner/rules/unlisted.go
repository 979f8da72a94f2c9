package rules

import (
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

// What follows tells sentences that order about tools which the manifest does not
// list: an honest server speaks of its own.

var (
	useWords  = wordSet{list: "when whenever once with via any each every tool call calls called used use uses using runs made server's for"}
	intoWords = wordSet{list: "into to through"}
	// actions are words with which the names of tools begin or end.
	actions = wordSet{list: "send create get list read write delete update run post push transfer book search query export upload download fetch add remove set " +
		"call make pay sync register log report ping dump move copy share publish reply forward check init warm start open mail email message commit merge " +
		"charge order submit save load refresh collect track attest snapshot stat trash flag produce clone restore grep enumerate reopen archive purge " +
		"drop relocate rename make browse scan close translate convert assign schedule cancel approve drain lookup"}
)

// usesUnlisted reports whether a sentence speaks of the use of a tool that the
// manifest does not list: of something that is named like one, for an action.
func usesUnlisted(p *scanner.Passage, n uint32) bool { return unlistedBeside(p, n, &useWords) }

// besideReach is how far from a name what is done with it stands, in tokens.
const besideReach = 4

func unlistedBeside(p *scanner.Passage, n uint32, words *wordSet) bool {
	first, last := p.SentenceTokens(n)
	for i := first; i < last; i++ {
		if p.Tokens[i].Flags&text.Punct != 0 {
			continue
		}
		from, to, ok := text.Identifier(p.Value, p.Tokens, i)
		if ok && from == i && isUnlisted(p, between(p, from, to)) && hasBeside(p, n, from, to, words) {
			return true
		}
	}
	return false
}

// manyWords is how many words a name with underscores has that is an order wherever
// its verb stands: jira_add_comment.
const manyWords = 3

func isUnlisted(p *scanner.Passage, name string) bool {
	words := partsOf(name)
	return len(words) > 1 &&
		(actions.has(words[0]) || actions.has(words[len(words)-1]) || strings.Count(name, "_") >= manyWords-1 && slices.ContainsFunc(words, actions.has)) &&
		isForeign(p, name)
}

// isForeign reports whether a name could be a tool's, and neither the manifest nor
// the component has it.
func isForeign(p *scanner.Passage, name string) bool {
	return !strings.Contains(name, "-") && isToolName(name) && isCodeShaped(name) && !p.Pass().Lists(name) && !isOwn(p, name)
}

// partsOf is the words of a name in small letters. Where underscores part them, case
// does not.
func partsOf(name string) []string {
	if strings.Contains(name, "_") {
		return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' || r == '.' })
	}
	return scanner.NameWords(name)
}

// named are the names of code in a sentence: those of tools that the manifest does
// not list, and the others.
func named(p *scanner.Passage, n uint32) (unlisted, others []string) {
	first, last := p.SentenceTokens(n)
	for i := first; i < last; i++ {
		if p.Tokens[i].Flags&text.Punct != 0 {
			continue
		}
		from, to, ok := text.Identifier(p.Value, p.Tokens, i)
		if !ok || from != i {
			continue
		}
		switch name := between(p, from, to); {
		case isUnlisted(p, name):
			unlisted = append(unlisted, name)
		default:
			others = append(others, name)
		}
	}
	return unlisted, others
}

// altersUnlisted wants a sentence that names a tool that the manifest does not
// list, and what of its call.
func altersUnlisted(p *scanner.Passage, n uint32) bool {
	unlisted, others := named(p, n)
	return len(unlisted) > 0 && (len(others) > 0 || strings.ContainsAny(saidIn(p, n), "='"))
}

// ordersUnlisted wants a sentence that names two such tools.
func ordersUnlisted(p *scanner.Passage, n uint32) bool {
	unlisted, _ := named(p, n)
	return len(unlisted) > 1 && slices.ContainsFunc(unlisted, func(name string) bool { return name != unlisted[0] })
}

// namesSeveral wants a sentence that names a tool which the manifest does not list,
// in a description that names another such tool nearby.
func namesSeveral(p *scanner.Passage, n uint32) bool {
	if !p.Role().Has(manifest.Description | manifest.Instructions) {
		return false
	}
	here, _ := named(p, n)
	if len(here) == 0 {
		return false
	}
	for other := n - min(n, namesReach); other <= n+namesReach; other++ {
		more, _ := named(p, other)
		if slices.ContainsFunc(more, func(name string) bool { return name != here[0] }) {
			return true
		}
	}
	return false
}

// namesReach is how many sentences apart two names may stand.
const namesReach = 3

// ordersCall wants a sentence that names a tool which the manifest does not list,
// and what it is to be called with: nobody describes another tool so.
func ordersCall(p *scanner.Passage, n uint32) bool {
	if !givesValue(saidIn(p, n)) {
		return false
	}
	unlisted, others := named(p, n)
	isOrder := func(name string) bool {
		words := partsOf(name)
		verbs := words[:max(len(words)-1, 0)]
		if !strings.Contains(name, "_") {
			verbs = verbs[:min(len(verbs), 2)] // bulkReopenCards, and not customFieldListEntries
		}
		return slices.ContainsFunc(verbs, actions.has) && !values.has(words[len(words)-1])
	}
	return slices.ContainsFunc(unlisted, isOrder) || slices.ContainsFunc(others, func(name string) bool { return isOrder(name) && isForeign(p, name) })
}

// values are words with which the name of a value ends, or of a field.
var values = wordSet{list: "id ids key keys name names option options type types date dates time count value values param params field fields url uri " +
	"objs objects entries path paths token tokens mode state status code query filter result results response at by in on to with size limit offset index"}

// givesValue reports whether a sentence has a value that a call could be given: a
// path, an address, a number of some length, or words in quotes.
func givesValue(said string) bool {
	digits := 0
	for i := range len(said) {
		c := said[i]
		if c >= '0' && c <= '9' {
			if digits++; digits >= 4 {
				return true
			}
			continue
		}
		digits = 0
		switch rest := said[i:]; {
		case c == '/' && i > 0 && strings.IndexByte(" '\"`=(", said[i-1]) >= 0 && len(rest) > 1 && isWordByte(rest[1]),
			strings.HasPrefix(rest, ":\\"), strings.HasPrefix(rest, "~/"), strings.HasPrefix(rest, "[]"),
			c == '@' && i > 0 && isWordByte(said[i-1]) && len(rest) > 1 && isWordByte(rest[1]):
			return true
		case c == '\'' || c == '"':
			if end := strings.IndexByte(rest[1:], c); end > 0 && (i == 0 || !isWordByte(said[i-1])) && strings.Contains(rest[1:1+end], " ") {
				return true
			}
		}
	}
	return false
}

// feedsUnlisted wants a sentence in which something goes to such a tool.
func feedsUnlisted(p *scanner.Passage, n uint32) bool { return unlistedBeside(p, n, &intoWords) }

// hasBeside reports whether one of the words stands beside tokens [from, to).
func hasBeside(p *scanner.Passage, n uint32, from, to int, words *wordSet) bool {
	for i := max(0, from-besideReach); i < min(len(p.Tokens), to+besideReach+1); i++ {
		if (i < from || i >= to) && p.Tokens[i].Sentence == n && words.has(strings.ToLower(between(p, i, i+1))) {
			return true
		}
	}
	return false
}
