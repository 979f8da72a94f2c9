package text

// A Folded is a string without its disguises.
type Folded struct {
	// Value is the folded string; the original one if there was nothing to fold.
	Value  string
	source string
	pieces []piece
}

// A Buffer is scratch space for Fold. Its zero value is ready; it serves one
// goroutine and one Folded at a time.
type Buffer struct {
	out    []byte
	pieces []piece
}
type piece struct{ at, n, from, to uint32 }

func Fold(s string, b *Buffer) Folded { return Folded{Value: s, source: s} }

// Changed reports whether folding replaced or dropped anything.
func (f Folded) Changed() bool                        { return len(f.pieces) > 0 }
func (f Folded) Origin(start, end int) (from, to int) { return start, end }
func plain(s string) bool                             { return true }
