package source

import (
	"strings"
)

// sum is texts that are joined by +.
func (e *expr) sum(items []*expr, depth int) *text {
	var parts []*text
	known := false
	for _, item := range items {
		t := item.textAt(depth)
		if t == nil {
			b := builder{file: e.file}
			b.put(gap, item.start, item.end)
			t = b.done(item.start, item.end)
			t.computed = true
		} else {
			known = true
		}
		parts = append(parts, t)
	}
	if !known {
		return nil
	}
	return join(e.file, parts, e.start, e.end)
}

// fragments are the literals of an expression that can't be worked out, as far
// as they read like prose: what it may come to say.
func (e *expr) fragments() *text {
	f := e.file
	if f.code != nil || e.from >= e.to {
		return nil
	}
	b := builder{file: f}
	last, found := e.start, 0
	for i := e.from; i < e.to && i < len(f.tokens); i++ {
		t := f.tokens[i]
		if f.is(i, '{') && f.lang.blocks {
			i = f.over(i) - 1 // a block, or an object
			continue
		}
		if t.kind != quoted || !strings.ContainsAny(f.src[t.start:t.end], " \n") {
			continue
		}
		if f.steps--; f.steps < 0 {
			break
		}
		if d := f.decode(t); d != nil && len(d.parts) > 0 {
			if int(t.start) > last {
				b.put(gap, last, int(t.start))
			}
			b.add(d)
			last, found = int(t.end), found+1
		}
	}
	if found == 0 {
		return nil
	}
	return b.computed(e, last)
}

// computed is the text of an expression of which only the parts until the byte last
// are known.
func (b *builder) computed(e *expr, last int) *text {
	if last < e.end {
		b.put(gap, last, e.end)
	}
	t := b.done(e.start, e.end)
	t.computed = true
	return t
}

// fixedArguments is what a call is given as prose, with gaps around it.
func (e *expr) fixedArguments(args []*expr, depth int) *text {
	b := builder{file: e.file}
	last, found := e.start, 0
	for _, a := range args {
		t := a.textAt(depth + 1)
		if t == nil || t.file != e.file || len(t.parts) == 0 || !strings.ContainsAny(t.value, " \n") || t.parts[0].Start < last {
			continue
		}
		if from := t.parts[0].Start; from > last {
			b.put(gap, last, from)
		}
		b.add(t)
		last = t.parts[len(t.parts)-1].End
		found++
	}
	if found == 0 {
		return nil
	}
	return b.computed(e, last)
}

// joinedList is [a, b].join(c), or c.join([a, b]).
func (e *expr) joinedList(args []*expr, depth int) *text {
	head := e.before()
	if r := head.resolve(); r != nil {
		head = r
	}
	switch {
	case head.kind == list && len(args) == 0:
		b := builder{file: e.file}
		b.put(",", e.start, e.start)
		return head.joinWith(b.done(e.start, e.start), depth)
	case head.kind == list:
		return head.joinWith(args[0].textAt(depth), depth)
	case len(args) == 1:
		items := args[0]
		if r := items.resolve(); r != nil {
			items = r
		}
		if items.kind == list {
			return items.joinWith(head.textAt(depth), depth)
		}
	}
	return nil
}

// joinWith joins the texts of a list. What stands between two of them in the
// source is the place of what is put there.
func (e *expr) joinWith(between *text, depth int) *text {
	if between == nil || between.computed {
		return nil
	}
	var parts []*text
	known := false
	for i, item := range e.items {
		t := item.textAt(depth)
		b := builder{file: e.file}
		if t == nil {
			b.put(gap, item.start, item.end)
			t = b.done(item.start, item.end)
			t.computed = true
		} else {
			known = true
		}
		if i > 0 {
			from := max(e.items[i-1].start, e.items[i-1].end)
			b = builder{file: e.file}
			b.put(between.value, from, max(from, item.start))
			parts = append(parts, b.done(from, item.start))
		}
		parts = append(parts, t)
	}
	if !known {
		return nil
	}
	return join(e.file, parts, e.start, e.end)
}
