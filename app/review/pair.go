package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// A pair is one file before and after; either is nil where there is none.
type pair struct{ old, new *file }

// work is what a change gives to do.
type work struct {
	manifests []pair   // every pair of which a side is, or should be, a manifest
	baselines []Change // every change of an approved baseline
}

// sort finds the manifests and baselines among the changes. Both sides of each
// are read: what was a manifest at the base is followed wherever it goes.
func (r *run) sort(changes []Change) (work, error) {
	var w work
	var ignored []string
	changes, err := r.split(changes)
	if err != nil {
		return w, err
	}
	for _, c := range changes {
		switch {
		case isSettings(cmp.Or(c.Path, c.OldPath)):
			continue
		case r.ignored(c):
			if p := cmp.Or(c.Path, c.OldPath); weigh(p, r.config.Names(p)) != foreign {
				ignored = append(ignored, p)
			}
			continue
		}
		was, is, err := r.baselines(c)
		if err != nil {
			return w, err
		}
		if was || is {
			w.baselines = append(w.baselines, c)
			continue
		}
		p, err := r.load(c)
		if err != nil {
			return w, err
		}
		if p.old.isManifest() || p.new.isManifest() || p.new.missing(false) != nil {
			w.manifests = append(w.manifests, p)
		}
	}
	if n := len(ignored); n > 0 {
		r.note(r.config.Path, fmt.Sprintf("The configuration ignores %s of this change.", list(ignored, 5)))
	}
	w.join()
	return w, nil
}

// split makes a removal and an addition of a rename between files of different
// kinds: a baseline or configuration that becomes a manifest is a new manifest,
// and a manifest that becomes one of them is gone.
func (r *run) split(changes []Change) ([]Change, error) {
	var out []Change
	for _, c := range changes {
		if c.Path == "" || c.OldPath == "" || c.Path == c.OldPath {
			out = append(out, c)
			continue
		}
		was, is, err := r.baselines(c)
		if err != nil {
			return nil, err
		}
		if was != is || isSettings(c.OldPath) || isSettings(c.Path) {
			out = append(out, Change{Path: c.Path}, Change{OldPath: c.OldPath})
		} else {
			out = append(out, c)
		}
	}
	return out, nil
}

// ignored reports whether the configuration leaves the change alone, on every
// side of it: moving a manifest to an ignored place does not take it out of the
// review that judges the move.
func (r *run) ignored(c Change) bool {
	return (c.Path == "" || r.config.Ignores(c.Path)) && (c.OldPath == "" || r.config.Ignores(c.OldPath))
}

// matters reports whether a change to a file at the path could concern a review.
func (r *run) matters(path string) bool {
	code, _ := r.config.Sources.Reads(path)
	return code || isSettings(path) || r.isApproved(path) || weigh(path, r.config.Names(path)) != foreign
}

func (r *run) load(c Change) (p pair, err error) {
	if c.OldPath != "" {
		w := weigh(c.OldPath, r.config.Names(c.OldPath))
		if p.old, err = load(r.ctx, r.Base, c.OldPath, w); err != nil {
			return p, err
		}
	}
	if c.Path != "" {
		w := weigh(c.Path, r.config.Names(c.Path))
		if p.old.isManifest() {
			w = named
		}
		if p.new, err = load(r.ctx, r.Head, c.Path, w); err != nil {
			return p, err
		}
	}
	return p, nil
}

// join makes one pair of a manifest that was removed and one that was added
// where they list the same components: a rename that also rewrites the text
// looks like that to git.
func (w *work) join() {
	for i := range w.manifests {
		gone := &w.manifests[i]
		if !gone.old.isManifest() || gone.new != nil {
			continue
		}
		best, most := -1, 0
		for j, came := range w.manifests {
			if came.old != nil || !came.new.isManifest() {
				continue
			}
			if n := common(gone.old.doc, came.new.doc); n > most {
				best, most = j, n
			}
		}
		if best >= 0 && 2*most >= len(gone.old.doc.Components) {
			gone.new = w.manifests[best].new
			w.manifests[best] = pair{}
		}
	}
	w.manifests = slices.DeleteFunc(w.manifests, func(p pair) bool { return p == pair{} })
}

// common counts the components of a that b has too.
func common(a, b *manifest.Document) int {
	has := map[scanner.ComponentRef]bool{}
	for _, c := range b.Components {
		has[scanner.RefOf(c)] = true
	}
	n := 0
	for _, c := range a.Components {
		if c.Name != "" && has[scanner.RefOf(c)] {
			n++
		}
	}
	return n
}

// manifest reviews one manifest.
func (r *run) manifest(p pair) error {
	was := p.old.isManifest()
	if n := p.new.missing(was); n != nil {
		if !was && p.old != nil && p.old.fault != nil && p.new.fault.Reason == manifest.Unparsable && p.old.fault.Reason == manifest.Unparsable && p.new.weight < probable {
			// It was as broken before: a template of one, most often. The change that
			// broke it has failed.
			n.Harmless = true
		}
		if was && p.new.doc == nil {
			n.Detail += "; before this change it was read as MCP metadata"
		}
		r.report.NotAnalysed = append(r.report.NotAnalysed, *n)
	}
	switch {
	case p.new == nil:
		r.removed(p.old)
		return nil
	case p.new.doc == nil:
		return nil
	}
	r.siblings(p.new.doc)
	var old *manifest.Document
	if was {
		old = p.old.doc
		r.siblings(old)
	}
	history := baseline.NewHistory(old, p.new.doc, r.rules)
	scan(r.report, p.new.doc, r.rules, history)
	if was {
		if p.old.path != p.new.path {
			r.note(p.new.path, "This manifest was "+p.old.path+".")
		}
		if err := r.stays(p); err != nil {
			return err
		}
	}
	return r.compare(p, old, history)
}

// compare tells what a manifest says differently from what was approved, or from
// what it said before.
func (r *run) compare(p pair, old *manifest.Document, history *baseline.History) error {
	s, err := r.stand(p)
	if err != nil {
		return err
	}
	unreadable := p.old != nil && p.old.fault != nil && p.old.fault.Reason != manifest.Unrecognised
	switch {
	case s.before == nil && unreadable:
		r.note(p.new.path, "What stood here before this change could not be read, so the new text is not compared with it: "+p.old.fault.Detail+".")
	case s.before == nil:
		r.structural(idComponents, scanner.Low, p.new.doc.Source, p.new.path, scanner.Say("Manifest added: ").Then(componentNames(p.new.doc)), componentList(p.new.doc))
	default:
		if r.rules.Evidence() != r.rules {
			// Rules that are not selected still are evidence.
			history = baseline.NewHistory(old, p.new.doc, r.rules.Evidence())
		}
		before := len(r.report.Findings)
		compare(r.report, s.before, p.new.doc, r.rules, baseline.Options{Basis: s.basis, History: history, Excused: r.excused})
		if s.basis == baseline.Locked && len(r.report.Findings) > before {
			r.stale(p.new.path)
		}
	}
	r.changed(p.new.path, baseline.ChangeDigest(p.new.path, s.before, p.new.doc))
	return nil
}

// stale notes a manifest whose baseline does not fit it.
func (r *run) stale(path string) {
	if i, found := slices.BinarySearch(r.report.Stale, path); !found {
		r.report.Stale = slices.Insert(r.report.Stale, i, path)
	}
}

// changed keeps the digest of a change, for its approval.
func (r *run) changed(path, digest string) {
	if r.drift == nil {
		r.drift = map[string]string{}
	}
	r.drift[path] = digest
}

// stays reports a manifest that later reviews will not find: it was moved to a
// place, or brought into a form, that nothing recognises without knowing what
// it was.
func (r *run) stays(p pair) error {
	path := p.new.path
	why := ""
	if r.config.Ignores(path) {
		why = "the configuration ignores the path"
	} else {
		again, err := load(r.ctx, r.Head, path, weigh(path, r.config.Names(path)))
		if err != nil {
			return err
		}
		if !again.isManifest() {
			why = "neither its path nor its content is recognised"
		}
	}
	if why != "" {
		severity := scanner.High
		if !saysAnything(p.new.doc) {
			severity = scanner.Medium // names alone, of which nobody can hide much
		}
		r.structural(idManifestRemoved, severity, p.new.doc.Source, path,
			scanner.Say("Manifest leaves the review: after this change "+why), componentList(p.new.doc))
	}
	return nil
}

// saysAnything reports whether a document holds a sentence that clients give to a
// model. Of a server as a whole these are its instructions.
func saysAnything(d *manifest.Document) bool {
	for c, t := range d.All() {
		reads := manifest.Prose | manifest.Hidden
		if c.Kind == manifest.Server {
			reads = manifest.Instructions
		}
		if t.Role.Has(reads) && len(strings.Fields(t.Value)) > 1 {
			return true
		}
	}
	return false
}

// removed reports a manifest that is not there any more.
func (r *run) removed(f *file) {
	r.structural(idManifestRemoved, scanner.Medium, nil, f.path, scanner.Say("Manifest removed: ").Then(componentNames(f.doc)), componentList(f.doc))
	r.changed(f.path, baseline.ChangeDigest(f.path, f.doc, nil))
}

// mostNamed is how many components of a manifest are named.
const mostNamed = 10

// componentNames is componentList for a message.
func componentNames(d *manifest.Document) scanner.Message {
	var names []scanner.Message
	for _, c := range d.Components {
		names = append(names, scanner.Say(string(c.Kind)+" %s", cmp.Or(c.Name, "(unnamed)")))
	}
	return scanner.Join(mostNamed, names...)
}

// componentList is what a manifest lists, for a person.
func componentList(d *manifest.Document) string {
	var names []string
	for _, c := range d.Components {
		names = append(names, string(c.Kind)+" "+cmp.Or(c.Name, "(unnamed)"))
	}
	return list(names, mostNamed)
}

// list is the first few of names, and how many more there are.
func list(names []string, most int) string {
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}

// structural reports something about a file as a whole. source is the file in
// the head, or nil where it is gone; the place is then the path alone.
func (r *run) structural(id string, s scanner.Severity, source *manifest.Source, path string, message scanner.Message, text string) {
	rule := r.rules.Rule(id)
	if rule == nil {
		return // switched off
	}
	f := scanner.Finding{
		Rule: rule, Severity: s, Message: message,
		Source: path,
		// The file as a whole is nearest to what a server says as a whole.
		Component: scanner.ComponentRef{Kind: manifest.Server, Name: path},
		Text:      text,
	}
	f.Span.End = len([]rune(text))
	said := message.String()
	if source != nil {
		at := source.Location(0, 0)
		f.Location = &at
		// Who accepts it accepts this very content, not the next edit too.
		said += source.Text()
	}
	f.Fingerprint = scanner.Fingerprint(id, f.Component, said)
	r.report.Findings = append(r.report.Findings, f)
}
