package text

import (
	"sort"
	"unicode/utf8"
)

// Origin maps the bytes [start, end) of Value back to the source. The result is
// widened to whole characters of the source with the marks that folding took
// off them; invisible characters at its edges are left out. An empty range
// gives an empty one, and what lies outside Value counts as its nearest end.
func (f Folded) Origin(start, end int) (from, to int) {
	start = min(max(start, 0), len(f.Value))
	end = min(max(end, start), len(f.Value))
	from = f.begin(start)
	if start == end {
		return from, from
	}
	return from, f.finish(end)
}

// begin is where in the source the character at p of the value begins.
func (f Folded) begin(p int) int {
	x := f.piece(p)
	if p < int(x.at+x.n) {
		return int(x.from)
	}
	from, _ := character(f.source, int(x.to)+p-int(x.at+x.n))
	return from
}

// finish is where in the source the character before p of the value ends.
func (f Folded) finish(p int) int {
	x := f.piece(p - 1)
	if p <= int(x.at+x.n) {
		return int(x.to)
	}
	_, to := character(f.source, int(x.to)+p-1-int(x.at+x.n))
	return to
}

// piece is the last one that does not begin after p; zero if all do.
func (f Folded) piece(p int) piece {
	n := sort.Search(len(f.pieces), func(i int) bool { return int(f.pieces[i].at) > p })
	if n == 0 {
		return piece{}
	}
	return f.pieces[n-1]
}

// character is the extent of the character that byte i of s belongs to.
func character(s string, i int) (from, to int) {
	if i >= len(s) {
		return len(s), len(s)
	}
	for from = i; from > i-utf8.UTFMax && from >= 0; from-- {
		if utf8.RuneStart(s[from]) {
			if _, size := utf8.DecodeRuneInString(s[from:]); from+size > i {
				return from, from + size
			}
			break
		}
	}
	return i, i + 1
}
