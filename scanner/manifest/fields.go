package manifest

import "slices"

// A FieldList is the set of keys that a shape defines for a component.
type FieldList struct {
	// Origin says whose list it is: "MCP tool", "MCPB tool".
	Origin string
	Keys   []string
}

// Allows reports whether the list has the key. Keys that begin with an
// underscore are reserved for metadata by the protocol (MCP basic/index, "_meta").
func (f *FieldList) Allows(key string) bool {
	if len(key) > 0 && key[0] == '_' {
		return true
	}
	return slices.Contains(f.Keys, key)
}

func fields(origin string, keys ...string) *FieldList { return &FieldList{origin, keys} }

// The MCP lists are the union of the protocol's revisions 2024-11-05,
// 2025-03-26, 2025-06-18, 2025-11-25 and 2026-07-28 (schema.json of each): a
// manifest seldom says which one it follows. Added are the spellings that the
// Python SDK writes when it dumps its models without aliases.
var (
	toolFields = fields("MCP tool",
		"name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "execution",
		"input_schema", "output_schema", "meta")
	promptFields = fields("MCP prompt",
		"name", "title", "description", "arguments", "icons", "meta")
	resourceFields = fields("MCP resource",
		"uri", "name", "title", "description", "mimeType", "size", "annotations", "icons", "mime_type", "meta")
	templateFields = fields("MCP resource template",
		"uriTemplate", "name", "title", "description", "mimeType", "annotations", "icons", "uri_template", "mime_type", "meta")

	// The loose lists are of tools that are listed without a schema, in files
	// whose names say that they are MCP metadata: with what such files add.
	looseToolFields = fields("tool list",
		append(slices.Clone(toolFields.Keys), "parameters", "arguments", "args", "schema", "display_name", "displayName", "id", "version",
			"tags", "category", "enabled", "required", "examples", "returns")...)
	loosePromptFields = fields("prompt list", append(slices.Clone(promptFields.Keys), "text", "template", "tags", "category")...)
)
