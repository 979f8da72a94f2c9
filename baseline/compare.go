package baseline

import (
	"errors"
	"slices"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// Compare tells what changed from an approved document to what it is now. set's
// evidence judges the texts of both, for the ladder; the findings are those of rules, or
// of set's DIFF001, DIFF002 and DIFF003 without any. A rule that is in neither
// is not reported.
//
// The findings are in the order of [scanner.CompareFindings] and stand in the
// new document. Where the error is not nil, they may be too mild: it joins those
// of the two scans.
func Compare(old, new *manifest.Document, set *scanner.Set, rules ...*scanner.Rule) ([]scanner.Finding, error) {
	if len(rules) == 0 {
		rules = set.Rules()
	}
	c := &comparison{old: old, new: new, judge: judge{set: set.Evidence()}}
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
	c.judge.pairs = pairs
	c.judge.old, c.judge.new = old, new
	oldInner, newInner := readAsComponents(old), readAsComponents(new)
	for _, p := range pairs {
		w := newWalk(c, p)
		w.component(oldInner, newInner)
		c.report(w)
	}
	c.reportPresence(removed, added)
	slices.SortStableFunc(c.findings, scanner.CompareFindings)
	return c.findings, errors.Join(append(c.judge.errs, sums.err)...)
}

// comparison is one call of Compare.
type comparison struct {
	old, new               *manifest.Document
	text, schema, presence *scanner.Rule // nil: not reported
	judge                  judge
	findings               []scanner.Finding
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
