package manifest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
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

// newSource takes a file's bytes. It refuses what is over [MaxSize] and UTF-16
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
		s.text = string(data[s.bom:])
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
	_ = s[i+7]
	return uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
		uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
}

// lineIndex finds lines and columns without counting from the start: a manifest
// may be one line of many kilobytes with a finding on every one of them.
type lineIndex struct {
	once   sync.Once
	starts []uint32 // the offset of every line
	marks  []mark   // one about every markStep bytes; none for ASCII text, nor without a long line
}

// mark is a character's offset and how many UTF-16 units stand before it.
type mark struct{ offset, units uint32 }

const markStep = 4096

func (s *Source) index() *lineIndex {
	x := &s.lines
	x.once.Do(func() {
		x.starts = make([]uint32, 1, strings.Count(s.text, "\n")+1)
		longest, at := 0, 0
		for {
			i := strings.IndexByte(s.text[at:], '\n')
			if i < 0 {
				break
			}
			longest = max(longest, i)
			at += i + 1
			x.starts = append(x.starts, uint32(at))
		}
		longest = max(longest, len(s.text)-at)
		// Columns of a line of the usual length are counted from its start.
		if s.ascii || longest <= 2*markStep {
			return
		}
		units, next := 0, 0
		for i, r := range s.text {
			if i >= next {
				x.marks = append(x.marks, mark{uint32(i), uint32(units)})
				next += markStep
			}
			units += width16(r)
		}
	})
	return x
}

func width16(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// column counts the UTF-16 units between a line's start and an offset: of the
// characters that end at or before it, and again with the one that it lies inside
// of.
func (s *Source) column(lineStart, offset int) (down, up int) {
	if s.ascii {
		return offset - lineStart, offset - lineStart
	}
	at, n := lineStart, 0
	if offset-lineStart > 2*markStep {
		near, before := s.mark(offset), s.mark(lineStart)
		at, n = int(near.offset), int(near.units-before.units)
		for _, r := range s.text[before.offset:lineStart] {
			n -= width16(r)
		}
	}
	for at < offset {
		r, size := utf8.DecodeRuneInString(s.text[at:])
		if at+size > offset {
			return n, n + width16(r)
		}
		at, n = at+size, n+width16(r)
	}
	return n, n
}

// mark is the last mark at or before an offset.
func (s *Source) mark(offset int) mark {
	marks := s.index().marks
	i, found := slices.BinarySearchFunc(marks, uint32(offset), func(m mark, o uint32) int { return cmp.Compare(m.offset, o) })
	if !found {
		i--
	}
	return marks[i]
}

// line is the number of the line that offset lies on, from 0.
func (s *Source) line(offset int) int {
	i, found := slices.BinarySearch(s.index().starts, uint32(offset))
	if !found {
		i--
	}
	return i
}

// Location is the place of the bytes [start, end) of the text. Offsets beyond
// the text are taken as its end, and those within a character as the whole
// character. A range that ends with a line break ends at the next line's first
// column.
func (s *Source) Location(start, end int) Location {
	start = min(max(start, 0), len(s.text))
	end = min(max(end, start), len(s.text))
	first, last := s.line(start), s.line(end)
	startColumn, _ := s.column(int(s.lines.starts[first]), start)
	_, endColumn := s.column(int(s.lines.starts[last]), end)
	return Location{
		StartLine: first + 1, StartColumn: startColumn + 1,
		EndLine: last + 1, EndColumn: endColumn + 1,
	}
}

// Line is line n, from 1, without its end (\n or \r\n); empty where there is no
// such line.
func (s *Source) Line(n int) string {
	starts := s.index().starts
	if n < 1 || n > len(starts) {
		return ""
	}
	start, end := int(starts[n-1]), len(s.text)
	if n < len(starts) {
		end = int(starts[n]) - 1
	}
	return strings.TrimSuffix(s.text[start:end], "\r")
}
