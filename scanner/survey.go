package scanner

import (
	"fmt"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

// A Survey is a whole document under the eyes of a rule: for what is wrong with
// a file rather than with a text in it, such as a key that stands twice.
type Survey struct {
	Document *manifest.Document

	scan    *scan
	rule    *Rule
	locator *manifest.Locator
	// counts is how often the rule has reported in a component; last is the
	// last of these findings.
	counts map[*manifest.Component]*count
}

type count struct{ all, last int }

// survey calls the rules that look at the document.
func (s *scan) survey() {
	var locator *manifest.Locator
	for _, r := range s.set.rules {
		if r.Document == nil {
			continue
		}
		if locator == nil {
			locator = s.doc.Locator()
		}
		v := &Survey{Document: s.doc, scan: s, rule: r, locator: locator, counts: map[*manifest.Component]*count{}}
		v.call()
		for _, c := range v.counts {
			if more := c.all - maxPerText; more > 0 {
				s.findings[c.last].Message = s.findings[c.last].Message.Then(Say(fmt.Sprintf(" (and %d more like it in this component)", more)))
			}
		}
	}
}

func (v *Survey) call() {
	defer func() {
		if cause := recover(); cause != nil {
			v.scan.errs = append(v.scan.errs, &RuleError{v.rule.ID, v.Document.Source.URI, "", cause})
		}
	}()
	v.rule.Document(v)
}

// Report reports bytes [start, end) of the source, at or near a node. What is
// shown as the finding's text is, for a string, the decoded characters that the
// bytes stand for, else the bytes themselves. For reasons see
// [Passage.ReportPublished].
func (v *Survey) Report(n manifest.Node, start, end int, s Severity, reason string, args ...any) {
	c := v.locator.Component(n)
	if v.counts[c] == nil {
		v.counts[c] = &count{}
	}
	k := v.counts[c]
	if k.all++; k.all > maxPerText {
		return
	}
	_, field, pointer := v.locator.Find(n)
	source := v.Document.Source
	f := Finding{
		Rule: v.rule, Severity: s, Reason: reason, Message: messageOf(reason, args),
		Source:    source.URI,
		Component: ComponentRef{Kind: manifest.Server},
		Field:     field, Pointer: pointer,
		Text:  strings.ToValidUTF8(source.Text()[start:end], "\ufffd"),
		Start: start, End: end, Exact: true,
	}
	if c != nil {
		f.Component = RefOf(c)
	}
	f.Span.End = text.CountRunes(f.Text) // of what is shown, where it stands in no string
	if from, _, ok := n.Decoded(start); ok {
		if _, to, ok := n.Decoded(end - 1); ok {
			said := n.Text()
			f.Text = said[from:to]
			runes := text.CountRunes(said[:from])
			f.Span = Span{runes, runes + text.CountRunes(f.Text)}
		}
	}
	at := source.Location(start, end)
	f.Location = &at
	f.Fingerprint = Fingerprint(v.rule.ID, f.Component, f.Field+" "+f.Text)
	k.last = len(v.scan.findings)
	v.scan.findings = append(v.scan.findings, f)
}
