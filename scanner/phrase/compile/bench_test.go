package compile

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/theriac/theriac/scanner/phrase"
	"github.com/theriac/theriac/scanner/text"
)

var (
	benchClasses = `
class NEG = never | don't | do not | must not | should not | refrain from | avoid
class USER = user{,s,'s} | operator{,s} | human | customer | "end user{,s}"
class MUST = must | shall | have to | need to | are required to | always
class READ = read | open | access | load | retrieve | fetch | extract | cat | collect
class SEND = send{,s} | post | upload{,s} | transmit | forward{,s} | exfiltrate | email | relay
`
	benchVerbs  = strings.Fields("tell inform notify mention reveal disclose discuss report show display explain describe call invoke use run execute trigger ignore override bypass disregard forget skip replace modify change alter rewrite redirect append include attach copy store")
	benchThings = strings.Fields("instructions rules guidelines prompt history conversation credentials password token keychain cookies recipient argument parameter value tool function command secret contents address header payload")
	benchForms  = []string{
		"@NEG [ever] %[1]s ..3 @USER", "@MUST [first|also] %[1]s ..2 (the|this) %[2]s", "%[1]s (all|any) [previous|prior|other] %[2]s",
		"before ..4 %[1]s ..3 @READ ..4 %[2]s", "@SEND ..4 %[2]s to ..2 ~quoted", "%[1]s ..3 %[2]s (silently|secretly|quietly)", "without %[1]s ..2 @USER",
	}
)

// benchSource is n patterns like those of rules.
func benchSource(n int) string {
	var b strings.Builder
	b.WriteString(benchClasses)
	for i := range n {
		form := benchForms[i%len(benchForms)]
		verb, thing := benchVerbs[i*7%len(benchVerbs)], benchThings[i*5%len(benchThings)]
		fmt.Fprintf(&b, "p%d: %s\n", i%200, fmt.Sprintf(form+"%.0[1]s%.0[2]s", verb, thing))
	}
	return b.String()
}

// benchText is some 100 KB of descriptions: plain ones, and one in fifty that
// says what the patterns look for.
func benchText(patterns []*pattern) []string {
	c := random(7)
	subjects := strings.Fields("Returns Lists Creates Updates Deletes Searches Reads Sends Fetches Retrieves")
	nouns := strings.Fields("file issue user page record message branch item project value field query image report token list comment event account folder")
	tails := []string{"by its identifier", "from the given repository", "and returns the result as JSON", "that match the query", "in the current workspace",
		"(default: 20)", "before the given date", "for the current user", "with optional filters, sorted by name", "and all of its contents", "using the API of the server"}
	var all []string
	for size := 0; size < 100_000; {
		var b strings.Builder
		for range 1 + c(4) {
			fmt.Fprintf(&b, "%s the %s %s of each %s %s. ", pick(c, subjects), pick(c, nouns), pick(c, nouns), pick(c, nouns), pick(c, tails))
		}
		if c(50) == 0 {
			b.WriteString(sample(patterns[c(len(patterns))].body, c) + ".")
		}
		all = append(all, b.String())
		size += b.Len()
	}
	return all
}

func benchSuite(tb testing.TB, n int) *suite {
	s, err := build(benchSource(n))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func totalBytes(texts []string) (n int64) {
	for _, t := range texts {
		n += int64(len(t))
	}
	return n
}

// BenchmarkMatch is tokenising and matching, for numbers of patterns that
// double.
func BenchmarkMatch(b *testing.B) {
	texts := benchText(benchSuite(b, 170).patterns)
	for _, n := range []int{85, 170, 340, 680} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := benchSuite(b, n).program
			m := phrase.NewMatcher(p, nil)
			var tokens []text.Token
			var hits []phrase.Hit
			b.SetBytes(totalBytes(texts))
			b.ReportAllocs()
			for b.Loop() {
				found := 0
				for _, t := range texts {
					tokens = p.Lexicon.Tokenise(t, tokens[:0])
					hits, _ = m.Match(t, tokens, hits[:0])
					found += len(hits)
				}
				if found == 0 {
					b.Fatal("no hits")
				}
			}
		})
	}
}

// BenchmarkTokenise is the part of BenchmarkMatch before matching.
func BenchmarkTokenise(b *testing.B) {
	s := benchSuite(b, 170)
	texts := benchText(s.patterns)
	var tokens []text.Token
	b.SetBytes(totalBytes(texts))
	for b.Loop() {
		for _, t := range texts {
			tokens = s.program.Lexicon.Tokenise(t, tokens[:0])
		}
	}
}

// BenchmarkRegexp is the same patterns as regular expressions, one by one, on
// a part of the same texts.
func BenchmarkRegexp(b *testing.B) {
	s := benchSuite(b, 170)
	texts := benchText(s.patterns)
	texts = texts[:len(texts)/20]
	var all []*regexp.Regexp
	for _, p := range s.patterns {
		all = append(all, regexp.MustCompile(expression(p.body)))
	}
	b.SetBytes(totalBytes(texts))
	for b.Loop() {
		for _, t := range texts {
			for _, re := range all {
				re.FindAllStringIndex(t, -1)
			}
		}
	}
}

func TestMatchAllocatesNothing(t *testing.T) {
	s := benchSuite(t, 170)
	texts := benchText(s.patterns)
	var tokens []text.Token
	hits := make([]phrase.Hit, 0, 1000)
	m := phrase.NewMatcher(s.program, nil)
	run := func() {
		for _, value := range texts {
			tokens = s.program.Lexicon.Tokenise(value, tokens[:0])
			hits, _ = m.Match(value, tokens, hits[:0])
		}
	}
	run()
	if n := testing.AllocsPerRun(3, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
	// Nor do the elements that these patterns do not have.
	s, err := build("a: ^ !(not) x [y] (~ident | z z) ~path x\ne: x ~url ..3 \"~/.ssh\" !(w)\nb: x ~quoted\nc: ~url x\nd: ~any ~caps ~number ~word ~ident ~path x")
	if err != nil {
		t.Fatal(err)
	}
	value := strings.Repeat("x y send_email /etc/x x https://a.b/c read ~/.ssh now, x 'y z' A AB 7 b read-file ./x x. ", 5)
	texts, m = []string{value}, phrase.NewMatcher(s.program, nil)
	run()
	if len(hits) < 15 {
		t.Errorf("only %d hits", len(hits))
	}
	if n := testing.AllocsPerRun(3, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
