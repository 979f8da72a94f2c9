package source

import (
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// A text is a string of the program, and where its bytes stand.
type text struct {
	value string
	parts []manifest.Part
	file  *file
	// start and end are the whole expression in the file.
	start, end int
	// computed is set where a part of the text, or all, is not known.
	computed bool
	bytes    bool // a bytes literal, which is no text
}

// A builder makes a text piece by piece.
type builder struct {
	file *file
	out  strings.Builder
	text text
}

// same adds bytes of the source that stand for themselves.
func (b *builder) same(start, end int) {
	if start >= end {
		return
	}
	b.out.WriteString(b.file.src[start:end])
	if n := len(b.text.parts); n > 0 {
		if last := &b.text.parts[n-1]; last.End == start && last.End-last.Start == last.Decoded {
			last.End = end
			last.Decoded += end - start
			return
		}
	}
	b.text.parts = append(b.text.parts, manifest.Part{Decoded: end - start, Start: start, End: end})
}

// put adds a string that the bytes [start, end) of the source stand for.
func (b *builder) put(s string, start, end int) {
	if s == "" {
		return
	}
	b.out.WriteString(s)
	if len(s) == end-start {
		// A part of equal lengths would be taken byte by byte. One byte of two
		// characters is not met; the range of the whole is never wrong.
		for i := 0; i < len(s); i++ {
			from, to := start, end
			if s == b.file.src[start:end] {
				from, to = start+i, start+i+1
			}
			b.text.parts = append(b.text.parts, manifest.Part{Decoded: 1, Start: from, End: to})
		}
		return
	}
	b.text.parts = append(b.text.parts, manifest.Part{Decoded: len(s), Start: start, End: end})
}

// add adds a text of the same file.
func (b *builder) add(t *text) {
	b.out.WriteString(t.value)
	b.text.parts = append(b.text.parts, t.parts...)
	b.text.computed = b.text.computed || t.computed
}

func (b *builder) done(start, end int) *text {
	t := b.text
	t.value, t.file, t.start, t.end = b.out.String(), b.file, start, end
	return &t
}

// cut is the part [from, to) of the text.
func (t *text) cut(from, to int) *text {
	c := *t
	c.value, c.parts = t.value[from:to], nil
	at := 0
	for _, p := range t.parts {
		first, last := max(from, at), min(to, at+p.Decoded)
		if first < last {
			q := p
			if q.End-q.Start == q.Decoded {
				q.Start, q.End = p.Start+first-at, p.Start+last-at
			}
			q.Decoded = last - first
			c.parts = append(c.parts, q)
		}
		at += p.Decoded
	}
	return &c
}

// join puts texts one after the other. Texts of other files have no place in
// this one: the whole then has none.
func join(f *file, texts []*text, start, end int) *text {
	b := builder{file: f}
	whole := true
	for i, t := range texts {
		if f.set.room -= len(t.value); f.set.room < 0 {
			break
		}
		whole = whole && t.file == f && (i == 0 || follows(texts[i-1], t))
		b.add(t)
	}
	t := b.done(start, end)
	if !whole {
		t.parts = nil
	}
	return t
}

// follows reports whether a text stands behind another one in the file. Where
// constants are joined it may not, and a range over both would be none.
func follows(a, b *text) bool {
	if len(a.parts) == 0 || len(b.parts) == 0 {
		return len(b.value) == 0 || len(a.value) == 0
	}
	return a.parts[len(a.parts)-1].End <= b.parts[0].Start
}

// trim takes blanks away at both ends, as strip() and trim() do.
func (t *text) trim() *text {
	left := len(t.value) - len(strings.TrimLeft(t.value, blanks))
	right := len(strings.TrimRight(t.value, blanks))
	return t.cut(left, max(left, right))
}

const blanks = " \t\r\n\f\v\u00a0\u2028\u2029\ufeff"

// lines cuts a text after each \n.
func (t *text) lines() (all []*text) {
	for from := 0; from <= len(t.value); {
		to := len(t.value)
		if i := strings.IndexByte(t.value[from:], '\n'); i >= 0 {
			to = from + i + 1
		}
		all = append(all, &text{value: t.value[from:to]})
		if to == len(t.value) && (to == from || t.value[to-1] != '\n') {
			break
		}
		from = to
	}
	return all
}

// dedent takes away the indentation that all lines have in common; with first,
// the first line counts too.
func (t *text) dedent(first bool) *text {
	margin := -1
	lines := t.lines()
	for i, l := range lines {
		body := strings.TrimLeft(l.value, " \t")
		if i == 0 && !first || strings.TrimRight(body, "\r\n") == "" {
			continue
		}
		if n := len(l.value) - len(body); margin < 0 || n < margin {
			margin = n
		}
	}
	if margin <= 0 {
		return t
	}
	var keep []span
	at := 0
	for i, l := range lines {
		from := at
		if i > 0 || first {
			indent := len(l.value) - len(strings.TrimLeft(l.value, " \t"))
			from += min(margin, indent)
		}
		at += len(l.value)
		keep = append(keep, span{from, at})
	}
	return t.keep(keep)
}

type span struct{ start, end int }

// keep is the text made of some of its ranges, which are in order.
func (t *text) keep(ranges []span) *text {
	c := *t
	c.parts = nil
	var out strings.Builder
	part, at := 0, 0 // at: where the part begins in the value
	for _, r := range ranges {
		out.WriteString(t.value[r.start:r.end])
		for part < len(t.parts) && at+t.parts[part].Decoded <= r.start {
			at += t.parts[part].Decoded
			part++
		}
		for i, from := part, at; i < len(t.parts) && from < r.end; i++ {
			p := t.parts[i]
			first, last := max(r.start, from), min(r.end, from+p.Decoded)
			q := p
			if q.End-q.Start == q.Decoded {
				q.Start, q.End = p.Start+first-from, p.Start+last-from
			}
			if q.Decoded = last - first; q.Decoded > 0 {
				c.parts = append(c.parts, q)
			}
			from += p.Decoded
		}
	}
	c.value = out.String()
	return &c
}

// clean is a docstring as inspect.cleandoc publishes it: tabs aside, the
// indentation of all lines but the first is taken away, and blank lines at both
// ends.
func (t *text) clean() *text {
	c := t.dedent(false)
	left := len(c.value) - len(strings.TrimLeft(c.value, " \t"))
	c = c.cut(left, len(c.value))
	from, to := 0, len(c.value)
	for {
		i := strings.IndexByte(c.value[from:to], '\n')
		if i < 0 || strings.TrimLeft(c.value[from:from+i], " \t") != "" {
			break
		}
		from += i + 1
	}
	for {
		i := strings.LastIndexByte(c.value[from:to], '\n')
		if i < 0 || strings.TrimLeft(c.value[from+i:to], " \t\n") != "" {
			break
		}
		to = from + i
	}
	return c.cut(from, to)
}
