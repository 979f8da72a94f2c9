package baseline

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/manifest"
)

// maxSize is the most bytes of a baseline. A manifest of [manifest.MaxSize] fits
// with its hashes, its indentation and most of its text escaped; only YAML
// aliases that unfold again and again don't.
const maxSize = 64 << 20

var (
	errTooLarge = errors.New("too large as JSON, because of YAML aliases that unfold again and again")
	errTooDeep  = errors.New("nested over 1,000 levels, or a YAML alias inside what it stands for")
)

// canonical is a node's one spelling: JSON in the manner of RFC 8785, keys
// sorted by their UTF-16 units, no blanks, strings with as few escapes as can
// be. It departs from the RFC in two things, since it must tell what a reader of
// the file may tell: a number keeps its digits, and a repeated key is repeated,
// in the order of the file.
//
// What YAML has beyond JSON becomes a string (0o14, .inf, a key that is no
// string), but for its other spellings of null, true and false.
//
// limit is the most bytes that it may have.
func canonical(n manifest.Node, limit int) (string, error) {
	e := encoder{limit: limit}
	if err := e.node(n, 0); err != nil {
		return "", err
	}
	return string(e.out), nil
}

type encoder struct {
	out   []byte
	limit int
}

func (e *encoder) node(n manifest.Node, depth int) error {
	if depth > manifest.MaxDepth {
		return errTooDeep
	}
	if len(e.out) > e.limit {
		return errTooLarge
	}
	switch n.Kind() {
	case manifest.Object:
		e.out = append(e.out, '{')
		for i, m := range sorted(n) {
			if i > 0 {
				e.out = append(e.out, ',')
			}
			e.out = append(appendString(e.out, m.name), ':')
			if err := e.node(m.value, depth+1); err != nil {
				return err
			}
		}
		e.out = append(e.out, '}')
	case manifest.Array:
		e.out = append(e.out, '[')
		first := true
		for v := range n.Elements() {
			if !first {
				e.out = append(e.out, ',')
			}
			first = false
			if err := e.node(v, depth+1); err != nil {
				return err
			}
		}
		e.out = append(e.out, ']')
	default:
		e.out = appendScalar(e.out, n)
	}
	return nil
}

// member is a key as text with its nodes.
type member struct {
	name       string
	key, value manifest.Node
}

// members lists an object's members in the order of the file.
func members(n manifest.Node) []member {
	var all []member
	for m := range n.Members() {
		all = append(all, member{keyName(m.Key), m.Key, m.Value})
	}
	return all
}

func sorted(n manifest.Node) []member {
	all := members(n)
	slices.SortStableFunc(all, func(a, b member) int { return compareUTF16(a.name, b.name) })
	return all
}

// keyName is a key's text. The lists and maps that YAML allows as keys go by
// their source, or its hash: unfolding the aliases in them has no bound.
func keyName(key manifest.Node) string {
	if k := key.Kind(); k != manifest.Object && k != manifest.Array {
		return key.Text()
	}
	start, end := key.Range()
	text := strings.ToValidUTF8(key.Tree().Source().Text()[start:end], "\ufffd")
	if len(text) > 2*sha256.Size {
		return digest([]byte(text))
	}
	return text
}

func appendScalar(out []byte, n manifest.Node) []byte {
	s := n.Text()
	switch n.Kind() {
	case manifest.Number:
		if isNumber(s) {
			return append(out, s...)
		}
	case manifest.Bool:
		if b := strings.ToLower(s); b == "true" || b == "false" {
			return append(out, b...)
		}
	case manifest.Null, manifest.Invalid:
		return append(out, "null"...)
	}
	return appendString(out, s)
}

// isNumber reports whether s is a number in RFC 8259's grammar (§6).
func isNumber(s string) bool {
	digits := func() bool {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		s = s[n:]
		return n > 0
	}
	s = strings.TrimPrefix(s, "-")
	if strings.HasPrefix(s, "0") {
		s = s[1:]
	} else if !digits() {
		return false
	}
	if strings.HasPrefix(s, ".") {
		if s = s[1:]; !digits() {
			return false
		}
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		if s = s[1:]; s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		if !digits() {
			return false
		}
	}
	return s == ""
}

const hexDigits = "0123456789abcdef"

// appendString writes a JSON string with the escapes of RFC 8785 §3.2.2.2.
func appendString(out []byte, s string) []byte {
	out = append(out, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		out = append(append(out, s[from:i]...), '\\')
		from = i + 1
		switch c {
		case '"', '\\':
			out = append(out, c)
		case '\b':
			out = append(out, 'b')
		case '\t':
			out = append(out, 't')
		case '\n':
			out = append(out, 'n')
		case '\f':
			out = append(out, 'f')
		case '\r':
			out = append(out, 'r')
		default:
			out = append(out, 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return append(append(out, s[from:]...), '"')
}

// compareUTF16 orders strings by their UTF-16 units, as RFC 8785 §3.2.3 sorts
// keys. That is the order of their bytes, but for characters beyond U+FFFF, whose
// surrogates come before U+E000.
func compareUTF16(a, b string) int {
	for len(a) > 0 && len(b) > 0 {
		if a[0] == b[0] && a[0] < utf8.RuneSelf {
			a, b = a[1:], b[1:]
			continue
		}
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if c := cmp.Or(cmp.Compare(lead(x), lead(y)), cmp.Compare(x, y)); c != 0 {
			return c
		}
		a, b = a[n:], b[m:]
	}
	return cmp.Compare(len(a), len(b))
}

// lead is a character's first UTF-16 unit.
func lead(r rune) rune {
	if r < 0x10000 {
		return r
	}
	return 0xd800 + (r-0x10000)>>10
}
