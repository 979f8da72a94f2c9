package manifest

import (
	"iter"
	"strings"
)

// Tests look at every occurrence of a repeated key, and do not mind its case:
// some readers take the first of two, and encoding/json any spelling in case. A
// list must not get by unread because a second, empty one follows it.

// values yields the values of every member with that key, in any case.
func (n Node) values(key string) iter.Seq2[Node, Node] {
	return func(yield func(k, v Node) bool) {
		for m := range n.Members() {
			if k := m.Key.Text(); len(k) == len(key) && strings.EqualFold(k, key) && !yield(m.Key, m.Value) {
				return
			}
		}
	}
}

// some reports whether a value of one of the keys passes the test.
func some(n Node, test func(Node) bool, keys ...string) bool {
	for _, key := range keys {
		for _, v := range n.values(key) {
			if test(v) {
				return true
			}
		}
	}
	return false
}

// has reports whether one of the keys has a value of that kind.
func has(n Node, k Kind, keys ...string) bool {
	return some(n, func(v Node) bool { return v.Kind() == k }, keys...)
}

// hasAll reports whether each of the keys has some value.
func hasAll(n Node, keys ...string) bool {
	for _, key := range keys {
		if !some(n, Node.Valid, key) {
			return false
		}
	}
	return true
}

// hasAny reports whether one of the keys is there.
func hasAny(n Node, keys ...string) bool { return some(n, Node.Valid, keys...) }

// says reports whether one of the keys has a string with that in it.
func says(n Node, part string, keys ...string) bool {
	return some(n, func(v Node) bool { return v.Kind() == String && strings.Contains(v.Text(), part) }, keys...)
}

// holds reports whether one of the keys has a list with an element that passes
// the test. One is enough: a list that needed a majority could be diluted until
// nobody reads it.
func holds(n Node, test func(Node) bool, keys ...string) bool {
	return some(n, func(v Node) bool { return v.Kind() == Array && anyElement(v, test) }, keys...)
}

func anyElement(list Node, test func(Node) bool) bool {
	for e := range list.Elements() {
		if test(e) {
			return true
		}
	}
	return false
}

// anyMember reports whether a value of the object passes the test.
func anyMember(n Node, test func(Node) bool) bool {
	for m := range n.Members() {
		if test(m.Value) {
			return true
		}
	}
	return false
}

// firstText is the first string of the keys that is not empty.
func firstText(n Node, keys ...string) string {
	for _, k := range keys {
		if v := n.Get(k); v.Kind() == String && v.Text() != "" {
			return v.Text()
		}
	}
	return ""
}

// isTool is the strict test: a string name and a schema. Of 44,257 JSON and YAML
// files of public repositories, none that held such an object in a tools list
// was anything but MCP. A tool whose schema is none, null or a word, is still
// known by the key and by saying what it does: a mistake must not take it out of
// the review.
func isTool(n Node) bool {
	return has(n, String, toolNames...) && (some(n, isSchema, "inputSchema", "input_schema") ||
		hasAny(n, "inputSchema", "input_schema") && has(n, String, "description", "title"))
}

func isSchema(n Node) bool {
	return n.Kind() == Object || n.Kind() == String && isObjectText(n.Text())
}

// isNamed is the test for files that somebody named, or whose names are those of
// MCP metadata: a name and no more.
func isNamed(n Node) bool {
	return has(n, String, "name", "uri", "uriTemplate", "uri_template")
}

// isDescribed is a named object that says what it is.
func isDescribed(n Node) bool { return has(n, String, "name") && has(n, String, "description") }

// isServer reports whether an object says of a server what initialize,
// server/discover or a server card do.
func isServer(n Node) bool {
	return has(n, Object, "serverInfo") || has(n, String, "resultType", "protocolVersion") || has(n, Array, "supportedVersions")
}

// rejected recognises roots that hold lists named like ours and are something
// else: API descriptions, schemas, browser extensions, analysis results, cluster
// resources.
func rejected(root Node) bool {
	switch {
	case root.Kind() != Object:
		return false
	case has(root, String, "openapi", "swagger", "asyncapi"):
		return true
	case has(root, Number, "manifest_version"):
		return true // Chrome's is an integer, MCPB's a string
	case has(root, Array, "runs") && has(root, String, "version"):
		return true // SARIF
	case has(root, String, "apiVersion") && has(root, String, "kind"):
		return !isCluster(root) // Kubernetes
	}
	return says(root, "json-schema.org/", "$schema") && (has(root, Object, "properties", "$defs", "definitions") || hasAll(root, "$ref"))
}

// isCluster reports whether a Kubernetes resource is about MCP servers.
func isCluster(root Node) bool { return says(root, "toolhive.stacklok", "apiVersion") }
