package manifest

import (
	"strings"
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

// mean looks a key up in the grammar.
func mean(c context, key string) meaning {
	if m, ok := vocabularies[c].get()[key]; ok {
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
func member(c context, r Role, key string) (Role, meaning) { return memberBy(mean, c, r, key) }

// memberBy is member with a grammar to look keys up in.
func memberBy(mean func(context, string) meaning, c context, r Role, key string) (Role, meaning) {
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
		if key := t.component.doc.key(s); key.Valid() {
			_, m = member(c, r, key.Text())
		}
		c, r = m.context, m.role
	}
	defined, ok = lowered()[c][strings.ToLower(spelling)]
	return defined, ok
}
