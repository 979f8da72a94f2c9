package review

import (
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/source"
)

// gatherCode finds what each file's components were before the change: the same
// ones, from the file itself or from another one that is changed, and those of the
// file that are in no file any more.
func gatherCode(all []*code) map[*code]*manifest.Document {
	type place struct {
		component *manifest.Component
		file      *code
	}
	olds := map[scanner.ComponentRef][]place{}
	stays := map[scanner.ComponentRef]int{}
	for _, x := range all {
		if d := document(x.old); d != nil {
			for _, c := range d.Components {
				olds[scanner.RefOf(c)] = append(olds[scanner.RefOf(c)], place{c, x})
			}
		}
		if d := document(x.new); d != nil {
			for _, c := range d.Components {
				stays[scanner.RefOf(c)]++
			}
		}
	}
	used := map[*manifest.Component]bool{}
	was := map[*code][]*manifest.Component{}
	// First what stays in its file, then what moved, then what is gone.
	for _, own := range []bool{true, false} {
		for _, x := range all {
			d := document(x.new)
			if d == nil {
				continue
			}
			have := map[scanner.ComponentRef]int{}
			for _, c := range was[x] {
				have[scanner.RefOf(c)]++
			}
			for _, c := range d.Components {
				ref := scanner.RefOf(c)
				if have[ref] > 0 {
					have[ref]--
					continue
				}
				for _, p := range olds[ref] {
					if !used[p.component] && (p.file == x) == own {
						used[p.component] = true
						was[x] = append(was[x], p.component)
						break
					}
				}
			}
		}
	}
	for _, x := range all {
		if d := document(x.old); d != nil {
			for _, c := range d.Components {
				if !used[c] {
					was[x] = append(was[x], c)
				}
			}
		}
	}
	docs := map[*code]*manifest.Document{}
	for _, x := range all {
		docs[x] = manifest.Gather(x.path(), was[x])
	}
	return docs
}

// toldComputed tells of texts that the code works out when it runs, and reports
// those whose code changed: nobody but a reader can say what they say now.
func (r *run) toldComputed(x *code) {
	if said := x.new.Said(); said != "" {
		at := x.new.Source.Location(x.new.Computed[0].Start, x.new.Computed[0].Start)
		r.report.Notes = append(r.report.Notes, checks.Note{URI: x.path(), Line: at.StartLine, Text: said + "."})
	}
	rule := r.rules.Rule("DIFF001")
	if rule == nil {
		return
	}
	type key struct {
		kind        manifest.ComponentKind
		name, field string
	}
	before := map[key][]string{}
	if x.old != nil {
		for _, c := range x.old.Computed {
			k := key{c.Kind, c.Name, c.Field}
			before[k] = append(before[k], codeOf(x.old, c))
		}
	}
	for _, c := range x.new.Computed {
		k, now := key{c.Kind, c.Name, c.Field}, codeOf(x.new, c)
		old := before[k]
		if len(old) > 0 {
			before[k] = old[1:]
			if old[0] == now {
				continue
			}
		}
		at := x.new.Source.Location(c.Start, c.End)
		f := scanner.Finding{
			Rule: rule, Severity: scanner.Low, Change: scanner.New, Source: x.path(),
			Message:   scanner.Say("This text is computed when the server runs, and was not compared: read how it is made"),
			Component: scanner.ComponentRef{Kind: c.Kind, Name: c.Name}, Field: c.Field,
			Text: now, Location: &at, Start: c.Start, End: c.End, Exact: true,
		}
		f.Span.End = len([]rune(now))
		if len(old) > 0 {
			f.Baseline = &old[0]
		}
		f.Fingerprint = scanner.Fingerprint(rule.ID, f.Component, c.Field+now)
		r.report.Findings = append(r.report.Findings, f)
	}
}

// codeOf is the expression that a computed text is.
func codeOf(r *source.Reading, c source.Computed) string { return r.Source.Text()[c.Start:c.End] }
