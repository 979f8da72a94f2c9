package scanner

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

// maxPerText bounds how often one rule is reported in one text. A text that
// repeats itself a million times is as bad as one that does so a hundred times,
// and its report stays readable; the last finding says how many more there are.
const maxPerText = 100

// keep turns a passage's matches into findings: subsumed ones are dropped,
// overlapping ones of a rule become one.
func (s *scan) keep(p *Passage) {
	slices.SortStableFunc(p.matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.rule.ID, b.rule.ID), cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	var told []match
	for _, m := range p.matches {
		if m.subsumes != "" {
			told = append(told, m)
		}
	}
	slices.SortFunc(told, func(a, b match) int { return cmp.Compare(a.sub[1], b.sub[1]) })
	subsumed := func(m match) bool {
		// The ranges are phrases: short, and in order of their ends also in
		// order of their starts but for a few words.
		i, _ := slices.BinarySearchFunc(told, m.start+1, func(t match, at int) int { return cmp.Compare(t.sub[1], at) })
		for ; i < len(told) && told[i].sub[0] < m.end; i++ {
			if told[i].subsumes == m.rule.ID {
				return true
			}
		}
		return false
	}
	f := locator{text: p.Published}
	for i := 0; i < len(p.matches); {
		kept, rule := 0, p.matches[i].rule
		for i < len(p.matches) && p.matches[i].rule == rule {
			m := p.matches[i]
			reach := m.end
			for i++; i < len(p.matches) && p.matches[i].rule == rule && p.matches[i].start < reach; i++ {
				reach = max(reach, p.matches[i].end)
				best := worse(m, p.matches[i])
				if best.start == m.start && best.end == m.end && best.severity == m.severity {
					p.ended(p.matches[i], "is part of one that says more")
				} else {
					p.ended(m, "is part of one that says more")
				}
				m = best
			}
			if subsumed(m) {
				p.ended(m, "is told by a graver finding")
				continue
			}
			if kept++; kept > maxPerText {
				p.ended(m, "is one of too many in this text")
				continue
			}
			p.ended(m, "is reported")
			found := f.finding(m)
			found.Evidence = p.evidenceIn(m.said[0], m.said[1])
			s.findings = append(s.findings, found)
		}
		if more := kept - maxPerText; more > 0 {
			last := &s.findings[len(s.findings)-1]
			last.Message = last.Message.Then(Say(fmt.Sprintf(" (and %d more like it in this text)", more)))
		}
	}
}

// worse picks what to show of two overlapping matches: the more severe, then
// the longer, then the first.
func worse(a, b match) match {
	if b.severity > a.severity || b.severity == a.severity && b.end-b.start > a.end-a.start {
		return b
	}
	return a
}

// locator makes findings of one text. Its matches come in order of place for
// each rule, so the code points before them are counted on from the last one.
type locator struct {
	text   *manifest.Text
	field  string
	point  string
	at     int // byte
	runes  int // code points before at
	lookup bool
}

func (l *locator) finding(m match) Finding {
	t := l.text
	if !l.lookup {
		l.field, l.point, l.lookup = t.Field(), t.Pointer(), true
	}
	if m.start < l.at {
		l.at, l.runes = 0, 0
	}
	l.runes += text.CountRunes(t.Value[l.at:m.start])
	l.at = m.start
	said := t.Value[m.start:m.end]
	c := t.Component()
	f := Finding{
		Rule: m.rule, Severity: m.severity, Reason: m.reason, Message: messageOf(m.reason, m.args),
		Source:    c.Document().Source.URI,
		Component: RefOf(c),
		Field:     l.field, Pointer: l.point,
		Span: Span{l.runes, l.runes + text.CountRunes(said)},
		Text: said,
	}
	f.Place(t.Node(), m.start, m.end)
	f.Fingerprint = Fingerprint(f.Rule.ID, f.Component, said)
	for _, at := range m.also {
		other := Finding{}
		other.Place(t.Node(), at[0], at[1])
		before := text.CountRunes(t.Value[:at[0]])
		f.Also = append(f.Also, Place{
			Text: t.Value[at[0]:at[1]], Span: Span{before, before + text.CountRunes(t.Value[at[0]:at[1]])},
			Location: other.Location, Start: other.Start, End: other.End, Exact: other.Exact,
		})
	}
	return f
}

// verb is a verb of package fmt in a reason, with the quotes around it: a message
// quotes code by itself.
var verb = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`'%s'|%[+#]?[0-9]*[a-zA-Z]`) })

// messageOf puts the arguments of a reason into it. Those that are texts are code;
// the others are numbers and kinds, and become words.
func messageOf(reason string, args []any) Message {
	if len(args) == 0 {
		return Say(reason)
	}
	var code []string
	template := verb().ReplaceAllStringFunc(reason, func(v string) string {
		if len(args) == 0 {
			return v
		}
		arg := args[0]
		args = args[1:]
		if text, ok := arg.(string); ok {
			code = append(code, text)
			return "%s"
		}
		return strings.ReplaceAll(fmt.Sprintf(strings.Trim(v, "'"), arg), "%", "")
	})
	return Say(template, code...)
}

// RefOf names a component.
func RefOf(c *manifest.Component) ComponentRef {
	return ComponentRef{Kind: c.Kind, Name: c.Name, Server: c.Server}
}

// Place sets the finding's place to bytes [start, end) of a node's text.
func (f *Finding) Place(n manifest.Node, start, end int) {
	f.Start, f.End, f.Exact = n.Place(start, end)
	at := n.Tree().Source().Location(f.Start, f.End)
	f.Location = &at
}

// Fingerprint is the identity of a finding: the rule, the component and the
// matched words, without blanks and case, so that reflowing a text, moving a
// tool or reordering keys keeps it. It is the first 128 bits of a SHA-256.
func Fingerprint(rule string, c ComponentRef, said string) string {
	words := strings.Join(strings.Fields(strings.ToLower(said)), "")
	var b []byte
	for _, part := range []string{rule, string(c.Kind), c.Server, c.Name, words} {
		b = strconv.AppendInt(b, int64(len(part)), 10)
		b = append(b, ':')
		b = append(b, part...)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}
