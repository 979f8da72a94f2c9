package baseline

import (
	"strconv"

	"github.com/theriac/theriac/scanner/manifest"
)

// Shape is the Shape of the documents that [Baseline.Document] makes.
const Shape = "approved baseline"

// Document is the record as a document, so that the approved text can be scanned
// and compared. Its source is the baseline's file, and its places are places
// there; of a baseline that was just taken, the file that it would make.
func (b *Baseline) Document() (*manifest.Document, error) {
	t := b.tree
	if t == nil {
		data, err := b.Encode()
		if err != nil {
			return nil, err
		}
		if t, _, err = manifest.ReadJSON(PathFor(b.Source), data, maxSize); err != nil {
			return nil, err
		}
	}
	records := make([]manifest.Record, 0, len(b.Components))
	i := 0
	for n := range t.Root().Get("components").Elements() {
		c := &b.Components[i]
		records = append(records, manifest.Record{Kind: c.Kind, Name: c.Name, Server: c.Server,
			Pointer: "/components/" + strconv.Itoa(i) + "/fields", Node: n.Get("fields")})
		i++
	}
	return manifest.Assemble(t, Shape, records), nil
}
