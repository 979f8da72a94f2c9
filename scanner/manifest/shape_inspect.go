package manifest

// inspectShape is what `fastmcp inspect` writes: the server with its tools,
// prompts, resources and templates in the spelling of Python.
var inspectShape = shape{
	name: "FastMCP inspection", sure: true,
	find: func(r *recogniser, root Node, at site) bool {
		isInspected := func(n Node) bool { return has(n, String, "key") && isNamed(n) }
		if !has(root, Object, "server") || !holds(root, isInspected, "tools", "prompts", "resources", "templates") {
			return false
		}
		return r.result(root, at, inspectLists)
	},
}

// The lists of fastmcp's ToolInfo, PromptInfo, ResourceInfo and TemplateInfo.
var (
	inspectToolFields = fields("FastMCP tool", "key", "name", "description", "input_schema", "output_schema", "annotations", "tags", "enabled",
		"title", "icons", "meta", "version", "execution")
	inspectPromptFields   = fields("FastMCP prompt", "key", "name", "description", "arguments", "tags", "enabled", "title", "icons", "meta", "version")
	inspectResourceFields = fields("FastMCP resource", "key", "uri", "name", "description", "mime_type", "annotations", "tags", "enabled",
		"title", "icons", "meta", "version")
	inspectTemplateFields = fields("FastMCP resource template", "key", "uri_template", "name", "description", "mime_type", "parameters",
		"annotations", "tags", "enabled", "title", "icons", "meta", "version")
)
