package manifest

import (
	"slices"
	"sync"
)

// segment is a piece of a scalar: the bytes of its decoded text from decoded to
// the next segment's, and the length bytes of the source that they come from.
// Where both have the same length, byte for byte. Source bytes between two
// segments stand for nothing (an indentation, a quote).
type segment struct{ decoded, source, length uint32 }

// segments is where a scalar's decoded text comes from.
type segments struct {
	list  []segment
	total int // bytes of decoded text
	end   int // where the text ends in the source
}

// verbatim adds n bytes that stand for themselves.
func (s *segments) verbatim(source, n int) {
	if n == 0 {
		return
	}
	if k := len(s.list) - 1; k >= 0 {
		last := &s.list[k]
		if int(last.source+last.length) == source && int(last.length) == s.total-int(last.decoded) {
			last.length += uint32(n)
			s.total += n
			s.end = source + n
			return
		}
	}
	s.replaced(source, n, n)
}

// replaced adds n bytes of the source that stand for decoded other bytes.
func (s *segments) replaced(source, n, decoded int) {
	s.list = append(s.list, segment{uint32(s.total), uint32(source), uint32(n)})
	s.total += decoded
	s.end = source + n
}

// find maps the bytes [start, end) of the decoded text to the source. ok is
// false where the text has no such bytes.
func (s *segments) find(start, end int) (from, to int, ok bool) {
	if start < 0 || end < start || end > s.total {
		return 0, 0, false
	}
	if start == s.total {
		return s.end, s.end, true
	}
	from, _ = s.at(start)
	if end == start {
		return from, from, true
	}
	_, to = s.at(end - 1)
	return from, to, true
}

// at is the source of one decoded byte.
func (s *segments) at(decoded int) (from, to int) {
	i, found := slices.BinarySearchFunc(s.list, uint32(decoded), func(g segment, d uint32) int { return int(g.decoded) - int(d) })
	if !found {
		i--
	}
	g, next := s.list[i], s.total
	if i+1 < len(s.list) {
		next = int(s.list[i+1].decoded)
	}
	from, to = int(g.source), int(g.source+g.length)
	if next-int(g.decoded) == int(g.length) {
		from += decoded - int(g.decoded)
		to = from + 1
	}
	return from, to
}

// segmentCache keeps the segments of long scalars: a text of megabytes may have
// a finding in every line, and must not be walked again for each.
type segmentCache struct {
	mu   sync.Mutex
	long map[Node]*segments
}

// cacheFrom is the length in bytes from which segments are worth keeping.
const cacheFrom = 512

func (c *segmentCache) get(n Node, length int, walk func() *segments) *segments {
	if length < cacheFrom {
		return walk()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.long[n]
	if !ok {
		s = walk()
		if c.long == nil {
			c.long = map[Node]*segments{}
		}
		c.long[n] = s
	}
	return s
}

// jsonPlaces is the placer of JSON trees. A string without escapes is its
// source; any other is walked again.
type jsonPlaces struct{ cache segmentCache }

func (p *jsonPlaces) place(t *Tree, index uint32, start, end int) (from, to int, exact bool) {
	n := t.nodes[index]
	first, last := int(n.start), int(n.end)
	switch {
	case n.kind == Object || n.kind == Array:
		return first, last, false
	case n.flags&(escaped|damaged) == 0:
		if start < 0 || end < start || first+end > last {
			return first, last, false
		}
		return first + start, first + end, true
	}
	s := p.cache.get(Node{t, index}, last-first, func() *segments {
		return jsonSegments(t.text[first:last], first)
	})
	if from, to, exact = s.find(start, end); !exact {
		return first, last, false
	}
	return from, to, true
}

func (p *jsonPlaces) bounds(t *Tree, index uint32) (start, end int) {
	return int(t.nodes[index].start), int(t.nodes[index].end)
}

// jsonSegments walks a string that stands at an offset of the source.
func jsonSegments(raw string, offset int) *segments {
	s := &segments{end: offset}
	for i := 0; i < len(raw); {
		verbatim, size, char := stepJSON(raw[i:])
		if verbatim {
			s.verbatim(offset+i, size)
		} else if char != nothing {
			s.replaced(offset+i, size, len(string(char)))
		}
		i += size
	}
	return s
}
