package baseline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// maxPerRule is how many changes of a component a finding tells one by one, with
// a place and a text each. What is critical always has its own; the rest of a
// rewritten schema is counted.
const maxPerRule = 8

// report turns a component's changes into findings.
func (c *comparison) report(w *walk) {
	if w.err != nil {
		c.errs = append(c.errs, fmt.Errorf("%s: %s: %w", c.new.Source.URI, w.name(), w.err))
	}
	if len(w.changes) == 0 {
		return
	}
	for i := range w.changes {
		w.changes[i].severity = c.Basis.weigh(w.changes[i].severity)
	}
	c.escalate(w)
	for _, r := range []*scanner.Rule{c.text, c.schema} {
		c.tell(w, r)
	}
}

// tell makes the findings of one rule. What is critical blocks, and is read by
// itself; the other changes are one finding, apart from those that nobody has to
// read.
func (c *comparison) tell(w *walk, r *scanner.Rule) {
	var read, minor, cosmetic []*change
	for i := range w.changes {
		switch x := &w.changes[i]; {
		case x.rule != r:
		case x.cosmetic:
			cosmetic = append(cosmetic, x)
		case x.severity == scanner.Critical:
			c.findings = append(c.findings, c.finding(w, x, c.sentence(x)))
		case x.severity < scanner.Medium:
			minor = append(minor, x)
		default:
			read = append(read, x)
		}
	}
	c.tellOne(w, read)
	c.tellOne(w, minor)
	switch len(cosmetic) {
	case 0:
	case 1:
		c.findings = append(c.findings, c.finding(w, cosmetic[0], c.sentence(cosmetic[0])))
	default:
		c.findings = append(c.findings, c.counted(w, cosmetic, fmt.Sprintf("%d small changes since %s: ", len(cosmetic), c.Basis.since())))
	}
}

// tellOne makes one finding of changes, at the first in the file. Those that are
// too many are counted in its last place.
func (c *comparison) tellOne(w *walk, all []*change) {
	if len(all) == 0 {
		return
	}
	var told []scanner.Finding
	for _, x := range all[:min(maxPerRule, len(all))] {
		told = append(told, c.finding(w, x, c.sentence(x)))
	}
	slices.SortStableFunc(told, scanner.CompareFindings)
	if more := all[len(told):]; len(more) > 0 {
		members := "members"
		if len(more) == 1 {
			members = "member"
		}
		told = append(told, c.counted(w, more, fmt.Sprintf("%d more %s changed since %s: ", len(more), members, c.Basis.since())))
	}
	c.findings = append(c.findings, scanner.Together(told))
}

// escalate makes the changes critical whose new text gives a new finding of high
// or critical. One of medium makes an edit of what seemed cosmetic.
func (c *comparison) escalate(w *walk) {
	fresh := c.History.fresh(w.new)
	if c.Excused != nil {
		fresh = slices.DeleteFunc(fresh, func(f scanner.Finding) bool { return c.Excused(&f) })
	}
	if len(fresh) == 0 {
		return
	}
	at := make(map[string]*change, len(w.changes))
	for i := range w.changes {
		if x := &w.changes[i]; x.new.Valid() {
			at[x.at.pointer(w.new.Pointer)] = x
		}
	}
	rules := map[*change][]string{}
	for i := range fresh {
		for above := range upwards(fresh[i].Pointer) {
			if x, ok := at[above]; ok {
				if fresh[i].Severity >= grave {
					rules[x] = append(rules[x], fresh[i].Rule.ID)
				} else if x.cosmetic || x.severity < scanner.Medium {
					x.severity, x.cosmetic, x.note = c.Basis.weigh(scanner.High), false, scanner.Message{}
				}
				break
			}
		}
	}
	for x, ids := range rules {
		slices.Sort(ids)
		x.severity, x.cosmetic = scanner.Critical, false
		x.note = scanner.Say("the new text gives ").Then(names(slices.Compact(ids))).Then(scanner.Say(", which the old one did not"))
	}
}

// sentence is the message of one change.
func (c *comparison) sentence(x *change) scanner.Message {
	between := ": "
	if x.what.Equal(scanner.Say(verb(x.old, x.new))) {
		between = " " // the member itself is what was changed
	}
	m := scanner.Say("%s"+between, x.at.field()).Then(x.what).Then(scanner.Say(" since " + c.Basis.since()))
	if !x.note.Equal(scanner.Message{}) {
		m = m.Then(scanner.Say(": ")).Then(x.note)
	}
	return m
}

// mostNames is how many members, rules or values a message names one by one.
const mostNames = 8

// names joins pieces of code.
func names(all []string) scanner.Message { return scanner.Join(mostNames, scanner.Codes(all)...) }

// counted tells several changes by their number, at the first of them.
func (c *comparison) counted(w *walk, all []*change, begin string) scanner.Finding {
	first := *all[0]
	said := make([]scanner.Message, len(all))
	var contents []string
	for i, x := range all {
		first.severity = max(first.severity, x.severity)
		said[i] = scanner.Say("%s "+verb(x.old, x.new), x.at.field())
		// No text has this much of the other changes in it: their sums stand for them.
		contents = append(contents, fmt.Sprintf("%q %x", x.at.field(), w.sums.of(x.new)))
	}
	f := c.finding(w, &first, scanner.Say(begin).Then(scanner.Join(mostNames, said...)))
	slices.Sort(contents)
	f.Counted, f.Fingerprint = len(all), scanner.Fingerprint(first.rule.ID+" counted", f.Component, strings.Join(contents, " "))
	return f
}

// finding makes a finding of a change.
func (c *comparison) finding(w *walk, x *change, message scanner.Message) scanner.Finding {
	was, is := c.shown(x.old), c.shown(x.new)
	component, in := w.new, w.new
	if component == nil {
		component = w.old
	}
	f := scanner.Finding{
		Rule: x.rule, Severity: x.severity, Message: message,
		Source: c.new.Source.URI, Component: scanner.RefOf(component),
		Field: x.at.field(), Text: is, Span: scanner.Span{End: utf8.RuneCountInString(is)}, Baseline: &was,
		Value: !isText(x.old) || !isText(x.new),
	}
	if in != nil {
		f.Pointer = x.at.pointer(in.Pointer)
	}
	f.Fingerprint = scanner.Fingerprint(x.rule.ID, f.Component, f.Field+" "+is)
	if n := x.new; n.Valid() && n.Kind() != manifest.Object && n.Kind() != manifest.Array && x.point == nil {
		f.Place(n, 0, len(n.Text()))
		return f
	}
	c.placeAbove(&f, cmp.Or(x.point, x.at), in)
	return f
}

// placeAbove puts a finding on the nearest key on the way to a place: its own
// for a list or an object, that of what held it for a member that is gone.
func (c *comparison) placeAbove(f *scanner.Finding, at *place, in *manifest.Component) {
	for ; at != nil; at = at.up {
		if at.key.Valid() {
			f.Place(at.key, 0, len(at.key.Text()))
			f.Exact = false
			return
		}
	}
	c.placeComponent(f, in)
}

// placeComponent puts a finding on a component's name.
func (c *comparison) placeComponent(f *scanner.Finding, in *manifest.Component) {
	n := manifest.Node{}
	if in != nil {
		if n = in.Node.Get("name"); n.Kind() != manifest.String {
			n = in.Node
		}
	} else if roots := c.new.Roots(); len(roots) > 0 {
		n = roots[0]
	}
	c.placeNode(f, n)
}

// placeNode puts a finding on a string, or where anything else begins.
func (c *comparison) placeNode(f *scanner.Finding, n manifest.Node) {
	if n.Kind() == manifest.String {
		f.Place(n, 0, len(n.Text()))
		f.Exact = false
		return
	}
	f.Start, _ = n.Range()
	f.End, f.Exact = f.Start, false
	at := c.new.Source.Location(f.Start, f.End)
	f.Location = &at
}

// shown is a value as findings hold it: a string decoded, anything else as
// canonical JSON. All values of a comparison share one bound, far over what two
// files without aliases can hold.
func (c *comparison) shown(n manifest.Node) string {
	switch n.Kind() {
	case manifest.Invalid:
		return ""
	case manifest.String:
		return n.Text()
	}
	s, err := canonical(n, maxSize-c.shownBytes)
	if err != nil {
		c.shownBytes = maxSize
		return "(not shown: " + err.Error() + ")"
	}
	c.shownBytes += len(s)
	return s
}

func (w *walk) name() string {
	c := w.new
	if c == nil {
		c = w.old
	}
	return fmt.Sprintf("%s %q", c.Kind, c.Name)
}
