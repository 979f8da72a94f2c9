package compile

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"

	"github.com/theriac/theriac/scanner/phrase"
)

// A choice decides between n ways. Fuzzing decides by its input's bytes, tests
// by a generator with a seed.
type choice func(n int) int

func random(seed uint64) choice {
	return rand.New(rand.NewPCG(seed, 1)).IntN
}

// fromBytes decides by the bytes, and at random when they have run out.
func fromBytes(b []byte) choice {
	seed := fnv.New64a()
	seed.Write(b)
	rest := random(seed.Sum64())
	return func(n int) int {
		if len(b) == 0 {
			return rest(n)
		}
		c := int(b[0])
		b = b[1:]
		return c % n
	}
}

var (
	vocabulary = strings.Fields("never tell the user do not mention read file send to other tool 7 42 MUST NO don't user's x")
	marks      = []string{"*", "`", `"`, "'", ",", ";", "(", ")", "-", ":", "/"}
	idents     = []string{"send_email", "readFile", "move-file", "step2"}
	quotations = []string{"'x'", `"the tool"`, "`read_file`"}
	paths      = []string{"/etc/passwd", "~/.aws/keys", "./a/b", "src/main.go"}
	urls       = []string{"https://a.example/b?c=d", "http://b.example"}
)

func pick(c choice, all []string) string { return all[c(len(all))] }

// word is a word of the corpus, sometimes in capitals.
func word(c choice) string {
	w := pick(c, vocabulary)
	if c(6) == 5 {
		w = strings.ToUpper(w)
	}
	return w
}

// blank is what stands between two elements.
func blank(c choice) string {
	return pick(c, []string{" ", " ", " ", "  ", "\n", " *", "* ", " `", ` "`})
}

// sample is a text that n matches, unless what a look or a ^ asks for or the
// end of a sentence gets in the way.
func sample(n *node, c choice) string {
	switch n.kind {
	case kindWord, kindSet:
		return pick(c, n.words)
	case kindPunct:
		return string(n.punct)
	case kindShape:
		switch phrase.Shape(n.n) {
		case phrase.ShapeCaps:
			return "MUST"
		case phrase.ShapeNumber:
			return "42"
		case phrase.ShapeIdent:
			return pick(c, idents)
		case phrase.ShapeQuoted:
			return pick(c, quotations)
		case phrase.ShapePath:
			return pick(c, paths)
		case phrase.ShapeURL:
			return pick(c, urls)
		}
		return pick(c, vocabulary)
	case kindGap:
		var words []string
		for range c(n.n + 1) {
			words = append(words, word(c))
			if c(4) == 0 {
				words = append(words, pick(c, marks))
			}
		}
		return strings.Join(words, " ")
	case kindSeq:
		var b strings.Builder
		for i, k := range n.kids {
			s := sample(k, c)
			if i > 0 && s != "" {
				switch k.join {
				case phrase.Loose:
					b.WriteString(blank(c))
				case phrase.Spaced:
					b.WriteByte(' ')
				}
			}
			b.WriteString(s)
		}
		return b.String()
	case kindAlt:
		return sample(n.kids[c(len(n.kids))], c)
	case kindMaybe:
		if c(2) == 0 {
			return ""
		}
		return sample(n.kids[0], c)
	}
	return ""
}

// corpus is a text of a few sentences: samples of the patterns with noise
// around them, and noise alone.
func corpus(patterns []*pattern, c choice) string {
	var b strings.Builder
	for range 1 + c(4) {
		for range 1 + c(6) {
			switch c(6) {
			case 0, 1:
				b.WriteString(sample(patterns[c(len(patterns))].body, c))
			case 2:
				b.WriteString(pick(c, marks))
			case 3:
				b.WriteString(pick(c, append(append(append(quotations, idents...), paths...), urls...)))
			default:
				b.WriteString(word(c))
			}
			b.WriteString(blank(c))
		}
		b.WriteString(pick(c, []string{". ", ".\n", "!\n\n", "; ", " "}))
	}
	return b.String()
}

// grammar writes a pattern of the language, at random. withLooks says whether
// it may hold what no regular expression of Go's can say.
type grammar struct {
	c         choice
	withLooks bool
}

func (g grammar) pattern() string {
	var b strings.Builder
	if g.c(8) == 7 {
		b.WriteString("^ ")
	}
	if g.withLooks && g.c(4) == 3 {
		b.WriteString("!(" + g.words() + ") ")
	}
	if g.c(5) == 4 {
		b.WriteString("[" + g.words() + "] ")
	}
	b.WriteString(g.element(0))
	for range g.c(4) {
		if g.c(3) == 2 {
			b.WriteString(" .." + string(rune('1'+g.c(4))))
		}
		if g.withLooks && g.c(6) == 5 {
			b.WriteString(pick(g.c, []string{" !(", " !<("}) + g.words() + ")")
		}
		b.WriteString(" " + g.element(0))
	}
	if g.c(5) == 4 {
		b.WriteString(" [" + g.words() + "]")
	}
	if g.withLooks && g.c(6) == 5 {
		b.WriteString(" !(" + g.words() + ")")
	}
	return b.String()
}

func (g grammar) words() string {
	out := g.word()
	for range g.c(3) {
		out += pick(g.c, []string{" ", " | "}) + g.word()
	}
	return out
}

func (g grammar) word() string { return strings.ToLower(pick(g.c, vocabulary)) }

func (g grammar) element(depth int) string {
	switch n := g.c(12); {
	case n == 0 && depth < 2:
		return "(" + g.element(depth+1) + " | " + g.element(depth+1) + " " + g.element(depth+1) + ")"
	case n == 1 && depth < 2:
		return g.word() + " [" + g.element(depth+1) + "] " + g.word()
	case n == 2:
		return pick(g.c, []string{`"~/.ssh"`, `"rm -rf"`, `"("`, "e-mail", `"read/the"`})
	case n == 3:
		return pick(g.c, []string{"~any", "~word", "~caps", "~number", "~ident", "~quoted", "~path", "~url"})
	case n == 4:
		return "@SOME"
	case n == 5:
		return "(" + g.words() + ")"
	}
	return g.word()
}

// classes are what generated patterns refer to.
const classes = "class SOME = user{,s,'s} | the tool | \"end-user\" | x\n"
