package checks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// What people read is not the list of findings. One sentence that trips three
// rules is one thing to look at, and what a change did to a component is another.
// Summaries, annotations, titles and the text format all speak of these.

// An item is what a person takes in at once: findings of layers 1 and 2 in one
// sentence, the worst first. There is at least one.
type item []*scanner.Finding

func (x item) worst() *scanner.Finding { return x[0] }

// rules are the IDs of the item's rules, each once, the worst first.
func (x item) rules() []string {
	var ids []string
	for _, f := range x {
		if !slices.Contains(ids, f.Rule.ID) {
			ids = append(ids, f.Rule.ID)
		}
	}
	return ids
}

// A componentView is a component with what is to be read of it.
type componentView struct {
	Place
	text *manifest.Source // nil for a live server
	// problems are of layers 1 and 2, changes of layer 3.
	problems []item
	changes  []*scanner.Finding
}

// worst is the most severe of all that the view has.
func (c *componentView) worst() scanner.Severity {
	worst := scanner.Info
	for _, x := range c.problems {
		worst = max(worst, x.worst().Severity)
	}
	for _, f := range c.changes {
		worst = max(worst, f.Severity)
	}
	return worst
}

// explained reports whether a change is as severe as it is because of a problem
// of the same component: the problem then says it.
func (c *componentView) explained(change *scanner.Finding) bool { return c.explains(change) >= 0 }

// explains is the index of that problem, or -1.
func (c *componentView) explains(change *scanner.Finding) int {
	if change.Severity < scanner.Critical {
		return -1
	}
	return slices.IndexFunc(c.problems, func(x item) bool {
		p := x.worst()
		return p.Severity >= scanner.High && (p.Pointer == change.Pointer || strings.HasPrefix(p.Pointer, change.Pointer+"/"))
	})
}

// changesOf are the changes that a finding tells, each to be shown at its own
// place; the finding itself where it tells one thing.
func changesOf(f *scanner.Finding) []*scanner.Finding {
	if !f.Several() {
		return []*scanner.Finding{f}
	}
	var all []*scanner.Finding
	for _, x := range f.Changes() {
		all = append(all, &x)
	}
	return all
}

// wholeMessage is a finding's message where it is shown once for all its places.
func wholeMessage(f *scanner.Finding) scanner.Message {
	if !f.Several() {
		return f.Message
	}
	n := 0
	for i := range f.Also {
		n += max(1, f.Also[i].Change.Counted)
	}
	return f.Message.Then(scanner.Say(" (and " + plural(n, "more change", "more changes") + ")"))
}

// An overview sorts a report's findings by what a reader does with them. Every
// finding is in exactly one of its lists.
type overview struct {
	// components have something to read, the worst first.
	components []*componentView
	// minor are new findings and changes that nobody has to read: below medium and
	// below the gate.
	minor []*scanner.Finding
	// known are findings of what stood there before the change, by component.
	known []*componentGroup
}

// blocks reports whether a finding counts against the gate.
func (r *Report) blocks(f *scanner.Finding) bool { return f.Severity >= r.Gate.FailOn && r.gates(f) }

func (r *Report) overview() overview {
	var o overview
	for _, s := range r.grouped() {
		for _, c := range s.components {
			view := &componentView{Place: Place{s.uri, c.ref}, text: s.text}
			known := &componentGroup{ref: c.ref, source: s.uri}
			var read []*scanner.Finding
			for _, f := range c.findings {
				switch {
				case f.Change == scanner.Known:
					known.findings = append(known.findings, f)
				case f.Severity < scanner.Medium && !r.blocks(f):
					o.minor = append(o.minor, f)
				case f.Rule.Layer == 3:
					view.changes = append(view.changes, f)
				default:
					read = append(read, f)
				}
			}
			view.problems = items(read, s.text)
			if len(view.problems)+len(view.changes) > 0 {
				o.components = append(o.components, view)
			}
			if len(known.findings) > 0 {
				o.known = append(o.known, known)
			}
		}
	}
	slices.SortStableFunc(o.components, func(a, b *componentView) int { return cmp.Compare(b.worst(), a.worst()) })
	return o
}

// items puts findings of a component together that stand in one sentence. They
// come in order of place.
func items(findings []*scanner.Finding, source *manifest.Source) []item {
	var all []item
	end := 0 // of the last item, in bytes of the file or code points of the text
	for _, f := range findings {
		from, to := f.Start, f.End
		if f.Location == nil {
			from, to = f.Span.Start, f.Span.End
		}
		n := len(all)
		if n > 0 && all[n-1][0].Pointer == f.Pointer && (from <= end || f.Location != nil && inSentence(source, end, from)) {
			all[n-1] = append(all[n-1], f)
			end = max(end, to)
			continue
		}
		all = append(all, item{f})
		end = to
	}
	for _, x := range all {
		slices.SortStableFunc(x, func(a, b *scanner.Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	}
	return all
}

// places are the further places of a finding, as findings to be marked.
func places(f *scanner.Finding) []*scanner.Finding {
	var all []*scanner.Finding
	for i := range f.Also {
		p := &f.Also[i]
		all = append(all, &scanner.Finding{Start: p.Start, End: p.End, Text: p.Text, Location: p.Location, Exact: p.Exact})
	}
	return all
}

// maxBetween is how many bytes of a file may lie between two findings of one
// sentence.
const maxBetween = 300

// inSentence reports whether no sentence ends between two places of a file. It
// looks at the file as it is written: \n is a line break of the text.
func inSentence(source *manifest.Source, from, to int) bool {
	if source == nil || from > to || to-from > maxBetween || to > len(source.Text()) {
		return false
	}
	between := source.Text()[from:to]
	for _, end := range []string{". ", "! ", "? ", `\n`, "\n", "。"} {
		if strings.Contains(between, end) {
			return false
		}
	}
	return true
}
