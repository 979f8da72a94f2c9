package source

import (
	"slices"
)

// maxNesting is how deep an expression is followed. Real schemas stay below 20.
const maxNesting = 40

// tok is the text of a token.
func (f *file) tok(i int) string {
	if i < 0 || i >= len(f.tokens) {
		return ""
	}
	return f.src[f.tokens[i].start:f.tokens[i].end]
}

func (f *file) kind(i int) tokenKind {
	if i < 0 || i >= len(f.tokens) {
		return punct
	}
	return f.tokens[i].kind
}

// is reports whether a token is that punctuation or bracket.
func (f *file) is(i int, c byte) bool {
	if i < 0 || i >= len(f.tokens) {
		return false
	}
	t := f.tokens[i]
	return t.kind >= punct && t.kind <= closing && f.src[t.start] == c
}

// isWord reports whether a token is a word, one of those if any are given.
func (f *file) isWord(i int, words ...string) bool {
	return f.kind(i) == word && (len(words) == 0 || slices.Contains(words, f.tok(i)))
}

// over is the token after i, or after the bracket that i opens.
func (f *file) over(i int) int {
	if i < len(f.tokens) && f.tokens[i].kind == opening && f.tokens[i].match > int32(i) {
		return int(f.tokens[i].match) + 1
	}
	return i + 1
}

// adjacent reports whether nothing stands between a token and the next one.
func (f *file) adjacent(i int) bool {
	return i+1 < len(f.tokens) && f.tokens[i].end == f.tokens[i+1].start
}

// inside is the range of tokens between a bracket and its partner.
func (f *file) inside(open int) (from, to int, ok bool) {
	if open < 0 || open >= len(f.tokens) || f.tokens[open].kind != opening || f.tokens[open].match < 0 {
		return 0, 0, false
	}
	return open + 1, int(f.tokens[open].match), true
}

// commas cuts a range of tokens at its commas.
func (f *file) commas(from, to int) (ranges []span) {
	start := from
	for i := from; i < to; i = f.over(i) {
		if f.is(i, ',') {
			ranges = append(ranges, span{start, i})
			start = i + 1
		}
	}
	if start < to {
		ranges = append(ranges, span{start, to})
	}
	return ranges
}

// parse reads the tokens [from, to) as one expression.
func (f *file) parse(from, to, depth int) *expr {
	e := &expr{file: f, from: from, to: to}
	if from >= to || to > len(f.tokens) {
		return e
	}
	e.start, e.end = int(f.tokens[from].start), int(f.tokens[to-1].end)
	if f.steps -= to - from; depth > maxNesting || f.steps < 0 {
		return e
	}
	if f.isWord(from, "new") {
		from++
	}
	if f.isWord(from, "function", "class", "async", "lambda") {
		e.kind = function
		return e
	}
	pluses, end, kind := f.operators(from, to)
	switch {
	case kind != chain:
		e.kind = kind
	case len(pluses) > 0:
		e.kind = joined
		start := from
		for _, p := range append(pluses, end) {
			e.items = append(e.items, f.parse(start, p, depth+1))
			start = p + 1
		}
	default:
		f.postfix(e, from, end, depth)
	}
	return e
}

// operators looks for what stands between the values of an expression: where a +
// does, where the value ends before a type, and whether it is anything else.
func (f *file) operators(from, to int) (pluses []int, end int, kind exprKind) {
	for i := from; i < to; i = f.over(i) {
		switch t := f.tokens[i]; t.kind {
		case word:
			w := f.tok(i)
			switch {
			case f.is(i-1, '.') && i > from:
			case f.lang.blocks && i > from && (w == "as" || w == "satisfies"):
				return pluses, i, chain
			case slices.Contains(f.lang.operators, w):
				return nil, to, unknown
			}
		case punct:
			switch c := f.src[t.start]; c {
			case '+':
				if i == from || f.kind(i-1) == punct && !f.is(i-1, '!') || f.adjacent(i) && f.is(i+1, '+') {
					return nil, to, unknown
				}
				pluses = append(pluses, i)
			case '=':
				if f.is(i+1, '>') && f.adjacent(i) {
					return nil, to, function
				}
				return nil, to, unknown
			case '.':
			case '?':
				if !f.is(i+1, '.') || !f.adjacent(i) {
					return nil, to, unknown
				}
			case '!':
				if i == from {
					return nil, to, unknown
				}
			case '-':
				if i != from || f.kind(i+1) != number {
					return nil, to, unknown
				}
			case '<':
				end := f.generic(i, to)
				if end < 0 {
					return nil, to, unknown
				}
				i = end
			default:
				return nil, to, unknown
			}
		case unclosed:
			return nil, to, unknown
		}
	}
	return pluses, to, chain
}

// generic is the > that ends the type arguments of a call which begin at i; -1
// where that is a comparison.
func (f *file) generic(i, to int) int {
	if !f.lang.blocks || f.kind(i-1) != word {
		return -1
	}
	depth := 0
	for k := i; k < to && k < i+maxType; k = f.over(k) {
		switch {
		case f.is(k, '<'):
			depth++
		case f.is(k, '>') && !f.is(k-1, '='):
			if depth--; depth == 0 {
				if f.is(k+1, '(') {
					return k
				}
				return -1
			}
		}
	}
	return -1
}

// postfix reads a value and what is asked of it.
func (f *file) postfix(e *expr, from, to, depth int) {
	i := f.primary(e, from, to, depth)
	if i < 0 {
		e.kind = unknown
		return
	}
	for i < to {
		at := int(f.tokens[i].start)
		switch {
		case f.is(i, '!'):
			i++
			continue
		case f.is(i, '?') && f.is(i+1, '.'):
			i++
			continue
		case f.is(i, '.') && f.isWord(i+1):
			f.head(e)
			e.steps = append(e.steps, step{name: f.tok(i + 1), at: int(f.tokens[i+1].start)})
			i += 2
			continue
		case f.is(i, '.') && (f.is(i+1, '(') || f.is(i+1, '[')):
			i++
			continue
		case f.is(i, '<'):
			if i = f.generic(i, to) + 1; i > 0 {
				continue
			}
		case f.is(i, '('):
			from, to, ok := f.inside(i)
			if !ok {
				break
			}
			f.head(e)
			args := f.arguments(from, to, depth+1)
			if n := len(e.steps); n > 0 && !e.steps[n-1].call {
				e.steps[n-1].call, e.steps[n-1].args = true, args
			} else {
				e.steps = append(e.steps, step{call: true, args: args, at: at})
			}
			i = to + 1
			continue
		case f.is(i, '['):
			from, to, ok := f.inside(i)
			if !ok {
				break
			}
			f.head(e)
			s := step{name: "[]", at: at}
			if key := f.parse(from, to, depth+1); key.kind == literal {
				s.name = key.text.value
			}
			e.steps = append(e.steps, s)
			i = to + 1
			continue
		case f.kind(i) == quoted && e.kind == chain && f.src[f.tokens[i].start] == '`':
			// A template with a tag.
			arg := &expr{kind: literal, file: f, start: at, end: int(f.tokens[i].end), text: f.decode(f.tokens[i])}
			e.steps = append(e.steps, step{call: true, args: []member{{value: arg}}, at: at})
			i++
			continue
		}
		e.kind = unknown
		return
	}
}

// head makes an expression the head of a chain.
func (f *file) head(e *expr) {
	if e.kind != chain {
		inner := *e
		*e = expr{kind: chain, file: f, start: e.start, end: e.end, from: e.from, to: e.to, head: &inner}
	}
}

// primary reads the value at from, and gives the token behind it; -1 for none.
func (f *file) primary(e *expr, from, to, depth int) int {
	t := f.tokens[from]
	switch t.kind {
	case quoted:
		e.kind, e.text = literal, f.decode(t)
		if e.text == nil || e.text.bytes {
			return -1
		}
		i := from + 1
		if !f.lang.triple || i >= to || f.kind(i) != quoted {
			return i
		}
		// Python's literals that stand side by side.
		parts := []*text{e.text}
		for ; i < to && f.kind(i) == quoted; i++ {
			if next := f.decode(f.tokens[i]); next != nil {
				parts = append(parts, next)
			}
		}
		e.text = join(f, parts, int(t.start), int(f.tokens[i-1].end))
		return i
	case number:
		e.kind, e.name = scalar, f.tok(from)
		return from + 1
	case word:
		e.kind, e.name = chain, f.tok(from)
		if v, ok := scalars[e.name]; ok {
			e.kind, e.name = scalar, v
		}
		return from + 1
	case punct:
		if f.is(from, '-') {
			e.kind, e.name = scalar, "-"+f.tok(from+1)
			return from + 2
		}
	case opening:
		start, end, ok := f.inside(from)
		if !ok {
			return -1
		}
		switch f.src[t.start] {
		case '{':
			e.kind, e.members = object, f.membersOf(start, end, depth+1)
		case '[':
			e.kind = list
			for _, r := range f.commas(start, end) {
				if r.start < r.end { // [, a] has a hole
					e.items = append(e.items, f.parse(r.start, r.end, depth+1))
				}
			}
		default:
			parts := f.commas(start, end)
			if len(parts) == 2 && f.is(start+1, ',') && f.tok(start) == "0" {
				parts = parts[1:] // (0, module.function)(…), as compilers write it
			}
			if len(parts) != 1 {
				e.kind = list
				for _, r := range parts {
					e.items = append(e.items, f.parse(r.start, r.end, depth+1))
				}
				break
			}
			inner := f.parse(parts[0].start, parts[0].end, depth+1)
			start, end := e.start, e.end
			*e = *inner
			e.start, e.end = start, end
		}
		return end + 1
	}
	return -1
}
