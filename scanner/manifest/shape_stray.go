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
	var way way
	for i := root.index; i < root.raw().next; {
		way = way.to(t, i)
		n := Node{t, i}
		kind, flags := t.nodes[i].kind, t.nodes[i].flags
		switch {
		case kind != Object && kind != Array:
			i++
			continue
		case i == root.index || flags&isFrame != 0:
		case flags&isComponent != 0:
			i = t.nodes[i].next
			continue
		case !r.trusted && !r.asked && isModelRequest(n):
			r.skip = cmp.Or(r.skip, modelSkip)
			i = t.nodes[i].next
			continue
		case kind == Object && isMessage(n) && r.unwrap(n, way.site(t, i, at)):
			found = true
		case kind == Object && isTool(n):
			found = r.stray(n, way, at) || found
			if t.nodes[i].flags&isComponent != 0 {
				i = t.nodes[i].next
				continue
			}
		case kind == Object && isCallable(n) && r.straysIn(n, way):
			found = r.stray(n, way, at) || found
			if t.nodes[i].flags&isComponent != 0 {
				i = t.nodes[i].next
				continue
			}
		}
		way = append(way, spot{node: i, element: -1})
		i++
	}
	return found
}

// way is the containers around a node, the outermost first.
type way []spot

type spot struct {
	node    uint32
	element int // of an array: the one that the way goes on with
}

// to goes on to a node, which is the next one that is not in a container that was
// passed over.
func (w way) to(t *Tree, i uint32) way {
	for len(w) > 0 && t.nodes[w[len(w)-1].node].next <= i {
		w = w[:len(w)-1]
	}
	if len(w) > 0 && t.nodes[w[len(w)-1].node].kind == Array {
		w[len(w)-1].element++
	}
	return w
}

// site is where the way leads to, from where it begins: the container at its
// end, or with last the node that it was walked for.
func (w way) site(t *Tree, last uint32, at site) site {
	for k, s := range w {
		next := last
		if k+1 < len(w) {
			next = w[k+1].node
		}
		if s.node == next {
			break
		}
		if s.element >= 0 {
			at = at.index(s.element)
		} else {
			at = at.key(t.keyOf(next))
		}
	}
	return at
}

// straysIn reports whether a callable object stands in a list called tools, or
// the like: without a schema of the protocol's, the place must say what it is.
func (r *recogniser) straysIn(n Node, w way) bool {
	t, last := n.tree, len(w)-1
	return last > 0 && t.nodes[w[last].node].kind == Array && strings.EqualFold(t.keyOf(w[last].node), "tools")
}

// stray adds a tool, with all that is listed beside it, if it stands where tools
// stand.
func (r *recogniser) stray(n Node, w way, at site) bool {
	t, last := n.tree, len(w)-1
	parent := Node{t, w[last].node}
	if parent.Kind() == Object {
		r.add(Tool, n, inTool, toolFields, w.site(t, n.index, at))
		return true
	}
	if last == 0 {
		return false // arrayShape has read such a root
	}
	key, holder := t.keyOf(parent.index), Node{t, w[last-1].node}
	switch {
	case holder.Kind() != Object || !strings.Contains(strings.ToLower(key), "tool"):
		return false
	case strings.EqualFold(key, "tools") && holder.raw().flags&isComponent == 0:
		a := w[:last].site(t, holder.index, at)
		return r.result(holder, a.of(serverAround(holder, w[:last-1])), listsOf(holder))
	}
	return r.each(parent, mcpLists[0], w[:last].site(t, parent.index, at))
}

// serverAround names the server that a list belongs to, in a file of several:
// by the key of the object that has the list, or by its name in a list of
// servers.
func serverAround(holder Node, around way) string {
	if key := holder.tree.keyOf(holder.index); key != "" && !slices.Contains(envelopes, key) {
		return key
	}
	if len(around) > 0 && around[len(around)-1].element >= 0 {
		return firstText(holder, "name")
	}
	return ""
}

// keyOf is the key of the member whose value is the node at i; empty for any
// other node.
func (t *Tree) keyOf(i uint32) string {
	if i > 0 && t.nodes[i-1].flags&isKey != 0 && t.nodes[i-1].next == i {
		return t.at(i - 1).Text()
	}
	return ""
}
