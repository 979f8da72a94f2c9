package manifest

// Files about servers that hold commands and addresses: they are told of and not
// read, unless somebody put the text of tools into them.

// configShape is the configuration of a client: how it starts or reaches
// servers.
var configShape = shape{
	name: "client configuration",
	names: []namePattern{
		{says: Probable, globs: []string{"mcp.json", ".mcp.json", "mcp_config.json", "claude_desktop_config.json"}},
		{says: Possible, globs: []string{"gemini-extension.json"}},
		{says: Possible, globs: []string{"plugin.json"}, parent: ".claude-plugin"},
		{says: Possible, globs: []string{"config.toml"}, parent: ".codex"},
		{says: Possible, globs: []string{"fastmcp.json"}},
	},
	words: []string{"mcpServers", "mcp_servers", "context_servers"},
	skip:  "a client's configuration: it names servers, and holds no text of theirs",
	like: func(root Node) bool {
		isEntry := func(n Node) bool {
			return hasAny(n, "command", "cmd") || has(n, String, "url", "httpUrl", "serverUrl") || has(n, Array, "args")
		}
		isMap := func(n Node) bool { return anyMember(n, isEntry) }
		return hasAny(root, "mcpServers", "context_servers", "mcp_servers") || some(root, isMap, "servers", "mcp", "extensions") ||
			some(root, func(v Node) bool { return some(v, isMap, "servers") }, "mcp") ||
			says(root, "gofastmcp.com", "$schema") || has(root, String, "entrypoint") && has(root, String, "transport") ||
			has(root, Object, "source") && has(root, Object, "deployment")
	},
}

// configToolsShape is such a configuration with tools in an entry, as hostile
// fixtures and some gateways have them.
var configToolsShape = shape{
	name: "client configuration with tools",
	find: func(r *recogniser, root Node, at site) bool {
		found := false
		for _, key := range []string{"mcpServers", "servers", "context_servers", "mcp_servers"} {
			for k, servers := range root.values(key) {
				at := at.key(k.Text())
				for m := range servers.Members() {
					if holds(m.Value, isDescribed, "tools", "prompts", "resources") {
						r.result(m.Value, at.key(m.Key.Text()).of(m.Key.Text()), listsOf(m.Value))
						found = true
					}
				}
			}
		}
		return found
	},
}

// lockShape is what tools pin servers with.
var lockShape = shape{
	name: "lock file", names: probable("mcp-lock.json", "mcp.lock.json", "mcp.lock"),
	skip: "a lock file: it pins servers by their hashes, and holds no text of theirs",
	like: func(root Node) bool {
		pinned := func(n Node) bool { return hasAny(n, "publicKey", "handlerHash", "digest", "integrity") }
		return has(root, Number, "lockfileVersion") && has(root, Object, "servers") ||
			holds(root, pinned, "tools")
	},
}

// baselineShape is what this program itself records.
var baselineShape = shape{
	name: "baseline", skip: "an approved baseline: manifests are compared with it, and it is not scanned itself",
	like: func(root Node) bool { return says(root, "theriac/baseline/", "schema") },
}

// lockToolsShape is a lock file that keeps the text itself.
var lockToolsShape = shape{
	name: "lock file with tools",
	find: func(r *recogniser, root Node, at site) bool {
		return has(root, Number, "lockfileVersion") && configToolsShape.find(r, root, at)
	},
}

// ownFormShape is a file that has the name of a tool manifest, and lists tools in
// a form of its own, or none.
var ownFormShape = shape{
	name: "manifest of its own form", under: ownOnly,
	names: probable("mcp-manifest.json", "mcp_manifest.json"),
	skip:  "a manifest in a form of its own: no list of tools as the protocol has it",
	like:  isDescribed,
}

// smitheryShape says how the hub of that name builds and starts a server.
var smitheryShape = shape{
	name: "Smithery configuration", under: ownOnly, names: possible("smithery.yaml", "smithery.yml", "smithery.json"),
	skip: "a hub's configuration: it says how a server is started, and holds no text of its tools",
	like: func(root Node) bool { return hasAny(root, "startCommand", "runtime", "build") },
}

// settingsShape is the settings and catalogue entries of gateways and hubs that
// name tools and hold no text of theirs. Each line is the keys of one.
var settingsShape = shape{
	name: "server settings", names: possible("mcp.yaml", "mcp.yml"),
	skip: "the settings of a server or gateway: they name tools, and hold no text of theirs",
	like: func(root Node) bool {
		if isCluster(root) {
			return true
		}
		for _, keys := range [][]string{
			{"name", "transport", "tools", "image"}, {"name", "transport", "tools", "url"}, {"name", "transport", "repository_url"}, // ToolHive
			{"endpoint", "transport", "operations"}, {"endpoint", "transport", "introspection"}, // Apollo
			{"mcp_version", "endpoints"},
			{"name", "vendor", "sourceUrl", "runtime"}, // mcp-get
			{"runtime", "build"},                       // Smithery
		} {
			if hasAll(root, keys...) {
				return true
			}
		}
		// Docker's catalogue, and the Elasticsearch server's settings.
		return some(root, func(v Node) bool { return anyMember(v, func(n Node) bool { return has(n, Array, "tools") }) }, "registry") ||
			some(root, func(v Node) bool { return hasAll(v, "url", "api_key") }, "elasticsearch")
	},
}

// skillShape is told of by name alone: it is neither JSON nor YAML.
var skillShape = shape{
	name: "agent skill", under: ownOnly,
	names: possible("skill.md", "*.agent.md"),
	skip:  "an agent's skill: text for a model, but not an MCP server's",
}
