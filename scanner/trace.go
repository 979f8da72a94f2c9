package scanner

import (
	"fmt"
	"slices"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/phrase"
)

// A Trace says why a component has the findings that it has, and why it has no
// others.
type Trace struct {
	Component ComponentRef
	Pointer   string
	Texts     []TracedText
	// Rules are those that looked at the component as a whole.
	Rules []TracedRule
}

// A TracedText is one text: what it says, what was heard in it, and what the rules
// made of that.
type TracedText struct {
	Field     string
	Role      string
	Value     string // as rules read it: without disguise
	Sentences []TracedSentence
	Rules     []TracedRule // that were asked, by ID
	// Unasked are the rules that nothing in the text waked, by ID; Deaf those that
	// don't read texts of this role.
	Unasked, Deaf []string
}

// A TracedSentence is a sentence with what its words and phrases mean.
type TracedSentence struct {
	Text     string
	Signals  []Evidence
	Concepts []Evidence
}

// Evidence is a part of a text that means something to rules.
type Evidence struct {
	Signal string // the name of a signal, or of a concept
	Text   string // the words
	Place  string // of the pattern, file:line; empty for a single word of a concept
}

// A TracedRule is what a rule made of a text.
type TracedRule struct {
	Rule    *Rule
	Steps   []string // the conditions that it met, in the order in which it asked
	Reports []TracedReport
}

// A TracedReport is what a rule reported, and what became of it.
type TracedReport struct {
	Severity Severity
	Message  string
	Text     string // published
	Outcome  string // "reported", or what swallowed it
}

// Explain scans the components that want picks, and tells of each what happened.
func Explain(d *manifest.Document, set *Set, want func(*manifest.Component) bool) ([]Trace, error) {
	var traces []Trace
	s := &scan{set: set, doc: d}
	p := Pass{Document: d, set: set, scan: s, reader: newReader(set, 64)}
	for _, c := range d.Components {
		if !want(c) {
			continue
		}
		p.trace = &tracer{rules: map[tracedCall]*TracedRule{}}
		p.component(c)
		traces = append(traces, p.traced(c))
	}
	if len(s.errs) > 0 {
		return traces, s.errs[0]
	}
	return traces, nil
}

// tracer gathers what happens to a component; a pass has one only where somebody
// asked.
type tracer struct {
	rules map[tracedCall]*TracedRule
	calls []tracedCall
}

type tracedCall struct {
	passage *Passage
	rule    *Rule
}

func (t *tracer) rule(p *Passage, r *Rule) *TracedRule {
	k := tracedCall{p, r}
	if t.rules[k] == nil {
		t.rules[k] = &TracedRule{Rule: r}
		t.calls = append(t.calls, k)
	}
	return t.rules[k]
}

// Tracing reports whether somebody asked why.
func (p *Passage) Tracing() bool { return p.pass.trace != nil }

// Note says which condition the rule that looks at the passage found met. It costs
// nothing where nobody asked.
func (p *Passage) Note(format string, args ...any) {
	t := p.pass.trace
	if t == nil || p.pass.rule == nil {
		return
	}
	r, step := t.rule(p, p.pass.rule), fmt.Sprintf(format, args...)
	if len(r.Steps) == 0 || r.Steps[len(r.Steps)-1] != step {
		r.Steps = append(r.Steps, step)
	}
}

// ended records what became of a match.
func (p *Passage) ended(m match, outcome string) {
	if t := p.pass.trace; t != nil {
		r := t.rule(p, m.rule)
		r.Reports = append(r.Reports, TracedReport{m.severity, messageOf(m.reason, m.args).String(), p.Published.Value[m.start:m.end], outcome})
	}
}

// traced puts together what was gathered.
func (p *Pass) traced(c *manifest.Component) Trace {
	trace := Trace{Component: RefOf(c), Pointer: c.Pointer}
	for i := range p.Passages {
		x := &p.Passages[i]
		text := TracedText{Field: x.Published.Field(), Role: roleName(x.Published.Role), Value: x.Value}
		for n := range x.SentenceCount() {
			text.Sentences = append(text.Sentences, x.tracedSentence(n))
		}
		asked := map[*Rule]bool{}
		for _, k := range p.trace.calls {
			if k.passage == x {
				text.Rules = append(text.Rules, *p.trace.rules[k])
				asked[k.rule] = true
			}
		}
		slices.SortFunc(text.Rules, func(a, b TracedRule) int { return compareIDs(a.Rule, b.Rule) })
		for _, r := range p.set.text {
			switch {
			case asked[r]:
			case !x.Published.Role.Has(r.Reads):
				text.Deaf = append(text.Deaf, r.ID)
			default:
				text.Unasked = append(text.Unasked, r.ID)
			}
		}
		trace.Texts = append(trace.Texts, text)
	}
	return trace
}

// roleNames are the roles in the order of their bits.
var roleNames = [...]string{"name", "title", "description", "instructions", "prompt text", "parameter name", "schema text", "enum value", "default", "example",
	"const", "comment", "annotation", "_meta", "address", "template", "format", "unknown key", "below an unknown key"}

func roleName(r manifest.Role) string {
	for bit, name := range roleNames {
		if r == 1<<bit {
			return name
		}
	}
	return "text"
}

func compareIDs(a, b *Rule) int {
	if a.ID < b.ID {
		return -1
	}
	if a.ID > b.ID {
		return 1
	}
	return 0
}

func (p *Passage) tracedSentence(n uint32) TracedSentence {
	from, to := p.SentenceTokens(n)
	s := TracedSentence{Text: p.Value[p.Tokens[from].Start:p.Tokens[to-1].End]}
	program := p.pass.set.program
	for _, h := range p.Sentence(n) {
		e := p.evidence(h)
		if program.Raises[h.Signal] != 0 {
			s.Concepts = append(s.Concepts, e)
		} else {
			s.Signals = append(s.Signals, e)
		}
	}
	for i := from; i < to; i++ {
		for bit, name := range program.Concepts {
			if program.Words[p.Tokens[i].Word].Concepts&(1<<bit) != 0 {
				s.Concepts = append(s.Concepts, Evidence{Signal: name, Text: p.Value[p.Tokens[i].Start:p.Tokens[i].End]})
			}
		}
	}
	return s
}

func (p *Passage) evidence(h phrase.Hit) Evidence {
	program := p.pass.set.program
	return Evidence{program.Signals[h.Signal], p.Said(h), program.Origin(h)}
}

// maxEvidence bounds how many signals a finding names.
const maxEvidence = 16

// evidenceIn is what means something to rules in bytes [start, end) of Value.
func (p *Passage) evidenceIn(start, end int) (all []Evidence) {
	if len(p.Tokens) == 0 || start >= end {
		return nil
	}
	for n := p.SentenceAt(start); n <= p.SentenceAt(end-1); n++ {
		for _, h := range p.Sentence(n) {
			if from, to := p.Bytes(h); from < end && to > start {
				if all = append(all, p.evidence(h)); len(all) == maxEvidence {
					return all
				}
			}
		}
	}
	return all
}
