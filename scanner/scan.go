package scanner

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

// A Pass is one component under the eyes of the rules.
type Pass struct {
	Document  *manifest.Document
	Component *manifest.Component
	// Passages are the component's texts that some rule reads, in the order of
	// Component.Texts.
	Passages []Passage

	set    *Set
	scan   *scan
	reader reader
	rule   *Rule                    // that was called
	trace  *tracer                  // nil where nobody asked why
	said   map[string]manifest.Role // of Says; nil until asked
	own    map[string]bool          // of OwnWords; likewise
}

// For reports as if the rule had been called for the passage: how a rule that
// looks at components says where.
func (p *Pass) For(i int) *Passage { return &p.Passages[i] }

// A RuleError is a rule that failed on a component: a fault of the rule, and a
// component that it did not look at.
type RuleError struct {
	Rule    string
	URI     string
	Pointer string
	Cause   any
}

func (e *RuleError) Error() string {
	return fmt.Sprintf("%s: rule %s failed on %s: %v", e.URI, e.Rule, cmp.Or(e.Pointer, "the document"), e.Cause)
}

type scan struct {
	set      *Set
	doc      *manifest.Document
	names    names
	findings []Finding
	errs     []error
}

// Scan runs the rules of layers 1 and 2 over a document. The findings are in the
// order of [CompareFindings]. The error joins a [RuleError] for each rule that
// failed; the findings of the others are given all the same.
func Scan(d *manifest.Document, set *Set) ([]Finding, error) {
	s := &scan{set: set, doc: d}
	texts, most := 0, 0
	for _, c := range d.Components {
		texts, most = texts+len(c.Texts), max(most, len(c.Texts))
	}
	p := Pass{Document: d, set: set, scan: s, reader: newReader(set, texts), Passages: make([]Passage, 0, most)}
	for _, c := range d.Components {
		p.component(c)
	}
	s.survey()
	slices.SortStableFunc(s.findings, CompareFindings)
	return s.findings, errors.Join(s.errs...)
}

// component reads the texts of c, wakes the rules, and keeps their findings.
func (p *Pass) component(c *manifest.Component) {
	p.Component = c
	p.Passages, p.said, p.own = p.Passages[:0], nil, nil
	p.reader.begin()
	for i := range c.Texts {
		t := &c.Texts[i]
		x := readText{t.Value, nothing}
		if t.Spoken().Has(p.set.reads) || t.Role.Has(p.set.odd) && !text.Plain(t.Value) {
			x = p.reader.read(t)
		} else if !p.set.all {
			continue
		}
		p.Passages = append(p.Passages, Passage{Published: t, Value: x.value, Reading: x.Reading, pass: p})
	}
	for i := range p.Passages {
		p.wake(&p.Passages[i])
	}
	for _, r := range p.set.rules {
		if r.Component != nil {
			p.call(r, nil)
		}
	}
	for i := range p.Passages {
		if len(p.Passages[i].matches) > 0 {
			p.scan.keep(&p.Passages[i])
		}
	}
}

// wake calls the rules that wait for something that the passage holds. Most
// passages hold nothing that any rule waits for.
func (p *Pass) wake(x *Passage) {
	for rules := x.wakes; rules != 0; rules &= rules - 1 {
		if r := p.set.text[bits.TrailingZeros64(uint64(rules))]; x.Published.Spoken().Has(r.Reads) {
			p.call(r, x)
		}
	}
}

// call runs a rule on a passage, or on the component where there is none, and
// turns its panic into an error: one broken rule must neither stop the others
// nor let a component pass for clean.
func (p *Pass) call(r *Rule, x *Passage) {
	defer func() {
		if cause := recover(); cause != nil {
			p.scan.errs = append(p.scan.errs, &RuleError{r.ID, p.Document.Source.URI, p.Component.Pointer, cause})
		}
	}()
	p.rule = r
	if p.trace != nil && x != nil {
		p.trace.rule(x, r)
	}
	if x == nil {
		r.Component(p)
	} else {
		r.Text(x)
	}
}
