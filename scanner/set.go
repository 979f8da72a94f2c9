package scanner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/phrase"
)

// A Set is the rules of a scan with the compiled phrases that they share. It is
// safe for use by several goroutines.
type Set struct {
	rules   []*Rule // by ID
	program *phrase.Program
	mention phrase.Signal // 0 if the program declares none
	text    []*Rule       // those that look at texts
	// reads are the roles of the texts that are matched; odd those that are only
	// if they are not plain, for rules that look at nothing else.
	reads, odd manifest.Role
	// all tells that a rule which looks at components wants to see all texts.
	all bool
	// What wakes which of text; see [Wake].
	bySignal   []waking
	byByte     []wakingByte
	byRun      []wakingRun
	byConcepts waking
	byRaw      waking
	concepts   phrase.ConceptSets // that wake any
	// excluded are what the rules that were excluded wait for.
	excluded phrase.Set
	// evidence is the set that this one was selected from, without what was
	// excluded; nil for a set that was not selected.
	evidence *Set
}

// waking is a set of rules that look at texts, a bit for each.
type waking uint64

// maxTextRules is how many such rules a set can have.
const maxTextRules = 64

// wakingByte is the rules that a byte wakes.
type wakingByte struct {
	byte  byte
	rules waking
}

// wakingRun is the rules that a run of so many bytes wakes.
type wakingRun struct {
	length int
	rules  waking
}

// MentionSignal is the name of the signal for a sentence that speaks about
// phrases instead of saying them: "detects texts such as …". What stands in
// quotes in such a sentence is reported at most as low.
const MentionSignal = "mention"

// NewSet makes a set of rules whose phrases are compiled into program.
func NewSet(program *phrase.Program, rules ...*Rule) *Set {
	s := &Set{rules: slices.Clone(rules), program: program, bySignal: make([]waking, len(program.Signals))}
	slices.SortFunc(s.rules, func(a, b *Rule) int { return strings.Compare(a.ID, b.ID) })
	if i := slices.Index(program.Signals, MentionSignal); i > 0 {
		s.mention = phrase.Signal(i)
	}
	for _, r := range slices.Concat(s.ahead(false), s.ahead(true)) {
		if r.Text == nil && r.Component == nil {
			continue
		}
		if r.Text != nil && r.Component == nil && r.Wake.Run == 0 && r.Wake.Concepts == nil && len(r.Wake.Signals) == 0 && r.Wake.Bytes == "" {
			s.odd |= r.Reads
		} else {
			s.reads |= r.Reads
		}
		s.all = s.all || r.Component != nil && r.Reads == 0
		if r.Text == nil {
			continue
		}
		s.wakes(r)
	}
	return s
}

// ahead are the rules that say that they come after all others, or the others.
func (s *Set) ahead(after bool) (rules []*Rule) {
	for _, r := range s.rules {
		if r.AfterAll == after {
			rules = append(rules, r)
		}
	}
	return rules
}

// wakes adds a rule that looks at texts.
func (s *Set) wakes(r *Rule) {
	if len(s.text) == maxTextRules {
		panic(fmt.Sprintf("scanner: more than %d rules look at texts", maxTextRules))
	}
	bit := waking(1) << len(s.text)
	s.text = append(s.text, r)
	for _, sig := range r.Wake.Signals {
		s.bySignal[sig] |= bit
	}
	for _, b := range []byte(r.Wake.Bytes) {
		s.byByte = append(s.byByte, wakingByte{b, bit})
	}
	if r.Wake.Run > 0 {
		s.byRun = append(s.byRun, wakingRun{r.Wake.Run, bit})
	}
	for _, named := range []bool{false, true} {
		sets := r.Wake.Concepts
		if named {
			sets = r.Wake.Named
		}
		for _, c := range sets {
			s.byConcepts |= bit
			s.concepts.Add(c, named)
		}
	}
	if r.Wake.Raw {
		s.byRaw |= bit
	}
}

// Rules lists the set's rules by ID.
func (s *Set) Rules() []*Rule { return s.rules }

// Rule is the rule with that ID, or nil.
func (s *Set) Rule(id string) *Rule {
	for _, r := range s.rules {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// Select narrows the set: an ID selects a rule, a minus sign before it excludes
// one. Without any selected rule, all are selected. An ID that the set does not
// have is an error: a rule that was misspelt would otherwise be off, or on, in
// silence.
func (s *Set) Select(ids ...string) (*Set, error) {
	var only, without []string
	for _, id := range ids {
		bare := strings.TrimPrefix(id, "-")
		if s.Rule(bare) == nil {
			return nil, fmt.Errorf("unknown rule %q: `theriac rules` lists them all", bare)
		}
		if bare != id {
			without = append(without, bare)
		} else {
			only = append(only, bare)
		}
	}
	var keep, evidence []*Rule
	excluded := s.excluded
	for _, r := range s.rules {
		if slices.Contains(without, r.ID) {
			for _, sig := range r.Wake.Signals {
				excluded.Add(sig)
			}
			continue
		}
		evidence = append(evidence, r)
		if len(only) == 0 || slices.Contains(only, r.ID) {
			keep = append(keep, r)
		}
	}
	if len(keep) == 0 {
		return nil, fmt.Errorf("no rule is left by %s", strings.Join(ids, ","))
	}
	selected := NewSet(s.program, keep...)
	selected.evidence = NewSet(s.program, evidence...)
	selected.excluded, selected.evidence.excluded = excluded, excluded
	return selected, nil
}

// Evidence is the set that a change is judged by: who selects only DIFF001 still
// wants to know whether the new text trips another rule. Rules that were
// excluded are not in it.
func (s *Set) Evidence() *Set {
	if s.evidence != nil {
		return s.evidence
	}
	return s
}
