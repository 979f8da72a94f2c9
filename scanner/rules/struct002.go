package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/signals"
	"github.com/theriac/theriac/scanner/text"
)

var _ = add(scanner.Rule{
	ID: "STRUCT002", Name: "invisible-characters", Layer: 1,
	Severities: []scanner.Severity{scanner.High, scanner.Medium, scanner.Low},
	CWE:        []string{"CWE-1007"}, OWASP: []string{"ASI01"},
	Help: scanner.Help{
		Summary: "Zero-width characters, bidi controls, Unicode tag blocks, terminal escapes",
		What: "Characters that show nothing and that a model reads. High inside a word, for bidirectional controls, tags and escape sequences, and wherever the run " +
			"decodes to text (which the message quotes); " +
			"medium for longer runs, soft hyphens in words, and a zero-width character beside a blank; low for what else is stray, such as a byte order mark. Emoji joiners and presentation selectors, flags, and the " +
			"joiners of Arabic and Indic spelling are honest and stay quiet.",
		Why: "Text that is invisible in every renderer and plain to the model has no honest use in a description: it carries instructions, or breaks up words so " +
			"that filters miss them.",
		Fix:    "Delete the characters. Editors show them as \\u escapes, or with \"render whitespace and control characters\" on.",
		Misses: "Text hidden by colour or size in a client that renders markup.",
	},
	Reads: manifest.Everything,
	Wake:  scanner.Wake{Raw: true},
	Text: func(p *scanner.Passage) {
		v := p.Published.Value
		runs := text.Hidden(v)
		if len(runs) == 0 {
			return
		}
		phrases := spansOf(p, signals.Override, signals.Conceal, signals.Covert, signals.ReadPath, signals.Forced, signals.Outrank, signals.Rewrite, signals.Consent, signals.Marker)
		for i := 0; i < len(runs); i++ {
			severity := hiddenSeverity(v, runs[i])
			if severity == scanner.Info {
				continue
			}
			// Inside a phrase that a rule knows, somebody wanted it read by the model
			// and not by a filter.
			if severity < scanner.High && phrases.touch(runs[i].Start, runs[i].End) {
				severity = scanner.High
			}
			start, end, says := runs[i].Start, runs[i].End, runs[i].Text
			count := utf8.RuneCountInString(v[start:end])
			for i+1 < len(runs) && runs[i+1].Start-end <= sameWord && hiddenSeverity(v, runs[i+1]) == severity {
				i++
				count += utf8.RuneCountInString(v[runs[i].Start:runs[i].End])
				end, says = runs[i].End, says+runs[i].Text
			}
			if says != "" {
				p.ReportPublished(start, end, severity, "%d invisible character(s) (%s) that spell %q", count, runs[i].Kind, clip(says, 200))
				continue
			}
			p.ReportPublished(start, end, severity, "%d invisible character(s) (%s)", count, runs[i].Kind)
		}
	},
	Hits: []scanner.Sample{
		{Text: "Adds num\u200bbers.", Match: "\u200b", Severity: scanner.High},
		{Text: "Adds \u202enumbers\u202c.", Match: "\u202enumbers\u202c", Severity: scanner.High},
		{Text: "Adds.\U000e0048\U000e0069", Match: "\U000e0048\U000e0069", Severity: scanner.High},
		{Text: "Adds.\x1b[2K Then more.", Match: "\x1b", Severity: scanner.High},
		{Text: "Adds \u200bnumbers.", Match: "\u200b", Severity: scanner.Medium},
	},
	Quiet: []scanner.Sample{
		{Text: "Adds a family 👨\u200d👩\u200d👧 and a heart ❤\ufe0f."},
		{Text: "متن را می\u200cخواند."},
		{Text: "Adds\tnumbers\nand tells."},
	},
})

// sameWord is how many bytes may lie between two runs that are told as one: a
// word broken up by invisible characters is one thing to look at.
const sameWord = 8

// hiddenSeverity weighs a run; Info means that it is not reported.
func hiddenSeverity(v string, r text.HiddenRun) scanner.Severity {
	said := v[r.Start:r.End]
	count := utf8.RuneCountInString(said)
	switch {
	case r.Place.Honest():
		return scanner.Info
	case r.Text != "", r.Kind == text.Tag, r.Kind == text.Bidi:
		return scanner.High
	case r.Kind == text.Control:
		if strings.ContainsAny(said, "\x1b\u009b\b\x7f") {
			return scanner.High
		}
		return scanner.Medium
	case r.Kind == text.ZeroWidth && r.Place == text.InsideWord:
		return scanner.High
	case r.Kind == text.PrivateUse:
		if count >= 4 {
			return scanner.Medium
		}
		return scanner.Low
	case count >= 3, r.Place == text.InsideWord, r.Kind == text.ZeroWidth && !strings.Contains(said, "\ufeff"):
		return scanner.Medium
	}
	return scanner.Low
}
