package baseline

import (
	"errors"
	"slices"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// A Basis says what the old document of a comparison is, and by that how severe
// a change is and how it is told.
type Basis uint8

const (
	// Approved: somebody approved it, and no review stands behind the comparison,
	// as in `theriac diff`. Every edit of substance is high.
	Approved Basis = iota
	// Locked: it is the baseline of the base branch, and the change does not bring
	// a baseline that fits. An edit, an addition and a removal are high.
	Locked
	// Relocked: it is the baseline of the base branch, and the change brings one
	// that fits the new document exactly. They are medium.
	Relocked
	// BaseBranch: nobody approved anything; it is the manifest before the change.
	// They are medium, to be read by whoever reviews the change.
	BaseBranch
)

// since says what something changed since.
func (b Basis) since() string {
	if b == BaseBranch {
		return "the base branch"
	}
	return "the baseline"
}

// weigh is the severity of a change that is severity by the ladder for a document
// that somebody approved.
func (b Basis) weigh(severity scanner.Severity) scanner.Severity {
	switch {
	case severity == scanner.High && b != Approved && b != Locked:
		return scanner.Medium
	case severity == scanner.Medium && b == Locked:
		return scanner.High
	}
	return severity
}

// presence is the severity of a component that came or went.
func (b Basis) presence() scanner.Severity {
	if b == Locked {
		return scanner.High
	}
	return scanner.Medium
}

// Options say how two documents are compared. The zero value is for a document
// that was approved.
type Options struct {
	Basis Basis
	// Rules report, of which DIFF001, DIFF002 and DIFF003 count; one that is
	// missing is not reported. Without any, those of the set.
	Rules []*scanner.Rule
	// History tells which findings of the new document are new; by default those
	// that the set's evidence does not give on the old one.
	History *History
	// Excused reports findings that people accepted: they make no change critical.
	// nil for none.
	Excused func(*scanner.Finding) bool
}

// Compare tells what changed from one document to another: layer 3. set's
// evidence judges the texts of both, for the ladder.
//
// The findings are in the order of [scanner.CompareFindings] and stand in the
// new document. Where the error is not nil, they may be too mild: it joins those
// of the scans.
func Compare(old, new *manifest.Document, set *scanner.Set, o Options) ([]scanner.Finding, error) {
	rules := o.Rules
	if len(rules) == 0 {
		rules = set.Rules()
	}
	c := &comparison{old: old, new: new, Options: o}
	if c.History == nil {
		c.History = NewHistory(old, new, set.Evidence())
	}
	for _, r := range rules {
		switch r.ID {
		case "DIFF001":
			c.text = r
		case "DIFF002":
			c.schema = r
		case "DIFF003":
			c.presence = r
		}
	}
	sums := newDigester()
	pairs, removed, added := match(sums, old, new)
	oldInner, newInner := readAsComponents(old), readAsComponents(new)
	for _, p := range pairs {
		w := newWalk(c, p)
		w.component(oldInner, newInner)
		c.report(w)
	}
	c.reportPresence(removed, added)
	slices.SortStableFunc(c.findings, scanner.CompareFindings)
	return c.findings, errors.Join(append(c.errs, c.History.err(), sums.err)...)
}

// comparison is one call of Compare.
type comparison struct {
	Options
	old, new               *manifest.Document
	text, schema, presence *scanner.Rule // nil: not reported
	findings               []scanner.Finding
	errs                   []error
	shownBytes             int
}

// pair is a component then and now. One of them may be nil for a server: its
// frame is always there, but only one that says something is a component.
type pair struct{ old, new *manifest.Component }

func (p pair) nodes() (old, new manifest.Node) {
	if p.old != nil {
		old = p.old.Node
	}
	if p.new != nil {
		new = p.new.Node
	}
	return old, new
}

// identity is what makes a component the same one after a change. frame is set
// for whatever server a frame has, under any name.
type identity struct {
	kind         manifest.ComponentKind
	server, name string
	frame        bool
}

// match pairs the components of two documents. Where several share an identity,
// those of equal content belong together, and the others in their order.
func match(sums *digester, old, new *manifest.Document) (pairs []pair, removed, added []*manifest.Component) {
	before, after := group(old), group(new)
	// A server that is the only one in its frame may change its name.
	name := func(c *manifest.Component) identity {
		frame := frameOf(c)
		if c.Kind == manifest.Server && len(before[frame]) <= 1 && len(after[frame]) <= 1 {
			return frame
		}
		return identity{kind: c.Kind, server: c.Server, name: c.Name}
	}
	done := map[identity]bool{}
	for _, c := range new.Components {
		k := name(c)
		if done[k] {
			continue
		}
		done[k] = true
		olds, news := before[k], after[k]
		if len(olds) > 1 || len(news) > 1 {
			pairs, olds, news = matchEqual(sums, pairs, olds, news)
		}
		n := min(len(olds), len(news))
		for i := range n {
			pairs = append(pairs, pair{olds[i], news[i]})
		}
		removed, added = append(removed, olds[n:]...), append(added, news[n:]...)
	}
	for _, c := range old.Components {
		if k := name(c); !done[k] {
			done[k] = true
			removed = append(removed, before[k]...)
		}
	}
	// A server that fell silent, or began to speak, changed its text.
	speak := func(list []*manifest.Component, p func(*manifest.Component) pair) []*manifest.Component {
		return slices.DeleteFunc(list, func(c *manifest.Component) bool {
			if !name(c).frame {
				return false
			}
			pairs = append(pairs, p(c))
			return true
		})
	}
	removed = speak(removed, func(c *manifest.Component) pair { return pair{old: c} })
	added = speak(added, func(c *manifest.Component) pair { return pair{new: c} })
	return pairs, removed, added
}

// group lists a document's components by identity; servers once more by their
// frame.
func group(d *manifest.Document) map[identity][]*manifest.Component {
	g := map[identity][]*manifest.Component{}
	for _, c := range d.Components {
		k := identity{kind: c.Kind, server: c.Server, name: c.Name}
		g[k] = append(g[k], c)
		if c.Kind == manifest.Server {
			g[frameOf(c)] = append(g[frameOf(c)], c)
		}
	}
	return g
}

func frameOf(c *manifest.Component) identity {
	return identity{kind: c.Kind, server: c.Server, frame: true}
}

// matchEqual takes the components of equal content out of both lists.
func matchEqual(sums *digester, pairs []pair, olds, news []*manifest.Component) ([]pair, []*manifest.Component, []*manifest.Component) {
	before := map[sum][]*manifest.Component{}
	for _, c := range olds {
		s := sums.of(c.Node)
		before[s] = append(before[s], c)
	}
	used := map[*manifest.Component]bool{}
	left := slices.DeleteFunc(slices.Clone(news), func(c *manifest.Component) bool {
		s := sums.of(c.Node)
		same := before[s]
		if len(same) == 0 {
			return false
		}
		pairs = append(pairs, pair{same[0], c})
		used[same[0]], before[s] = true, same[1:]
		return true
	})
	olds = slices.DeleteFunc(slices.Clone(olds), func(c *manifest.Component) bool { return used[c] })
	return pairs, olds, left
}
