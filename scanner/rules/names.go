package rules

import (
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/signals"
	"github.com/theriac/theriac/scanner/text"
)

// otherTool finds the name of a tool in a match, and reports whether it is
// another one than the match's own component: the last quotation or identifier
// that has the shape of a tool's name.
func otherTool(p *scanner.Passage, h phrase.Hit) (string, bool) {
	for i := int(h.To) - 1; i >= int(h.From); i-- {
		name, quoted := "", false
		if h.Signal == signals.ForcedPlain && i == int(h.To)-1 {
			continue // the word "tool"
		}
		if mark := between(p, i, i+1); strings.Contains("`'\"”’", mark) {
			open := i - 1
			for open >= max(0, int(h.From)-1) && !isQuote(between(p, open, open+1)) {
				open-- // the match may begin behind the opening quote
			}
			if open < max(0, int(h.From)-1) {
				continue
			}
			name, quoted = p.Value[p.Tokens[open].End:p.Tokens[i].Start], true
		} else if h.Signal == signals.ForcedPlain && !isPunct(p.Tokens[i]) && (!plainWords.has(strings.ToLower(between(p, i, i+1))) || p.Pass().Names(between(p, i, i+1))) {
			name = between(p, i, i+1)
		} else if from, to, ok := text.Identifier(p.Value, p.Tokens, i); ok {
			name = between(p, from, to)
		} else {
			continue
		}
		name = strings.TrimSuffix(strings.TrimSpace(name), "()")
		kebab := strings.ContainsRune(name, '-') && !quoted
		if !isToolName(name) || kebab && !p.Pass().Lists(name) && !calledTool(p, h) || isOwn(p, name) || isPart(p, h) {
			return "", false
		}
		if p.Pass().HasPart(name) && !calledTool(p, h) {
			return "", false // a field, a value or a header of this manifest
		}
		return name, !strings.EqualFold(name, p.Pass().Component.Name)
	}
	return "", false
}

// calledTool reports whether a match calls what it names a tool: "the … tool", in
// it or with its last word right after it. Many an English word has a hyphen, and
// "executing high-risk tool calls" names none.
func calledTool(p *scanner.Passage, h phrase.Hit) bool {
	before := strings.Fields(strings.ToLower(p.Said(h)))
	return slices.Contains(before, "the") && follows(p, h, &toolWords) || strings.HasSuffix(strings.ToLower(p.Said(h)), " tool")
}

var (
	toolWords = wordSet{list: "tool function command tools functions"}
	// partWords follow the names of things that are no tools.
	partWords = wordSet{list: "parameter parameters param params option options field fields flag flags argument arguments arg type types value values " +
		"format scope scopes endpoint api apis header headers mode property properties key keys attribute prompt column table environment variable " +
		"variables syntax operator section instead page query role permission resource class method version style"}
)

// isPart reports whether a match names something that is said to be no tool.
func isPart(p *scanner.Passage, h phrase.Hit) bool { return follows(p, h, &partWords) }

// follows reports whether one of the words stands right after a match, behind at
// most a closing quote or bracket.
func follows(p *scanner.Passage, h phrase.Hit, set *wordSet) bool {
	for i := int(h.To); i < min(len(p.Tokens), int(h.To)+3); i++ {
		if !isPunct(p.Tokens[i]) {
			return p.Tokens[i].Sentence == h.Sentence && set.has(strings.ToLower(between(p, i, i+1)))
		}
		if mark := between(p, i, i+1); mark == "=" || mark == ":" || mark == "," {
			return mark == "="
		}
	}
	return false
}

// isOwn reports whether a name is one of the component's own parameters or a
// value that its schema lists.
func isOwn(p *scanner.Passage, name string) bool {
	return noted(p, isOwnIs(p, name), "the name is a parameter or a value of this tool")
}

func isOwnIs(p *scanner.Passage, name string) bool {
	return p.Pass().Says(manifest.Parameter|manifest.Enum|manifest.Const|manifest.Default, name)
}

// notReach is how far a "do not" reaches, in tokens: "never pick or upload".
const notReach = 8

// saysWhatNot reports whether a match stands behind a "do not".
func saysWhatNot(p *scanner.Passage, h phrase.Hit) bool {
	return noted(p, saysWhatNotIs(p, h), "it stands behind a word that refuses: no order")
}

func saysWhatNotIs(p *scanner.Passage, h phrase.Hit) bool {
	for _, n := range p.Sentence(h.Sentence) {
		if n.Signal == signals.Not && n.To <= h.From && n.To+notReach > h.From {
			return true
		}
	}
	return false
}

// refused reports whether the verb of a match is refused right before it, a word
// between at most: "never ignore", "must not ever override".
func refused(p *scanner.Passage, h phrase.Hit) bool {
	is := false
	for _, n := range p.Sentence(h.Sentence) {
		is = is || n.Signal == signals.Not && n.To <= h.From && n.To+1 >= h.From
	}
	return noted(p, is, "a word right before it refuses it")
}

// plainWords stand before "tool" without naming one.
var plainWords = wordSet{list: "this that the same appropriate correct right other another next following corresponding relevant specific given first second above best " +
	"respective any each every one matching suitable necessary required proper dedicated previous companion related needed desired target actual mcp new separate single to send forward upload post transmit email read delete export copy share tool"}

// isCodeShaped reports whether a name cannot be an ordinary word.
func isCodeShaped(name string) bool {
	return strings.ContainsAny(name, "_-.") || strings.ToLower(name[1:]) != name[1:] && strings.ToUpper(name) != name
}

// hasNot reports whether a match spans a "do not": its verb is then refused.
func hasNot(p *scanner.Passage, h phrase.Hit) bool {
	for _, n := range p.Sentence(h.Sentence) {
		if n.Signal == signals.Not && n.From >= h.From && n.To <= h.To {
			return true
		}
	}
	return false
}

// closeQuote takes the closing quote of a name at a match's end into the match.
func closeQuote(p *scanner.Passage, h phrase.Hit) phrase.Hit {
	if to := int(h.To); to < len(p.Tokens) && p.Tokens[to].Flags&text.SpaceBefore == 0 {
		if mark := between(p, to, to+1); isQuote(mark) && strings.Count(p.Said(h), mark)%2 == 1 {
			h.To++
		}
	}
	return h
}

func isQuote(s string) bool { return strings.Contains("`'\"“”‘’", s) }

// between is the text of tokens [from, to).
func between(p *scanner.Passage, from, to int) string {
	return p.Value[p.Tokens[from].Start:p.Tokens[to-1].End]
}

// maxToolName is the longest name that the protocol allows (MCP 2025-11-25,
// server/tools, "Tool Names"), in characters.
const maxToolName = 128

// isToolName reports whether a quotation could be a tool's name: one word of
// the characters that the protocol allows, with a letter in it, and no option's, no
// file's and no plain value's name.
func isToolName(s string) bool {
	if s == "" || len(s) > maxToolName || s[0] == '-' { // "-" begins an option
		return false
	}
	letters := false
	for _, c := range []byte(s) {
		if !isWordByte(c) && c != '-' && c != '.' && c != '/' {
			return false
		}
		letters = letters || c > '9' && c != '_'
	}
	if owner, _, member := strings.Cut(s, "."); member && (owner != strings.ToLower(owner) || memberOwners.has(owner)) {
		return false // Type.Field, this.method
	}
	if !letters || strings.ContainsRune(s, 0x2f) || strings.Count(s, ".") > 1 {
		return false
	}
	if dot := strings.LastIndexByte(s, '.'); dot >= 0 && fileEndings.has(strings.ToLower(s[dot+1:])) {
		return false
	}
	return true
}

// memberOwners are what code calls its own things by.
var memberOwners = wordSet{list: "this self process console window document module os sys math json np pd cls super"}

func isPunct(t text.Token) bool { return t.Flags&text.Punct != 0 }

// quotedAt lowers a severity where a byte of Value stands in an example.
func quotedAt(p *scanner.Passage, at int, s scanner.Severity) scanner.Severity {
	i := p.TokenAt(at)
	if i < len(p.Tokens) && p.QuotedToken(i) {
		return min(s, scanner.Low)
	}
	return s
}

// toolShaped reports whether a name is called a tool, or shaped like one: two words
// or more with an action among them, or whatever somebody is told to call.
func toolShaped(p *scanner.Passage, h phrase.Hit, name string) bool {
	return missed(p, toolShapedIs(p, h, name), "the name has not the shape of a tool's")
}

func toolShapedIs(p *scanner.Passage, h phrase.Hit, name string) bool {
	if calledTool(p, h) || follows(p, h, &toolWords) || strings.Contains(strings.ToLower(p.Said(h)), " tool") {
		return true
	}
	for i := int(h.From); i < int(h.To); i++ {
		if !isPunct(p.Tokens[i]) && foreignTools.has(strings.ToLower(between(p, i, i+1))) {
			return true
		}
	}
	words := partsOf(name)
	for _, w := range words {
		if len(words) > 1 && (actions.has(w) || toolVerbs.has(w)) {
			return true
		}
	}
	return false
}

// toolVerbs are more words with which the names of tools do something; too common
// in other names to find a tool by, and enough for one that is told to be called.
var toolVerbs = wordSet{list: "mark reset wipe erase clear verify validate approve enable disable start stop execute invoke compute format analyze analyse authenticate login " +
	"rotate evict exec eval apply grant revoke kill dispatch trigger record audit inject replace rewrite redirect process"}

// foreignTools are the word "tool" where another language writes it as a word.
var foreignTools = wordSet{list: "herramienta outil l'outil ferramenta werkzeug tool инструмент инструмента инструменту инструментом"}
