package manifest

import "slices"

// extractor collects the texts of components. Its walk keeps its own stack: a
// schema may nest as deep as the reader allows.
type extractor struct {
	doc   *Document
	stack []frame
	found []Text // of the component at hand
	room  []Text // what is left of the array of the one before
	// tree and number are the last of numbers, which are those of the trees in
	// the document's textTrees.
	tree    *Tree
	number  int32
	numbers map[*Tree]int32
	last    [64]lookup // by a hash of what was asked
	// seen keeps a walk over YAML aliases finite: a node is visited once in each
	// context of the whole document. Anything less would let a file of a few
	// kilobytes unfold into gigabytes; anything coarser would let a text hide by
	// being aliased first from where no rule reads it.
	seen map[frame]struct{}
}

type frame struct {
	node    Node
	context context
	role    Role
	step    int32
}

// contextOf is where the component of a record stands.
func contextOf(kind ComponentKind) context {
	switch kind {
	case Prompt:
		return inPrompt
	case Resource:
		return inResource
	case ResourceTemplate:
		return inTemplate
	case Server:
		return inServer
	}
	return inTool
}

// texts fills in the component's texts: everything in it, but for what is a
// component of its own.
func (x *extractor) texts(c *Component) {
	if x.doc.steps == nil {
		x.reserve()
	}
	x.found = x.room[:0]
	x.stack = append(x.stack[:0], frame{c.Node, c.context, Unknown, -1})
	for len(x.stack) > 0 {
		f := x.stack[len(x.stack)-1]
		x.stack = x.stack[:len(x.stack)-1]
		x.visit(c, f)
	}
	if n := len(x.found); cap(x.found)-n > roomTexts {
		c.Texts, x.room = slices.Clone(x.found), x.found
	} else {
		c.Texts, x.room = x.found[:n:n], x.found[n:]
	}
}

// roomTexts is for how many texts room is made at once, and left unused at most.
const roomTexts = 256

// reserve makes room for the steps of the whole document at once. A member has two
// nodes and one step, an element one of each; most nodes are of members.
func (x *extractor) reserve() {
	nodes := 0
	for _, t := range x.doc.trees {
		nodes += len(t.nodes)
	}
	x.doc.steps = make([]step, 0, nodes/8*5+1)
}

func (x *extractor) visit(c *Component, f frame) {
	if f.node.tree.values != nil {
		v := f
		v.step = 0
		if _, ok := x.seen[v]; ok {
			return
		}
		if x.seen == nil {
			x.seen = map[frame]struct{}{}
		}
		x.seen[v] = struct{}{}
	}
	below := len(x.stack)
	switch f.node.Kind() {
	case Object:
		var own map[string]bool // keys, where others are merged in
		for m := range f.node.Members() {
			if f.node.isMerged(m) {
				if own == nil {
					own = f.node.ownKeys()
				}
				if m.Key.Kind() == String && own[m.Key.Text()] {
					continue // it is overridden, and is read where it stands
				}
			}
			x.member(c, f, m)
		}
	case Array:
		i := 0
		for e := range f.node.Elements() {
			x.value(c, e, element(f.context, f.role), x.push(f.step, Node{}, i))
			i++
		}
	}
	// What was found in order goes onto the stack in reverse.
	slices.Reverse(x.stack[below:])
}

func (x *extractor) member(c *Component, f frame, m Member) {
	step := x.push(f.step, m.Key, 0)
	if m.Key.Kind() != String {
		// Only YAML has such keys; their strings are as visible as any other.
		x.value(c, m.Key, leaf(Unknown), step)
		x.value(c, m.Value, leaf(Unknown), step)
		return
	}
	role, k := memberBy(x.mean, f.context, f.role, m.Key.Text())
	if role != 0 {
		x.text(c, role, m.Key, step)
	}
	x.value(c, m.Value, k, step)
}

// mean is [mean], which remembers some of the last keys: a schema says the same few
// over and over.
func (x *extractor) mean(c context, key string) meaning {
	if key == "" {
		return mean(c, key)
	}
	last := &x.last[(len(key)^int(key[0])<<2^int(key[len(key)-1])^int(c)<<3)%len(x.last)]
	if last.context != c || last.key != key {
		*last = lookup{key, c, mean(c, key)}
	}
	return last.meaning
}

// lookup is a key that was looked up in the grammar.
type lookup struct {
	key     string
	context context
	meaning meaning
}

// value records a string and puts anything that has parts on the stack.
func (x *extractor) value(c *Component, n Node, k meaning, step int32) {
	switch n.Kind() {
	case String:
		if k.context == inSchema || k.context == inSignature {
			if root, whole := x.embedded(n); root.Valid() {
				x.stack = append(x.stack, frame{root, k.context, k.role, step})
				if whole {
					return
				}
			}
		}
		x.text(c, k.role, n, step)
	case Object, Array:
		if n.raw().flags&isComponent == 0 {
			x.stack = append(x.stack, frame{n, k.context, k.role, step})
		}
	}
}

func (x *extractor) text(c *Component, r Role, n Node, step int32) {
	if v := n.Text(); v != "" {
		if len(x.found) == cap(x.found) {
			x.found = append(make([]Text, 0, max(roomTexts, 2*len(x.found))), x.found...)
		}
		x.found = append(x.found, Text{Value: v, component: c, tree: x.treeOf(n.tree), index: n.index, path: step, Role: r})
	}
}

// push adds a step: a key, or where it is not valid an array's element.
func (x *extractor) push(up int32, key Node, index int) int32 {
	s := step{up: up, tree: -1, at: uint32(index)}
	if key.Valid() {
		s.tree, s.at = x.treeOf(key.tree), key.index
	}
	x.doc.steps = append(x.doc.steps, s)
	return int32(len(x.doc.steps) - 1)
}

// treeOf is the number of a tree in the document's textTrees.
func (x *extractor) treeOf(t *Tree) int32 {
	if t == x.tree {
		return x.number
	}
	n, ok := x.numbers[t]
	if !ok {
		if x.numbers == nil {
			x.numbers = map[*Tree]int32{}
		}
		n = int32(len(x.doc.textTrees))
		x.numbers[t], x.doc.textTrees = n, append(x.doc.textTrees, t)
	}
	x.tree, x.number = t, n
	return n
}
