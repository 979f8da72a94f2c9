package source_test

import (
	"testing"
	"unicode/utf8"

	"github.com/theriac/theriac/scanner/source"
)

// FuzzRead reads anything as each of the languages: nothing may go wrong, every
// text must be valid where the source is, and stand where it is said to.
func FuzzRead(f *testing.F) {
	for name, data := range fixtures(f) {
		f.Add(name, string(data))
		for cut := 37; cut < len(data); cut += len(data) / 5 {
			f.Add(name, string(data[cut:]))
			f.Add(name, string(data[:cut]))
		}
	}
	f.Fuzz(func(t *testing.T, name, src string) {
		r, err := source.Read(name, []byte(src), nil)
		if err != nil {
			return
		}
		checkPlaces(t, name, r)
		for _, c := range r.Computed {
			if c.Start < 0 || c.End < c.Start || c.End > len(r.Source.Text()) {
				t.Fatalf("computed at [%d,%d) of %d", c.Start, c.End, len(r.Source.Text()))
			}
		}
		if r.Document == nil || !utf8.ValidString(src) {
			return
		}
		for c := range r.Document.All() {
			if c.Node.Text() != "" || c.Pointer == "" {
				t.Fatal("a component is no object with a pointer")
			}
		}
	})
}

// TestCutShort reads every beginning and every end of the fixtures.
func TestCutShort(t *testing.T) {
	for name, data := range fixtures(t) {
		for cut := range len(data) {
			checkPlaces(t, name, read(t, name, data[:cut], nil))
			checkPlaces(t, name, read(t, name, data[cut:], nil))
		}
	}
}
