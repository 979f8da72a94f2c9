package manifest

import "strings"

// MCPB, formerly DXT: the bundles that desktop clients install.

// bundleShape is a bundle's manifest (MANIFEST.md of the bundle format,
// manifest_version 0.1 to 0.4). A string version tells it from a browser
// extension's.
var bundleShape = shape{
	name: "MCPB manifest", sure: true,
	names: possible("manifest.json", "manifest.template.json", "*mcpb*.json"),
	words: []string{"static_responses", "manifest_version", "dxt_version", "mcpb_version"},
	find: func(r *recogniser, root Node, at site) bool {
		if !says(root, "", bundleVersions...) || !has(root, Object, "server") {
			return false
		}
		r.add(Server, root, inBundle, nil, at)
		r.lists(root, bundleLists, at)
		r.static(root, at)
		return true
	},
}

var bundleVersions = []string{"manifest_version", "dxt_version", "mcpb_version"}

// localeShape is a bundle's texts in another language: mcpb-resources/de-DE.json.
var localeShape = shape{
	name: "MCPB locale", under: ownOnly,
	names: []namePattern{{says: Possible, globs: []string{"*.json"}, parent: "mcpb-resources"}},
	find: func(r *recogniser, root Node, at site) bool {
		if root.Kind() != Object {
			return false
		}
		r.add(Server, root, inBundle, nil, at)
		r.lists(root, bundleLists, at)
		return true
	},
}

var bundleLists = []list{
	{"tools", Tool, inTool, fields("MCPB tool", "name", "description")},
	{"prompts", Prompt, inPrompt, fields("MCPB prompt", "name", "description", "arguments", "text")},
}

func bundleWords() vocabulary {
	return serverWords().with(
		as(leaf(Format), "manifest_version", "dxt_version", "mcpb_version", "server", "tools_generated", "prompts_generated", "localization"),
		as(leaf(Address), "icon", "screenshots"),
	)
}

// static adds the answers that a bundle gives without being run: below
// _meta."com.microsoft.windows".static_responses, by method.
func (r *recogniser) static(root Node, at site) {
	for k, meta := range root.values("_meta") {
		at := at.key(k.Text())
		for vendor := range meta.Members() {
			at := at.key(vendor.Key.Text())
			for k, responses := range vendor.Value.values("static_responses") {
				at := at.key(k.Text())
				for m := range responses.Members() {
					if m.Value.Kind() == Object {
						r.result(m.Value, at.key(m.Key.Text()), mcpLists)
					}
				}
			}
		}
	}
}

// packageShape is the package.json of an editor's extension that offers tools to
// language models (VS Code, contributes.languageModelTools).
var packageShape = shape{
	name: "VS Code extension", sure: true, words: []string{"languageModelTools"},
	find: func(r *recogniser, root Node, at site) bool {
		found := false
		for k, contributes := range root.values("contributes") {
			at := at.key(k.Text())
			for k, tools := range contributes.values("languageModelTools") {
				found = found || tools.Kind() == Array
				r.each(tools, list{"", Tool, inEditorTool, editorFields}, at.key(k.Text()))
			}
		}
		return found
	},
}

var editorFields = fields("VS Code language model tool", "name", "displayName", "modelDescription", "userDescription", "toolReferenceName",
	"legacyToolReferenceFullNames", "inputSchema", "tags", "icon", "when", "canBeReferencedInPrompt", "disable", "toolSet")

func editorToolWords() vocabulary {
	return toolWords().with(
		as(leaf(Description), "modelDescription", "userDescription"),
		as(leaf(Name), "toolReferenceName", "legacyToolReferenceFullNames", "toolSet"),
		as(leaf(Format), "when", "icon"),
	)
}

// pluginShape is the plugin manifest of a Microsoft 365 agent (schema v2) that
// reaches an MCP server; one for OpenAPI only is another matter.
var pluginShape = shape{
	name: "M365 plugin", sure: true, words: []string{"RemoteMCPServer"},
	names: possible("ai-plugin.json", "*-plugin.json"),
	find: func(r *recogniser, root Node, at site) bool {
		isRemote := func(n Node) bool { return strings.EqualFold(firstText(n, "type"), "RemoteMCPServer") }
		if !holds(root, isRemote, "runtimes") {
			return false
		}
		r.add(Server, root, inPlugin, nil, at)
		r.lists(root, []list{{"functions", Tool, inPlugin, pluginFields}}, at)
		for k, runtimes := range root.values("runtimes") {
			i := 0
			for runtime := range runtimes.Elements() {
				at := at.key(k.Text()).index(i)
				i++
				for k, spec := range runtime.values("spec") {
					for d, description := range spec.values("mcp_tool_description") {
						r.lists(description, mcpLists, at.key(k.Text()).key(d.Text()))
					}
				}
			}
		}
		return true
	},
}

var pluginFields = fields("M365 plugin function", "id", "name", "description", "parameters", "returns", "states", "capabilities")

func pluginWords() vocabulary {
	return serverWords().with(
		as(leaf(Title), "name_for_model"),
		as(is(inSchema, Unknown), "parameters", "returns"),
		as(is(inPlugin, Unknown), "states", "reasoning", "responding", "runtimes", "spec", "mcp_tool_description", "functions"),
		as(leaf(Format), "namespace", "run_for_functions"),
	)
}
