package source

import (
	"slices"
	"sort"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// A file is one source file under reading.
type file struct {
	path   string
	lang   *language
	src    string
	tokens []token
	broken int
	// steps is how many tokens may still be looked at in expressions: what keeps
	// the work linear however declarations are nested.
	steps int
	set   *set
	// names are what the file declares, in its order, made when first asked for.
	names map[string][]binding
	// imports are the names that come from other files.
	imports map[string]imported
	// scope is where the part of the file ends whose names are noted; 0 for the
	// whole file.
	scope int
	// open are the names that are being worked out: they may mean each other.
	open map[string]bool
	code *goFile // of a Go file
}

// A binding is what a name stands for in a part of the file.
type binding struct {
	value *expr
	// from and to are the bytes where it does so; to is 0 for the whole file.
	from, to int
}

// An imported name is another file's. Of a module as a whole, name is "*".
type imported struct{ module, name string }

// set is the files that one reading looks into: the file itself, and those that
// it imports.
type set struct {
	files Files
	read  map[string]*file
	bytes int // of other files
	hops  int // from file to file, in looking up a name
	// room is how many bytes of text may still be joined.
	room int
}

// maxImported is how many bytes of other files are read for one file.
const maxImported = 4 << 20

// stepsOf is how many tokens of a file with n of them may be looked at in
// expressions: each is looked at a few times where declarations nest as they do
// in practice.
func stepsOf(n int) int { return 16*n + 10_000 }

func newFile(path string, l *language, src string, s *set) *file {
	f := &file{path: path, lang: l, src: src, set: s, broken: -1, open: map[string]bool{}}
	if l == &golang {
		f.code = parseGo(f)
		return f
	}
	x := lex(l, src)
	f.tokens, f.broken, f.steps = x.tokens, x.broken, stepsOf(len(x.tokens))
	return f
}

// lookup finds what a name stands for at a byte of the file: a constant, a class,
// a function. at is -1 for what other files see.
func (f *file) lookup(name string, at int) *expr {
	f.declare()
	in, ok := f.imports[name]
	if !ok || at >= 0 && f.inner(name, at) {
		return f.made(f.bound(name, at))
	}
	if in.name == "*" {
		return nil
	}
	return f.from(in.module, in.name)
}

// maxHops is how often a name is followed from a file to the one that it is from:
// packages pass names on, and may do so in a circle.
const maxHops = 4

// from is what a name stands for in another file.
func (f *file) from(module, name string) *expr {
	other := f.module(module)
	if other == nil || f.set.hops == maxHops {
		return nil
	}
	f.set.hops++
	defer func() { f.set.hops-- }()
	return other.lookup(name, -1)
}

// maxShadowed is how many bindings of one name are looked at: a file may give the
// same name to a variable of every function.
const maxShadowed = 64

// bound is the value of a name at a byte: that of the innermost part of the file
// that has one before the byte, else what the file as a whole has.
func (f *file) bound(name string, at int) *expr {
	all := f.names[name]
	before := sort.Search(len(all), func(i int) bool { return all[i].from > at })
	for i := before - 1; i >= 0 && i > before-maxShadowed; i-- {
		if b := all[i]; b.to == 0 || at <= b.to {
			return b.value
		}
	}
	for _, b := range all[:min(len(all), maxShadowed)] {
		if b.to == 0 {
			return b.value
		}
	}
	return nil
}

// inner reports whether a name that is imported means something else at a byte.
func (f *file) inner(name string, at int) bool { return f.bound(name, at) != nil }

// moduleMember finds a name of a module that was imported as a whole.
func (f *file) moduleMember(module, name string) *expr {
	f.declare()
	in, ok := f.imports[module]
	if !ok {
		return nil
	}
	path := in.module
	switch {
	case in.name == "*", in.name == "default":
	case f.lang == &python && strings.HasSuffix(path, "."):
		path += in.name // from . import module
	case f.lang == &python:
		path += "." + in.name
	default:
		return nil
	}
	return f.from(path, name)
}

// made is a declaration read on demand: until then it is a range of tokens.
func (f *file) made(e *expr) *expr {
	if e == nil || e.kind != unknown || e.name != "" {
		return e
	}
	if f.code != nil {
		return e
	}
	*e = *f.parse(e.from, e.to, 0)
	if e.kind == unknown {
		e.name = "?" // not to be read again
	}
	return e
}

// declare notes what the file's names stand for.
func (f *file) declare() {
	if f.names != nil {
		return
	}
	f.names, f.imports = map[string][]binding{}, map[string]imported{}
	switch f.lang {
	case &python:
		f.declarePython()
	case &script:
		f.declareScript()
	default:
		f.code.declare(f)
	}
}

// keep notes the value of a name, in the part of the file at hand.
func (f *file) keep(name string, from, to int) {
	if from < to && from < len(f.tokens) {
		f.bind(name, &expr{file: f, from: from, to: to}, int(f.tokens[from].start))
	}
}

// bind notes what a name stands for from a byte on. A file gives a name of its
// own one value; the first one counts.
func (f *file) bind(name string, e *expr, from int) {
	if f.scope == 0 && slices.ContainsFunc(f.names[name], func(b binding) bool { return b.to == 0 }) {
		return
	}
	f.names[name] = append(f.names[name], binding{e, from, f.scope})
}

// column is how far from the left a token stands, in bytes.
func (f *file) column(i int) int {
	at := int(f.tokens[i].start)
	return at - (strings.LastIndexByte(f.src[:at], '\n') + 1)
}

// sdk reports whether the file's own imports name an MCP SDK.
func (f *file) sdk() bool { return f.lang.sdk(f.src) }

// decl is one thing that is declared, with what will be published of it.
type decl struct {
	kind  manifest.ComponentKind
	value *node
}

// sortDecls puts declarations in the order of the file.
func sortDecls(all []decl) {
	slices.SortStableFunc(all, func(a, b decl) int { return a.value.start - b.value.start })
}
