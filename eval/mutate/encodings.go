package mutate

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// encodings write text in a form that a model decodes at sight.
var encodings = []Disguise{
	{Name: "HTML entities", Wants: Words, hide: entities, show: html.UnescapeString},
	{Name: "URL escapes", Wants: Words, hide: percent, show: unpercent},
	{Name: "JSON escapes", Wants: Words, hide: backslashes, show: unbackslash},
	{Name: "base64", Wants: Words, Whole: true, hide: encode64, show: unbase64},
	{Name: "hex", Wants: Words, Whole: true, hide: hexadecimal, show: unhex},
	{Name: "tag-block text", Wants: Words, Whole: true, hide: tags, show: untag},
	{Name: "variation-selector text", Wants: Words, Whole: true, hide: selectors, show: unselect},
}

// entities writes letters as numeric character references, decimal and
// hexadecimal in turn.
func entities(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case isASCIILetter(r):
			b.WriteString([]string{fmt.Sprintf("&#%d;", r), fmt.Sprintf("&#x%x;", r)}[n%2])
			n++
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// percent writes blanks and every second letter as in a URL (RFC 3986 §2.1).
func percent(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if isASCIILetter(r) {
			n++
		}
		if r == ' ' || r == '%' || isASCIILetter(r) && n%2 == 0 {
			fmt.Fprintf(&b, "%%%02X", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unpercent(s string) string {
	plain, err := url.PathUnescape(s)
	if err != nil {
		return s
	}
	return plain
}

// backslashes writes letters as in a JSON string (RFC 8259 §7); inside a
// manifest the backslashes are characters of the text.
func backslashes(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '\\' || isASCIILetter(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

var escape = regexp.MustCompile(`\\u([0-9a-f]{4})`)

func unbackslash(s string) string {
	return escape.ReplaceAllStringFunc(s, func(e string) string {
		n, err := strconv.ParseUint(e[2:], 16, 16)
		if err != nil {
			return e
		}
		return string(rune(n))
	})
}

func encode64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func unbase64(s string) string {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return s
	}
	return string(b)
}

func hexadecimal(s string) string { return hex.EncodeToString([]byte(s)) }

func unhex(s string) string {
	b, err := hex.DecodeString(s)
	if err != nil {
		return s
	}
	return string(b)
}

// tagBlock is where the Tags block's copy of ASCII begins.
const tagBlock = 0xe0000

// tags writes ASCII as invisible tags; other text it leaves alone.
func tags(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r > '~' {
			return s
		}
		b.WriteRune(tagBlock + max(r, ' '))
	}
	return b.String()
}

func untag(s string) string {
	return strings.Map(func(r rune) rune { return r - tagBlock }, s)
}

// selectors writes bytes as the 256 variation selectors, VS1 for 0, behind an
// emoji, which is all that shows.
func selectors(s string) string {
	var b strings.Builder
	b.WriteString(carrier)
	for _, c := range []byte(s) {
		if c < 16 {
			b.WriteRune(0xfe00 + rune(c))
		} else {
			b.WriteRune(0xe0100 + rune(c) - 16)
		}
	}
	return b.String()
}

const carrier = "🙂"

func unselect(s string) string {
	var b []byte
	for _, r := range strings.TrimPrefix(s, carrier) {
		if r >= 0xe0100 {
			b = append(b, byte(r-0xe0100+16))
		} else {
			b = append(b, byte(r-0xfe00))
		}
	}
	return string(b)
}
