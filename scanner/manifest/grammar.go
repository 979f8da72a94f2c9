package manifest

import "strings"

// context is where a node stands in the grammar of components and schemas: it
// decides what a key below it means. A key's name alone does not: below
// properties, "description" is a parameter.
type context uint8

const (
	inTool context = iota
	inPrompt
	inResource
	inTemplate
	inServer
	inServerInfo
	inSchema      // a JSON Schema
	inParameters  // a map from parameter names to schemas
	inDefinitions // a map from other names to schemas
	inPatterns    // a map from regular expressions to schemas
	inArguments   // a list of prompt arguments
	inArgument
	inAnnotations
	inIcons
	inIcon
	free // strings and keys at any depth have the node's role
)

// meaning is what a key says about its value.
type meaning struct {
	context context
	role    Role // of a string value; below free, of every string
	// known is false for a key that no specification defines: the key itself is
	// then a text.
	known bool
	// skip marks a value that is read as components of its own.
	skip bool
}

func is(c context, r Role) meaning { return meaning{context: c, role: r, known: true} }

// leaf is a value whose strings all have one role.
func leaf(r Role) meaning { return is(free, r) }

var unknown = meaning{context: free, role: Unknown}

// mean looks a key up in the grammar.
func mean(c context, key string) meaning {
	switch c {
	case inTool, inPrompt, inResource, inTemplate, inServer, inServerInfo:
		return componentKey(c, key)
	case inSchema:
		return schemaKey(key)
	case inArgument:
		return argumentKey(key)
	case inAnnotations:
		return annotationKey(key)
	case inIcon:
		switch key {
		case "src":
			return leaf(Address)
		case "mimeType", "sizes", "theme":
			return leaf(Format)
		}
	}
	return unknown
}

// componentKey has the keys of the protocol's Tool, Prompt, Resource,
// ResourceTemplate, Implementation and list results (schema.json, revisions
// 2024-11-05 to 2026-07-28), with the spellings of the common dumps.
func componentKey(c context, key string) meaning {
	switch key {
	case "name":
		return leaf(Name)
	case "title", "display_name", "displayName":
		return leaf(Title)
	case "description", "long_description":
		return leaf(Description)
	case "annotations":
		return is(inAnnotations, Annotation)
	case "icons":
		return is(inIcons, Address)
	case "meta":
		return leaf(Meta)
	}
	switch c {
	case inTool:
		switch key {
		case "inputSchema", "input_schema", "outputSchema", "output_schema":
			return is(inSchema, Unknown)
		case "execution":
			return leaf(Format)
		}
	case inPrompt:
		switch key {
		case "arguments":
			return is(inArguments, Parameter)
		case "text":
			return leaf(PromptText)
		}
	case inResource, inTemplate:
		switch key {
		case "uri":
			return leaf(Address)
		case "uriTemplate", "uri_template":
			return leaf(Template)
		case "mimeType", "mime_type", "size":
			return leaf(Format)
		}
	case inServer, inServerInfo:
		switch key {
		case "tools", "prompts", "resources", "resourceTemplates", "resource_templates", "templates":
			return meaning{known: true, skip: true}
		case "instructions":
			return leaf(Instructions)
		case "serverInfo", "server_info":
			return is(inServerInfo, Name)
		case "user_config":
			return is(inParameters, Unknown)
		case "websiteUrl", "website_url", "homepage", "documentation", "support", "repository", "$schema", "icon", "screenshots":
			return leaf(Address)
		case "version", "protocolVersion", "supportedVersions", "capabilities", "nextCursor", "resultType",
			"ttlMs", "cacheScope", "jsonrpc", "id", "manifest_version", "dxt_version", "license", "compatibility",
			"server", "package":
			return leaf(Format)
		case "keywords", "author":
			return leaf(Unknown)
		}
	}
	if strings.HasPrefix(key, "_") {
		return leaf(Meta)
	}
	return unknown
}

// schemaKey has the keywords of JSON Schema draft-04 to 2020-12, OpenAPI's
// example, and the annotations of the editors' dialect.
func schemaKey(key string) meaning {
	switch key {
	case "properties":
		return is(inParameters, Unknown)
	case "$defs", "definitions", "dependentSchemas", "dependencies":
		return is(inDefinitions, Unknown)
	case "patternProperties":
		return is(inPatterns, Unknown)
	case "allOf", "anyOf", "oneOf", "prefixItems", "items", "additionalItems", "contains", "not", "if", "then", "else",
		"additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema":
		return is(inSchema, Unknown)
	case "description", "title", "markdownDescription", "enumDescriptions", "markdownEnumDescriptions",
		"deprecationMessage", "errorMessage", "patternErrorMessage":
		return leaf(SchemaText)
	case "enum", "enumNames", "enumItemLabels", "x-enumNames", "x-enum-varnames":
		return leaf(Enum)
	case "const":
		return leaf(Const)
	case "default", "defaultSnippets":
		return leaf(Default)
	case "examples", "example":
		return leaf(Example)
	case "$comment":
		return leaf(Comment)
	case "$schema", "$id", "id", "$ref", "$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor", "$vocabulary":
		return leaf(Address)
	case "type", "format", "pattern", "required", "dependentRequired", "contentEncoding", "contentMediaType",
		"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
		"minItems", "maxItems", "uniqueItems", "minContains", "maxContains", "minProperties", "maxProperties",
		"readOnly", "writeOnly", "deprecated", "nullable", "x-mcp-header", "strict":
		return leaf(Format)
	}
	return unknown
}

func argumentKey(key string) meaning {
	switch key {
	case "name":
		return leaf(Parameter)
	case "description", "title", "desc":
		return leaf(SchemaText)
	case "required", "type":
		return leaf(Format)
	case "default":
		return leaf(Default)
	}
	return unknown
}

// annotationKey has ToolAnnotations and Annotations of the protocol.
func annotationKey(key string) meaning {
	switch key {
	case "title":
		return leaf(Title)
	case "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint", "audience", "priority", "lastModified":
		return leaf(Format)
	}
	return meaning{context: free, role: Annotation}
}
