package baseline

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/theriac/theriac/scanner/manifest"
)

// ChangeDigest names what differs between two versions of a manifest: the SHA-256,
// in hexadecimal, of every component that changed, came or went, as it was and as
// it is. Layout and the order of keys do not count. Either side may be nil. path
// is the manifest's; the same change in another file is another one.
func ChangeDigest(path string, old, new *manifest.Document) string {
	sums := newDigester()
	none := &manifest.Document{}
	if old == nil {
		old = none
	}
	if new == nil {
		new = none
	}
	pairs, removed, added := match(sums, old, new)
	for _, c := range removed {
		pairs = append(pairs, pair{old: c})
	}
	for _, c := range added {
		pairs = append(pairs, pair{new: c})
	}
	var entries [][]byte
	for _, p := range pairs {
		was, is := p.nodes()
		if p.old != nil && p.new != nil && sums.same(was, is) {
			continue
		}
		h := sha256.New()
		for _, c := range []*manifest.Component{p.old, p.new} {
			if c == nil {
				sums.bytes(h, 'n', nil)
				continue
			}
			sums.bytes(h, 'k', []byte(c.Kind))
			sums.bytes(h, 'v', []byte(c.Server))
			sums.bytes(h, 'm', []byte(c.Name))
			sums.write(h, c.Node)
		}
		entries = append(entries, h.Sum(nil))
	}
	slices.SortFunc(entries, bytes.Compare)
	h := sha256.New()
	sums.bytes(h, 'p', []byte(path))
	for _, e := range entries {
		h.Write(e)
	}
	return hex.EncodeToString(h.Sum(nil))
}
