package source

// scalars are the words for booleans and nothing, as JSON has them.
var scalars = map[string]string{
	"true": "true", "false": "false", "null": "null", "True": "true", "False": "false", "None": "null", "nil": "null",
}

// arguments reads what a call is given.
func (f *file) arguments(from, to, depth int) (args []member) {
	for _, r := range f.commas(from, to) {
		switch i := r.start; {
		case f.is(i, '*'), f.is(i, '.') && f.is(i+1, '.'):
			args = append(args, f.spread(r, depth))
		case f.lang == &python && f.isWord(i) && f.is(i+1, '=') && !(f.is(i+2, '=') && f.adjacent(i+1)):
			args = append(args, member{key: f.tok(i), keyed: true, at: f.keyAt(i), value: f.parse(i+2, r.end, depth)})
		default:
			args = append(args, member{value: f.parse(i, r.end, depth)})
		}
	}
	return args
}

func (f *file) spread(r span, depth int) member {
	i := r.start
	for i < r.end && f.kind(i) == punct {
		i++
	}
	return member{spread: true, value: f.parse(i, r.end, depth)}
}

// keyAt is a key as it stands.
func (f *file) keyAt(i int) *text {
	if f.kind(i) == quoted {
		return f.decode(f.tokens[i])
	}
	b := builder{file: f}
	b.same(int(f.tokens[i].start), int(f.tokens[i].end))
	return b.done(int(f.tokens[i].start), int(f.tokens[i].end))
}

// membersOf reads what stands between the braces of an object.
func (f *file) membersOf(from, to, depth int) (members []member) {
	for _, r := range f.commas(from, to) {
		i := r.start
		switch {
		case i >= r.end:
		case f.is(i, '.') || f.is(i, '*'):
			members = append(members, f.spread(r, depth))
		case f.is(i, '[') && f.lang.blocks:
			// A key that is computed: a constant at best.
			start, end, ok := f.inside(i)
			if !ok || !f.is(end+1, ':') {
				continue
			}
			if key := f.textOf(f.parse(start, end, depth+1)); key != nil && !key.computed {
				members = append(members, member{key: key.value, keyed: true, at: key, value: f.parse(end+2, r.end, depth)})
			}
		case (f.kind(i) == word || f.kind(i) == quoted || f.kind(i) == number) && (f.is(i+1, ':') || f.is(i+1, '=') && f.lang.blocks):
			if k := f.keyAt(i); k != nil {
				members = append(members, member{key: k.value, keyed: true, at: k, value: f.parse(i+2, r.end, depth)})
			}
		case f.isWord(i) && i+1 == r.end && f.lang.blocks:
			members = append(members, member{key: f.tok(i), keyed: true, at: f.keyAt(i), value: f.parse(i, r.end, depth)})
		case f.isWord(i):
			// A method: get description() { return … }.
			for i+1 < r.end && f.isWord(i+1) {
				i++
			}
			e := &expr{kind: function, file: f, start: int(f.tokens[i].start), end: int(f.tokens[r.end-1].end)}
			if f.isWord(r.start, "get") {
				e = f.returned(i, r.end, depth)
			}
			members = append(members, member{key: f.tok(i), keyed: true, at: f.keyAt(i), value: e})
		case f.lang == &python:
			// A dictionary whose keys are expressions.
			for k := i; k < r.end; k = f.over(k) {
				if f.is(k, ':') {
					if key := f.textOf(f.parse(i, k, depth+1)); key != nil && !key.computed {
						members = append(members, member{key: key.value, keyed: true, at: key, value: f.parse(k+1, r.end, depth)})
					}
					break
				}
			}
		}
	}
	return members
}

// returned is what the method whose name stands at i returns, where that is all
// that it does.
func (f *file) returned(i, to, depth int) *expr {
	e := &expr{file: f, start: int(f.tokens[i].start), end: int(f.tokens[to-1].end), from: i, to: to}
	for k := i; k < to; k = f.over(k) {
		start, end, ok := f.inside(k)
		if !ok || !f.is(k, '{') || !f.isWord(start, "return") {
			continue
		}
		if f.is(end-1, ';') {
			end--
		}
		return f.parse(start+1, end, depth+1)
	}
	return e
}
