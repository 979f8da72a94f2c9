package live

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/theriac/theriac/scanner/manifest"
)

// A Listing is all that a server lists.
type Listing struct {
	Server *Server
	// Manifest is the listing as a manifest: one JSON object with what the server
	// said of itself (serverInfo, protocolVersion, capabilities, instructions) and
	// tools, prompts, resources and resourceTemplates, where it has them.
	//
	// Components stand in the order of the pages and keep every key, number and
	// string as it was sent. Keys are sorted, indentation is two spaces, a line
	// break ends the last line: equal listings are equal bytes.
	Manifest []byte
	// Notes are what a person should know of how the server behaved, one line
	// each. They may quote it.
	Notes []string

	greeting   *answer
	components [len(lists)][]manifest.Node // nil for a list that the server has not
}

func (l *Listing) count() (n int) {
	for _, c := range l.components {
		n += len(c)
	}
	return n
}

// answered reports whether the server has any list, though it be empty.
func (l *Listing) answered() bool {
	return slices.ContainsFunc(l.components[:], func(c []manifest.Node) bool { return c != nil })
}

// said is what of a greeting goes into the manifest, and known what is left out
// of it without a word: what concerns the message and not the server.
var (
	said  = []string{"serverInfo", "protocolVersion", "supportedVersions", "capabilities", "instructions", "_meta"}
	known = []string{"resultType", "ttlMs", "cacheScope"}
)

// assemble makes the manifest.
func (l *Listing) assemble() error {
	var members []string
	add := func(key, value string) { members = append(members, key+":"+value) }
	var dropped []string
	for m := range l.greeting.root.Members() {
		switch key := m.Key.Text(); {
		case slices.Contains(said, key):
			add(raw(m.Key), raw(m.Value))
		case !slices.Contains(known, key):
			// No client shows it to a model. It must not decide as what the manifest
			// is recognised either.
			dropped = append(dropped, fmt.Sprintf("%q", clip(key)))
		}
	}
	if dropped != nil {
		l.Notes = append(l.Notes, "it said more of itself than the protocol has words for; left out: "+clip(strings.Join(dropped, ", ")))
	}
	// Without initialize, the server's name comes in _meta.
	if info := l.greeting.get("_meta").Get(mcp.MetaKeyServerInfo); info.Valid() && !l.greeting.get("serverInfo").Valid() {
		add(`"serverInfo"`, raw(info))
	}
	for i, x := range lists {
		if l.components[i] == nil {
			continue
		}
		all := make([]string, len(l.components[i]))
		for j, c := range l.components[i] {
			all[j] = raw(c)
		}
		add(`"`+x.key+`"`, "["+strings.Join(all, ",")+"]")
	}
	merged := []byte("{" + strings.Join(members, ",") + "}")
	tree, _, err := manifest.ReadJSON(l.Server.Name, merged, 2*MaxBytes)
	if err != nil {
		return err
	}
	l.Manifest = append(appendSorted(nil, tree.Root(), "\n"), '\n')
	if len(l.Manifest) > manifest.MaxSize {
		return &manifest.Error{Reason: manifest.TooLarge,
			Detail: fmt.Sprintf("what it lists makes a manifest of more than %d bytes, and no more are read", manifest.MaxSize)}
	}
	return nil
}

// appendSorted writes a node with sorted keys. line is a line break and the
// indentation of the line that the node stands in. The manifest's reader bounds
// how deep nodes nest; it stops soon after [manifest.MaxSize], because two
// kilobytes of brackets make a megabyte of indentation.
func appendSorted(out []byte, n manifest.Node, line string) []byte {
	inner, comma := line+"  ", ""
	item := func(key, value manifest.Node) bool {
		out = append(append(out, comma...), inner...)
		comma = ","
		if key.Valid() {
			out = append(append(out, raw(key)...), ": "...)
		}
		out = appendSorted(out, value, inner)
		return len(out) <= manifest.MaxSize
	}
	switch n.Kind() {
	case manifest.Object:
		out = append(out, '{')
		for _, m := range slices.SortedStableFunc(n.Members(), func(a, b manifest.Member) int {
			return strings.Compare(a.Key.Text(), b.Key.Text())
		}) {
			if !item(m.Key, m.Value) {
				return out
			}
		}
	case manifest.Array:
		out = append(out, '[')
		for e := range n.Elements() {
			if !item(manifest.Node{}, e) {
				return out
			}
		}
	default:
		return append(out, raw(n)...)
	}
	if comma != "" {
		out = append(out, line...)
	}
	if n.Kind() == manifest.Array {
		return append(out, ']')
	}
	return append(out, '}')
}

// neutral is the name under which a listing is parsed. The server's own name
// would be taken for a path, and what a path ends in has a meaning.
const neutral = "mcp-tools.json"

// Document is the listing as any manifest is read. Its places are those in
// [Listing.Manifest]; a report of a live server shows none. The error is an
// [*Error].
func (l *Listing) Document() (*manifest.Document, error) {
	doc, err := manifest.Parse(neutral, l.Manifest, manifest.Options{Named: true})
	if err != nil {
		var fault *manifest.Error
		if !errors.As(err, &fault) {
			fault = &manifest.Error{Reason: manifest.Unparsable, Detail: err.Error()}
		}
		return nil, &Error{Server: l.Server.Name, Reason: fault.Reason, Detail: "what it lists: " + fault.Detail}
	}
	doc.Source.URI = l.Server.Name
	return doc, nil
}
