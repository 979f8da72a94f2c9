package manifest

import (
	"cmp"
	"slices"
	"strings"
)

// strayShape is tools anywhere: in maps by server or by tool, in exports of
// gateways, in whatever a program wraps them. Only the strict test counts here.
var strayShape = shape{
	name: "nested tools", words: []string{"static_responses"},
	find: func(r *recogniser, root Node, at site) bool { return r.strays(root, at) },
}

// strays adds the tools of a document that no shape has found: values of members,
// and elements of lists called tools or the like. It walks the flat tree, and not
// through aliases: what they stand for is in the tree as well.
func (r *recogniser) strays(root Node, at site) bool {
	t, found := root.tree, false
	var open []uint32 // the containers around i
	for i := root.index; i < root.raw().next; {
		for len(open) > 0 && t.nodes[open[len(open)-1]].next <= i {
			open = open[:len(open)-1]
		}
		n := Node{t, i}
		switch {
		case t.nodes[i].kind != Object && t.nodes[i].kind != Array:
		case i != root.index && t.nodes[i].flags&(isComponent|isFrame) == isComponent:
			i = t.nodes[i].next
			continue
		case !r.trusted && isModelRequest(n):
			r.skip = cmp.Or(r.skip, modelSkip)
			i = t.nodes[i].next
			continue
		default:
			if t.nodes[i].kind == Object && t.nodes[i].flags&isComponent == 0 && isTool(n) {
				found = r.stray(n, open, root, at) || found
				if t.nodes[i].flags&isComponent != 0 {
					i = t.nodes[i].next
					continue
				}
			}
			open = append(open, i)
		}
		i++
	}
	return found
}

// stray adds a tool, with all that is listed beside it, if it stands where tools
// stand.
func (r *recogniser) stray(n Node, open []uint32, root Node, at site) bool {
	t := n.tree
	if len(open) == 0 {
		return false // the root itself
	}
	parent := Node{t, open[len(open)-1]}
	if parent.Kind() == Object {
		r.add(Tool, n, inTool, toolFields, r.siteOf(n, root, at))
		return true
	}
	if len(open) == 1 {
		return false
	}
	key, holder := t.keyOf(parent.index), Node{t, open[len(open)-2]}
	switch {
	case holder.Kind() != Object || !strings.Contains(strings.ToLower(key), "tool"):
		return false
	case strings.EqualFold(key, "tools") && holder.raw().flags&isComponent == 0:
		a := r.siteOf(holder, root, at)
		return r.result(holder, a.of(serverAround(holder, open[:len(open)-2])), listsOf(holder))
	}
	return r.each(parent, mcpLists[0], r.siteOf(parent, root, at))
}

// serverAround names the server that a list belongs to, in a file of several:
// by the key of the object that has the list, or by its name in a list of
// servers.
func serverAround(holder Node, open []uint32) string {
	if key := holder.tree.keyOf(holder.index); key != "" && !slices.Contains(envelopes, key) {
		return key
	}
	if len(open) > 0 && holder.tree.nodes[open[len(open)-1]].kind == Array {
		return firstText(holder, "name")
	}
	return ""
}

// siteOf is the site of a node below root.
func (r *recogniser) siteOf(n, root Node, at site) site {
	_, pointer := pathTo(root, n.index)
	at.pointer += pointer
	return at
}

// keyOf is the key of the member whose value is the node at i; empty for any
// other node.
func (t *Tree) keyOf(i uint32) string {
	if i > 0 && t.nodes[i-1].flags&isKey != 0 && t.nodes[i-1].next == i {
		return t.at(i - 1).Text()
	}
	return ""
}
