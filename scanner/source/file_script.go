package source

func (f *file) declareScript() {
	var open []int // the braces around a token, by the byte where they end
	for i := range f.tokens {
		if f.is(i, '{') && f.tokens[i].match > 0 {
			open = append(open, int(f.tokens[f.tokens[i].match].end))
		}
		for len(open) > 0 && open[len(open)-1] <= int(f.tokens[i].start) {
			open = open[:len(open)-1]
		}
		f.scope = 0
		if len(open) > 0 {
			f.scope = open[len(open)-1]
		}
		if f.kind(i) != word || f.is(i-1, '.') {
			continue
		}
		switch w := f.tok(i); w {
		case "const", "let", "var":
			f.declaration(i + 1)
		case "enum":
			if f.isWord(i+1) && f.is(i+2, '{') {
				f.keep(f.tok(i+1), i+2, f.over(i+2))
			}
		case "import":
			f.importScript(i)
		case "exports":
			// Compilers begin with exports.a = exports.b = void 0.
			if f.is(i+1, '.') && f.isWord(i+2) && f.is(i+3, '=') && !f.isWord(i+4, "exports", "void") {
				f.keep(f.tok(i+2), i+4, f.statement(i+4))
			}
		case "export":
			if f.is(i+1, '{') || f.is(i+1, '*') {
				f.importScript(i)
			}
		}
	}
}

// maxType is how many tokens the type of a variable or field may have.
const maxType = 300

// declaration reads NAME = value, or {a, b} = require("…").
func (f *file) declaration(i int) {
	value := -1
	for k, n := f.over(i), 0; k < len(f.tokens) && n < maxType; k, n = f.over(k), n+1 {
		if f.is(k, '=') && !f.is(k+1, '>') {
			value = k + 1
			break
		}
		if f.is(k, ';') || f.isWord(k, "of", "in") {
			return
		}
	}
	if value < 0 {
		return
	}
	module := ""
	if f.isWord(value, "require", "__importStar", "__importDefault") {
		for k := value; k < value+6; k++ {
			if f.kind(k) == quoted {
				module = f.decode(f.tokens[k]).value
			}
		}
	}
	switch {
	case module != "" && f.isWord(i):
		f.imports[f.tok(i)] = imported{module, "*"}
	case module != "":
		f.importNames(i, module)
	case f.isWord(i):
		f.keep(f.tok(i), value, f.statement(value))
	}
}

// statement is where the value that begins at i ends.
func (f *file) statement(i int) int {
	for k := f.over(i); k < len(f.tokens); k = f.over(k) {
		switch t := f.tokens[k]; {
		case f.is(k, ';'), f.is(k, ','), t.kind == closing:
			return k
		case t.first && !f.continues(k):
			return k
		}
	}
	return len(f.tokens)
}

// continues reports whether a token at the beginning of a line goes on with the
// expression before it.
func (f *file) continues(k int) bool {
	before := f.kind(k-1) == punct && !f.is(k-1, '!')
	return before || f.kind(k) == punct && !f.is(k, '@') || f.is(k, '(') && f.kind(k-1) != closing || f.isWord(k, "as", "satisfies")
}

// importScript reads import … from "module", and export … from "module".
func (f *file) importScript(i int) {
	k, module := i+1, ""
	for n := 0; k < len(f.tokens) && n < 12; k, n = f.over(k), n+1 {
		if f.isWord(k, "from") && f.kind(k+1) == quoted {
			module = f.decode(f.tokens[k+1]).value
			break
		}
		if f.is(k, ';') || f.is(k, '(') {
			return
		}
	}
	if module == "" {
		return
	}
	for k = i + 1; k < len(f.tokens) && !f.isWord(k, "from"); k = f.over(k) {
		switch {
		case f.is(k, '{'):
			f.importNames(k, module)
		case f.is(k, '*') && f.isWord(k+1, "as"):
			f.imports[f.tok(k+2)] = imported{module, "*"}
			k += 2
		case f.isWord(k) && !f.isWord(k, "type"):
			f.imports[f.tok(k)] = imported{module, "default"}
		}
	}
}

// importNames reads {a, b as c, d: e}.
func (f *file) importNames(open int, module string) {
	from, to, ok := f.inside(open)
	if !ok {
		return
	}
	for _, r := range f.commas(from, to) {
		i := r.start
		if f.isWord(i, "type") && r.end-i > 1 {
			i++
		}
		if i < r.end && f.isWord(i) {
			f.imports[f.tok(r.end-1)] = imported{module, f.tok(i)}
		}
	}
}
