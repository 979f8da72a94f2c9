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

// maxPerRule is how many changes of a component are told one by one, for each
// rule. What is critical always is; the rest of a rewritten schema is counted.
const maxPerRule = 20

// report turns a component's changes into findings.
func (c *comparison) report(w *walk) {
	if w.err != nil {
		c.judge.errs = append(c.judge.errs, fmt.Errorf("%s: %s: %w", c.new.Source.URI, w.name(), w.err))
	}
	if len(w.changes) == 0 {
		return
	}
	c.escalate(w)
	for _, r := range []*scanner.Rule{c.text, c.schema} {
		told, cosmetic := 0, []*change{}
		var more []*change
		for i := range w.changes {
			x := &w.changes[i]
			switch {
			case x.rule != r:
			case x.cosmetic:
				cosmetic = append(cosmetic, x)
			case x.severity < scanner.Critical && told == maxPerRule:
				more = append(more, x)
			default:
				if x.severity < scanner.Critical {
					told++
				}
				c.findings = append(c.findings, c.finding(w, x, sentence(x)))
			}
		}
		if len(more) > 0 {
			c.findings = append(c.findings, c.together(w, more, fmt.Sprintf("%d more members changed since the baseline: ", len(more))))
		}
		switch len(cosmetic) {
		case 0:
		case 1:
			c.findings = append(c.findings, c.finding(w, cosmetic[0], sentence(cosmetic[0])))
		default:
			c.findings = append(c.findings, c.together(w, cosmetic, fmt.Sprintf("%d cosmetic changes since the baseline: ", len(cosmetic))))
		}
	}
}

// escalate makes the changes critical whose new text gives a new finding.
func (c *comparison) escalate(w *walk) {
	fresh := c.judge.introduced(w.pair)
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
				rules[x] = append(rules[x], fresh[i].Rule.ID)
				break
			}
		}
	}
	for x, ids := range rules {
		slices.Sort(ids)
		x.severity, x.cosmetic = scanner.Critical, false
		x.note = "the new text gives " + list(slices.Compact(ids)) + ", which the approved one did not"
	}
}

// sentence is the message of one change.
func sentence(x *change) string {
	s := fmt.Sprintf("%s: %s since the baseline", x.name(), x.what)
	if x.note != "" {
		s += ": " + x.note
	}
	return s
}

// name says which member a change is about.
func (x *change) name() string { return x.at.field() }

// together tells several changes in one finding, at the first of them.
func (c *comparison) together(w *walk, all []*change, begin string) scanner.Finding {
	first := *all[0]
	for _, x := range all {
		first.severity = max(first.severity, x.severity)
	}
	var names []string
	for _, x := range all[:min(len(all), 9)] {
		names = append(names, x.name()+" "+verb(x.old, x.new))
	}
	// list counts what it leaves out, and it is not given all.
	message := begin + list(names)
	if len(all) > len(names) {
		message = begin + strings.Join(names[:8], ", ") + fmt.Sprintf(" and %d more", len(all)-8)
	}
	return c.finding(w, &first, message)
}

// finding makes a finding of a change.
func (c *comparison) finding(w *walk, x *change, message string) scanner.Finding {
	was, is := c.shown(x.old), c.shown(x.new)
	component, in := w.new, w.new
	if component == nil {
		component = w.old
	}
	f := scanner.Finding{
		Rule: x.rule, Severity: x.severity, Message: message,
		Source: c.new.Source.URI, Component: scanner.RefOf(component),
		Field: x.at.field(), Text: is, Span: scanner.Span{End: utf8.RuneCountInString(is)}, Baseline: &was,
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

// list joins a few names, and counts the rest.
func list(names []string) string {
	const most = 8
	if more := len(names) - most; more > 0 {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", more)
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

func quote(name string) string { return "'" + name + "'" }
