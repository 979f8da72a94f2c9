package score

import (
	"errors"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// Compare is what Layer 3 says of an item whose manifest was another one before.
func Compare(item Item, beforeURI string, before []byte, set *scanner.Set) Result {
	r := Result{Item: item}
	old, err1 := manifest.Parse(beforeURI, before, manifest.Options{Named: true})
	now, err2 := manifest.Parse(item.ID, item.Manifest, manifest.Options{Named: true})
	r.Document = now
	if old == nil || now == nil {
		r.Err = errors.Join(err1, err2)
		return r
	}
	found, err3 := baseline.Compare(old, now, set, baseline.Options{})
	r.Findings, r.Err = found, errors.Join(err1, err2, err3)
	return r
}
