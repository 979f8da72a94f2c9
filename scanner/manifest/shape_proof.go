package manifest

import "strings"

// What proves by itself that an object is a component, whatever the file is
// called: programs write what a server listed under names of their own.

// Keys by which programs call a tool, and what it takes.
var (
	toolNames = []string{"name", "tool", "tool_name", "toolName"}
	toolTakes = []string{"parameters", "params", "arguments", "args", "input", "schema", "input_schema", "inputSchema",
		"parametersJsonSchema", "requestTemplate"}
)

// isListedTool is a named tool that says what it does, as it stands in a list
// called tools: a schema is not asked for.
func isListedTool(n Node) bool {
	return has(n, String, toolNames...) && has(n, String, "description", "desc")
}

// isCallable is such an object that also says what it takes, which proves what it
// is in a list of any name.
func isCallable(n Node) bool {
	takes := func(v Node) bool { return v.Kind() == Object || v.Kind() == Array }
	return isListedTool(n) && some(n, takes, toolTakes...)
}

// isListedPrompt is a prompt as it stands in a list called prompts.
func isListedPrompt(n Node) bool {
	return has(n, String, "name") && (has(n, String, "description") || has(n, Array, "arguments") || has(n, Object, "arguments"))
}

// isPromptAlone is a prompt in a list of any name: only a prompt's arguments have
// no type, and say whether they are required.
func isPromptAlone(n Node) bool {
	isArgument := func(n Node) bool {
		return has(n, String, "name") && has(n, Bool, "required") && !hasAny(n, "type", "schema")
	}
	return has(n, String, "name") && holds(n, isArgument, "arguments")
}

// isResourceAlone is a resource in a list of any name.
func isResourceAlone(n Node) bool {
	return isResource(n) && has(n, String, "description", "mimeType", "mime_type", "title")
}

// isGroups is tools grouped by toolset: {"group": [tool, …]}.
func isGroups(n Node) bool {
	return n.Kind() == Object && anyMember(n, func(v Node) bool { return v.Kind() == Array && anyElement(v, isListedTool) })
}

// isToolMap is tools by name, with what each takes.
func isToolMap(n Node) bool {
	takes := func(v Node) bool { return v.Kind() == Object || v.Kind() == Array }
	return n.Kind() == Object && anyMember(n, func(v Node) bool {
		return has(v, String, "description") && some(v, takes, toolTakes...)
	})
}

// proofShape is lists under the protocol's names, of components that need no
// schema to be known.
var proofShape = shape{
	name:  "component list",
	words: []string{"tools", "prompts", "resources", "emplate", "arguments", "mimeType", "mime_type"},
	find: func(r *recogniser, root Node, at site) bool {
		if isEmptyAnswer(root) {
			r.empty = true
			return true
		}
		if !isProof(root) {
			return false
		}
		lists := listsOf(root)
		if some(root, isGroups, "tools") {
			lists = looseLists
		}
		return r.result(root, at, lists)
	},
}

// isEmptyAnswer is a list of nothing: an object with the protocol's lists, all
// of them empty, and with nothing but what the protocol puts beside them.
func isEmptyAnswer(root Node) bool {
	lists := 0
	for m := range root.Members() {
		switch key := m.Key.Text(); key {
		case "tools", "prompts", "resources", "resourceTemplates":
			if m.Value.Kind() != Array || m.Value.Len() > 0 {
				return false
			}
			lists++
		case "nextCursor", "_meta", "resultType", "ttlMs", "cacheScope":
		default:
			return false
		}
	}
	return lists > 0
}

func isProof(root Node) bool {
	return root.Kind() == Object && (holds(root, isListedTool, "tools") || some(root, isGroups, "tools") || some(root, isToolMap, "tools") ||
		holds(root, isListedPrompt, "prompts") || holds(root, isResource, "resources") ||
		holds(root, isTemplate, "resourceTemplates", "resource_templates", "templates"))
}

// proofArrayShape is an array of one kind of components, or of the protocol's
// messages.
var proofArrayShape = shape{
	name: "array of components",
	find: func(r *recogniser, root Node, at site) bool {
		switch {
		case root.Kind() != Array:
			return false
		case anyElement(root, isPromptAlone):
			return r.each(root, mcpLists[1], at)
		case anyElement(root, isCallable), manyTools(root):
			return r.each(root, looseLists[0], at)
		case anyElement(root, isResourceAlone):
			return r.each(root, mcpLists[2], at)
		case anyElement(root, isTemplate):
			return r.each(root, mcpLists[3], at)
		}
		found, i := false, 0
		for e := range root.Elements() {
			at := at.index(i)
			i++
			if isMessage(e) {
				found = r.unwrap(e, at) || found
			}
		}
		return found
	},
}

// isMessage is an answer of the protocol in its JSON-RPC envelope.
func isMessage(n Node) bool { return has(n, String, "jsonrpc") && has(n, Object, "result") }

// manyTools is an array of tools that only say their name and what they do:
// every name is an identifier, and one is put together of words, as hardly any
// name of a package, a person or a place is.
func manyTools(root Node) bool {
	compound := false
	for e := range root.Elements() {
		name := firstText(e, "name")
		if !isDescribed(e) || !plainKey(name) {
			return false
		}
		compound = compound || strings.Contains(strings.Trim(name, "_"), "_")
	}
	return compound
}

// proofAloneShape is one component by itself, as a folder of them has it.
var proofAloneShape = shape{
	name: "single component",
	find: func(r *recogniser, root Node, at site) bool {
		switch {
		case isPromptAlone(root):
			r.add(Prompt, root, inPrompt, promptFields, at)
		case isResourceAlone(root) && has(root, String, "mimeType", "mime_type"):
			r.add(Resource, root, inResource, resourceFields, at)
		case has(root, String, "name", "title") && has(root, String, "uriTemplate", "uri_template"):
			r.add(ResourceTemplate, root, inTemplate, templateFields, at)
		default:
			return false
		}
		return true
	},
}
