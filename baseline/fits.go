package baseline

import (
	"errors"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/phrase"
)

// comparing is a set of layer 3's rules alone, to compare without judging.
var comparing = scanner.NewSet(&phrase.Program{}, &scanner.Rule{ID: "DIFF001"}, &scanner.Rule{ID: "DIFF002"}, &scanner.Rule{ID: "DIFF003"})

// Fits reports whether a baseline records exactly what a document says: not even
// its blanks differ. The layout of the file and the order of its keys do not count.
func Fits(approved, doc *manifest.Document) (bool, error) {
	found, err := Compare(approved, doc, comparing, Options{})
	if len(found) > 0 {
		return false, nil
	}
	return err == nil, errors.Join(err)
}
