package manifest

import "iter"

// ComponentKind is what a server advertises: the five kinds of the report.
type ComponentKind string

const (
	Tool             ComponentKind = "tool"
	Prompt           ComponentKind = "prompt"
	Resource         ComponentKind = "resource"
	ResourceTemplate ComponentKind = "resourceTemplate"
	Server           ComponentKind = "server" // instructions, serverInfo, a card: what is said of the server as a whole
)

// A Document is a file that was recognised as MCP metadata.
type Document struct {
	Source *Source
	Shape  string // the name of the shape that it was recognised by
	// Components are in the order in which they stand in the file.
	Components []*Component
	// Irregularities are places where readers of the file differ on what it
	// says, in order of place.
	Irregularities []Irregularity

	// Siblings are the names of tools that stand beside this document in files of
	// their own, where each file has one. The caller sets them before a scan.
	Siblings []string

	// Partial is set for a part of what a server lists, as a source file declares
	// it: a tool that neither the document nor its siblings have may stand in
	// another file still.
	Partial bool

	trees []*Tree
	steps []step
	// textTrees are the trees that the texts and the keys of steps are in.
	textTrees []*Tree
}

// A Component is one tool, prompt, resource, resource template or server.
type Component struct {
	Kind ComponentKind
	Name string // as published; empty where there is none
	// Server is the key of the server that the component stands below, in a
	// file that maps several; else empty.
	Server string
	// Pointer is the JSON Pointer (RFC 6901) of the component in its file.
	Pointer string
	Node    Node // the component's object
	// Fields is the allow-list of its top-level keys; nil where the shape is
	// free-form.
	Fields *FieldList
	// Texts is everything in the component that a model may read, in order of
	// traversal, each node once.
	Texts []Text

	context context
	doc     *Document
}

// Document is the file that the component stands in.
func (c *Component) Document() *Document { return c.doc }

// A Text is one string that a model may read.
type Text struct {
	Value     string // decoded
	component *Component
	tree      int32  // by its number in the document's textTrees
	index     uint32 // of the node in its tree
	path      int32  // index of its last step in the document's steps
	Role      Role
}

// step is one key or index on the way from a component to a text. Steps are
// shared by all texts below them and turned into paths only for findings. A
// manifest of 10 MB may have half a million.
type step struct {
	up   int32  // index of the step above; -1 for the component itself
	tree int32  // of the key, by its number in textTrees; -1 for an array element
	at   uint32 // index of the key in its tree, or of the element in its array
}

// Component is what the text belongs to.
func (t Text) Component() *Component { return t.component }

// Node is where it stands, a String: the value, or the key for the roles
// [Parameter] and [Key].
func (t Text) Node() Node { return Node{t.component.doc.textTrees[t.tree], t.index} }

// Irregularity is a place that readers of the file understand differently.
type Irregularity struct {
	Kind IrregularityKind
	Node Node // the key for DuplicateKey, else the nearest node
	// Start and End are bytes of the source.
	Start, End int
}

// IrregularityKind says what is odd about a place.
type IrregularityKind string

const (
	DuplicateKey     IrregularityKind = "duplicate-key"      // RFC 8259 §4: receivers differ on which value holds
	InvalidUTF8      IrregularityKind = "invalid-utf8"       // bytes that are no UTF-8
	LoneSurrogate    IrregularityKind = "lone-surrogate"     // a \uD800–\uDFFF escape without its other half
	ControlCharacter IrregularityKind = "control-character"  // raw U+0000–U+001F inside a JSON string
	JSONComment      IrregularityKind = "comment"            // // or /* */ in JSON
	TrailingComma    IrregularityKind = "trailing-comma"     // before ] or }
	UnicodeLineBreak IrregularityKind = "unicode-line-break" // U+0085, U+2028, U+2029 in YAML: shifts lines in some readers
)

// All yields every text of the document with its component.
func (d *Document) All() iter.Seq2[*Component, *Text] {
	return func(yield func(*Component, *Text) bool) {
		for _, c := range d.Components {
			for i := range c.Texts {
				if !yield(c, &c.Texts[i]) {
					return
				}
			}
		}
	}
}
