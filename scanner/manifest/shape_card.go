package manifest

import "strings"

// What is published of a server as a whole: the registry's server.json, server
// cards, and the free forms below .well-known. None but the first has a list of
// fields that anybody keeps to.

// registryShape is server.json of the MCP registry. It has no tools by its
// schema; some have them all the same.
var registryShape = shape{
	name: "registry server.json", names: possible("server.json"),
	words: []string{"static.modelcontextprotocol.io/schemas/"},
	find: func(r *recogniser, root Node, at site) bool {
		if !isRegistryServer(root) {
			return false
		}
		r.add(Server, root, inServer, registryFields, at)
		r.lists(root, looseLists, at)
		return true
	},
}

// isRegistryServer wants the registry's schema, or a name in its form beside
// packages or remotes: "io.github.someone/server".
func isRegistryServer(n Node) bool {
	if !has(n, String, "name") {
		return false
	}
	if some(n, func(v Node) bool {
		return strings.Contains(v.Text(), "modelcontextprotocol") && strings.HasSuffix(v.Text(), "server.schema.json")
	}, "$schema") {
		return true
	}
	space, name, ok := strings.Cut(firstText(n, "name"), "/")
	return ok && strings.Contains(space, ".") && name != "" && has(n, Array, "packages", "remotes") && has(n, String, "description")
}

var registryFields = fields("MCP registry server", "$schema", "name", "title", "description", "version", "status", "repository", "websiteUrl", "website_url",
	"icons", "packages", "remotes", "tools", "prompts", "resources")

// registryListShape is many of them in a file: a copy of a registry, whose
// entries are others' to answer for. It is read where somebody named it.
var registryListShape = shape{
	name: "registry", skip: "a copy of an MCP registry: the servers in it are read where the file is named as a manifest",
	like: func(root Node) bool {
		isEntry := func(n Node) bool { return isRegistryServer(n) || some(n, isRegistryServer, "server") }
		return holds(root, isEntry, "servers") || some(root, func(v Node) bool { return holds(v, isEntry, "servers") }, "data")
	},
	find: func(r *recogniser, root Node, at site) bool {
		for k, v := range root.values("data") {
			r.registryEntries(v, at.key(k.Text()))
		}
		r.registryEntries(root, at)
		return true
	},
}

func (r *recogniser) registryEntries(n Node, at site) {
	for k, servers := range n.values("servers") {
		i := 0
		for e := range servers.Elements() {
			at := at.key(k.Text()).index(i)
			i++
			for k, v := range e.values("server") {
				r.add(Server, v, inServer, registryFields, at.key(k.Text()))
			}
			r.add(Server, e, inServer, nil, at)
		}
	}
}

// cardShape is a server card: the older form with tools, and that of SEP-2127,
// which has none.
var cardShape = shape{
	name: "server card", names: cardNames, words: []string{"server-card.schema.json"},
	find: func(r *recogniser, root Node, at site) bool {
		if root.Kind() != Object || !says(root, "server-card.schema.json", "$schema") && judge(cardNames, r.path) == Unlikely {
			return false
		}
		r.add(Server, root, inServer, nil, at)
		r.lists(root, cardLists, at)
		return true
	},
}

var cardNames = []namePattern{
	{says: Probable, globs: []string{"*server-card*.json"}},
	{says: Probable, globs: []string{"server-card"}, in: ".well-known"},
}

// catalogShape is ai-catalog.json, in which cards are found or contained.
var catalogShape = shape{
	name: "AI catalog", names: possible("ai-catalog.json"), words: []string{"mcp-server-card+json"},
	find: func(r *recogniser, root Node, at site) bool {
		isCard := func(n Node) bool { return says(n, "mcp-server-card", "type") }
		if !holds(root, isCard, "entries") {
			return false
		}
		r.add(Server, root, inServer, nil, at)
		return true
	},
}

// wellKnownShape is what else stands below .well-known under the name of MCP: no
// two of them have the same keys.
var wellKnownShape = shape{
	name: "well-known file", under: ownOnly,
	names: []namePattern{
		{says: Probable, globs: []string{"mcp"}, in: ".well-known"},
		{says: Probable, globs: []string{"mcp.json"}, in: ".well-known"},
		{says: Probable, globs: []string{"*.json"}, parent: "mcp", in: ".well-known"},
	},
	find: func(r *recogniser, root Node, at site) bool {
		if root.Kind() != Object {
			return false
		}
		r.add(Server, root, inServer, nil, at)
		r.lists(root, cardLists, at)
		return true
	},
}

// cardLists are free-form: cards add a url, a price, a category to a tool.
var cardLists = lists(nil, nil, nil, nil)
