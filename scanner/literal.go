package scanner

import (
	"slices"
	"strconv"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// A Literal is a part of a text that shows something instead of saying it.
type Literal uint8

const (
	NoLiteral Literal = iota
	CodeSpan          // between backticks in one line
	CodeBlock         // between fences
	TableCell         // in a row of a table, between bars
	Example           // between <example> and </example>, or in a paragraph that begins with the word
	LinkText          // [text](target), either part
)

var literalNames = [...]string{"", "a code span", "a code block", "a table", "an example", "a link"}

func (l Literal) String() string { return literalNames[l] }

// maxLiteral is how far to either side of a place the marks of a literal are looked
// for, in bytes; fences are found at any distance.
const maxLiteral = 2048

const fence = "```"

// Literal says which literal holds all of bytes [start, end) of Value.
func (p *Passage) Literal(start, end int) Literal {
	from, to := max(0, start-maxLiteral), min(len(p.Value), end+maxLiteral)
	if p.inFence(start, end) {
		return CodeBlock
	}
	v := p.Value[from:to]
	start, end = start-from, end-from
	line := strings.LastIndexByte(v[:start], '\n') + 1
	lineEnd := len(v)
	if i := strings.IndexByte(v[end:], '\n'); i >= 0 {
		lineEnd = end + i
	}
	before, after := v[line:start], v[end:lineEnd]
	switch {
	case strings.Count(before, "`")%2 == 1 && strings.Contains(after, "`"):
		return CodeSpan
	case insideLink(v, before, after, end):
		return LinkText
	case strings.HasPrefix(strings.TrimSpace(v[line:lineEnd]), "|") && strings.Count(v[line:lineEnd], "|") > 2:
		return TableCell
	case insideExample(v, start, end):
		return Example
	}
	return NoLiteral
}

// inFence reports whether bytes [start, end) stand behind a fence that opens and
// before one that closes. The fences of a text are looked for once.
func (p *Passage) inFence(start, end int) bool {
	if !p.fenced {
		p.fenced = true
		for at := 0; ; {
			i := strings.Index(p.Value[at:], fence)
			if i < 0 {
				break
			}
			p.fences = append(p.fences, at+i)
			at += i + len(fence)
		}
	}
	before, _ := slices.BinarySearch(p.fences, start)
	behind, _ := slices.BinarySearch(p.fences, end)
	return before%2 == 1 && behind == before && behind < len(p.fences)
}

// insideLink reports whether what stands between before and after in its line is
// part of [text](target).
func insideLink(v, before, after string, end int) bool {
	if open := strings.LastIndexByte(before, '['); open >= 0 && !strings.Contains(before[open:], "]") {
		shut := strings.IndexByte(after, ']')
		return shut >= 0 && strings.HasPrefix(after[shut:], "](")
	}
	open := strings.LastIndex(before, "](")
	return open >= 0 && !strings.Contains(before[open:], ")")
}

// insideExample reports whether bytes [start, end) stand in an example: between
// its tags, or in a paragraph that begins by saying that it is one.
func insideExample(v string, start, end int) bool {
	for _, name := range []string{"example", "examples"} {
		if open := strings.LastIndex(v[:start], "<"+name+">"); open >= 0 &&
			!strings.Contains(v[open:start], "</"+name+">") && strings.Contains(v[end:], "</"+name+">") {
			return true
		}
	}
	begin := strings.LastIndex(v[:start], "\n\n") + 1
	head := strings.ToLower(strings.TrimLeft(v[begin:start], "\n #*-_\t"))
	return strings.HasPrefix(head, "example") && strings.Contains(head[:min(len(head), maxExampleHead)], ":")
}

// maxExampleHead is how far a heading such as "Examples of a filter:" reaches, in
// bytes.
const maxExampleHead = 40

// Beside is the value of another member of the object that holds the text: for a
// parameter's description, its type. It is no node where there is none.
func (p *Passage) Beside(key string) manifest.Node {
	c := p.pass.Component
	path, ok := strings.CutPrefix(p.Published.Pointer(), c.Pointer+"/")
	if !ok {
		return manifest.Node{}
	}
	n := c.Node
	steps := strings.Split(path, "/")
	for _, step := range steps[:len(steps)-1] {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		next := n.Get(step)
		if i, err := strconv.Atoi(step); err == nil && !next.Valid() {
			for e := range n.Elements() {
				if i == 0 {
					next = e
					break
				}
				i--
			}
		}
		n = next
	}
	return n.Get(key)
}
