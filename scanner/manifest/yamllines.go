package manifest

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// yamlPosition turns the lines and columns of yaml.v3 into byte offsets. It
// counts lines in its own way (as YAML 1.1 §4.1.4 does: NEL, LS and PS break
// lines too), and columns in characters.
//
// It remembers where it was asked last: nodes come in the order of the text, and
// a text may be a single line.
type yamlPosition struct {
	text         string
	starts       []uint32
	line, column int // from 0, of at
	at           int
}

func yamlLines(text string) *yamlPosition {
	p := &yamlPosition{text: text, starts: make([]uint32, 1, strings.Count(text, "\n")+1)}
	if strings.HasPrefix(text, "\ufeff") {
		// A second byte order mark: yaml.v3 takes it for the first.
		p.starts[0] = 3
		p.at = 3
	}
	for i := 0; i < len(text); {
		if n := breakLen(text, i); n > 0 {
			i += n
			p.starts = append(p.starts, uint32(i))
			continue
		}
		i++
	}
	return p
}

// breakLen is the length in bytes of the line break at i; 0 where there is none.
func breakLen(s string, i int) int {
	if i >= len(s) {
		return 0
	}
	switch s[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(s) && s[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xc2:
		if strings.HasPrefix(s[i:], "\u0085") {
			return 2
		}
	case 0xe2:
		if strings.HasPrefix(s[i:], "\u2028") || strings.HasPrefix(s[i:], "\u2029") {
			return 3
		}
	}
	return 0
}

// offset is the byte offset of a line and column, both from 1.
func (p *yamlPosition) offset(line, column int) int {
	line = min(max(line, 1), len(p.starts)) - 1
	column = max(column, 1) - 1
	if line != p.line || column < p.column/2 {
		p.line, p.column, p.at = line, 0, int(p.starts[line])
	}
	for p.column > column {
		_, size := utf8.DecodeLastRuneInString(p.text[:p.at])
		p.at -= size
		p.column--
	}
	for p.column < column && p.at < len(p.text) && breakLen(p.text, p.at) == 0 {
		_, size := utf8.DecodeRuneInString(p.text[p.at:])
		p.at += size
		p.column++
	}
	return p.at
}

// irregularities are those of the text itself, beside those of the nodes: line
// breaks that only YAML 1.1 knows, and bytes that are no UTF-8. One of a kind is
// noticed for a node.
func (r *yamlReader) irregularities() []Irregularity {
	text := r.src.text
	if !r.src.ascii {
		for i := 0; i < len(text); {
			char, size := rune(text[i]), 1
			if char >= utf8.RuneSelf {
				char, size = utf8.DecodeRuneInString(text[i:])
			}
			switch {
			case char == '\u0085' || char == '\u2028' || char == '\u2029':
				r.notice(UnicodeLineBreak, i, i+size)
			case char == utf8.RuneError && size == 1:
				r.notice(InvalidUTF8, i, i+size)
			}
			i += size
		}
	}
	slices.SortStableFunc(r.irregular, byPlace)
	return r.irregular
}

func (r *yamlReader) notice(kind IrregularityKind, start, end int) {
	n := r.nearest(start)
	for i := len(r.irregular) - 1; i >= 0 && i >= len(r.irregular)-2; i-- {
		if last := r.irregular[i]; last.Kind == kind && last.Node == n {
			return
		}
	}
	r.irregular = append(r.irregular, Irregularity{kind, n, start, end})
}

// nearest is the last node that begins at or before an offset.
func (r *yamlReader) nearest(offset int) Node {
	begin := func(t *Tree, i int) int {
		n := t.nodes[i]
		if n.kind == alias {
			return int(n.end)
		}
		return int(n.start)
	}
	t := r.trees[max(sort.Search(len(r.trees), func(i int) bool { return begin(r.trees[i], 0) > offset })-1, 0)]
	i := max(sort.Search(len(t.nodes), func(i int) bool { return begin(t, i) > offset })-1, 0)
	return t.at(uint32(i))
}
