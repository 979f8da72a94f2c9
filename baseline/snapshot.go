package baseline

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

// Schema names the format of a baseline file and its version. A file of another
// version is refused: what its members mean can't be guessed.
const Schema = "theriac/baseline/v1"

// A Baseline is what was approved: every component of one or more manifests.
type Baseline struct {
	// Source is the manifest's URI; of several, joined by a comma and a blank.
	Source string
	// Components are sorted by kind, server and name; those that share all three
	// stay in the order of the manifest, and all are kept.
	Components []Component

	tree *manifest.Tree // the file that it was loaded from; nil for a new one
}

// A Component is one approved tool, prompt, resource, resource template or
// server.
type Component struct {
	Kind   manifest.ComponentKind
	Name   string
	Server string // the server's key, in files that describe several
	// Fields is everything that the component published at its top level, sorted
	// by name; a repeated key is there as often.
	Fields []Field
}

// A Field is one published member: its value as canonical JSON.
type Field struct{ Name, Value string }

// Snapshot records documents. It fails only on YAML whose aliases unfold to
// more than a baseline may hold; the error is a [*manifest.Error].
func Snapshot(docs ...*manifest.Document) (*Baseline, error) {
	b := &Baseline{}
	var sources []string
	left := maxSize
	for _, d := range docs {
		sources = append(sources, d.Source.URI)
		inner := readAsComponents(d)
		for _, c := range d.Components {
			r := Component{Kind: c.Kind, Name: c.Name, Server: c.Server}
			for _, m := range sorted(c.Node) {
				if inner.has(c, m.name) {
					continue
				}
				v, err := canonical(m.value, left)
				if err != nil {
					return nil, tooLarge(d, c, m.key, err)
				}
				left -= len(v)
				r.Fields = append(r.Fields, Field{m.name, v})
			}
			b.Components = append(b.Components, r)
		}
	}
	b.Source = strings.Join(sources, ", ")
	slices.SortStableFunc(b.Components, func(x, y Component) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Server, y.Server), cmp.Compare(x.Name, y.Name))
	})
	return b, nil
}

func tooLarge(d *manifest.Document, c *manifest.Component, key manifest.Node, err error) error {
	start, end := key.Range()
	at := d.Source.Location(start, end)
	return &manifest.Error{URI: d.Source.URI, Reason: manifest.TooLarge, Line: at.StartLine, Column: at.StartColumn,
		Detail: fmt.Sprintf("%s %q has a %q that is %v", c.Kind, c.Name, key.Text(), err)}
}

// PathFor is where a manifest's baseline lies by convention: beside it, as
// NAME.baseline.json.
func PathFor(manifestPath string) string {
	return strings.TrimSuffix(manifestPath, path.Ext(manifestPath)) + suffix
}

// IsPath reports whether a path is one that [PathFor] gives.
func IsPath(p string) bool { return strings.HasSuffix(p, suffix) }

const suffix = ".baseline.json"

// hashes are the SHA-256 of a component's parts, in hexadecimal.
type hashes struct {
	// whole covers the component with its kind, server and name.
	whole string
	// fields has one hash for each name: over the canonical value, or the
	// values, one a line, where the name is repeated.
	fields []Field
}

func (c *Component) hashes() hashes {
	var h hashes
	for i := 0; i < len(c.Fields); {
		values, j := c.Fields[i].Value, i+1
		for ; j < len(c.Fields) && c.Fields[j].Name == c.Fields[i].Name; j++ {
			values += "\n" + c.Fields[j].Value
		}
		h.fields = append(h.fields, Field{c.Fields[i].Name, digest([]byte(values))})
		i = j
	}
	h.whole = digest(c.append(nil, nil))
	return h
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// append writes the component as canonical JSON, with its hashes if there are
// any.
func (c *Component) append(out []byte, h *hashes) []byte {
	out = append(out, `{"fields":{`...)
	for i, f := range c.Fields {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(appendString(out, f.Name), ':'), f.Value...)
	}
	out = appendString(append(out, `},"kind":`...), string(c.Kind))
	out = appendString(append(out, `,"name":`...), c.Name)
	if c.Server != "" {
		out = appendString(append(out, `,"server":`...), c.Server)
	}
	if h != nil {
		out = append(append(append(out, `,"sha256":{"component":"`...), h.whole...), `","fields":{`...)
		for i, f := range h.fields {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(append(appendString(out, f.Name), `:"`...), f.Value...)
			out = append(out, '"')
		}
		out = append(out, "}}"...)
	}
	return append(out, '}')
}

// Encode writes the baseline as a file: keys sorted, two blanks of indentation
// a level, a line break at the end. Equal baselines give equal bytes.
//
// The text is exact, but no invisible or control character stands in it raw: who
// reads the file's diff sees \u200b. The error says that [Load] would refuse the
// file for its size or depth; a baseline that nobody can load is not written.
func (b *Baseline) Encode() ([]byte, error) {
	out := []byte(`{"components":[`)
	for i := range b.Components {
		if i > 0 {
			out = append(out, ',')
		}
		h := b.Components[i].hashes()
		out = b.Components[i].append(out, &h)
	}
	out = appendString(append(out, `],"schema":`...), Schema)
	out = append(appendString(append(out, `,"source":`...), b.Source), '}')
	var indented bytes.Buffer
	if err := json.Indent(&indented, out, "", "  "); err != nil {
		return nil, fmt.Errorf("baseline of %q: %w", b.Source, err)
	}
	data := append(text.EscapeJSON(indented.Bytes()), '\n')
	if _, _, err := manifest.ReadJSON(b.Source, data, maxSize); err != nil {
		return nil, fmt.Errorf("the baseline could not be read again: %w", err)
	}
	return data, nil
}
