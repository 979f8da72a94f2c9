package manifest

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// vocabulary has the keys that are defined in a context.
type vocabulary map[string]meaning

// words makes a vocabulary of lines of keys that share a meaning.
func words(lines ...line) vocabulary { return vocabulary{}.with(lines...) }

type line struct {
	meaning meaning
	keys    []string
}

func as(m meaning, keys ...string) line { return line{m, keys} }

// with is the vocabulary and more lines, which take precedence.
func (v vocabulary) with(lines ...line) vocabulary {
	n := len(v)
	for _, l := range lines {
		n += len(l.keys)
	}
	all := make(vocabulary, n)
	maps.Copy(all, v)
	for _, l := range lines {
		for _, key := range l.keys {
			all[key] = l.meaning
		}
	}
	return all
}

// vocabularies by context. Those that have none are decided by [member].
var vocabularies = [contexts]contextWords{
	inTool: {of: toolWords}, inGatewayTool: {of: gatewayToolWords}, inEditorTool: {of: editorToolWords},
	inPrompt: {of: promptWords}, inResource: {of: resourceWords}, inTemplate: {of: resourceWords},
	inServer: {of: serverWords}, inBundle: {of: bundleWords}, inPlugin: {of: pluginWords}, inToolbox: {of: toolboxWords},
	inSchema: {of: schemaWords}, inSignature: {of: schemaWords}, inArgument: {of: argumentWords}, inResponse: {of: responseWords},
	inAnnotations: {of: annotationWords}, inIcon: {of: iconWords},
}

// contextWords is the vocabulary of a context, made when it is first asked: no
// file has all contexts, and every start of a program would pay for them.
type contextWords struct {
	of    func() vocabulary
	once  sync.Once
	words vocabulary
}

// get is the vocabulary; nil for a context that has none.
func (w *contextWords) get() vocabulary {
	w.once.Do(func() {
		if w.of != nil {
			w.words = w.of()
		}
	})
	return w.words
}

// The keys of the protocol's Tool, Prompt, Resource, ResourceTemplate and
// Implementation (schema.json, revisions 2024-11-05 to 2026-07-28), with the
// spellings of the common dumps, and those of other shapes as foreign ones.

func componentWords() vocabulary {
	return words(
		as(leaf(Name), "name", "key"),
		as(leaf(Title), "title", "display_name", "displayName"),
		as(leaf(Description), "description", "long_description"),
		as(is(inAnnotations, Annotation), "annotations"),
		as(is(inIcons, Address), "icons"),
		as(leaf(Meta), "meta"),
	)
}

func toolWords() vocabulary {
	return componentWords().with(
		as(is(inSchema, Unknown), "inputSchema", "input_schema", "outputSchema", "output_schema"),
		as(is(inSignature, Parameter).foreign(), "parameters", "params", "input", "schema", "parametersJsonSchema"),
		as(leaf(Name).foreign(), "tool", "tool_name", "toolName"),
		as(is(inArguments, Parameter).foreign(), "arguments", "args", "templateParameters", "queryParams", "bodyParams", "headerParams"),
		as(leaf(Format), "execution"),
		as(is(inResponse, Unknown).foreign(), "responseTemplate", "errorResponseTemplate"),
		as(leaf(Description).foreign(), "modelDescription", "userDescription", "desc"),
	)
}

func promptWords() vocabulary {
	return componentWords().with(
		as(is(inArguments, Parameter), "arguments"),
		as(leaf(PromptText), "text"),
		as(leaf(PromptText).foreign(), "template", "messages", "prompt"),
	)
}

func resourceWords() vocabulary {
	return componentWords().with(
		as(leaf(Address), "uri"),
		as(leaf(Template), "uriTemplate", "uri_template"),
		as(leaf(Format), "mimeType", "mime_type", "size"),
		as(is(inSignature, Parameter).foreign(), "parameters"),
	)
}

// serverWords has the keys of list results, initialize and server/discover, of
// server cards and registries. All of them go on below keys that are not here:
// a card describes its authentication, a registry every variable of a package.
func serverWords() vocabulary {
	return componentWords().with(
		as(leaf(Title), "name_for_human", "label"),
		as(leaf(Description), "description_for_human", "description_for_model", "summary", "tagline", "readme", "desc"),
		as(leaf(Instructions), "instructions"),
		as(is(inServer, Unknown), "serverInfo", "server_info", "server", "metadata", "about", "serverCard", "packages", "remotes",
			"environmentVariables", "environment_variables", "runtimeArguments", "packageArguments", "runtime_arguments", "package_arguments",
			"headers", "variables", "secrets", "config", "authentication", "auth", "author", "servers", "entries"),
		as(leaf(Unknown), "tools", "prompts", "resources", "resourceTemplates", "resource_templates", "templates", "keywords", "tags", "categories"),
		as(is(inParameters, Unknown), "user_config"),
		as(is(inArguments, Parameter), "arguments"),
		as(is(inSchema, Unknown), "configSchema"),
		as(is(inSignature, Parameter), "parameters"),
		as(leaf(Default), "value", "default"),
		as(leaf(Enum), "choices"),
		as(leaf(Example), "example", "examples", "placeholder"),
		as(leaf(Address), "websiteUrl", "website_url", "website", "homepage", "documentation", "documentationUrl", "support", "repository", "$schema",
			"icon", "iconUrl", "screenshots", "url", "serverUrl", "endpoint", "source", "docs", "privacy_policies", "card"),
		as(leaf(Format), "version", "protocolVersion", "supportedVersions", "capabilities", "nextCursor", "resultType",
			"ttlMs", "cacheScope", "jsonrpc", "id", "license", "compatibility", "package", "type", "format", "transport",
			"registryType", "registry_type", "identifier", "runtimeHint", "image", "schema_version", "schemaVersion", "digest"),
	)
}

// schemaWords has the keywords of JSON Schema draft-04 to 2020-12, OpenAPI's
// example, and the annotations of the editors' dialect.
func schemaWords() vocabulary {
	return words(
		as(is(inParameters, Unknown), "properties"),
		as(is(inDefinitions, Unknown), "$defs", "definitions", "dependentSchemas", "dependencies"),
		as(is(inPatterns, Unknown), "patternProperties"),
		as(is(inSchema, Unknown), "allOf", "anyOf", "oneOf", "prefixItems", "items", "additionalItems", "contains", "not", "if", "then", "else",
			"additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema"),
		as(leaf(SchemaText), "description", "title", "markdownDescription", "enumDescriptions", "markdownEnumDescriptions",
			"deprecationMessage", "errorMessage", "patternErrorMessage"),
		as(leaf(Enum), "enum", "enumNames", "enumItemLabels", "x-enumNames", "x-enum-varnames"),
		as(leaf(Const), "const"),
		as(leaf(Default), "default", "defaultSnippets"),
		as(leaf(Example), "examples", "example"),
		as(leaf(Comment), "$comment"),
		as(leaf(Address), "$schema", "$id", "id", "$ref", "$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor", "$vocabulary"),
		as(leaf(Format), "type", "format", "pattern", "required", "dependentRequired", "contentEncoding", "contentMediaType",
			"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
			"minItems", "maxItems", "uniqueItems", "minContains", "maxContains", "minProperties", "maxProperties",
			"readOnly", "writeOnly", "deprecated", "nullable", "x-mcp-header", "strict"),
	)
}

// argumentWords has the keys of PromptArgument, and of the arguments that
// Docker's, Google's and Higress' tools list: schemas with a name.
func argumentWords() vocabulary {
	return schemaWords().with(
		as(leaf(Parameter), "name"),
		as(leaf(SchemaText), "desc"),
		as(is(inArgument, Unknown), "items"),
		as(is(inArguments, Parameter), "properties"),
		as(leaf(Format), "optional", "position", "authServices", "authSources"),
	)
}

// annotationWords has the keys of ToolAnnotations and Annotations.
func annotationWords() vocabulary {
	return words(
		as(leaf(Title), "title"),
		as(leaf(Format), "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint", "audience", "priority", "lastModified"),
	)
}

func iconWords() vocabulary {
	return words(
		as(leaf(Address), "src"),
		as(leaf(Format), "mimeType", "sizes", "theme"),
	)
}

// lowered has the keys of each vocabulary by their spelling in lower case.
var lowered = sync.OnceValue(func() *[contexts]map[string]string {
	var all [contexts]map[string]string
	for c := range vocabularies {
		all[c] = map[string]string{}
		for _, key := range slices.Sorted(maps.Keys(vocabularies[c].get())) {
			all[c][strings.ToLower(key)] = key
		}
	}
	return &all
})
