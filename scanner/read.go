package scanner

import (
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/text"
)

// longGap is the least padding that a rule may look at, in bytes: STRUCT003's ten
// line breaks.
const longGap = 10

// maxDecoded is how often a text is decoded: once for what it says, once more
// for what that says. Nobody writes three layers for a model that has to undo
// them in its head.
const maxDecoded = 2

// A Reading is what was found in a text for the rules: what depends on the text
// alone, whoever published it and where. Offsets are bytes of the passage's
// Value.
type Reading struct {
	// Tokens are there if the text holds something that some rule waits for.
	Tokens []text.Token
	Hits   []phrase.Hit // in order of their first tokens
	// Encoded are the parts that were read as what they stand for, in published
	// bytes: Value has their texts.
	Encoded []text.Encoded

	// layers lead from the published text to Value, in order. None is kept for
	// text that is as it seems.
	layers  []text.Folded
	wakes   waking
	signals phrase.Set
	// concepts are those of each sentence; nil if none has a set of them that a
	// rule waits for.
	concepts []phrase.Concepts
}

// nothing is the reading of a text that no rule waits for: most texts.
var nothing = new(Reading)

// A read text is its value for rules with the reading.
type readText struct {
	value string
	*Reading
}

// A reader makes readings. A manifest says most of its texts several times over,
// a parameter's description with each tool that has the parameter, so short
// ones are remembered.
type reader struct {
	set     *Set
	matcher *phrase.Matcher
	// passing is for the readings of the component at hand, kept for those that
	// are remembered.
	passing, kept shelf
	folding       text.Buffer
	// memory is what texts were read as, by the published text: as they stand, as
	// values and as names.
	memory [3]map[string]readText
	room   int // in memory, in bytes of text
}

// Texts up to maxRemembered bytes are remembered, until they are maxMemory bytes
// together.
const (
	maxRemembered = 512
	maxMemory     = 1 << 20
)

// newReader makes a reader of about so many texts.
func newReader(set *Set, texts int) reader {
	different := min(texts/8, 4096) // of each sort, mostly
	return reader{
		set: set, matcher: phrase.NewMatcher(set.program, &set.concepts), room: maxMemory,
		memory: [3]map[string]readText{make(map[string]readText, different), {}, make(map[string]readText, different)},
	}
}

// A shelf is where the tokens and hits of readings lie, one behind the other.
type shelf struct {
	tokens []text.Token
	hits   []phrase.Hit
}

// reserve makes room for the tokens and hits that most texts of n bytes have, so
// that what lies on the shelf is not moved for it.
func (s *shelf) reserve(n int) {
	const least, most = 256, 4096
	if n = n/3 + 8; cap(s.tokens)-len(s.tokens) < n {
		s.tokens = make([]text.Token, 0, max(least, min(2*cap(s.tokens), most)))
	}
	if n /= 4; cap(s.hits)-len(s.hits) < n {
		s.hits = make([]phrase.Hit, 0, max(least/4, min(2*cap(s.hits), most/4)))
	}
}

// begin forgets the component before.
func (r *reader) begin() {
	r.passing.tokens, r.passing.hits = r.passing.tokens[:0], r.passing.hits[:0]
}

// read reads a text.
func (r *reader) read(t *manifest.Text) readText {
	kind := 0
	switch {
	case t.Role.Has(manifest.Names):
		kind = 2
	case t.Role.Has(manifest.Values):
		kind = 1
	}
	if x, ok := r.memory[kind][t.Value]; ok {
		return x
	}
	x := readText{value: t.Value}
	var cut text.Folded
	switch kind {
	case 1:
		x.value = words(x.value)
	case 2:
		cut = nameWords(x.value)
		x.value = cut.Value
	}
	if len(t.Value) > maxRemembered || len(t.Value) > r.room {
		r.fill(&x, cut, &r.passing)
		return x
	}
	r.room -= len(t.Value)
	r.kept.reserve(len(t.Value))
	r.fill(&x, cut, &r.kept)
	r.memory[kind][t.Value] = x
	return x
}

// fill makes the reading of a text: what it hides is unveiled, disguises are
// folded, encoded parts decoded, and the result cut into tokens and matched. A
// text of plain words goes through untouched, at the cost of a look. cut is what
// has already been done to a name.
func (r *reader) fill(t *readText, cut text.Folded, s *shelf) {
	var x Reading
	if cut.Changed() {
		x.layers = append(x.layers, cut)
	}
	program := r.set.program
	plain := text.Plain(t.value)
	if !plain {
		unveiled, encoded := text.Unveil(t.value, &program.Lexicon)
		t.value = x.keep(t.value, unveiled, encoded)
		t.value = r.fold(&x, t.value)
	}
	tokens, hits := len(s.tokens), len(s.hits) // from there on
	s.tokens = program.Lexicon.Tokenise(t.value, s.tokens)
	for range maxDecoded {
		decoded, encoded := text.Decode(t.value, s.tokens[tokens:], &program.Lexicon)
		if !decoded.Changed() {
			break
		}
		t.value = x.keep(t.value, decoded, encoded)
		t.value = r.fold(&x, t.value)
		s.tokens = program.Lexicon.Tokenise(t.value, s.tokens[:tokens])
	}
	x.Tokens = s.tokens[tokens:len(s.tokens):len(s.tokens)]
	var spoken []phrase.Concepts
	s.hits, spoken = r.matcher.Match(t.value, x.Tokens, s.hits)
	x.Hits = s.hits[hits:]
	r.speaksOf(&x, spoken)
	if x.concepts == nil {
		// Phrases of concepts say nothing else.
		x.Hits = slices.DeleteFunc(x.Hits, func(h phrase.Hit) bool { return program.Raises[h.Signal] != 0 })
	} else {
		x.wakes |= r.set.byConcepts
	}
	s.hits = s.hits[:hits+len(x.Hits)]
	x.Hits = s.hits[hits:len(s.hits):len(s.hits)]
	for _, h := range x.Hits {
		x.signals.Add(h.Signal)
		x.wakes |= r.set.bySignal[h.Signal]
	}
	raw := !plain || x.layers != nil || hasGap(t.value)
	if raw {
		x.wakes |= r.set.byRaw
	}
	r.survey(t.value, &x)
	if !raw && x.wakes == 0 && len(x.Hits) == 0 {
		t.Reading, s.tokens = nothing, s.tokens[:tokens]
		return
	}
	t.Reading = new(Reading)
	*t.Reading = x
}

// speaksOf looks for sentences that speak of what a rule waits for; words is what
// those of each sentence stand for.
func (r *reader) speaksOf(x *Reading, words []phrase.Concepts) {
	if words == nil {
		return
	}
	for _, h := range x.Hits {
		words[h.Sentence] |= r.set.program.Raises[h.Signal]
	}
	named := slices.ContainsFunc(x.Tokens, func(t text.Token) bool { return t.Flags&text.Compound != 0 })
	if slices.ContainsFunc(words, func(c phrase.Concepts) bool { return r.set.concepts.AnyIn(c, named) }) {
		x.concepts = slices.Clone(words)
	}
}

// survey looks for what rules wait for beside phrases.
func (r *reader) survey(value string, x *Reading) {
	for _, w := range r.set.byByte {
		if strings.IndexByte(value, w.byte) >= 0 {
			x.wakes |= w.rules
		}
	}
	for _, w := range r.set.byRun {
		if text.HasRun(value, w.length, false) {
			x.wakes |= w.rules
		}
	}
}

// hasGap reports whether blanks or line breaks stand inside a text in a run of
// longGap bytes or more.
func hasGap(value string) bool {
	return text.HasRun(value, longGap, true) && text.HasRun(strings.Trim(value, " \t\n\v\f\r"), longGap, true)
}

func (r *reader) fold(x *Reading, value string) string {
	return x.keep(value, text.Fold(value, &r.folding), nil)
}

// keep takes over a layer that changed something of value, with what it decoded
// in published bytes, and gives the value that it made.
func (x *Reading) keep(value string, l text.Folded, encoded []text.Encoded) string {
	if !l.Changed() {
		return value
	}
	for _, e := range encoded {
		e.Start, e.End = x.origin(e.Start, e.End)
		x.Encoded = append(x.Encoded, e)
	}
	x.layers = append(x.layers, l)
	return l.Value
}

// origin leads bytes of Value back to the published text.
func (x *Reading) origin(start, end int) (int, int) {
	for _, l := range slices.Backward(x.layers) {
		start, end = l.Origin(start, end)
	}
	return start, end
}

// minParts is how many words an identifier must have to be read as a phrase:
// read_file is a name, read_all_ssh_keys an order.
const minParts = 3

// words is a name, or a value that a model copies, as words: it may be a phrase
// with marks for blanks. Each mark is one byte, so places stay.
func words(s string) string {
	marks := strings.Count(s, "_") + strings.Count(s, "-")
	if marks < minParts-1 || strings.ContainsAny(s, " /.:") {
		return s
	}
	return marksToBlanks.Replace(s)
}

var marksToBlanks = strings.NewReplacer("_", " ", "-", " ")

// nameWords is words for a name, which may also be cut by points, or by capitals:
// between a small letter and a capital a blank is put.
func nameWords(s string) text.Folded {
	if strings.ContainsAny(s, " /:") {
		return text.Folded{Value: s}
	}
	whole := strings.Count(s, "_")+strings.Count(s, "-")+strings.Count(s, ".") >= minParts-1
	if whole {
		s = nameMarksToBlanks.Replace(s)
	}
	return text.CutCamel(s, minParts)
}

var nameMarksToBlanks = strings.NewReplacer("_", " ", "-", " ", ".", " ")
