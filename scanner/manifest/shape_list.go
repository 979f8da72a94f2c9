package manifest

import "strings"

// The protocol's own answers, as files keep them: what tools/list, prompts/list,
// resources/list and resources/templates/list say, alone or merged, bare or in
// their JSON-RPC messages, with what initialize or server/discover say of the
// server; and lists of tools under names that nothing else has.
var (
	listShape = shape{
		name: "list result", sure: true,
		words: []string{"inputSchema", "input_schema"},
		find: func(r *recogniser, root Node, at site) bool {
			return holds(root, isTool, "tools") && r.result(root, at, listsOf(root))
		},
	}
	arrayShape = shape{
		name: "array of tools", sure: true,
		find: func(r *recogniser, root Node, at site) bool {
			switch {
			case root.Kind() != Array:
				return false
			case anyElement(root, isTool):
				return r.each(root, mcpLists[0], at)
			case r.named && anyElement(root, isNamed):
				return r.each(root, looseLists[0], at)
			}
			r.empty = r.empty || r.named && root.Len() == 0
			return r.named && root.Len() == 0
		},
	}
	// singleShape is one tool by itself, as snapshot tests keep them.
	singleShape = shape{
		name: "single tool", sure: true,
		names: []namePattern{{says: Probable, globs: []string{"*.snap"}, parent: "__toolsnaps__"}},
		find: func(r *recogniser, root Node, at site) bool {
			if !isTool(root) {
				return false
			}
			r.add(Tool, root, inTool, toolFields, at)
			return true
		},
	}
	// answerShape is any other answer. Lists of prompts and resources occur in
	// many formats: there must be a sign of the protocol beside them.
	answerShape = shape{
		name: "list result", words: []string{"serverInfo", "protocolVersion", "supportedVersions"},
		find: func(r *recogniser, root Node, at site) bool {
			if !r.isAnswer(root, at) {
				return false
			}
			return r.result(root, at, listsOf(root))
		},
	}
	// namedListShape is a list of tools without schemas, which proves nothing by
	// itself: website data look the same. The file's name must say what it is.
	namedListShape = shape{
		name: "named list", under: ownNames,
		names: []namePattern{
			{says: Probable, globs: []string{"mcp-tools.json", "mcp_tools.json", "mcp-manifest.json", "mcp_manifest.json",
				"tools-list.json", "tooldefinitions.json", "mcp.json"}},
			{says: Possible, globs: []string{"tools.json", "manifest.json", "server.json", "glama.json", "lhm.plugin.json",
				"smithery.json", "smithery.yaml", "smithery.yml"}},
		},
		find: func(r *recogniser, root Node, at site) bool {
			if !r.trusted && !r.hub(root) {
				return false
			}
			if root.Kind() == Array {
				return r.trusted && anyElement(root, isDescribed) && r.each(root, looseLists[0], at)
			}
			isList := func(v Node) bool {
				return anyElement(v, isNamed) || v.Kind() == Object && anyMember(v, isBody) || r.named && v.Kind() == Array && v.Len() == 0
			}
			if !some(root, isList, "tools", "prompts", "resources", "resourceTemplates", "resource_templates") && !(r.named && has(root, String, "instructions")) {
				return false
			}
			return r.result(root, at, listsOf(root))
		},
	}
)

// hub reports whether a file that only may be MCP metadata by its name is, and
// lists tools: those of hubs do sometimes.
func (r *recogniser) hub(root Node) bool {
	switch strings.SplitN(r.path.name, ".", 2)[0] {
	case "glama", "lhm", "smithery":
		return holds(root, isDescribed, "tools")
	}
	return isServer(root) && holds(root, isDescribed, "tools")
}

// A list is where an object lists components.
type list struct {
	key     string
	kind    ComponentKind
	context context
	fields  *FieldList
}

var (
	mcpLists     = lists(toolFields, promptFields, resourceFields, templateFields)
	looseLists   = lists(looseToolFields, loosePromptFields, resourceFields, templateFields)
	inspectLists = lists(inspectToolFields, inspectPromptFields, inspectResourceFields, inspectTemplateFields)
)

func lists(tool, prompt, resource, template *FieldList) []list {
	return []list{
		{"tools", Tool, inTool, tool},
		{"prompts", Prompt, inPrompt, prompt},
		{"resources", Resource, inResource, resource},
		{"resourceTemplates", ResourceTemplate, inTemplate, template},
		{"resource_templates", ResourceTemplate, inTemplate, template},
		{"templates", ResourceTemplate, inTemplate, template},
	}
}

// listsOf are the lists of an answer: with tools of which none has a schema,
// the answer is no MCP server's, and its fields are its own.
func listsOf(root Node) []list {
	if has(root, Array, "tools") && !holds(root, isTool, "tools") && holds(root, isListed, "tools") {
		return looseLists
	}
	return mcpLists
}

// isListed is an element that has any of the names of a tool.
func isListed(n Node) bool { return isNamed(n) || has(n, String, toolNames...) }

// result adds what an object says of its server, and every list in it.
func (r *recogniser) result(root Node, at site, lists []list) bool {
	r.add(Server, root, inServer, nil, at)
	r.empty = !r.lists(root, lists, at) || r.empty
	return true
}

// lists adds the elements of every list in an object, and reports whether there
// are any. A list may also be a map by name.
func (r *recogniser) lists(root Node, lists []list, at site) bool {
	before := len(r.doc.Components)
	for _, l := range lists {
		for k, v := range root.values(l.key) {
			at := at.key(k.Text())
			switch {
			case v.Kind() == Array:
				r.each(v, l, at)
			case l.kind == Tool && isGroups(v):
				for m := range v.Members() {
					if m.Value.Kind() == Array {
						r.each(m.Value, l, at.key(m.Key.Text()))
					} else {
						r.add(l.kind, m.Value, l.context, l.fields, at.key(m.Key.Text()))
					}
				}
			case v.Kind() == Object && anyMember(v, isBody):
				r.eachByName(v, l, at)
			}
		}
	}
	return len(r.doc.Components) > before
}

// isBody is what a map of tools by name holds: a tool, but for its name.
func isBody(n Node) bool {
	return has(n, String, "description", "desc") || hasAny(n, "inputSchema", "input_schema")
}

// each adds every element of a list.
func (r *recogniser) each(v Node, l list, at site) bool {
	i := 0
	for e := range v.Elements() {
		r.add(l.kind, e, l.context, l.fields, at.index(i))
		i++
	}
	return true
}

// eachByName adds every value of a map by name.
func (r *recogniser) eachByName(v Node, l list, at site) {
	for m := range v.Members() {
		before := len(r.doc.Components)
		r.add(l.kind, m.Value, l.context, l.fields, at.key(m.Key.Text()))
		if added := r.doc.Components[before:]; len(added) == 1 && added[0].Name == "" {
			added[0].Name = m.Key.Text()
		}
	}
}

// isAnswer tests for answers without tools that have a schema.
func (r *recogniser) isAnswer(root Node, at site) bool {
	if root.Kind() != Object {
		return false
	}
	server := isServer(root)
	switch {
	case server && has(root, String, "instructions"),
		has(root, Object, "serverInfo") && has(root, String, "protocolVersion"),
		has(root, Array, "supportedVersions") && has(root, Object, "capabilities"):
		return true
	}
	signed := server || at.answer || has(root, String, "nextCursor", "jsonrpc") || has(root, Number, "ttlMs") ||
		some(root, isServer, "metadata")
	listed := signed && holds(root, isNamed, "tools", "prompts", "resources", "resourceTemplates", "resource_templates")
	return listed || strings.Contains(r.path.name, "mcp") &&
		(holds(root, isPrompt, "prompts") || holds(root, isResource, "resources") || holds(root, isTemplate, "resourceTemplates", "resource_templates"))
}

func isPrompt(n Node) bool   { return isDescribed(n) && has(n, Array, "arguments") }
func isResource(n Node) bool { return has(n, String, "uri") && has(n, String, "name") }
func isTemplate(n Node) bool { return has(n, String, "uriTemplate", "uri_template") }

// envelopeShape is an answer inside what logs, registries and cards put around
// it.
var envelopeShape = shape{name: "list result", find: (*recogniser).unwrap}

// maxEnvelope is how many wrapping objects are looked through.
const maxEnvelope = 3

// envelopes are the keys below which programs put an answer: JSON-RPC's result,
// and those of logs, registries and server cards.
var envelopes = []string{"result", "message", "data", "mcp", "server", "serverCard", "response", "payload", "body",
	"tools/list", "prompts/list", "resources/list", "resources/templates/list", "initialize", "server/discover"}

func (r *recogniser) unwrap(root Node, at site) bool {
	if at.depth == maxEnvelope || root.Kind() != Object {
		return false
	}
	outer := at
	at.depth++
	at.answer = at.answer || has(root, String, "jsonrpc")
	found := false
	for _, key := range envelopes {
		for k, v := range root.values(key) {
			at := at.key(k.Text())
			at.answer = at.answer || key == "initialize" || strings.Contains(key, "/") // a method
			if v.Kind() != Object && v.Kind() != Array || !r.trusted && !r.asked && isModelRequest(v) {
				continue
			}
			found = r.inside(v, at) || found
		}
	}
	if found && has(root, String, "jsonrpc") {
		r.add(Server, root, inServer, nil, outer) // what stands beside the result
	}
	return found
}

// inside tries the answers on what stands in an envelope.
func (r *recogniser) inside(v Node, at site) bool {
	for _, s := range answers {
		if s.applies(r.path, r.named) && s.find(r, v, at) {
			return true
		}
	}
	return r.unwrap(v, at)
}
