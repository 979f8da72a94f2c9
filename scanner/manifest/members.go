package manifest

import (
	"iter"
	"slices"
)

// A Member is one key and its value. Key is a String, except in YAML, where any
// node may be a key.
type Member struct{ Key, Value Node }

// Members yields an object's members in order, every duplicate included. In
// YAML, the members that a merge key (<<) brings in come after the own ones, an
// overridden one too: readers of YAML 1.2 know no merge keys.
func (n Node) Members() iter.Seq[Member] {
	return func(yield func(Member) bool) {
		for object := range n.merged() {
			for m := range object.own() {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// own yields the members that stand in the object itself, without merge keys.
func (n Node) own() iter.Seq[Member] {
	return func(yield func(Member) bool) {
		if n.Kind() != Object {
			return
		}
		t := n.tree
		for i := n.index + 1; i < n.raw().next; {
			v := t.nodes[i].next
			if !t.merges(i) && !yield(Member{t.at(i), t.at(v)}) {
				return
			}
			i = t.nodes[v].next
		}
	}
}

// isMerged reports whether a merge key brings the member in.
func (n Node) isMerged(m Member) bool {
	return n.tree.values != nil && (m.Key.index <= n.index || m.Key.index >= n.raw().next)
}

// ownKeys are the keys of the object's own members.
func (n Node) ownKeys() map[string]bool {
	keys := map[string]bool{}
	for m := range n.own() {
		if m.Key.Kind() == String {
			keys[m.Key.Text()] = true
		}
	}
	return keys
}

// merges reports whether the key at i merges what its value holds: an object or
// an array of them. Else << is a key like any other, and nothing gets lost.
func (t *Tree) merges(i uint32) bool {
	if t.nodes[i].flags&merge == 0 {
		return false
	}
	value := t.at(t.nodes[i].next)
	if value.Kind() == Array {
		for e := range value.Elements() {
			if e.Kind() != Object {
				return false
			}
		}
		return true
	}
	return value.Kind() == Object
}

// merged yields the object and those that its merge keys bring in, at any depth,
// in order of precedence. Each comes once: they may refer to each other, and to
// themselves, in exponentially many ways.
func (n Node) merged() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n.Kind() != Object || !yield(n) || n.tree.values == nil {
			return
		}
		var seen map[Node]bool
		for stack := n.sources(nil); len(stack) > 0; {
			object := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen == nil {
				seen = map[Node]bool{n: true}
			}
			if seen[object] {
				continue
			}
			seen[object] = true
			if !yield(object) {
				return
			}
			stack = object.sources(stack)
		}
	}
}

// sources pushes the objects that the object's own merge keys name, so that the
// first is on top.
func (n Node) sources(stack []Node) []Node {
	t, base := n.tree, len(stack)
	for i := n.index + 1; i < n.raw().next; i = t.nodes[t.nodes[i].next].next {
		if !t.merges(i) {
			continue
		}
		if value := t.at(t.nodes[i].next); value.Kind() == Object {
			stack = append(stack, value)
		} else {
			stack = slices.AppendSeq(stack, value.Elements())
		}
	}
	slices.Reverse(stack[base:])
	return stack
}

// Elements yields an array's elements in order.
func (n Node) Elements() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n.Kind() != Array {
			return
		}
		t := n.tree
		for i := n.index + 1; i < n.raw().next; i = t.nodes[i].next {
			if !yield(t.at(i)) {
				return
			}
		}
	}
}

// Len counts an object's members or an array's elements.
func (n Node) Len() int {
	c := 0
	switch n.Kind() {
	case Object:
		for range n.Members() {
			c++
		}
	case Array:
		for range n.Elements() {
			c++
		}
	}
	return c
}

// Get is the value of the member with exactly this key, the last one where the
// key is repeated, as in encoding/json and in most clients.
func (n Node) Get(key string) Node {
	_, v := n.Lookup(key)
	return v
}

// Lookup is Get with the key's own node.
func (n Node) Lookup(key string) (k, v Node) {
	for object := range n.merged() {
		for m := range object.own() {
			if m.Key.Text() == key {
				k, v = m.Key, m.Value
			}
		}
		if v.Valid() {
			break // what is merged in overrides nothing
		}
	}
	return k, v
}
