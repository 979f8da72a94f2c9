package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
)

// Accept moves the findings that the configuration accepts from the report's
// Findings to Accepted, and notes the entries that have expired or fit nothing
// in the manifests that were read. Call it before [checks.Report.Finish].
func Accept(report *checks.Report, c *config.Config, now time.Time) {
	used, tooWide := make([]bool, len(c.Accept)), make([]bool, len(c.Accept))
	accept := func(f *scanner.Finding) *config.Acceptance {
		for i := range c.Accept {
			a := &c.Accept[i]
			if !fits(a, f) {
				continue
			}
			if !covers(a, f) {
				tooWide[i] = true
				continue
			}
			used[i] = true
			if !a.Expired(now) {
				return a
			}
		}
		return nil
	}
	var left []scanner.Finding
	for _, f := range report.Findings {
		// The changes of a finding are accepted one by one, unless an entry names all
		// of them by their common fingerprint.
		all := f.Changes()
		var whole *config.Acceptance
		if f.Several() {
			whole = accept(&f)
		}
		rest := slices.DeleteFunc(slices.Clone(all), func(x scanner.Finding) bool {
			a := whole
			if a == nil {
				a = accept(&x)
			}
			if a != nil {
				report.Accepted = append(report.Accepted, checks.Accepted{Finding: x, Reason: a.Reason, Expires: day(a.Expires)})
			}
			return a != nil
		})
		switch {
		case len(rest) == len(all):
			left = append(left, f)
		case len(rest) > 0:
			left = append(left, scanner.Together(rest))
		}
	}
	report.Findings = left
	slices.SortStableFunc(report.Accepted, func(x, y checks.Accepted) int { return scanner.CompareFindings(x.Finding, y.Finding) })
	for i := range c.Accept {
		a := &c.Accept[i]
		what := "An accepted finding"
		if a.Manifest != "" {
			// Of manifests that were not read, nothing is known.
			if !reads(report, a.Manifest) {
				continue
			}
			what += " in " + a.Manifest
		} else if !used[i] && !tooWide[i] {
			continue
		}
		switch {
		case tooWide[i] && !a.Expired(now):
			note(report, c, a, "%s (%s) is critical, which an entry covers only with its `text` or `fingerprint`.", what, a.Rule)
		case a.Expired(now):
			note(report, c, a, "%s (%s) expired after %s: review it again, or remove the entry.", what, a.Rule, day(a.Expires))
		case !used[i]:
			note(report, c, a, "%s (%s) is not there any more: the entry fits no finding, and can be removed.", what, a.Rule)
		}
	}
}

// excused reports whether the configuration accepts a finding.
func (r *run) excused(f *scanner.Finding) bool {
	return slices.ContainsFunc(r.config.Accept, func(a config.Acceptance) bool { return fits(&a, f) && covers(&a, f) && !a.Expired(r.Now) })
}

func note(report *checks.Report, c *config.Config, a *config.Acceptance, format string, args ...any) {
	report.Notes = append(report.Notes, checks.Note{
		URI: cmp.Or(c.Path, config.Names()[0]), Line: a.Line, Text: fmt.Sprintf(format, args...),
	})
}

func reads(report *checks.Report, uri string) bool {
	return slices.ContainsFunc(report.Sources, func(s checks.Source) bool { return s.URI == uri })
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

func fits(a *config.Acceptance, f *scanner.Finding) bool {
	return a.Rule == f.Rule.ID &&
		(a.Manifest == "" || a.Manifest == f.Source) &&
		(a.Component == "" || a.Component == componentName(f.Component)) &&
		(a.Fingerprint == "" && !f.Several() || a.Fingerprint == f.Fingerprint) &&
		(a.Text == "" || isOneText(f) && squeeze(a.Text) == squeeze(f.Text))
}

// isOneText reports whether a finding is about its text and nothing else: one that
// tells several changes is not accepted with the text of the first, and as a whole
// only by its fingerprint.
func isOneText(f *scanner.Finding) bool { return !f.Several() && f.Counted == 0 }

// covers reports whether an entry is narrow enough for a finding that it fits: a
// whole family of findings is never accepted where one of them may be an attack.
func covers(a *config.Acceptance, f *scanner.Finding) bool {
	return f.Severity < scanner.Critical || a.Text != "" || a.Fingerprint != ""
}

// componentName is a component as the configuration names it.
func componentName(c scanner.ComponentRef) string {
	if c.Server != "" {
		return string(c.Kind) + "/" + c.Server + "/" + c.Name
	}
	return string(c.Kind) + "/" + c.Name
}

// squeeze drops blanks and case, as a fingerprint does: a text that was only
// reflowed is the one that was accepted. Invisible characters stay, and make it
// another one.
func squeeze(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), unicode.IsSpace), "")
}
