package manifest

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// context is where a node stands in the grammar of components and schemas: it
// decides what a key below it means. A key's name alone does not: below
// properties, "description" is a parameter.
type context uint8

const (
	inTool        context = iota
	inGatewayTool         // a tool as a gateway's configuration makes it from a query or a request
	inEditorTool
	inPrompt
	inResource
	inTemplate
	inServer  // a server, and whatever a card, a registry or a list says around its components
	inBundle  // the root of an MCPB manifest
	inPlugin  // the root of an M365 plugin, and a function of it
	inToolbox // the root of a Toolbox configuration

	inSchema      // a JSON Schema
	inParameters  // a map from parameter names to schemas
	inDefinitions // a map from other names to schemas
	inPatterns    // a map from regular expressions to schemas
	inArguments   // a list of arguments, or a map of them by name
	inArgument
	inSignature // a schema, a list of arguments or a map of them, by whatever it turns out to be
	inResponse  // how a gateway words a response for the model
	inAnnotations
	inIcons
	inIcon
	free // strings and keys at any depth have the node's role

	contexts = iota
)

// meaning is what a key says about its value.
type meaning struct {
	context context
	role    Role // of a string value; below free, of every string
	// known is false for a key that no specification defines for its place: the
	// key itself is then a text.
	known bool
}

func is(c context, r Role) meaning { return meaning{c, r, true} }

// leaf is a value whose strings all have one role.
func leaf(r Role) meaning { return is(free, r) }

// foreign is a key that means something in other shapes only: its value is read
// as there, and the key is still a text.
func (m meaning) foreign() meaning {
	m.known = false
	return m
}

var unknown = meaning{context: free, role: Unknown}

// vocabulary has the keys that are defined in a context.
type vocabulary map[string]meaning

// words makes a vocabulary of lines of keys that share a meaning.
func words(lines ...line) vocabulary {
	v := vocabulary{}
	for _, l := range lines {
		for _, key := range l.keys {
			v[key] = l.meaning
		}
	}
	return v
}

type line struct {
	meaning meaning
	keys    []string
}

func as(m meaning, keys ...string) line { return line{m, keys} }

// with is the vocabulary and more lines, which take precedence.
func (v vocabulary) with(lines ...line) vocabulary {
	v = maps.Clone(v)
	maps.Copy(v, words(lines...))
	return v
}

// vocabularies by context. Those that have none are decided by [member].
var vocabularies = [contexts]vocabulary{
	inTool: toolWords, inGatewayTool: gatewayToolWords, inEditorTool: editorToolWords, inPrompt: promptWords, inResource: resourceWords, inTemplate: resourceWords,
	inServer: serverWords, inBundle: bundleWords, inPlugin: pluginWords, inToolbox: toolboxWords,
	inSchema: schemaWords, inSignature: schemaWords, inArgument: argumentWords, inResponse: responseWords,
	inAnnotations: annotationWords, inIcon: iconWords,
}

// The keys of the protocol's Tool, Prompt, Resource, ResourceTemplate and
// Implementation (schema.json, revisions 2024-11-05 to 2026-07-28), with the
// spellings of the common dumps, and those of other shapes as foreign ones.
var (
	componentWords = words(
		as(leaf(Name), "name", "key"),
		as(leaf(Title), "title", "display_name", "displayName"),
		as(leaf(Description), "description", "long_description"),
		as(is(inAnnotations, Annotation), "annotations"),
		as(is(inIcons, Address), "icons"),
		as(leaf(Meta), "meta"),
	)
	toolWords = componentWords.with(
		as(is(inSchema, Unknown), "inputSchema", "input_schema", "outputSchema", "output_schema"),
		as(is(inSignature, Parameter).foreign(), "parameters", "schema", "parametersJsonSchema"),
		as(is(inArguments, Parameter).foreign(), "arguments", "args", "templateParameters", "queryParams", "bodyParams", "headerParams"),
		as(leaf(Format), "execution"),
		as(is(inResponse, Unknown).foreign(), "responseTemplate", "errorResponseTemplate"),
		as(leaf(Description).foreign(), "modelDescription", "userDescription", "desc"),
	)
	promptWords = componentWords.with(
		as(is(inArguments, Parameter), "arguments"),
		as(leaf(PromptText), "text"),
		as(leaf(PromptText).foreign(), "template", "messages", "prompt"),
	)
	resourceWords = componentWords.with(
		as(leaf(Address), "uri"),
		as(leaf(Template), "uriTemplate", "uri_template"),
		as(leaf(Format), "mimeType", "mime_type", "size"),
		as(is(inSignature, Parameter).foreign(), "parameters"),
	)
)

// serverWords has the keys of list results, initialize and server/discover, of
// server cards and registries. All of them go on below keys that are not here:
// a card describes its authentication, a registry every variable of a package.
var serverWords = componentWords.with(
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

// schemaWords has the keywords of JSON Schema draft-04 to 2020-12, OpenAPI's
// example, and the annotations of the editors' dialect.
var schemaWords = words(
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

// argumentWords has the keys of PromptArgument, and of the arguments that
// Docker's, Google's and Higress' tools list: schemas with a name.
var argumentWords = schemaWords.with(
	as(leaf(Parameter), "name"),
	as(leaf(SchemaText), "desc"),
	as(is(inArgument, Unknown), "items"),
	as(is(inArguments, Parameter), "properties"),
	as(leaf(Format), "optional", "position", "authServices", "authSources"),
)

// annotationWords has the keys of ToolAnnotations and Annotations.
var annotationWords = words(
	as(leaf(Title), "title"),
	as(leaf(Format), "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint", "audience", "priority", "lastModified"),
)

var iconWords = words(
	as(leaf(Address), "src"),
	as(leaf(Format), "mimeType", "sizes", "theme"),
)

// mean looks a key up in the grammar.
func mean(c context, key string) meaning {
	if m, ok := vocabularies[c][key]; ok {
		return m
	}
	switch {
	case c < inSchema && len(key) > 0 && key[0] == '_':
		return leaf(Meta)
	case c >= inServer && c < inSchema:
		return is(inServer, Unknown).foreign()
	case c == inAnnotations:
		return leaf(Annotation).foreign()
	}
	return unknown
}

// member is what a key says below a node of a context and role: as what the key
// itself is a text, 0 for not at all, and what its value means.
func member(c context, r Role, key string) (Role, meaning) {
	switch c {
	case inParameters:
		return Parameter, is(inSchema, Unknown)
	case inArguments:
		return Parameter, is(inArgument, Unknown)
	case inDefinitions:
		return Key, is(inSchema, Unknown)
	case inPatterns:
		return Format, is(inSchema, Unknown)
	case free:
		return r, leaf(r)
	}
	m := mean(c, key)
	switch {
	case m.known:
		return 0, m
	case c == inSignature:
		return Parameter, is(inArgument, Unknown)
	}
	return Key, m
}

// element is what an array of a context and role says about its elements.
func element(c context, r Role) meaning {
	switch c {
	case inIcons:
		return is(inIcon, r)
	case inArguments, inSignature:
		return is(inArgument, r)
	}
	return is(c, r)
}

// Resembles finds the key that some specification defines at the place of a text
// that is a key, and from which a spelling of it differs in case at most. The
// caller folds look-alike letters first, if those are to count. ok is false where
// any key may stand.
func (t *Text) Resembles(spelling string) (defined string, ok bool) {
	c, r := t.component.context, Unknown
	way := t.way()
	for _, s := range way[:max(len(way)-1, 0)] {
		m := element(c, r)
		if s.key.Valid() {
			_, m = member(c, r, s.key.Text())
		}
		c, r = m.context, m.role
	}
	defined, ok = lowered()[c][strings.ToLower(spelling)]
	return defined, ok
}

// lowered has the keys of each vocabulary by their spelling in lower case.
var lowered = sync.OnceValue(func() *[contexts]map[string]string {
	var all [contexts]map[string]string
	for c, v := range vocabularies {
		all[c] = map[string]string{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all[c][strings.ToLower(key)] = key
		}
	}
	return &all
})
