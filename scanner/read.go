package scanner

import (
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

// longGap is the least padding that a rule may look at, in bytes: STRUCT003's ten
// line breaks.
const longGap = 10

// maxDecoded is how often a text is decoded: once for what it says, once more
// for what that says. Nobody writes three layers for a model that has to undo
// them in its head.
const maxDecoded = 2

// read makes a passage of a text: what it hides is unveiled, disguises are
// folded, encoded parts decoded, and the result cut into tokens and matched. A
// text of plain words goes through untouched, at the cost of a look.
func (p *Pass) read(x *Passage) {
	x.Value = words(x.Published)
	unveiled, encoded := text.Unveil(x.Value, &p.set.program.Lexicon)
	x.keep(unveiled, encoded)
	x.fold()
	from := len(p.tokens)
	p.tokens = p.set.program.Lexicon.Tokenise(x.Value, p.tokens)
	for range maxDecoded {
		decoded, encoded := text.Decode(x.Value, p.tokens[from:], &p.set.program.Lexicon)
		if !decoded.Changed() {
			break
		}
		x.keep(decoded, encoded)
		x.fold()
		p.tokens = p.set.program.Lexicon.Tokenise(x.Value, p.tokens[:from])
	}
	x.Tokens = p.tokens[from:len(p.tokens):len(p.tokens)]
	from = len(p.hits)
	p.hits = p.set.program.Match(x.Value, x.Tokens, p.hits)
	x.Hits = p.hits[from:len(p.hits):len(p.hits)]
	for _, h := range x.Hits {
		x.signals.Add(h.Signal)
	}
	end := uint32(0)
	for i := range x.Tokens {
		t := &x.Tokens[i]
		x.gap = x.gap || t.Start-end >= longGap && i > 0
		x.waking = x.waking || t.Flags&text.Punct != 0 && p.set.bytes[x.Value[t.Start]]
		end = t.End
	}
}

func (x *Passage) fold() {
	p := x.pass
	if p.spare == nil {
		p.spare = new(text.Buffer)
	}
	folded := text.Fold(x.Value, p.spare)
	if folded.Changed() {
		p.spare = nil // the layer points into it
	}
	x.keep(folded, nil)
}

// keep takes over a layer that changed something, and what it decoded in
// published bytes.
func (x *Passage) keep(l text.Folded, encoded []text.Encoded) {
	if !l.Changed() {
		return
	}
	for _, e := range encoded {
		e.Start, e.End = x.origin(e.Start, e.End)
		x.Encoded = append(x.Encoded, e)
	}
	x.layers = append(x.layers, l)
	x.Value = l.Value
}

// minParts is how many words an identifier must have to be read as a phrase:
// read_file is a name, read_all_ssh_keys an order.
const minParts = 3

// words is a text as words. A name, or a value that a model copies, may be a
// phrase with marks for blanks; each mark is one byte, so places stay.
func words(t *manifest.Text) string {
	if !t.Role.Has(manifest.Names | manifest.Values) {
		return t.Value
	}
	marks := strings.Count(t.Value, "_") + strings.Count(t.Value, "-")
	if marks < minParts-1 || strings.ContainsAny(t.Value, " /.:") {
		return t.Value
	}
	return marksToBlanks.Replace(t.Value)
}

var marksToBlanks = strings.NewReplacer("_", " ", "-", " ")
