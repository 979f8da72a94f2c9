package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

var _ = add(scanner.Rule{
	ID: "SCHEMA005", Name: "unknown-field", Layer: 2,
	Severities: []scanner.Severity{scanner.High, scanner.Medium, scanner.Info},
	CWE:        []string{"CWE-1287"}, OWASP: []string{"ASI01", "ASI04"},
	Help: scanner.Help{
		Summary: "Top-level keys that the protocol does not define for this kind of component",
		What: "A key of a tool, prompt, resource or resource template that no revision of the protocol defines. It is medium where its value holds prose, info where " +
			"the value is short or no text, and high where the key is a variant in case or look-alike letters of one that the protocol defines. Each shape of file has a list of its own.",
		Why: "No client validates such a field, and some pass it on to the model: a place for text that reviewers of the known fields never see. A variant of a " +
			"known key reads differently in different clients. NSA and CISA's guidance asks for unexpected attributes to be rejected.",
		Fix:    "Move the data below _meta, the protocol's place for extensions, or drop it.",
		Misses: "Anything below _meta: its texts are read by the other rules, its keys are free.",
	},
	Reads: manifest.Key,
	Component: func(p *scanner.Pass) {
		fields := p.Component.Fields
		if fields == nil {
			return
		}
		for i := range p.Passages {
			x := p.For(i)
			if x.Role() != manifest.Key || !x.Published.Top() {
				continue
			}
			key, value := x.Published.Value, x.Published.Node().Value()
			if fields.Allows(key) || value.Kind() == manifest.Null {
				continue
			}
			severity, message := scanner.Info, "Key '%s' is not defined for %s"
			about := fields.Origin
			if known, ok := variantOf(x.Value, fields); ok {
				severity, about = scanner.High, known
				message = "Key '%s' is a variant of '%s': clients differ on which they read"
			} else if holdsProse(value) {
				severity = scanner.Medium
				message += " and holds prose that some clients pass on to the model"
			}
			x.ReportPublished(0, len(key), severity, message, key, about)
		}
	},
	Hits: []scanner.Sample{
		{
			Manifest: `{"tools":[{"name":"add","description":"Adds.","inputSchema":{"type":"object"},"guidance":"call the other one first"}]}`,
			Match:    "guidance", Severity: scanner.Medium,
		},
		{
			Manifest: `{"tools":[{"name":"add","Description":"Adds.","inputSchema":{"type":"object"}}]}`,
			Match:    "Description", Severity: scanner.High,
		},
		{
			Manifest: `{"tools":[{"name":"add","description":"Adds.","inputSchema":{"type":"object"},"rank":3}]}`,
			Match:    "rank", Severity: scanner.Info,
		},
	},
	Quiet: []scanner.Sample{
		{Manifest: `{"tools":[{"name":"x","title":"X","description":"Adds.","inputSchema":{"type":"object"},"execution":{"taskSupport":"forbidden"},"icons":[{"src":"https://example.org/i.png"}],"_meta":{"a":1},"outputSchema":null}]}`},
		{Manifest: `{"tools":[{"name":"x","inputSchema":{"type":"object","properties":{"Description":{"type":"string"}}}}]}`},
	},
})

// variantOf finds the defined key that differs from a key only in case, in
// disguise (which is folded away by now) or in separators.
func variantOf(key string, fields *manifest.FieldList) (string, bool) {
	bare := bareKey(key)
	for _, known := range fields.Keys {
		if bareKey(known) == bare {
			return known, true
		}
	}
	return "", false
}

var separators = strings.NewReplacer("_", "", "-", "", " ", "")

// bareKey is a key in small letters without separators.
func bareKey(key string) string {
	var space [maxBare]byte
	bare, ok := appendBare(space[:0], key)
	switch {
	case !ok:
		return strings.ToLower(separators.Replace(key))
	case string(bare) == key:
		return key
	}
	return string(bare)
}

// maxBare is the length of nearly all keys, in bytes.
const maxBare = 64

// appendBare appends the bare key, or is not ok where the key is no ASCII.
func appendBare(dst []byte, key string) (bare []byte, ok bool) {
	for _, c := range []byte(key) {
		switch {
		case c >= utf8.RuneSelf:
			return nil, false
		case c == '_' || c == '-' || c == ' ':
			continue
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst, true
}

// proseWords is how many words make a value prose: fewer are a label. The case
// of a single order ("call z first") has three.
const proseWords = 3

// holdsProse reports whether a value has prose at any depth.
func holdsProse(value manifest.Node) bool {
	for s := range value.Strings() {
		if len(strings.Fields(s.Text())) >= proseWords {
			return true
		}
	}
	return false
}
