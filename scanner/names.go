package scanner

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/manifest"
)

// names answers which names a document lists. It is made when first asked: most
// documents name no other tool anywhere.
type names struct {
	// byWord has the components whose names hold a word, by index.
	byWord map[string][]int
	// parts are the names of parameters and the listed values of all components, in
	// small letters; nil until asked.
	parts  map[string]bool
	words  [][]string
	joined []string
	// known has the answers given, and budget is how many comparisons are left
	// for new ones.
	known  map[string]bool
	exact  map[string]bool // of Names
	budget int
}

// maxComparisons bounds how many names are compared in a document: a hundred
// thousand tools that all name each other must not cost their square. Honest
// manifests stay below a hundredth of it.
const maxComparisons = 1 << 22

// minHeld is how many letters and digits of a name must stand in another one to
// mean the same: fewer are a word that many names have.
const minHeld = 8

// Lists reports whether the document has a component that a text may mean by a
// name. Servers put a prefix before the names of their tools, and their texts
// leave it out, or write the name as a constant, and clients put their own prefix
// before both; so it is enough that a component's name holds all words of the
// name, in whatever case and with whatever between them, or that one holds the
// other.
func (p *Pass) Lists(name string) bool {
	n := &p.scan.names
	if n.byWord == nil {
		n.byWord, n.known, n.budget = map[string][]int{}, map[string]bool{}, maxComparisons
		for _, listed := range p.listed() {
			words := NameWords(listed)
			for _, w := range words {
				if at := n.byWord[w]; len(at) == 0 || at[len(at)-1] != len(n.words) {
					n.byWord[w] = append(at, len(n.words))
				}
			}
			n.words = append(n.words, words)
			n.joined = append(n.joined, strings.Join(words, ""))
		}
	}
	listed, ok := n.known[name]
	if !ok {
		listed = n.mean(name)
		n.known[name] = listed
	}
	return listed
}

// listed is the names that a text may mean: those of the document's components, and
// of the tools that stand in files beside it.
func (p *Pass) listed() []string {
	all := make([]string, 0, len(p.Document.Components)+len(p.Document.Siblings))
	for _, c := range p.Document.Components {
		if c.Kind != manifest.Server {
			all = append(all, c.Name)
		}
	}
	return append(all, p.Document.Siblings...)
}

// Names reports whether a component is called exactly that.
func (p *Pass) Names(name string) bool {
	n := &p.scan.names
	if n.exact == nil {
		n.exact = map[string]bool{}
		for _, listed := range p.listed() {
			n.exact[listed] = true
		}
	}
	return n.exact[name]
}

// mean reports whether some component may be meant by a name.
func (n *names) mean(name string) bool {
	words := NameWords(name)
	if len(words) == 0 {
		return false
	}
	joined := strings.Join(words, "")
	for _, other := range n.joined[:min(len(n.joined), n.budget)] {
		n.budget--
		if len(joined) >= minHeld && strings.Contains(other, joined) || len(other) >= minHeld && strings.Contains(joined, other) {
			return true
		}
	}
	rarest := n.byWord[words[0]]
	for _, w := range words[1:] {
		if at := n.byWord[w]; len(at) < len(rarest) {
			rarest = at
		}
	}
	for _, i := range rarest[:min(len(rarest), n.budget)] {
		n.budget--
		if !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(n.words[i], w) }) {
			return true
		}
	}
	return false
}

// HasPart reports whether a name is a parameter or a listed value of any component
// of the document: what a text calls so is no tool.
func (p *Pass) HasPart(name string) bool {
	n := &p.scan.names
	if n.parts == nil {
		n.parts = map[string]bool{}
		for _, c := range p.Document.Components {
			for i := range c.Texts {
				if t := &c.Texts[i]; t.Role.Has(manifest.Parameter | manifest.Enum | manifest.Const) {
					n.parts[strings.ToLower(t.Value)] = true
				}
			}
		}
	}
	return n.parts[strings.ToLower(name)]
}

// Says reports whether the component has a text of one of the roles that is the
// given one, regardless of case.
func (p *Pass) Says(r manifest.Role, text string) bool {
	if p.said == nil {
		p.said = map[string]manifest.Role{}
		for i := range p.Passages {
			if x := p.Passages[i].Published; x.Role.Has(manifest.Names | manifest.Values) {
				p.said[strings.ToLower(x.Value)] |= x.Role
			}
		}
	}
	return p.said[strings.ToLower(text)].Has(r)
}

// stem is how many letters of a word [Pass.OwnWords] keeps, and minOwn how many it
// must have.
const (
	stem   = 5
	minOwn = 4
)

// OwnWords are the words of the component's name and of its parameters, in small
// letters and cut to five bytes: what a text of the component may be expected to
// speak of.
func (p *Pass) OwnWords() map[string]bool {
	if p.own != nil {
		return p.own
	}
	p.own = map[string]bool{}
	add := func(name string) {
		for _, w := range NameWords(name) {
			if len(w) >= minOwn {
				p.own[w[:min(len(w), stem)]] = true
			}
		}
	}
	add(p.Component.Name)
	for i := range p.Component.Texts {
		if t := &p.Component.Texts[i]; t.Role.Has(manifest.Parameter) {
			add(t.Value)
		}
	}
	return p.own
}

// NameWords cuts a name at marks and where a capital follows a small letter.
func NameWords(name string) []string {
	if words, ok := asciiNameWords(name); ok {
		return words
	}
	var b strings.Builder
	small := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = ' '
		case unicode.IsUpper(r) && small:
			b.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Fields(b.String())
}

// asciiNameWords is NameWords of most names.
func asciiNameWords(name string) (words []string, ok bool) {
	cut := make([]byte, 0, 64)
	small := false
	for _, c := range []byte(name) {
		switch {
		case c >= utf8.RuneSelf:
			return nil, false
		case 'a' <= c && c <= 'z':
			small = true
		case 'A' <= c && c <= 'Z':
			if small {
				cut = append(cut, ' ')
			}
			c, small = c+'a'-'A', false
		case '0' <= c && c <= '9':
			small = false
		default:
			c, small = ' ', false
		}
		cut = append(cut, c)
	}
	return strings.Fields(string(cut)), true
}

// Siblings reports whether the document has more than one tool.
func (p *Pass) Siblings() bool {
	n := len(p.Document.Siblings)
	for _, c := range p.Document.Components {
		if c.Kind == manifest.Tool {
			if n++; n > 1 {
				return true
			}
		}
	}
	return false
}
