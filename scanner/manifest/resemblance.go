package manifest

import (
	"fmt"
	"strings"
)

// resemblance says what in a document that was not recognised looks like MCP
// metadata all the same, for a person; empty for nothing. It wants a key of the
// protocol's, and prose where the protocol has it: what it passes over may be
// taken for something else.
func resemblance(trees []*Tree) string {
	for k, t := range trees {
		prefix := ""
		if len(trees) > 1 {
			prefix = PointerIndex(k)
		}
		if rejected(t.Root()) {
			continue
		}
		var way way
		for i := uint32(0); int(i) < len(t.nodes); i++ {
			way = way.to(t, i)
			kind := t.nodes[i].kind
			if kind != Object && kind != Array {
				continue
			}
			n := Node{t, i}
			key, list := t.keyOf(i), ""
			if len(way) > 0 && way[len(way)-1].element >= 0 {
				list = t.keyOf(way[len(way)-1].node)
			}
			if what := resembles(n, key, list); what != "" {
				return fmt.Sprintf("%s at %q", what, way.site(t, i, site{pointer: prefix}).pointer)
			}
			way = append(way, spot{node: i, element: -1})
		}
	}
	return ""
}

// resembles judges one object or array, which stands below key, or in the list
// below list. The skills of agents have schemas too.
func resembles(n Node, key, list string) string {
	switch {
	case list == "skills":
		return ""
	case n.Kind() == Object && hasAny(n, "inputSchema", "input_schema") && (hasAny(n, "description", "title") || has(n, Object, "inputSchema", "input_schema")):
		return "an input schema without the name of a tool"
	case isMessage(n) && hasAny(n.Get("result"), "tools", "prompts", "resources", "resourceTemplates"):
		return "an answer of the protocol's whose list is none"
	}
	switch strings.ToLower(key) {
	case "tools", "prompts", "resourcetemplates", "resource_templates":
		for e := range n.Elements() {
			if speaksToModel(e) {
				return fmt.Sprintf("a list %q of things that are described, and not named as in the protocol", key)
			}
		}
		for m := range n.Members() {
			if speaksToModel(m.Value) {
				return fmt.Sprintf("a map %q of things that are described, and not as in the protocol", key)
			}
		}
	}
	return ""
}

// speaksToModel reports whether an object describes itself in words.
func speaksToModel(n Node) bool {
	return some(n, func(v Node) bool { return v.Kind() == String && strings.Count(v.Text(), " ") >= 2 },
		"description", "desc", "summary", "instructions", "text", "prompt")
}
