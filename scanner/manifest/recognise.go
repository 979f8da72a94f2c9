package manifest

import "strings"

// Options say what the caller knows about a file.
type Options struct {
	// Named is set when a person or a configuration named this very file as MCP
	// metadata: lists of named components are then accepted without the
	// evidence that a file found by walking a tree must give.
	Named bool
}

// Parse reads a file and finds its components. The error is always an *Error.
//
// A document and an error together mean that the file breaks off after the
// document's components. A file without MCP metadata is an error with the
// reason Unrecognised.
func Parse(uri string, data []byte, o Options) (*Document, error) {
	src, err := newSource(uri, data)
	if err != nil {
		return nil, err
	}
	trees, odd, broken := readTrees(src)
	d := &Document{Source: src, trees: trees, Irregularities: odd}
	r := recogniser{doc: d, options: o}
	for i, t := range trees {
		pointer := ""
		if len(trees) > 1 {
			pointer = PointerIndex(i)
		}
		r.recognise(t.Root(), pointer)
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
	}
	return nil, &Error{URI: uri, Reason: Unrecognised, Detail: "not recognised as MCP metadata: no list of tools, prompts or resources, and no bundle manifest"}
}

// recogniser finds components below the roots of a document.
type recogniser struct {
	doc     *Document
	options Options
	walk    extractor
	// empty is set when the file is a list of components that has none.
	empty bool
}

// A shape is one way in which files hold MCP metadata.
type shape struct {
	name string
	// find adds the components below root, if root has this shape. pointer is
	// root's own.
	find func(r *recogniser, root Node, pointer string) bool
}

// shapes in order: the first one that fits a root wins.
var shapes = []shape{
	{"MCPB manifest", (*recogniser).bundle},
	{"list result", (*recogniser).listResult},
	{"array of tools", (*recogniser).toolArray},
	{"single tool", (*recogniser).singleTool},
}

// maxEnvelope is how many wrapping objects are looked through.
const maxEnvelope = 3

// envelopes are the keys below which programs put a list result: JSON-RPC's
// result, and those of logs, registries and server cards.
var envelopes = []string{"result", "message", "data", "mcp", "server", "serverCard"}

func (r *recogniser) recognise(root Node, pointer string) bool {
	return r.unwrap(root, pointer, 0)
}

func (r *recogniser) unwrap(root Node, pointer string, depth int) bool {
	if rejected(root) {
		return false
	}
	for _, s := range shapes {
		if s.find(r, root, pointer) {
			if r.doc.Shape == "" {
				r.doc.Shape = s.name
			}
			return true
		}
	}
	if depth == maxEnvelope {
		return false
	}
	found := false
	for _, key := range envelopes {
		if v := root.Get(key); v.Kind() == Object || v.Kind() == Array {
			found = r.unwrap(v, pointer+PointerPart(key), depth+1) || found
		}
	}
	return found
}

// rejected recognises roots that hold lists named like ours and are something
// else: API descriptions, browser extensions, analysis results, model requests.
func rejected(root Node) bool {
	if root.Kind() != Object {
		return false
	}
	for _, key := range []string{"openapi", "swagger", "asyncapi"} {
		if root.Get(key).Kind() == String {
			return true
		}
	}
	if root.Get("manifest_version").Kind() == Number {
		return true // Chrome's is an integer, MCPB's a string
	}
	if runs := root.Get("runs"); runs.Kind() == Array && root.Get("version").Kind() == String {
		return true // SARIF
	}
	return root.Get("messages").Kind() == Array || root.Get("contents").Kind() == Array
}

// add makes a component of an object and reads its texts. Components without
// any text for a model are kept too, except servers: every list has a frame,
// few frames say something.
func (r *recogniser) add(k ComponentKind, n Node, pointer string, f *FieldList) {
	if n.Kind() != Object {
		return
	}
	c := &Component{Kind: k, Name: n.Get("name").Text(), Pointer: pointer, Node: n, Fields: f, doc: r.doc}
	if k == Server {
		if name := n.Get("serverInfo").Get("name"); name.Kind() == String {
			c.Name = name.Text()
		}
	} else if c.Name == "" && (k == Resource || k == ResourceTemplate) {
		c.Name = firstText(n, "uri", "uriTemplate", "uri_template")
	}
	r.walk.doc = r.doc
	r.walk.texts(c)
	if k == Server && !speaks(c) {
		return
	}
	r.doc.Components = append(r.doc.Components, c)
}

// speaks reports whether a server has any text beyond its name and format.
func speaks(c *Component) bool {
	for i := range c.Texts {
		if !c.Texts[i].Role.Has(Format | Name | Key) {
			return true
		}
	}
	return false
}

func firstText(n Node, keys ...string) string {
	for _, k := range keys {
		if v := n.Get(k); v.Kind() == String {
			return v.Text()
		}
	}
	return ""
}

// isTool is the strict test: a string name and an object schema. Of 44,257
// JSON and YAML files of public repositories, none that held such an object in
// a tools list was anything but MCP.
func isTool(n Node) bool {
	return n.Get("name").Kind() == String && (n.Get("inputSchema").Kind() == Object || n.Get("input_schema").Kind() == Object)
}

// isNamed is the test for files that somebody named: a string name and
// something to read.
func isNamed(n Node) bool {
	if n.Kind() != Object || n.Get("name").Kind() != String && firstText(n, "uri", "uriTemplate", "uri_template") == "" {
		return false
	}
	return true
}

// anyElement reports whether an array has an element that passes the test. One
// is enough: a list that needed a majority could be diluted until nobody reads it.
func anyElement(list Node, test func(Node) bool) bool {
	for e := range list.Elements() {
		if test(e) {
			return true
		}
	}
	return false
}

// each adds every element of a list.
func (r *recogniser) each(k ComponentKind, list Node, pointer string, f *FieldList) {
	i := 0
	for e := range list.Elements() {
		r.add(k, e, pointer+PointerIndex(i), f)
		i++
	}
}

// listResult is what tools/list, prompts/list, resources/list and
// resources/templates/list answer, alone or merged, with what initialize or
// server/discover say of the server.
func (r *recogniser) listResult(root Node, pointer string) bool {
	if root.Kind() != Object || !r.isListResult(root) {
		return false
	}
	r.add(Server, root, pointer, nil)
	for _, l := range lists {
		for m := range root.Members() {
			if key := m.Key.Text(); key == l.key && m.Value.Kind() == Array {
				r.each(l.kind, m.Value, pointer+PointerPart(key), l.fields)
			}
		}
	}
	r.empty = r.empty || len(r.doc.Components) == 0
	return true
}

var lists = []struct {
	key    string
	kind   ComponentKind
	fields *FieldList
}{
	{"tools", Tool, toolFields},
	{"prompts", Prompt, promptFields},
	{"resources", Resource, resourceFields},
	{"resourceTemplates", ResourceTemplate, templateFields},
	{"resource_templates", ResourceTemplate, templateFields},
	{"templates", ResourceTemplate, templateFields},
}

func (r *recogniser) isListResult(root Node) bool {
	tools := root.Get("tools")
	if anyElement(tools, isTool) {
		return true
	}
	server := root.Get("serverInfo").Kind() == Object || root.Get("resultType").Kind() == String ||
		root.Get("protocolVersion").Kind() == String || root.Get("supportedVersions").Kind() == Array
	if server && root.Get("instructions").Kind() == String {
		return true
	}
	named, listed := false, false
	for _, l := range lists {
		v := root.Get(l.key)
		listed = listed || v.Kind() == Array
		named = named || anyElement(v, isNamed)
	}
	switch {
	case !listed:
		return r.options.Named && root.Get("instructions").Kind() == String
	case r.options.Named:
		return named || tools.Kind() == Array && tools.Len() == 0
	}
	return named && (server || root.Get("nextCursor").Kind() == String || root.Get("jsonrpc").Kind() == String)
}

// toolArray is a bare list of tools.
func (r *recogniser) toolArray(root Node, pointer string) bool {
	if root.Kind() != Array {
		return false
	}
	if anyElement(root, isTool) || r.options.Named && anyElement(root, isNamed) {
		r.each(Tool, root, pointer, toolFields)
		return true
	}
	if r.options.Named && root.Len() == 0 {
		r.empty = true
		return true
	}
	return false
}

// singleTool is one tool by itself, as snapshot tests keep them.
func (r *recogniser) singleTool(root Node, pointer string) bool {
	if root.Kind() != Object || !isTool(root) {
		return false
	}
	r.add(Tool, root, pointer, toolFields)
	return true
}

// bundle is the manifest.json of an MCPB (formerly DXT) bundle: a string
// version, which tells it from a browser extension's, and a server object.
func (r *recogniser) bundle(root Node, pointer string) bool {
	version := firstText(root, "manifest_version", "dxt_version")
	if root.Kind() != Object || version == "" || root.Get("server").Kind() != Object || strings.TrimSpace(version) == "" {
		return false
	}
	r.add(Server, root, pointer, nil)
	r.each(Tool, root.Get("tools"), pointer+"/tools", mcpbToolFields)
	r.each(Prompt, root.Get("prompts"), pointer+"/prompts", mcpbPromptFields)
	return true
}
