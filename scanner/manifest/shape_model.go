package manifest

import "strings"

// Tools in the forms of models' APIs are read like any others. Whole requests,
// with what was said so far, are most often tests and recordings: they are read
// where somebody named the file.

const modelSkip = "a request to a model, with tools in the form of its API: they are read where the file is named as a manifest"

// isModelRequest tests for a whole request: OpenAI's, Anthropic's, Gemini's, or
// the protocol's own sampling/createMessage.
func isModelRequest(n Node) bool {
	if !has(n, Array, "tools") || holds(n, isServersTool, "tools") {
		return false
	}
	isTurn := func(n Node) bool { return has(n, String, "role") }
	return holds(n, isTurn, "messages", "contents") || hasAll(n, "model", "input")
}

// modelToolsShape is the tools of a request, or such tools alone, in forms that
// no MCP server has.
var modelToolsShape = shape{
	name: "tools of a model's API", words: []string{`"function"`, "functionDeclarations", "function_declarations"},
	find: func(r *recogniser, root Node, at site) bool {
		if anyElement(root, isServersTool) || holds(root, isServersTool, "tools") {
			return false
		}
		if !isModelRequest(root) && !anyElement(root, isModelTool) && !holds(root, isModelTool, "tools", "functions") && !isFunction(root) {
			return false
		}
		return modelTools(r, root, at)
	},
}

// isServersTool is a tool in the protocol's own spelling, which no model's API has.
func isServersTool(n Node) bool { return has(n, String, "name") && some(n, isSchema, "inputSchema") }

// isFunction is one tool in OpenAI's nested form.
func isFunction(n Node) bool {
	return firstText(n, "type") == "function" && some(n, func(f Node) bool { return has(f, String, "name") }, "function")
}

// isModelTool knows OpenAI's two forms and Gemini's.
func isModelTool(n Node) bool {
	return has(n, Object, "function") && firstText(n, "type") == "function" ||
		firstText(n, "type") == "function" && has(n, String, "name") && has(n, Object, "parameters") ||
		has(n, Array, "functionDeclarations", "function_declarations")
}

func modelTools(r *recogniser, root Node, at site) bool {
	before := len(r.doc.Components)
	read := func(tools Node, at site) {
		i := 0
		for e := range tools.Elements() {
			at := at.index(i)
			i++
			inner := false
			for _, key := range []string{"functionDeclarations", "function_declarations"} {
				for k, v := range e.values(key) {
					r.each(v, modelList, at.key(k.Text()))
					inner = true
				}
			}
			for k, v := range e.values("function") {
				r.add(Tool, v, inTool, modelFields, at.key(k.Text()))
				inner = true
			}
			if inner {
				r.add(Server, e, inServer, nil, at) // what stands around it
			}
			if !inner && isNamed(e) {
				r.add(Tool, e, inTool, modelFields, at)
			}
		}
	}
	read(root, at)
	if isFunction(root) {
		r.add(Tool, root.Get("function"), inTool, modelFields, at.key("function"))
		r.add(Server, root, inServer, nil, at)
	}
	for _, key := range []string{"tools", "functions"} {
		for k, v := range root.values(key) {
			read(v, at.key(k.Text()))
		}
	}
	return len(r.doc.Components) > before
}

var (
	modelFields = fields("a model's tool", "name", "description", "parameters", "parametersJsonSchema", "response", "strict", "type",
		"input_schema", "inputSchema", "cache_control", "title", "annotations")
	modelList = list{"", Tool, inTool, modelFields}
)

// scanReportShape is the report of another scanner, which quotes what it found.
var scanReportShape = shape{
	name: "scan report", skip: "the report of a scanner: it quotes tools that were found elsewhere",
	like: func(root Node) bool {
		isScanned := func(n Node) bool { return has(n, Object, "signature") }
		return anyMember(root, func(v Node) bool { return holds(v, isScanned, "servers") })
	},
}

// skillsIndexShape lists agent skills on a site.
var skillsIndexShape = shape{
	name: "skills index", skip: "an index of agent skills: text for a model, but not an MCP server's",
	like: func(root Node) bool {
		return strings.Contains(firstText(root, "$schema"), "agentskills") && has(root, Array, "skills")
	},
}
