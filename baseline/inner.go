package baseline

import (
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// componentLists are the members of a server's object that hold components:
// also where they are empty, and so leave no trace in the document.
var componentLists = []string{"tools", "prompts", "resources", "resourceTemplates", "resource_templates", "templates"}

// innerMembers knows which members of a server are read as components of their
// own: they are not part of the server too.
type innerMembers map[innerMember]bool

type innerMember struct{ pointer, part string }

func readAsComponents(d *manifest.Document) innerMembers {
	servers := map[string]bool{}
	for _, c := range d.Components {
		if c.Kind == manifest.Server {
			servers[c.Pointer] = true
		}
	}
	inner := innerMembers{}
	if len(servers) == 0 {
		return inner
	}
	for _, c := range d.Components {
		for i := range len(c.Pointer) {
			if c.Pointer[i] == '/' && servers[c.Pointer[:i]] {
				part, _, _ := strings.Cut(c.Pointer[i+1:], "/")
				inner[innerMember{c.Pointer[:i], "/" + part}] = true
			}
		}
	}
	return inner
}

func (x innerMembers) has(c *manifest.Component, key string) bool {
	if c.Kind != manifest.Server {
		return false
	}
	return slices.Contains(componentLists, key) || x[innerMember{c.Pointer, manifest.PointerPart(key)}]
}
