package manifest

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// lineIndex finds lines and columns without counting from the start: a manifest
// may be one line of many kilobytes with a finding on every one of them.
type lineIndex struct {
	once sync.Once
	// breaks[i] is how many line breaks stand before byte i*chunk; the last one
	// counts them all.
	breaks []uint32

	// marks are for columns in long lines: one about every stretch bytes.
	marksOnce sync.Once
	marks     []mark
}

// mark is a character's offset and how many UTF-16 units stand before it.
type mark struct{ offset, units uint32 }

// chunk is how many bytes are counted at once, and stretch how many between
// marks. In a line of less than two stretches, columns are counted from its start.
const (
	chunk   = 512
	stretch = 2048
)

func (s *Source) index() *lineIndex {
	x := &s.lines
	x.once.Do(func() {
		x.breaks = make([]uint32, 1, len(s.text)/chunk+2)
		for at := 0; at < len(s.text); at += chunk {
			n := strings.Count(s.text[at:min(at+chunk, len(s.text))], "\n")
			x.breaks = append(x.breaks, x.breaks[len(x.breaks)-1]+uint32(n))
		}
	})
	return x
}

// mark is the last mark at or before an offset.
func (s *Source) mark(offset int) mark {
	x := &s.lines
	x.marksOnce.Do(func() {
		units := 0
		for at := 0; at < len(s.text); {
			x.marks = append(x.marks, mark{uint32(at), uint32(units)})
			end := min(at+stretch, len(s.text))
			for end < len(s.text) && !utf8.RuneStart(s.text[end]) {
				end++
			}
			units += s.units(at, end)
			at = end
		}
	})
	i, found := slices.BinarySearchFunc(x.marks, uint32(offset), func(m mark, o uint32) int { return cmp.Compare(m.offset, o) })
	if !found {
		i--
	}
	return x.marks[i]
}

// line is the number of the line that offset lies on, from 0, and where it starts.
func (s *Source) line(offset int) (n, start int) {
	breaks := s.index().breaks
	c := offset / chunk
	within := s.text[c*chunk : offset]
	n = int(breaks[c]) + strings.Count(within, "\n")
	if n == int(breaks[c]) {
		if n == 0 {
			return 0, 0
		}
		// The line starts behind the last break before this chunk.
		c, _ = slices.BinarySearch(breaks, uint32(n))
		c--
		within = s.text[c*chunk : min((c+1)*chunk, offset)]
	}
	return n, c*chunk + strings.LastIndexByte(within, '\n') + 1
}

// lineStart is where line n, from 0, starts.
func (s *Source) lineStart(n int) int {
	if n == 0 {
		return 0
	}
	breaks := s.index().breaks
	c, _ := slices.BinarySearch(breaks, uint32(n))
	c--
	at := c * chunk
	for left := n - int(breaks[c]); left > 0; left-- {
		at += strings.IndexByte(s.text[at:], '\n') + 1
	}
	return at
}

// units counts the UTF-16 units of bytes [start, end), which hold whole characters.
func (s *Source) units(start, end int) (n int) {
	if !s.valid {
		for _, r := range s.text[start:end] {
			n += width16(r)
		}
		return n
	}
	// A character is as many units as it has leading bytes, and one more if it
	// has four bytes.
	at := start
	for ; at+8 <= end; at += 8 {
		w := load8(s.text, at)
		if w&highBits == 0 {
			n += 8
			continue
		}
		following := w >> 7 &^ (w >> 6) & lowBits
		four := w >> 7 & (w >> 6) & (w >> 5) & (w >> 4) & lowBits
		n += 8 - bits.OnesCount64(following) + bits.OnesCount64(four)
	}
	for ; at < end; at++ {
		if c := s.text[at]; utf8.RuneStart(c) {
			if n++; c >= 0xf0 {
				n++
			}
		}
	}
	return n
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
	if offset-lineStart > 2*stretch {
		near, before := s.mark(offset), s.mark(lineStart)
		at, n = int(near.offset), int(near.units-before.units)-s.units(int(before.offset), lineStart)
	}
	if s.valid {
		whole := offset
		for whole > at && whole < len(s.text) && !utf8.RuneStart(s.text[whole]) {
			whole--
		}
		n += s.units(at, whole)
		at = whole
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

// Location is the place of the bytes [start, end) of the text. Offsets beyond
// the text are taken as its end, and those within a character as the whole
// character. A range that ends with a line break ends at the next line's first
// column.
func (s *Source) Location(start, end int) Location {
	start = min(max(start, 0), len(s.text))
	end = min(max(end, start), len(s.text))
	first, from := s.line(start)
	last, to := s.line(end)
	startColumn, _ := s.column(from, start)
	_, endColumn := s.column(to, end)
	return Location{
		StartLine: first + 1, StartColumn: startColumn + 1,
		EndLine: last + 1, EndColumn: endColumn + 1,
	}
}

// Line is line n, from 1, without its end (\n or \r\n); empty where there is no
// such line.
func (s *Source) Line(n int) string {
	breaks := s.index().breaks
	last := int(breaks[len(breaks)-1]) + 1
	if n < 1 || n > last {
		return ""
	}
	start, end := s.lineStart(n-1), len(s.text)
	if n < last {
		end = s.lineStart(n) - 1
	}
	return strings.TrimSuffix(s.text[start:end], "\r")
}
