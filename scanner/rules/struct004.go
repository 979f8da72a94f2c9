package rules

import (
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

// minBlob is the seed's least length of a blob, in characters.
const minBlob = 40

var _ = add(scanner.Rule{
	ID: "STRUCT004", Name: "encoded-blob", Layer: 1,
	Severities: []scanner.Severity{scanner.Medium, scanner.Low},
	CWE:        []string{"CWE-116"}, OWASP: []string{"ASI01"},
	Help: scanner.Help{
		Summary: "Base64-shaped blobs of 40 or more characters in prose",
		What: "A run of 40 or more characters of the base64 alphabet with capitals, small letters and digits mixed, and any shorter run of base64 or hexadecimal " +
			"digits that decodes to readable words. " +
			"It is low in an example or a default. Hex digests, identifiers, paths, URLs and data: images stay quiet.",
		Why:    "A person who reviews the text cannot read it; a model can, and decodes it when it is told to, or even when it is not.",
		Fix:    "Write the text out. If an example needs a token, use an obvious placeholder.",
		Misses: "Encodings that need a key or a program to undo.",
	},
	Reads: manifest.Prose | manifest.Values | manifest.Hidden,
	Wake:  scanner.Wake{Raw: true, Run: minBlob},
	Text: func(p *scanner.Passage) {
		// Tokens, keys and images stand in examples and defaults; what one of them says
		// when it is decoded is for the other rules.
		severity := scanner.Medium
		if p.Role().Has(manifest.Example | manifest.Default) {
			severity = scanner.Low
		}
		for _, e := range p.Encoded {
			if e.Kind == text.Base64 || e.Kind == text.Hex {
				p.ReportPublished(e.Start, e.End, severity, "%s that decodes to text: %q", e.Kind, clip(e.Text, 120))
			}
		}
		for _, b := range blobs(p) {
			if said := p.Value[b[0]:b[1]]; len(said) >= minBlob && isMixed(said) && !isPath(said) {
				severity := severity
				if isImage(said) {
					severity = scanner.Low
				}
				p.Report(b[0], b[1], severity, "Base64-shaped blob that a reviewer cannot read")
			}
		}
	},
	Hits: []scanner.Sample{
		{Text: "Adds. VGhlIHNreSBpcyBibHVlIHRvZGF5IGFuZCBzbyBhbSBJ", Match: "VGhlIHNreSBpcyBibHVlIHRvZGF5IGFuZCBzbyBhbSBJ", Severity: scanner.Medium},
		{Text: "Adds. q8Zx1LpW0vRt7NcYk3Hd9SfGjB2mQeUo5TiAzXlPrVnM", Match: "q8Zx1LpW0vRt7NcYk3Hd9SfGjB2mQeUo5TiAzXlPrVnM", Severity: scanner.Medium},
	},
	Quiet: []scanner.Sample{
		{Text: "An image as base64, for example iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk", Severity: scanner.Low},
		{Text: "Digest e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 of nothing."},
		{Text: "Set createTemporaryStorageAccountForResourceGroup2 to true."},
		{Text: "See https://example.org/docs/Aa1Bb2Cc3Dd4Ee5Ff6Gg7Hh8Ii9Jj0Kk1Ll2Mm3Nn4 for more."},
		{Text: "Below projects/Sample1/locations/Europe2/repositories/Main3/packages/Core4."},
		{Text: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"},
	},
})

// minRun is the least token, in bytes, from which a blob is looked for: the
// alphabet's two marks are rare enough that no blob is without one so long.
const minRun = 10

// blobs finds the runs of the base64 alphabets (RFC 4648 §4 and §5), padding
// included, that are no part of a URL, of a path or of a data: URI.
func blobs(p *scanner.Passage) [][2]int {
	var all [][2]int
	v, past := p.Value, 0
	for _, t := range p.Tokens {
		if t.End-t.Start < minRun || int(t.Start) < past {
			continue
		}
		start, end := int(t.Start), int(t.End)
		for start > past && isBase64(v[start-1]) {
			start--
		}
		for end < len(v) && isBase64(v[end]) {
			end++
		}
		for pad := 0; end < len(v) && pad < 2 && v[end] == '='; pad++ {
			end++
		}
		past = end
		if end-start >= minBlob && !insideURL(v, start) {
			all = append(all, [2]int{start, end})
		}
	}
	return all
}

func isBase64(c byte) bool {
	return c == '+' || c == '/' || isWordByte(c) || c == '-'
}

// maxURL bounds how far a URL is followed, in bytes: what browsers take.
const maxURL = 2048

// insideURL reports whether the word that holds a byte began before it with a
// scheme, a host or a data: URI.
func insideURL(v string, at int) bool {
	before := v[max(0, at-maxURL):at]
	word := before[strings.LastIndexAny(before, " \n\t\"'`<>()")+1:]
	return strings.Contains(word, "://") || strings.HasSuffix(word, ".") || strings.Contains(word, "base64,") || strings.Contains(word, "data:") ||
		strings.HasPrefix(v[at:], "http") || strings.HasPrefix(v[at:], "//")
}

// isMixed wants all three of capitals, small letters and digits, changing often:
// words and identifiers keep to one kind for several letters.
func isMixed(s string) bool {
	var kinds [4]int
	changes, last := 0, -1
	for _, c := range []byte(s) {
		k := 3
		switch {
		case c >= 'a' && c <= 'z':
			k = 0
		case c >= 'A' && c <= 'Z':
			k = 1
		case c >= '0' && c <= '9':
			k = 2
		}
		kinds[k]++
		if last >= 0 && k != last {
			changes++
		}
		last = k
	}
	return kinds[0] > 2 && kinds[1] > 2 && kinds[2] > 0 && changes*3 >= len(s)
}

// isPath reports whether the run is made of words between slashes or hyphens.
func isPath(s string) bool {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '/' || r == '-' || r == '_' })
	if len(parts) < 3 {
		return false
	}
	wordy := 0
	for _, p := range parts {
		if len(p) < 20 && !isMixed(p) {
			wordy++
		}
	}
	return wordy*2 > len(parts)
}

// clip shortens a text for a message.
func clip(s string, characters int) string {
	n := 0
	for i := range s {
		if n == characters {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// imageStarts are how the base64 of a PNG, JPEG, GIF, WebP or PDF file begins: by
// the bytes that each format must begin with.
var imageStarts = []string{"iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0"}

func isImage(blob string) bool {
	return slices.ContainsFunc(imageStarts, func(s string) bool { return strings.HasPrefix(blob, s) })
}
