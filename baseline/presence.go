package baseline

import (
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// reportPresence tells which components came and went.
func (c *comparison) reportPresence(removed, added []*manifest.Component) {
	if c.presence == nil {
		return
	}
	other := renames(removed, added)
	for _, x := range added {
		message := scanner.Say(capitals[x.Kind]+" %s added since "+c.Basis.since(), x.Name)
		if was, ok := other[x]; ok {
			message = message.Then(scanner.Say("; but for its name it is %s, which is gone", was.Name))
		} else if says := described(x.Node); !says.Equal(scanner.Message{}) {
			message = message.Then(scanner.Say(": ")).Then(says)
		}
		f := c.presenceOf(x, "added", message)
		f.Field, f.Pointer, f.Text = "name", x.Pointer+"/name", x.Name
		f.Span = scanner.Span{End: len([]rune(x.Name))}
		if n := x.Node.Get("name"); n.Kind() == manifest.String && n.Text() == x.Name {
			f.Place(n, 0, len(x.Name))
		} else {
			f.Field, f.Pointer = "", x.Pointer
			c.placeComponent(&f, x)
		}
		c.findings = append(c.findings, f)
	}
	var gone []scanner.Finding
	for _, x := range removed {
		message := scanner.Say(capitals[x.Kind]+" %s removed since "+c.Basis.since(), x.Name)
		if now, ok := other[x]; ok {
			message = message.Then(scanner.Say("; %s is the same but for its name", now.Name))
		}
		f := c.presenceOf(x, "removed", message)
		*f.Baseline = c.shown(x.Node)
		f.Value = true
		var key manifest.Node
		key, f.Pointer = c.listOf(x)
		c.placeNode(&f, key)
		gone = append(gone, f)
	}
	c.reportGone(gone)
}

// reportGone tells of components that are gone. Those of one list have one place,
// and are one finding: nothing is left of them that could be read one by one.
func (c *comparison) reportGone(gone []scanner.Finding) {
	slices.SortStableFunc(gone, scanner.CompareFindings)
	for len(gone) > 0 {
		n := 1
		for n < len(gone) && gone[n].Pointer == gone[0].Pointer && gone[n].Start == gone[0].Start && gone[n].Component.Kind == gone[0].Component.Kind {
			n++
		}
		c.findings = append(c.findings, scanner.Together(gone[:n]))
		gone = gone[n:]
	}
}

var capitals = map[manifest.ComponentKind]string{
	manifest.Tool: "Tool", manifest.Prompt: "Prompt", manifest.Resource: "Resource",
	manifest.ResourceTemplate: "Resource template", manifest.Server: "Server",
}

func (c *comparison) presenceOf(x *manifest.Component, how string, message scanner.Message) scanner.Finding {
	return scanner.Finding{
		Rule: c.presence, Severity: c.Basis.presence(), Message: message,
		Source: c.new.Source.URI, Component: scanner.RefOf(x), Baseline: new(string),
		Fingerprint: scanner.Fingerprint(c.presence.ID, scanner.RefOf(x), how),
	}
}

// renames finds components that went under one name and came under another:
// equal in all the rest, of which there must be a description.
func renames(removed, added []*manifest.Component) map[*manifest.Component]*manifest.Component {
	type content struct {
		kind   manifest.ComponentKind
		server string
		sum    sum
	}
	sums := newDigester()
	of := func(x *manifest.Component) content {
		return content{x.Kind, x.Server, sums.except(x.Node, "name")}
	}
	gone := map[content][]*manifest.Component{}
	for _, x := range removed {
		if x.Node.Get("description").Text() != "" {
			gone[of(x)] = append(gone[of(x)], x)
		}
	}
	names := map[*manifest.Component]*manifest.Component{}
	for _, x := range added {
		if was := gone[of(x)]; len(was) > 0 {
			names[x], names[was[0]] = was[0], x
			gone[of(x)] = was[1:]
		}
	}
	return names
}

// listNames are the keys of lists, by what is in them.
var listNames = map[manifest.ComponentKind][]string{
	manifest.Tool: {"tools"}, manifest.Prompt: {"prompts"}, manifest.Resource: {"resources"},
	manifest.ResourceTemplate: {"resourceTemplates", "resource_templates", "templates"},
}

// listOf is where the new document has, or would have, components like one that
// is gone: the key of the list, or the document itself, with its pointer.
func (c *comparison) listOf(x *manifest.Component) (manifest.Node, string) {
	roots := c.new.Roots()
	if len(roots) == 0 {
		return manifest.Node{}, ""
	}
	for _, like := range c.new.Components {
		if like.Kind == x.Kind && like.Server == x.Server {
			if key, pointer, ok := c.keyAbove(like); ok {
				return key, pointer
			}
			break
		}
	}
	for _, name := range listNames[x.Kind] {
		if key, _ := roots[0].Lookup(name); key.Valid() {
			return key, manifest.PointerPart(name)
		}
	}
	return roots[0], ""
}

// keyAbove follows a component's pointer down to the key of the list, or map,
// that holds it.
func (c *comparison) keyAbove(x *manifest.Component) (key manifest.Node, pointer string, ok bool) {
	parts := strings.Split(x.Pointer, "/")
	if len(parts) < 3 {
		return key, "", false
	}
	n := x.Node.Tree().Root()
	parts = parts[1 : len(parts)-1]
	if len(c.new.Roots()) > 1 {
		pointer, parts = "/"+parts[0], parts[1:]
	}
	for _, part := range parts {
		name := strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		key, n = n.Lookup(name)
		if !key.Valid() {
			return key, "", false
		}
		pointer += "/" + part
	}
	return key, pointer, key.Valid()
}
