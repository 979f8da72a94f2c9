package source

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// Shape is the shape of documents that were read from source.
const Shape = "declared in source"

// A Computed is a text for a model that the program works out when it runs.
type Computed struct {
	Kind manifest.ComponentKind
	Name string // of the component
	// Field is the path in the component, as published: "description",
	// "inputSchema.path.description".
	Field string
	// Start and End are the expression, in bytes of the source's text.
	Start, End int
	// Partly is set where the fixed parts of the text were read; {} stands for
	// the rest. Else nothing of it was.
	Partly bool
}

// A Reading is what was found in a source file.
type Reading struct {
	// Document holds what the file declares; nil for nothing.
	Document *manifest.Document
	Computed []Computed
	// Texts is how many descriptions, titles and instructions were met, computed
	// ones included.
	Texts int
	// Fault says where the file could not be read to its end, or that it holds
	// too much; nil where it was read whole. What stands elsewhere in it was read.
	Fault  *manifest.Error
	Source *manifest.Source
	// Imported are the other files that were looked into, by path, in order.
	Imported []string
}

// Read reads a source file: its path says in which language. files, which may be
// nil, gives the files that it imports by a relative path, for constants, schemas
// and texts. The error is an *manifest.Error: the file is none that is read, too
// large, or no text.
//
// The reading keeps data, which must not change any more.
func Read(path string, data []byte, files Files) (*Reading, error) {
	l := languageOf(path)
	if l == nil {
		return nil, &manifest.Error{URI: path, Reason: manifest.Unrecognised,
			Detail: "no source of a language that tools are read from: " + Languages()}
	}
	b, err := manifest.NewBuilder(path, data)
	if err != nil {
		return nil, err
	}
	src := b.Source()
	out := &Reading{Source: src}
	if !l.hinted(src.Text()) {
		return out, nil
	}
	s := &set{files: files, read: map[string]*file{}, room: roomOf(len(data))}
	f := newFile(path, l, src.Text(), s)
	s.read[path] = f
	r := &reader{root: f, room: roomOf(len(data)), open: map[*expr]bool{}}
	switch l {
	case &python:
		r.findPython()
	case &script:
		r.findScript()
	default:
		r.findGo()
	}
	sortDecls(r.declared)
	out.Computed, out.Texts, out.Imported = r.told, r.texts, s.imported(path)
	switch {
	case r.full || f.steps < 0 || s.room < 0:
		out.Fault = &manifest.Error{URI: path, Reason: manifest.TooLarge,
			Detail: "its declarations refer to each other so often that they were not read to the end"}
	case f.broken >= 0:
		at := src.Location(f.broken, f.broken)
		out.Fault = &manifest.Error{URI: path, Reason: manifest.Unparsable, Line: at.StartLine, Column: at.StartColumn,
			Detail: fmt.Sprintf("what begins here is not closed, in %s as theriac reads it: tools behind it may be missed", l.name)}
	}
	if len(r.declared) > 0 {
		out.Document = build(b, r.declared)
	}
	return out, nil
}

// roomOf is how many bytes of nodes and texts may be made of a file.
func roomOf(size int) int { return 4<<20 + 16*size }

// lists are where components stand in the document, by kind.
var lists = []struct {
	key  string
	kind manifest.ComponentKind
}{
	{"server", manifest.Server}, {"tools", manifest.Tool}, {"prompts", manifest.Prompt},
	{"resources", manifest.Resource}, {"resourceTemplates", manifest.ResourceTemplate},
}

// build makes the document: an object with a list for each kind.
func build(b *manifest.Builder, all []decl) *manifest.Document {
	first, last := all[0].value.start, all[len(all)-1].value.end
	b.Begin(manifest.Object, first, last)
	for _, l := range lists {
		count := 0
		for _, d := range all {
			if d.kind != l.kind {
				continue
			}
			if count == 0 {
				b.Key(l.key, nil, d.value.start, d.value.start)
				b.Begin(manifest.Array, d.value.start, last)
			}
			named := d.value.get("name").str()
			if named == "" {
				named = d.value.get("serverInfo").get("name").str()
			}
			b.Component(d.kind, named, write(b, d.value), "/"+l.key+"/"+strconv.Itoa(count))
			count++
		}
		if count > 0 {
			b.End()
		}
	}
	b.End()
	return b.Document(Shape)
}

// write adds a node and what is in it; it gives the node's number.
func write(b *manifest.Builder, n *node) int {
	at := b.Next()
	switch n.kind {
	case manifest.Object:
		b.Begin(n.kind, n.start, n.end)
		for _, m := range n.members {
			if m.at != nil {
				b.Key(m.key, m.at.parts, m.at.start, m.at.end)
			} else {
				b.Key(m.key, nil, m.value.start, m.value.end)
			}
			write(b, m.value)
		}
		b.End()
	case manifest.Array:
		b.Begin(n.kind, n.start, n.end)
		for _, item := range n.items {
			write(b, item)
		}
		b.End()
	case manifest.String:
		parts := n.text.parts
		b.Text(n.text.value, parts, n.start, n.end)
	default:
		b.Scalar(n.kind, n.scalar, n.start, n.end)
	}
	return at
}

// str is the string that a node is; "" for any other.
func (n *node) str() string {
	if n == nil || n.text == nil {
		return ""
	}
	return n.text.value
}

// Languages are the names of the languages that are read, for a person.
func Languages() string {
	var names []string
	for _, l := range languages {
		names = append(names, l.name)
	}
	return strings.Join(names, ", ")
}
