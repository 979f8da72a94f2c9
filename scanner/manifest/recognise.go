package manifest

import (
	"cmp"
	"slices"
)

// Options say what the caller knows about a file.
type Options struct {
	// Named is set when a person or a configuration named this very file as MCP
	// metadata. Lists of named components are then accepted without the evidence
	// that a file found by walking a tree must give, and the tools of requests to
	// a model are read.
	Named bool
	// Asked is set when a person named the file on a command line. What is left
	// out because nobody asked for it is then read: requests to a model, copies of
	// a registry. Nothing else changes: what a file is does not depend on who asks.
	Asked bool
}

// Parse reads a file and finds its components. The error is always an *Error. The
// document keeps data, which must not change any more: its texts are parts of it.
//
// A document and an error together mean that the file breaks off after the
// document's components. A file without MCP metadata is an error with the
// reason Unrecognised; one that is known and holds no text for a model, or only
// such as nobody asked to have read, is one with the reason Skipped.
func Parse(uri string, data []byte, o Options) (*Document, error) {
	r := recogniser{path: cutPath(uri), named: o.Named, asked: o.Asked || o.Named}
	for _, s := range shapes {
		r.trusted = r.trusted || o.Named || s.named(r.path) == Probable
		if s.find == nil && s.like == nil && s.applies(r.path, false) {
			return nil, &Error{URI: uri, Reason: Skipped, Detail: s.skip}
		}
		if s.applies(r.path, o.Named) {
			r.shapes = append(r.shapes, s)
		}
	}
	src, err := newSource(uri, data)
	if err != nil {
		return nil, err
	}
	trees, odd, broken := readTrees(src)
	d := &Document{Source: src, trees: trees, Irregularities: odd}
	r.doc = d
	for i, t := range trees {
		r.recognise(t.Root(), site{pointer: d.prefix(i)})
	}
	r.finish()
	if broken == nil && r.fault != nil {
		broken = r.fault
	}
	switch {
	case len(d.Components) > 0 && broken == nil:
		return d, nil
	case len(d.Components) > 0:
		return d, broken
	case broken != nil:
		return nil, broken
	case r.empty:
		return d, nil
	case r.skip != "":
		return nil, &Error{URI: uri, Reason: Skipped, Detail: r.skip}
	}
	if what := resemblance(trees); what != "" {
		return nil, &Error{URI: uri, Reason: Unrecognised, Resembles: true, Detail: "looks like MCP metadata, not recognised: " + what}
	}
	return nil, &Error{URI: uri, Reason: Unrecognised, Detail: "not recognised as MCP metadata: no list of tools, prompts or resources, and no bundle manifest"}
}

// prefix is the JSON Pointer of a document's root: its number, in a file of
// several.
func (d *Document) prefix(tree int) string {
	if len(d.trees) == 1 {
		return ""
	}
	return PointerIndex(tree)
}

// recogniser finds components below the roots of a document.
type recogniser struct {
	doc   *Document
	path  filePath
	named bool
	asked bool
	// shapes are those that a file of this name is tested for.
	shapes []*shape
	// trusted is set where the name, or a person, says that the file is meant to
	// be MCP metadata: marks of other formats in it then count for nothing.
	trusted bool
	// empty is set when the file is a list of components that has none.
	empty bool
	// skip says why what was recognised was not read.
	skip string
	// fault is a component that was not read; nil for none.
	fault *Error
}

// maxPointer is the longest JSON Pointer of a component, in bytes. Every
// component has its own: a file of a few megabytes could otherwise ask for
// gigabytes of them.
const maxPointer = 1000

// site is where a node stands: its JSON Pointer, and the server that is known
// from what is around it.
type site struct {
	pointer, server string
	depth           int  // of envelopes
	answer          bool // inside a JSON-RPC message
}

func (a site) key(key string) site {
	a.pointer += PointerPart(key)
	return a
}

func (a site) index(i int) site {
	a.pointer += PointerIndex(i)
	return a
}

func (a site) of(server string) site {
	a.server = server
	return a
}

// recognise tries the shapes on a root; the first that fits wins. Tools that
// stand elsewhere in the same document are read as well, whatever it is.
func (r *recogniser) recognise(root Node, at site) {
	if !r.asked && !r.trusted && isModelRequest(root) {
		r.skip = cmp.Or(r.skip, modelSkip)
		return
	}
	isRejected := !r.trusted && rejected(root)
	for _, s := range r.shapes {
		if isRejected && !s.sure {
			continue
		}
		if s.like != nil {
			if !s.like(root) {
				continue
			}
			if s.find == nil || !r.trusted && !r.asked {
				r.skip = cmp.Or(r.skip, s.skip)
				return
			}
		}
		if !s.find(r, root, at) {
			continue
		}
		r.doc.Shape = cmp.Or(r.doc.Shape, s.name)
		r.strays(root, at)
		return
	}
}

// add makes a component of an object. Its texts are read when all are known.
func (r *recogniser) add(k ComponentKind, n Node, c context, f *FieldList, at site) {
	if n.Kind() != Object || n.raw().flags&isComponent != 0 {
		return
	}
	if len(at.pointer) > maxPointer {
		start, _ := n.Range()
		r.fault = errorAt(r.doc.Source, TooLarge, start, "the path to this %s has %d bytes; at most %d are followed", k, len(at.pointer), maxPointer)
		return
	}
	n.raw().flags |= isComponent
	if k == Server {
		n.raw().flags |= isFrame
	}
	r.doc.Components = append(r.doc.Components, &Component{
		Kind: k, Name: nameOf(k, n, at), Server: at.server, Pointer: at.pointer, Node: n, Fields: f, context: c, doc: r.doc,
	})
}

func nameOf(k ComponentKind, n Node, at site) string {
	if k == Server {
		for _, key := range []string{"serverInfo", "server_info", "server"} {
			if name := n.Get(key).Get("name"); name.Kind() == String {
				return name.Text()
			}
		}
		return cmp.Or(firstText(n, "name"), at.server)
	}
	return firstText(n, "name", "Name", "toolReferenceName", "tool", "tool_name", "toolName", "uri", "uriTemplate", "uri_template")
}

// finish puts the components into the order of the file and reads their texts.
// Components without any text for a model are kept too, except servers: every
// list has a frame, few frames say something.
func (r *recogniser) finish() {
	d := r.doc
	order := map[*Tree]int{}
	for i, t := range d.trees {
		order[t] = i
	}
	slices.SortStableFunc(d.Components, func(a, b *Component) int {
		return cmp.Or(cmp.Compare(order[a.Node.tree], order[b.Node.tree]), cmp.Compare(a.Node.index, b.Node.index))
	})
	x := extractor{doc: d}
	d.Components = slices.DeleteFunc(d.Components, func(c *Component) bool {
		x.texts(c)
		return c.Kind == Server && !speaks(c)
	})
	slices.SortStableFunc(d.Irregularities, byPlace)
}

// speaks reports whether a server has any text beyond its name and format, or says
// what is to be run.
func speaks(c *Component) bool {
	if c.context == inBundle && c.Node.Get("server").Kind() == Object {
		return true // what it runs counts, whatever it says
	}
	for i := range c.Texts {
		if t := &c.Texts[i]; t.Spoken()&^(Format|Name|Key) != 0 {
			return true
		}
	}
	return false
}
