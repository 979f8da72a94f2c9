// Package live asks a running MCP server what it lists, and makes a manifest of
// the answer that package manifest reads like any file.
//
// It asks and does nothing else: initialize (or server/discover, of servers that
// know no initialize), tools/list, prompts/list, resources/list and
// resources/templates/list. There is no code in it that calls a tool, renders a
// prompt or reads a resource, and a test over its source fails when some
// appears. To point it at a server that nobody trusts yet is what it is for.
//
// The way of a listing:
//
//	Server → link (stdio: own; HTTP: the SDK's transports) → Lister → pages → Listing → manifest.Document
//
// The SDK's client is not used: it decodes answers into Go structs, which drop
// every key that the protocol does not define, and such a key is as good a place
// to hide text as any. A [Lister] works on the SDK's connections and keeps each
// component as the JSON that the server sent.
//
// A listing is whole or it is an error. Everything a server can make large or
// endless is bounded: see [Options] and the constants of limits.go.
package live
