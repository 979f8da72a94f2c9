package manifest

import "strings"

// yamlPlaces is the placer of YAML trees. yaml.v3 says only where a node begins,
// so the scalar is read again from there, and every step of it must make the
// next bytes of the value that yaml.v3 made. Where one does not, there is no
// exact place: the answer may be coarse, never wrong.
type yamlPlaces struct{ cache segmentCache }

func (p *yamlPlaces) place(t *Tree, index uint32, start, end int) (from, to int, exact bool) {
	if s := p.segments(t, index); s != nil {
		if from, to, exact = s.find(start, end); exact {
			return from, to, true
		}
	}
	// A key that is a scalar stands right before its value.
	if k := index - 1; index > 0 && t.nodes[k].flags&isKey != 0 && t.nodes[k].next == index && t.nodes[k].kind != alias {
		if s := p.segments(t, k); s != nil {
			from, to, _ = s.find(0, s.total)
			return from, to, false
		}
	}
	from, to = p.bounds(t, index)
	return from, to, false
}

// bounds is a node's own text in the source, without quotes; for an object or
// array, from its begin to the end of the last node in it.
func (p *yamlPlaces) bounds(t *Tree, index uint32) (start, end int) {
	n, text := t.nodes[index], t.source.text
	start = int(n.start)
	switch last := n.next - 1; {
	case n.kind == alias:
		start = int(n.end)
		end = start + 1
		for end < len(text) && isAnchor(text[end]) {
			end++
		}
		return start, min(end, len(text))
	case last > index:
		_, end = p.bounds(t, last)
		return start, max(start, end)
	case n.kind == Object || n.kind == Array:
		return start, emptyEnd(text, start)
	}
	if s := p.segments(t, index); s != nil {
		start, end, _ = s.find(0, s.total)
		return start, end
	}
	return lineAround(text, start)
}

// emptyEnd is the end of an empty flow collection.
func emptyEnd(text string, start int) int {
	i := skipProperties(text, start)
	if i == len(text) || text[i] != '{' && text[i] != '[' {
		return start
	}
	if i = skipSpace(text, i+1); i < len(text) && (text[i] == '}' || text[i] == ']') {
		i++
	}
	return i
}

// lineAround is the line of an offset, without the blanks around it.
func lineAround(text string, offset int) (start, end int) {
	start = strings.LastIndexByte(text[:offset], '\n') + 1
	end = len(text)
	if i := strings.IndexByte(text[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	line := strings.TrimRight(text[start:end], " \t\r")
	end = start + len(line)
	return end - len(strings.TrimLeft(line, " \t")), end
}

// segments is where a scalar's value comes from; nil where that can't be proved.
func (p *yamlPlaces) segments(t *Tree, index uint32) *segments {
	n := t.nodes[index]
	if n.kind == alias || n.kind == Object || n.kind == Array {
		return nil
	}
	value := t.values[index]
	return p.cache.get(Node{t, index}, len(value), func() *segments {
		return yamlSegments(t.source.text, int(n.start), value)
	})
}

func yamlSegments(text string, start int, value string) *segments {
	w := &yamlWalk{text: text, value: value, at: skipProperties(text, start)}
	w.end = w.at
	ok := false
	switch style := w.peek(); style {
	case '"', '\'':
		ok = w.quoted(style)
	case '|', '>':
		ok = w.block(style == '>')
	default:
		ok = w.plain()
	}
	if !ok || w.total != len(value) {
		return nil
	}
	return &w.segments
}

// skipProperties steps over a node's anchor and tag, in whichever order, to what
// they belong to.
func skipProperties(text string, i int) int {
	for i < len(text) {
		switch text[i] {
		case '&':
			for i++; i < len(text) && isAnchor(text[i]); i++ {
			}
		case '!':
			for i < len(text) && !isBlank(text[i]) && breakLen(text, i) == 0 {
				i++
			}
		default:
			return i
		}
		i = skipSpace(text, i)
	}
	return i
}

// skipSpace steps over blanks, line breaks and comments.
func skipSpace(text string, i int) int {
	for i < len(text) {
		if n := breakLen(text, i); n > 0 {
			i += n
			continue
		}
		switch text[i] {
		case ' ', '\t':
			i++
		case '#':
			for i < len(text) && breakLen(text, i) == 0 {
				i++
			}
		default:
			return i
		}
	}
	return i
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isAnchor reports whether yaml.v3 takes the byte as part of an anchor's name.
func isAnchor(c byte) bool { return isWord(c) || c == '-' }
