package checks

import (
	"fmt"
	"iter"
	"strings"
)

// markdownWriter writes within a number of bytes.
type markdownWriter struct {
	b    strings.Builder
	left int
}

func (m *markdownWriter) text(s string) {
	m.b.WriteString(s)
	m.left -= len(s)
}

// A section is a list under a title, cut where it takes more than its share.
type section struct {
	title string // empty for none
	// folded is what the fold says that hides the section; empty for an open one.
	folded string
	// items are its n items, made one by one: most of many thousands are never
	// shown.
	items iter.Seq[string]
	n     int
	share int    // it may take 1/share of what is left
	more  string // what an item is, for "and 3 more"
}

// list is a section with an item for each x of all.
func list[T any](title, more string, share int, all []T, item func(T) string) section {
	return section{title: title, more: more, share: share, n: len(all), items: func(yield func(string) bool) {
		for _, x := range all {
			if !yield(item(x)) {
				return
			}
		}
	}}
}

// fold hides a section behind a line. It must be words and numbers alone: markdown
// in it would not be read as such.
func (s section) fold(line string) section {
	s.folded = line
	return s
}

// frame is what stands before and behind the items.
func (s section) frame() (begin, end string) {
	switch {
	case s.folded != "":
		return "<details>\n<summary>" + s.folded + "</summary>\n\n", "\n</details>\n"
	case s.title != "":
		return "### " + s.title + "\n\n", ""
	}
	return "", ""
}

func (m *markdownWriter) section(s section) {
	if s.n == 0 {
		return
	}
	const forMore = 64 // the line that says what is left out
	begin, end := s.frame()
	room := m.left/s.share - len(begin) - len(end) - forMore
	var b strings.Builder
	n := 0
	for item := range s.items {
		if b.Len()+len(item) > room {
			break
		}
		b.WriteString(item)
		n++
	}
	more := ""
	if left := s.n - n; left > 0 {
		more = fmt.Sprintf("\n… and %s.\n", plural(left, "more "+s.more, "more "+s.more+"s"))
	}
	if n == 0 {
		begin, end = "", ""
	}
	m.text(begin + b.String() + more + end + "\n")
}
