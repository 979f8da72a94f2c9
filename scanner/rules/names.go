package rules

import (
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/text"
)

// otherTool finds the name of a tool in a match, and reports whether it is
// another one than the match's own component: the last quotation or identifier
// that has the shape of a tool's name.
func otherTool(p *scanner.Passage, h phrase.Hit) (string, bool) {
	for i := int(h.To) - 1; i >= int(h.From); i-- {
		name := ""
		if mark := between(p, i, i+1); strings.Contains("`'\"”’", mark) {
			open := i - 1
			for open > int(h.From) && !isQuote(between(p, open, open+1)) {
				open--
			}
			name = p.Value[p.Tokens[open].End:p.Tokens[i].Start]
		} else if from, to, ok := text.Identifier(p.Value, p.Tokens, i); ok {
			name = between(p, from, to)
		} else {
			continue
		}
		name = strings.TrimSuffix(strings.TrimSpace(name), "()")
		if !isToolName(name) {
			return "", false
		}
		return name, !strings.EqualFold(name, p.Pass().Component.Name)
	}
	return "", false
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
// the characters that the protocol allows, with a letter in it, and no file's or
// a plain value's name.
func isToolName(s string) bool {
	if s == "" || len(s) > maxToolName {
		return false
	}
	letters := false
	for _, c := range []byte(s) {
		if !isWordByte(c) && c != '-' && c != '.' && c != '/' {
			return false
		}
		letters = letters || c > '9' && c != '_'
	}
	if !letters || strings.ContainsAny(s, "/") {
		return false
	}
	if dot := strings.LastIndexByte(s, '.'); dot >= 0 && fileEndings[strings.ToLower(s[dot+1:])] {
		return false
	}
	return true
}

func isPunct(t text.Token) bool { return t.Flags&text.Punct != 0 }

// quotedAt lowers a severity where a byte of Value stands in an example.
func quotedAt(p *scanner.Passage, at int, s scanner.Severity) scanner.Severity {
	i := p.TokenAt(at)
	if i < len(p.Tokens) && p.QuotedToken(i) {
		return min(s, scanner.Low)
	}
	return s
}
