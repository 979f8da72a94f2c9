package scanner

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/phrase"
)

// A Rule is one thing to look for. Each stands in a file of its own below
// scanner/rules, with its help and its samples.
type Rule struct {
	ID   string // STRUCT005
	Name string // concealment-directive
	// Layer is 1 for text, 2 for schema and structure, 3 for change.
	Layer int
	// Severities are what the rule may report, the worst first.
	Severities []Severity
	CWE        []string // CWE-94
	OWASP      []string // ASI01, of the OWASP Top 10 for Agentic Applications 2026

	Help Help

	// AfterAll rules are called behind the others, and may ask what those have told;
	// see [Passage.Told].
	AfterAll bool
	// Reads are the roles of the texts that the rule looks at. One that looks at
	// components and declares none gets all of them.
	Reads manifest.Role
	// Wake says what a text must hold for Text to be called.
	Wake Wake
	// Text looks at one text; nil for a rule that does not.
	Text func(*Passage)
	// Component looks at one component with all its passages; nil likewise.
	Component func(*Pass)
	// Document looks at a document as a whole, after its components; nil
	// likewise.
	Document func(*Survey)

	// Hits must each give a finding of this rule, Quiet none.
	Hits  []Sample
	Quiet []Sample
}

// Help explains a rule to the person who reads its finding. All of it is
// plain text in sentences.
type Help struct {
	Summary string // one line without a full stop: what the rule matches
	What    string // what it matches
	Why     string // why that indicates poisoning
	Fix     string // what the author of an honest manifest does
	Misses  string // what it does not catch
	// Bad and Good are examples, for a rule that has no samples to take them
	// from; see [Rule.Examples].
	Bad, Good string
}

// Examples are a text that the rule reports and one that it does not: the first
// of its samples that is a text, or those of its help.
func (r *Rule) Examples() (bad, good string) {
	first := func(samples []Sample, or string) string {
		if or != "" || len(samples) == 0 {
			return or
		}
		i := slices.IndexFunc(samples, func(s Sample) bool { return s.Text != "" })
		return cmp.Or(samples[max(0, i)].Text, samples[0].Manifest)
	}
	return first(r.Hits, r.Help.Bad), first(r.Quiet, r.Help.Good)
}

// Wake is a cheap condition: any of its parts is enough.
type Wake struct {
	Run     int             // so many bytes, or more, stand without a blank between them
	Signals []phrase.Signal // any of these phrases matched
	Bytes   string          // any of these punctuation bytes occurs in the folded text
	// Concepts are sets of concepts, of which one stands whole in a sentence; Named
	// are more of them, which count where the sentence has a word that is shaped like
	// code, as the names of tools are.
	Concepts, Named []phrase.Concepts
	Raw             bool // the published text is not plain: it has characters outside ASCII or control characters, disguised or encoded parts, or long gaps
}

// A Sample is a text that a rule must, or must not, report. It is read as the
// description of a tool unless Manifest is set.
type Sample struct {
	Text string
	// Match is the part of Text that the finding must span; empty in a quiet
	// sample.
	Match string
	// Severity is what the finding must have at least; for a quiet sample, the
	// worst that the rule may say: zero for nothing at all.
	Severity Severity
	// Manifest is a whole manifest in JSON instead of Text.
	Manifest string
}

// Bytes is the sample as a manifest.
func (s *Sample) Bytes() []byte {
	if s.Manifest != "" {
		return []byte(s.Manifest)
	}
	description, err := json.Marshal(s.Text)
	if err != nil {
		panic(err) // a string can always be written
	}
	return []byte(`{"tools":[{"name":"sample","description":` + string(description) + `,"inputSchema":{"type":"object"}}]}`)
}
