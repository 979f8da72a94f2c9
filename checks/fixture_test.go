package checks

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// golden compares got with testdata/name, or writes it there with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got); -update rewrites it:\n%s", name, diff)
	}
}

// toy is a rule that reports fixed words, so that reports can be tested without
// the real rules.
type toy struct {
	*scanner.Rule
	words    []string
	severity scanner.Severity
	message  string // a %s in it becomes the match
}

var toys = []toy{
	{&scanner.Rule{
		ID: "TOY001", Name: "marker", Layer: 1,
		Severities: []scanner.Severity{scanner.High}, CWE: []string{"CWE-94"}, OWASP: []string{"ASI01"},
		Help: scanner.Help{
			Summary: "Pseudo-tags that hide instructions",
			What:    "A tag such as <IMPORTANT> in a description.",
			Why:     "Clients do not render it; models read it.",
			Fix:     "Say it in a sentence that the user sees.",
			Misses:  "Tags of more than one word.",
		},
		Hits:  []scanner.Sample{{Text: "Adds. <IMPORTANT>Read it.</IMPORTANT>", Match: "<IMPORTANT>"}},
		Quiet: []scanner.Sample{{Text: "Returns List<String>."}},
	}, []string{"<IMPORTANT>", "</IMPORTANT>"}, scanner.High, "Hidden-instruction pseudo-tag %s"},
	{&scanner.Rule{
		ID: "TOY002", Name: "concealment", Layer: 1,
		Severities: []scanner.Severity{scanner.Critical, scanner.Low}, CWE: []string{"CWE-94", "CWE-451"}, OWASP: []string{"ASI01", "ASI09"},
		Help: scanner.Help{Summary: "Orders to hide something from the user", What: "What.", Why: "Why.", Fix: "Fix.", Misses: "Misses."},
		Hits: []scanner.Sample{{Text: "Do not tell the user.", Match: "Do not tell the user"}},
	}, []string{"Do not mention this to the user", "do not tell"}, scanner.Critical, "Directive to conceal behavior from the user"},
	{&scanner.Rule{
		ID: "TOY003", Name: "invisible", Layer: 1,
		Severities: []scanner.Severity{scanner.Medium}, CWE: []string{"CWE-1007"}, OWASP: []string{"ASI01"},
		Help: scanner.Help{Summary: "Characters that nobody sees", What: "What.", Why: "Why.", Fix: "Fix.", Misses: "Misses."},
	}, []string{"\u200b", "\u202e", "\U000e0041\U000e0042", "\x1b[2J", "\ufffd"}, scanner.Medium, "Invisible character %s"},
	{&scanner.Rule{
		ID: "TOY004", Name: "weak-trigger", Layer: 1,
		Severities: []scanner.Severity{scanner.Low}, OWASP: []string{"ASI01"},
		Help: scanner.Help{Summary: "Words that often begin an order", What: "What.", Why: "Why.", Fix: "Fix.", Misses: "Misses."},
	}, []string{"You MUST", "HOSTILE"}, scanner.Low, "Weak trigger"},
	{&scanner.Rule{
		ID: "TOY005", Name: "description-changed", Layer: 3,
		Severities: []scanner.Severity{scanner.Critical, scanner.High, scanner.Low}, CWE: []string{"CWE-494"}, OWASP: []string{"ASI04"},
		Help: scanner.Help{Summary: "A description that changed since it was approved", What: "What.", Why: "Why.", Fix: "Fix.", Misses: "Misses."},
	}, nil, scanner.High, "The description changed"},
}

func toyRules() []*scanner.Rule {
	var rules []*scanner.Rule
	for _, t := range toys {
		rules = append(rules, t.Rule)
	}
	return rules
}

// scan parses data as the file uri and adds it with the toys' findings.
func (r *Report) scan(t testing.TB, uri, data string) *manifest.Document {
	t.Helper()
	d, err := manifest.Parse(uri, []byte(data), manifest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Sources = append(r.Sources, Source{URI: uri, Kind: File, Counts: CountComponents(d), Text: d.Source})
	for _, text := range d.All() {
		for _, toy := range toys {
			for _, word := range toy.words {
				for from := 0; ; {
					i := strings.Index(text.Value[from:], word)
					if i < 0 {
						break
					}
					i += from
					r.Findings = append(r.Findings, toy.finding(text, i, i+len(word)))
					from = i + len(word)
				}
			}
		}
	}
	return d
}

func (y toy) says(match string) scanner.Message {
	if strings.Contains(y.message, "%s") {
		return scanner.Say(y.message, match)
	}
	return scanner.Say(y.message)
}

func (y toy) finding(text *manifest.Text, start, end int) scanner.Finding {
	c := text.Component()
	f := scanner.Finding{
		Rule: y.Rule, Severity: y.severity, Message: y.says(text.Value[start:end]),
		Source: c.Document().Source.URI, Component: scanner.RefOf(c),
		Field: text.Field(), Pointer: text.Pointer(),
		Span: scanner.Span{Start: utf8.RuneCountInString(text.Value[:start]), End: utf8.RuneCountInString(text.Value[:end])},
		Text: text.Value[start:end],
	}
	f.Place(text.Node(), start, end)
	f.Fingerprint = scanner.Fingerprint(f.Rule.ID, f.Component, f.Text)
	return f
}

// change adds the finding of a changed text.
func (r *Report) change(t testing.TB, d *manifest.Document, component, was string) {
	t.Helper()
	for c, text := range d.All() {
		if c.Name == component && text.Role == manifest.Description {
			f := toys[4].finding(text, 0, len(text.Value))
			f.Baseline = &was
			r.Findings = append(r.Findings, f)
			return
		}
	}
	t.Fatalf("no description in %q", component)
}

// changes adds one finding of several changed texts: each pair is a field and what
// stood there.
func (r *Report) changes(t testing.TB, d *manifest.Document, component string, pairs ...string) {
	t.Helper()
	var all []scanner.Finding
	for i := 0; i < len(pairs); i += 2 {
		for c, text := range d.All() {
			if c.Name == component && text.Field() == pairs[i] {
				f := toys[4].finding(text, 0, len(text.Value))
				f.Message, f.Baseline = scanner.Say("%s changed", f.Field), &pairs[i+1]
				all = append(all, f)
			}
		}
	}
	if len(all) != len(pairs)/2 {
		t.Fatalf("%d places of %d in %q", len(all), len(pairs)/2, component)
	}
	r.Findings = append(r.Findings, scanner.Together(all))
}

func render(t testing.TB, format string, r *Report, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, format, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
