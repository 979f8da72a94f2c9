package mutate

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// A Trial is one poisoned manifest under one disguise.
type Trial struct {
	Rule string           // the rule that caught it undisguised
	Gate scanner.Severity // the gate that it reached with that rule
	score.Result
}

// Same reports whether the same rule still reaches the same gate.
func (t *Trial) Same() bool { return t.Trips(t.Rule, t.Gate) }

// Any reports whether anything still does.
func (t *Trial) Any() bool { return t.Reaches(t.Gate) }

// exact are the rules whose evidence is [Characters]: markup, a command or a link
// that is spelt differently is another one, and padding, invisible characters,
// blobs and unknown keys are no words.
var exact = []string{"STRUCT001", "STRUCT015", "STRUCT002", "STRUCT003", "STRUCT004", "SCHEMA003", "SCHEMA004", "SCHEMA005"}

// formal are the rules that have no text to disguise: what they report is the
// form of the file, an annotation, or that a text is disguised already.
var formal = []string{"STRUCT024", "SCHEMA006", "SCHEMA007", "SCHEMA010", "SCHEMA011", "SCHEMA012"}

// Try disguises a manifest that a rule caught, and scans it again. It reports
// false where the disguise doesn't apply: there is nothing that it could change,
// or its decoder doesn't give the evidence back.
//
// What is disguised is every text with a finding of medium or above, of any
// rule, and where the evidence is a key, all prose of its component. Of those a
// Whole disguise encodes the part from the first sentence with a finding on.
func Try(d *Disguise, caught score.Result, rule string, set *scanner.Set) (Trial, bool) {
	t := Trial{Rule: rule, Gate: scanner.Medium}
	if caught.Trips(rule, scanner.High) {
		t.Gate = scanner.High
	}
	if slices.Contains(formal, rule) {
		return t, false
	}
	data, ok := d.disguise(caught, rule)
	if !ok {
		return t, false
	}
	item := caught.Item
	item.Manifest = data
	t.Result = score.Scan(item, set)
	return t, true
}

// payload is a text to disguise, from a byte of its value on.
type payload struct {
	text *manifest.Text
	from int
}

func (d *Disguise) disguise(caught score.Result, rule string) ([]byte, bool) {
	all := payloads(caught, rule)
	// Backwards, so that earlier places hold.
	slices.SortFunc(all, func(a, b payload) int { return start(b) - start(a) })
	needs := Words
	if slices.Contains(exact, rule) {
		needs = Characters
	}
	out, changed := caught.Manifest, false
	for _, p := range all {
		from := 0
		if d.Whole {
			from = p.from
		}
		hidden, ok := d.Apply(p.text.Value[from:], needs)
		if !ok {
			continue
		}
		at, end := p.text.Node().Range()
		out = slices.Concat(out[:at], inside(p.text.Value[:from]+hidden), out[end:])
		changed = true
	}
	return out, changed
}

func start(p payload) int {
	at, _ := p.text.Node().Range()
	return at
}

// inside writes a string as JSON, without the quotes.
func inside(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string always encodes
	}
	return b.Bytes()[1 : b.Len()-2]
}

func payloads(caught score.Result, rule string) []payload {
	var all []payload
	for c, text := range caught.Document.All() {
		first, keyed := -1, false
		for _, f := range caught.Findings {
			if f.Severity < scanner.Medium {
				continue
			}
			if f.Pointer == text.Pointer() && f.Field == text.Field() {
				if text.Role.Has(manifest.Names) {
					continue
				}
				if at := byteOf(text.Value, f.Span.Start); first < 0 || at < first {
					first = at
				}
			} else if f.Rule.ID == rule && f.Component.Name == c.Name && isKey(f, caught.Document) {
				keyed = true
			}
		}
		switch {
		case first >= 0:
			all = append(all, payload{text, sentence(text.Value, first)})
		case keyed && text.Role.Has(manifest.Prose):
			all = append(all, payload{text, 0})
		}
	}
	return all
}

// isKey reports whether a finding stands on a name or key.
func isKey(f scanner.Finding, d *manifest.Document) bool {
	for _, text := range d.All() {
		if text.Pointer() == f.Pointer && text.Field() == f.Field && text.Role.Has(manifest.Names) {
			return true
		}
	}
	return false
}

// byteOf is the byte of a code point.
func byteOf(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// sentence is where the sentence that holds a byte begins.
func sentence(s string, at int) int {
	for i := at; i > 0; i-- {
		if s[i-1] == '\n' || i > 1 && s[i-1] == ' ' && strings.IndexByte(".!?:>", s[i-2]) >= 0 {
			return i
		}
	}
	return 0
}
