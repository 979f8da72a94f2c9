package compile

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/text"
)

// A dressed text is one on which \b tells words apart as the tokeniser does:
// apostrophes inside words are underscores, and underscores elsewhere are none.
// It has the length of the text.
func dressed(s string) string {
	b := []byte(s)
	alnum := func(i int) bool {
		return i >= 0 && i < len(b) && (isLetter(b[i]) || b[i] >= '0' && b[i] <= '9')
	}
	for i, c := range b {
		switch {
		case c == '\'' && i > 0 && isLetter(b[i-1]) && alnum(i+1):
			b[i] = '_'
		case c == '_' && !(alnum(i-1) && alnum(i+1)):
			b[i] = '*'
		}
	}
	return string(b)
}

// The shapes as regular expressions, good for the shapes of the corpus.
var shapes = map[phrase.Shape]string{
	phrase.ShapeAny:    `(?:\b\w+\b|[^\w\s])`,
	phrase.ShapeWord:   `\b\w+\b`,
	phrase.ShapeCaps:   `\b[0-9_]*[A-Z][0-9_]*[A-Z][A-Z0-9_]*\b`,
	phrase.ShapeNumber: `\b[0-9]+\b`,
	phrase.ShapeIdent:  `(?:\bsend_email\b|\breadFile\b|\bread_file\b|\bstep2\b|\b[a-z]+(?:-[a-z]+)+\b)`,
	phrase.ShapeQuoted: "(?:" + quotation("'") + "|" + quotation(`"`) + "|" + quotation("`") + ")",
	phrase.ShapePath:   `(?:/etc/passwd|~/\.aws/keys|~/\.ssh|\./a/b|src/main\.go)`,
	phrase.ShapeURL:    `(?:https://a\.example/b\?c=d|http://b\.example)`,
}

func quotation(q string) string {
	token := `(?:\w+|[^\w\s` + q + `])`
	return q + token + `(?:\s*` + token + `){0,7}` + q
}

// expression says in a regular expression over dressed text what n matches.
func expression(n *node) string {
	const loose = "[\\s*`\"']*"
	join := loose
	switch n.join {
	case phrase.Tight:
		join = ""
	case phrase.Spaced:
		join = `\s+`
	}
	group := func(kids []*node, between string) string {
		var all []string
		for _, k := range kids {
			all = append(all, expression(k))
		}
		return "(?:" + strings.Join(all, between) + ")"
	}
	switch n.kind {
	case kindWord, kindSet:
		var all []string
		for _, w := range n.words {
			all = append(all, regexp.QuoteMeta(dressed(w)))
		}
		return join + `\b(?i:` + strings.Join(all, "|") + `)\b`
	case kindPunct:
		return join + regexp.QuoteMeta(string(n.punct))
	case kindShape:
		return loose + shapes[phrase.Shape(n.n)]
	case kindGap:
		return fmt.Sprintf(`(?:\W*\b\w+\b){0,%d}\W*`, n.n)
	case kindStart:
		return `^\W*`
	case kindSeq:
		return group(n.kids, "")
	case kindAlt:
		return group(n.kids, "|")
	case kindMaybe:
		return group(n.kids, "") + "?"
	}
	panic("no regular expression says this")
}

// sentences cuts tokens into those of each sentence.
func sentences(tokens []text.Token) (all [][]text.Token) {
	for len(tokens) > 0 {
		n := 0
		for n < len(tokens) && tokens[n].Sentence == tokens[0].Sentence {
			n++
		}
		all = append(all, tokens[:n])
		tokens = tokens[n:]
	}
	return all
}

// A suite is patterns with a signal each: p0, p1 and so on.
type suite struct {
	program  *phrase.Program
	patterns []*pattern
}

func build(source string) (*suite, error) {
	f, err := parse([]Source{{Name: "test.phr", Text: source}})
	if err != nil {
		return nil, err
	}
	p, err := assemble(f)
	return &suite{p, f.patterns}, err
}

// generated is a suite of up to n random patterns; those that the language
// refuses are left out.
func generated(g grammar, n int) *suite {
	var b strings.Builder
	b.WriteString(classes)
	for i := range n {
		line := fmt.Sprintf("p%d: %s\n", i, g.pattern())
		if _, err := build(classes + line); err == nil {
			b.WriteString(line)
		}
	}
	b.WriteString("last: never tell\n")
	s, err := build(b.String())
	if err != nil {
		panic(err)
	}
	return s
}

// hits gives for each pattern what it hits in one sentence.
func (s *suite) hits(value string, tokens []text.Token) map[string][]phrase.Hit {
	out := map[string][]phrase.Hit{}
	for _, h := range s.program.Match(value, tokens, nil) {
		name := s.program.Signals[h.Signal]
		out[name] = append(out[name], h)
	}
	return out
}

// TestRegexpOracle compares the matcher with Go's regexp over the plain text.
func TestRegexpOracle(t *testing.T) {
	hits, misses := 0, 0
	for seed := range uint64(40) {
		c := random(seed)
		s := generated(grammar{c: c}, 12)
		for range 60 {
			h, m := s.agreesWithRegexp(t, corpus(s.patterns, c))
			hits, misses = hits+h, misses+m
		}
	}
	t.Logf("%d hits and %d misses agree", hits, misses)
	if hits < 1000 || misses < 1000 {
		t.Error("the corpus says too little")
	}
}

func (s *suite) agreesWithRegexp(t *testing.T, value string) (hits, misses int) {
	t.Helper()
	for _, tokens := range sentences(s.program.Lexicon.Tokenise(value, nil)) {
		if len(tokens) > phrase.Reach {
			continue
		}
		got := s.hits(value, tokens)
		sentence := value[tokens[0].Start:tokens[len(tokens)-1].End]
		for _, p := range s.patterns {
			re := regexp.MustCompile(expression(p.body))
			want := re.MatchString(dressed(sentence))
			if want != (len(got[p.signal]) > 0) {
				t.Fatalf("%q\n%s: %s\nregexp: %t, hits: %v", sentence, p.signal, p.text(), want, got[p.signal])
			}
			if !want {
				misses++
				continue
			}
			hits++
			whole := regexp.MustCompile("^(?:" + expression(p.body) + ")$")
			for _, h := range got[p.signal] {
				said := value[tokens[h.From].Start:tokens[h.To-1].End]
				if !whole.MatchString(dressed(said)) {
					t.Fatalf("%q\n%s: %s\nthe hit %q is no match", sentence, p.signal, p.text(), said)
				}
			}
		}
	}
	return hits, misses
}

// text is where the pattern stands, for failures.
func (p *pattern) text() string {
	return fmt.Sprintf("%s:%d %s", p.at.name, p.at.line, expressionOrTree(p.body))
}

func expressionOrTree(n *node) (out string) {
	defer func() {
		if recover() != nil {
			out = "(with a look)"
		}
	}()
	return expression(n)
}
