package scanner

import (
	"slices"
	"strings"
)

// Together is one finding of several changes that a rule of layer 3 tells: those of
// one component, or components that are gone from one list. Its component, place,
// text and message are those of the first; the others are in
// Also, in the order given. It is as severe as the worst of them, and its
// fingerprint depends on each, in any order: who accepts it accepts these very
// changes, and no other one that comes later. One change alone stays as it is.
// There must be at least one, and none that Together made.
func Together(changes []Finding) Finding {
	f := changes[0]
	if len(changes) == 1 {
		return f
	}
	f.first = alone{f.Severity, f.Fingerprint}
	prints, of := make([]string, len(changes)), f.Component
	for i := range changes {
		x := &changes[i]
		prints[i] = x.Fingerprint
		f.Severity = max(f.Severity, x.Severity)
		if x.Component != of {
			of = ComponentRef{Kind: f.Component.Kind}
		}
		if i == 0 {
			continue
		}
		f.Also = append(f.Also, Place{
			Span: x.Span, Text: x.Text, Location: x.Location, Start: x.Start, End: x.End, Exact: x.Exact,
			Change: &PlaceChange{
				Severity: x.Severity, Component: x.Component, Message: x.Message, Field: x.Field, Pointer: x.Pointer,
				Baseline: x.Baseline, Value: x.Value, Counted: x.Counted, Fingerprint: x.Fingerprint,
			},
		})
	}
	slices.Sort(prints)
	// No rule has this name, so that no change alone can have this fingerprint.
	f.Fingerprint = Fingerprint(f.Rule.ID+" together", of, strings.Join(prints, " "))
	return f
}

// alone is what a change has by itself and a finding of several has otherwise.
type alone struct {
	severity    Severity
	fingerprint string
}

// Changes are the changes that a finding tells, each as a finding of its own, as
// [Together] was given them. A finding that tells one thing is the only one.
func (f *Finding) Changes() []Finding {
	if !f.Several() {
		return []Finding{*f}
	}
	one := *f
	one.Also, one.first = nil, alone{}
	one.Severity, one.Fingerprint = f.first.severity, f.first.fingerprint
	all := []Finding{one}
	for _, p := range f.Also {
		x, c := one, p.Change
		x.Span, x.Text, x.Location, x.Start, x.End, x.Exact = p.Span, p.Text, p.Location, p.Start, p.End, p.Exact
		x.Severity, x.Component, x.Message, x.Field, x.Pointer = c.Severity, c.Component, c.Message, c.Field, c.Pointer
		x.Baseline, x.Value, x.Counted, x.Fingerprint = c.Baseline, c.Value, c.Counted, c.Fingerprint
		all = append(all, x)
	}
	return all
}

// Several reports whether [Together] made the finding of several changes.
func (f *Finding) Several() bool { return len(f.Also) > 0 && f.Also[0].Change != nil }
