package manifest

// The configurations of gateways, which make tools of queries and requests, and
// what catalogues of images say of them.

func gatewayToolWords() vocabulary {
	return toolWords().with(
		as(is(inSignature, Parameter), "parameters"),
		as(is(inArguments, Parameter), "arguments", "args", "templateParameters", "queryParams", "bodyParams", "headerParams"),
		as(is(inResponse, Unknown), "responseTemplate", "errorResponseTemplate"),
		as(leaf(Format), "kind", "type", "source", "container", "statement", "requestTemplate", "requestBody", "method", "path", "headers",
			"authRequired", "authSources", "security"),
	)
}

// responseWords has what Higress puts around a response.
func responseWords() vocabulary {
	return words(as(leaf(PromptText), "prependBody", "appendBody", "body"))
}

// toolboxShape is tools.yaml of Google's MCP Toolbox: tools by name, each with a
// data source and its kind.
var toolboxShape = shape{
	name: "Toolbox configuration", names: possible("tools.yaml", "tools.yml"),
	find: func(r *recogniser, root Node, at site) bool {
		isTool := func(n Node) bool {
			return has(n, String, "description") && has(n, String, "kind", "type") && (has(n, String, "source") || has(n, Array, "parameters"))
		}
		if !some(root, func(tools Node) bool { return tools.Kind() == Object && anyMember(tools, isTool) }, "tools") {
			return false
		}
		r.add(Server, root, inToolbox, nil, at)
		for _, l := range []list{{"tools", Tool, inGatewayTool, toolboxFields}, {"prompts", Prompt, inPrompt, nil}} {
			for k, v := range root.values(l.key) {
				r.eachByName(v, l, at.key(k.Text()))
			}
		}
		return true
	},
}

// toolboxDocumentShape is its newer form, one YAML document for each thing.
var toolboxDocumentShape = shape{
	name: "Toolbox configuration",
	find: func(r *recogniser, root Node, at site) bool {
		if !isDescribed(root) {
			return false
		}
		switch firstText(root, "kind") {
		case "tool", "tools":
			if !has(root, String, "type") {
				return false
			}
			r.add(Tool, root, inGatewayTool, toolboxFields, at)
		case "prompt", "prompts":
			r.add(Prompt, root, inPrompt, nil, at)
		default:
			return false
		}
		return true
	},
}

var toolboxFields = fields("Toolbox tool", "name", "kind", "type", "source", "description", "parameters", "templateParameters", "statement",
	"authRequired", "authSources", "annotations", "method", "path", "headers", "requestBody", "queryParams", "bodyParams", "headerParams")

// toolboxWords leaves out how the gateway reaches its data: no model reads that.
func toolboxWords() vocabulary {
	return serverWords().with(
		as(leaf(Format), "sources", "authServices", "authSources", "toolsets", "embeddingModels"),
	)
}

// higressShape is mcp-server.yaml of Higress: tools made of HTTP requests.
var higressShape = shape{
	name: "Higress configuration", names: probable("mcp-server.yaml", "mcp-server.yml"),
	find: func(r *recogniser, root Node, at site) bool {
		isTool := func(n Node) bool {
			return has(n, String, "name") && (has(n, Object, "requestTemplate", "responseTemplate") || has(n, Array, "args"))
		}
		if !has(root, Object, "server") || !holds(root, isTool, "tools") {
			return false
		}
		r.add(Server, root, inServer, nil, at)
		r.lists(root, []list{{"tools", Tool, inGatewayTool, higressFields}}, at)
		return true
	},
}

var higressFields = fields("Higress tool", "name", "description", "args", "requestTemplate", "responseTemplate", "errorResponseTemplate", "security", "outputSchema")

// gatewayExportShape is an export of ContextForge: components without the
// protocol's names for schemas, beside the gateways that they come from.
var gatewayExportShape = shape{
	name: "gateway export", words: []string{`"gateways"`, `"source_gateway"`},
	find: func(r *recogniser, root Node, at site) bool {
		found := false
		for _, key := range []string{"data", "entities"} {
			for k, v := range root.values(key) {
				if has(v, Array, "gateways") && holds(v, isDescribed, "tools", "prompts", "resources") {
					r.result(v, at.key(k.Text()), exportLists)
					found = true
				}
			}
		}
		return found
	},
}

var exportLists = lists(nil, nil, nil, nil)

// dockerToolsShape is a tools.json of Docker's registry of MCP servers, which
// lists arguments instead of a schema.
var dockerToolsShape = shape{
	name: "Docker tools.json", names: possible("tools.json"), under: ownNames,
	find: func(r *recogniser, root Node, at site) bool {
		isArgument := func(n Node) bool { return has(n, String, "name") && has(n, String, "desc") }
		isTool := func(n Node) bool {
			return isDescribed(n) && (holds(n, isArgument, "arguments") || has(n, Object, "annotations") ||
				r.path.in("servers") && has(n, Array, "arguments"))
		}
		if root.Kind() != Array || !anyElement(root, isTool) {
			return false
		}
		return r.each(root, list{"", Tool, inGatewayTool, dockerFields}, at)
	},
}

// serverYAMLShape is a server's entry in that registry, with the tools of those
// that are no MCP servers ("poci").
var serverYAMLShape = shape{
	name: "Docker server.yaml", names: possible("server.yaml", "server.yml"),
	find: func(r *recogniser, root Node, at site) bool {
		if !has(root, String, "name") || !has(root, Object, "about") || !has(root, Object, "meta") || !hasAny(root, "image", "remote", "type") {
			return false
		}
		r.add(Server, root, inServer, serverYAMLFields, at)
		r.lists(root, []list{{"tools", Tool, inGatewayTool, pociFields}}, at)
		return true
	},
}

var (
	dockerFields     = fields("Docker tool", "name", "description", "arguments", "annotations", "inputSchema", "title", "outputSchema")
	pociFields       = fields("Docker image tool", "name", "description", "parameters", "container")
	serverYAMLFields = fields("Docker registry entry", "name", "image", "remote", "type", "meta", "about", "source", "run", "config", "tools", "oauth", "dynamic")
)
