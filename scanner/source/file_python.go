package source

// declarePython notes the names that a module of Python declares: constants,
// classes and functions at the very left, and imports anywhere.
func (f *file) declarePython() {
	for i := range f.tokens {
		t := f.tokens[i]
		if !t.first || t.kind != word {
			continue
		}
		switch {
		case f.isWord(i, "from"):
			f.importPython(i)
		case f.isWord(i, "class") && f.isWord(i+1):
			f.block(i, i+1)
		case f.isWord(i, "def") && f.isWord(i+1):
			f.block(i, i+1)
		case f.isWord(i, "async") && f.isWord(i+1, "def") && f.isWord(i+2):
			f.block(i, i+2)
		case !t.free || int(t.start) > 0 && f.src[t.start-1] != '\n':
		case f.is(i+1, '=') && !f.is(i+2, '='):
			f.keep(f.tok(i), i+2, f.lineEnd(i+2))
		case f.is(i+1, ':'):
			end := f.lineEnd(i + 1)
			for k := i + 2; k < end; k = f.over(k) {
				if f.is(k, '=') {
					f.keep(f.tok(i), k+1, end)
					break
				}
			}
		}
	}
}

// block notes the class or function whose first line begins at i.
func (f *file) block(i, name int) {
	f.bind(f.tok(name), &expr{kind: function, file: f, from: i, to: f.blockEnd(i), name: f.tok(name)}, int(f.tokens[i].start))
}

// lineEnd is the token behind the logical line that i stands in.
func (f *file) lineEnd(i int) int {
	for i < len(f.tokens) {
		if i = f.over(i); i < len(f.tokens) && f.tokens[i].first {
			break
		}
	}
	return min(i, len(f.tokens))
}

// blockEnd is the token behind the block whose first line begins at i: the next
// line that is indented no deeper.
func (f *file) blockEnd(i int) int {
	margin := f.column(i)
	for k := f.lineEnd(i); k < len(f.tokens); k = f.lineEnd(k) {
		if f.column(k) <= margin {
			return k
		}
	}
	return len(f.tokens)
}

// importPython reads from module import a, b as c.
func (f *file) importPython(i int) {
	end := f.lineEnd(i)
	k, module := i+1, ""
	for ; k < end && !f.isWord(k, "import"); k++ {
		module += f.tok(k)
	}
	from, to := k+1, end
	if f.is(from, '(') {
		var ok bool
		if from, to, ok = f.inside(from); !ok {
			return
		}
	}
	for _, r := range f.commas(from, to) {
		if r.start < r.end && f.isWord(r.start) {
			name := f.tok(r.start)
			f.imports[f.tok(r.end-1)] = imported{module, name}
		}
	}
}

// docstring is the text right at the beginning of the block of a function or
// class whose first line begins at i.
func (f *file) docstring(i int) *text {
	if i > 0 && f.isWord(i-1, "async") {
		i--
	}
	k := f.lineEnd(i)
	if k >= len(f.tokens) || f.kind(k) != quoted || f.column(k) <= f.column(i) {
		// def f(): """…""" on one line.
		for k = i; k < len(f.tokens) && !f.is(k, ':'); k = f.over(k) {
		}
		if k++; k >= len(f.tokens) || f.kind(k) != quoted || f.tokens[k].first {
			return nil
		}
	}
	e := &expr{file: f, start: int(f.tokens[k].start)}
	f.primary(e, k, f.lineEnd(k), 0)
	if e.text == nil || e.text.computed || e.kind != literal {
		return nil // an f-string is no docstring
	}
	return e.text.clean()
}
