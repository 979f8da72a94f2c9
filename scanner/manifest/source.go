package manifest

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// A Location is a range of a source file as editors and GitHub count it: lines
// from 1, split on \n only (as git does); columns from 1, in UTF-16 code units
// (SARIF 2.1.0 §3.14.27 columnKind utf16CodeUnits); EndColumn exclusive. A byte
// order mark has no column (SARIF §3.30).
type Location struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

// MaxSize is the largest file that is read, in bytes. The largest manifest
// found in public repositories has 3.6 MB.
const MaxSize = 10 << 20

// MaxDepth is how deep arrays and objects may nest. Real schemas stay below 40;
// readers that recurse die between 4,096 and 10,000.
const MaxDepth = 1000

// A Source is one file: its text and, made when first needed, its lines. It may
// be used from several goroutines at once.
type Source struct {
	// URI names the file: a slash-separated path relative to the repository,
	// or whatever the caller calls it.
	URI string
	// text is the content as UTF-8 without a byte order mark. Invalid bytes
	// stay as they are: offsets count what is there.
	text string
	// bom is how many bytes stood before text in the file. A UTF-16 file is
	// decoded; its offsets count the decoded text.
	bom   int
	ascii bool // text is ASCII only, so that bytes, characters and columns agree
	valid bool // text is valid UTF-8
	lines lineIndex
}

// Text is the file's content as UTF-8, without a byte order mark.
func (s *Source) Text() string { return s.text }

// newSource takes a file's bytes, for good. It refuses what is over [MaxSize] and UTF-16
// that is broken; invalid UTF-8 it takes, for the readers to notice.
func newSource(uri string, data []byte) (*Source, error) {
	s := &Source{URI: uri}
	if len(data) > MaxSize {
		return nil, &Error{URI: uri, Reason: TooLarge,
			Detail: fmt.Sprintf("the file has %d bytes; at most %d are read", len(data), MaxSize)}
	}
	var err error
	switch encoding := sniff(data); encoding {
	case "UTF-8":
		if strings.HasPrefix(string(data[:min(3, len(data))]), "\ufeff") {
			s.bom = 3
		}
		s.text = stringOf(data[s.bom:])
	case "UTF-16LE", "UTF-16BE":
		s.bom = 2
		s.text, err = decodeUTF16(data[2:], encoding == "UTF-16BE")
	default:
		err = fmt.Errorf("the file is %s; UTF-8 was expected", encoding)
	}
	if err != nil {
		return nil, &Error{URI: uri, Reason: Undecodable, Detail: err.Error()}
	}
	s.ascii = isASCII(s.text)
	s.valid = s.ascii || utf8.ValidString(s.text)
	return s, nil
}

// stringOf is the string of the bytes without a copy: a manifest may be a large
// part of what a scan touches at all.
func stringOf(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }

// sniff names the encoding by the byte order mark, and tells UTF-16 and UTF-32
// without one by the NUL bytes that ASCII leaves there, as RFC 4627 §3 did: no
// manifest begins with U+0000.
func sniff(data []byte) string {
	at := func(i int) int {
		if i < len(data) {
			return int(data[i])
		}
		return -1
	}
	a, b, c, d := at(0), at(1), at(2), at(3)
	switch {
	case a == 0xff && b == 0xfe && c == 0 && d == 0, a == 0 && b == 0 && c == 0xfe && d == 0xff:
		return "UTF-32"
	case a == 0xff && b == 0xfe:
		return "UTF-16LE"
	case a == 0xfe && b == 0xff:
		return "UTF-16BE"
	case a > 0 && b == 0, a == 0 && b > 0:
		return "UTF-16 without a byte order mark, or binary"
	case a == 0 && b == 0:
		return "UTF-32 without a byte order mark, or binary"
	}
	return "UTF-8"
}

func decodeUTF16(data []byte, bigEndian bool) (string, error) {
	if len(data)%2 != 0 {
		return "", fmt.Errorf("the UTF-16 text ends within a code unit, at byte %d", 2+len(data))
	}
	unit := func(i int) rune {
		if bigEndian {
			return rune(data[i])<<8 | rune(data[i+1])
		}
		return rune(data[i+1])<<8 | rune(data[i])
	}
	var b strings.Builder
	b.Grow(len(data))
	for i := 0; i < len(data); i += 2 {
		r := unit(i)
		if utf16.IsSurrogate(r) {
			low := utf8.RuneError
			if i+2 < len(data) {
				low = unit(i + 2)
			}
			pair := utf16.DecodeRune(r, low)
			if pair == utf8.RuneError {
				return "", fmt.Errorf("the UTF-16 text has a lone surrogate U+%04X at byte %d", r, 2+i)
			}
			r = pair
			i += 2
		}
		b.WriteRune(r)
	}
	return b.String(), nil
}

func isASCII(s string) bool {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if load8(s, i)&highBits != 0 {
			return false
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// load8 reads 8 bytes, the first one lowest; the compiler makes it one load.
func load8(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
