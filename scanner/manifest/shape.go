package manifest

// A shape is one form of files that hold MCP metadata, or come so close to it
// that a reader of a report wants to know that they were seen. Each stands with
// its family in a file shape_….go; [shapes] has all of them.
type shape struct {
	name string
	// names are the file names that are usual for the shape. They make a file
	// worth parsing; see [Candidate].
	names []namePattern
	// words are such that a file of the shape, under any other name, holds one of
	// them; see [Sniff].
	words []string
	// under says which files are tested for the shape.
	under reach
	// sure is set where nothing but MCP metadata passes the test: it then counts
	// more than marks of other formats in the same file.
	sure bool
	// find adds the components below root, if root has this shape.
	find func(r *recogniser, root Node, at site) bool
	// like tests for a shape whose files are told of and not read: skip says why,
	// for a person. With find, they are read where somebody named the file.
	like func(root Node) bool
	skip string
}

// reach is a set of files.
type reach uint8

const (
	anyName  reach = iota
	ownNames       // those with one of the shape's names, and those that somebody named
	ownOnly        // those with one of the shape's names
)

// shapes in order of precedence. It is filled in by init: the functions of the
// shapes come back to it for what they wrap.
var shapes []*shape

// answers are those that may stand in an envelope.
var answers []*shape

func init() {
	answers = []*shape{&listShape, &arrayShape, &answerShape, &namedListShape, &proofShape, &proofArrayShape}
	shapes = []*shape{
		&modelToolsShape, &bundleShape, &inspectShape,
		&listShape, &arrayShape, &singleShape,
		&registryShape, &registryListShape,
		&serverYAMLShape, &dockerToolsShape, &toolboxShape, &toolboxDocumentShape, &higressShape,
		&pluginShape, &packageShape, &gatewayExportShape,
		&localeShape, &cardShape, &catalogShape, &wellKnownShape,
		&namedListShape, &answerShape, &proofShape, &proofArrayShape, &proofAloneShape, &envelopeShape,
		&scanReportShape, &lockToolsShape, &configToolsShape, &strayShape,
		&configShape, &lockShape, &baselineShape, &ownFormShape, &skillsIndexShape, &smitheryShape, &settingsShape, &skillShape,
	}
}

// applies reports whether a file is to be tested for the shape.
func (s *shape) applies(p filePath, named bool) bool {
	switch s.under {
	case anyName:
		return true
	case ownNames:
		return named || s.named(p) > Unlikely
	default:
		return s.named(p) > Unlikely
	}
}

// named is what the file's name says of the shape.
func (s *shape) named(p filePath) Candidacy { return judge(s.names, p) }
