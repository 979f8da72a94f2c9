package manifest

import (
	"slices"
	"strings"
)

// maxDocuments bounds the documents of one file: each costs a Tree, and ten
// megabytes of "[][][]" would make five million.
const maxDocuments = 100_000

// parseJSON reads one JSON document or several (JSON Lines, or one after the
// other), with what JSONC and careless writers add: comments, trailing commas,
// raw control characters in strings, NaN and Infinity. All of that is noticed,
// since other readers refuse it.
//
// Where a document is broken, the error says where, and the documents before it
// are returned all the same.
func parseJSON(src *Source) ([]*Tree, []Irregularity, error) {
	r := &jsonReader{src: src, text: src.text, places: &jsonPlaces{}, five: isJSON5(src.URI)}
	r.nodes = make([]node, 0, r.estimate())
	var trees []*Tree
	var ends []int
	var err error
	for {
		if err = r.between(len(trees)); err != nil || r.pos == len(r.text) {
			break
		}
		if len(trees) == maxDocuments {
			err = errorAt(src, TooLarge, r.pos, "more than %d documents in one file", maxDocuments)
			break
		}
		kept := len(r.irregular)
		if len(trees) == 0 {
			kept = 0 // comments above the first document stand or fall with it
		} else {
			r.tree, r.base = r.newTree(), len(r.nodes)
			r.noticeFurther()
		}
		if err = r.document(); err != nil {
			r.nodes, r.irregular = r.nodes[:r.base], r.irregular[:kept]
			break
		}
		trees, ends = append(trees, r.tree), append(ends, len(r.nodes))
	}
	if len(trees) == 0 && err == nil {
		err = errorAt(src, Unparsable, len(src.text), "no JSON value in the file")
	}
	if len(trees) == 0 {
		return nil, nil, err
	}
	// Only now: the slice may have moved while it grew.
	start := 0
	for i, end := range ends {
		trees[i].nodes = r.nodes[start:end:end]
		start = end
	}
	slices.SortStableFunc(r.irregular, byPlace)
	return trees, r.irregular, err
}

// jsonReader walks the text once, without recursion, and records offsets only.
type jsonReader struct {
	src       *Source
	text      string
	pos       int
	nodes     []node // of all documents
	base      int    // where the current document begins in nodes
	tree      *Tree
	open      [MaxDepth]uint32 // the containers around pos, as indices of the document
	depth     int
	keys      keySet
	irregular []Irregularity
	places    *jsonPlaces
	further   bool // a further document was noticed
	five      bool // the file is JSON5
	comma     int  // the comma before which a bracket would be one too many
}

// estimate guesses the number of nodes from what most of them have: a colon
// between two. It is bounded, since a text may be all colons.
func (r *jsonReader) estimate() int {
	return min(2*strings.Count(r.text, ":")+len(r.text)/128+4, len(r.text)/4+4)
}

func (r *jsonReader) newTree() *Tree { return &Tree{source: r.src, text: r.text, places: r.places} }

func (r *jsonReader) notice(kind IrregularityKind, index, start, end int) {
	r.irregular = append(r.irregular, Irregularity{kind, Node{r.tree, uint32(index)}, start, end})
}

// nearest is the node that a place outside of all strings belongs to: the one
// that was begun last.
func (r *jsonReader) nearest() int { return max(len(r.nodes)-r.base-1, 0) }

// state says what may come next inside a document.
type state uint8

const (
	wantValue   state = iota
	wantElement       // a value after a comma, or ] where that comma is one too many
	firstElement
	wantKey // likewise
	firstKey
	afterValue
)

// document reads one value with all that it holds.
func (r *jsonReader) document() error {
	r.depth = 0
	for state := wantValue; ; {
		if r.pos < len(r.text) && (r.text[r.pos] <= ' ' || r.text[r.pos] == '/' || r.five) {
			if err := r.blanks(); err != nil {
				return err
			}
		}
		if r.pos == len(r.text) {
			return r.unfinished()
		}
		c := r.text[r.pos]
		switch state {
		case afterValue:
			object := r.nodes[r.base+int(r.open[r.depth-1])].kind == Object
			switch {
			case c == ',' && object:
				state = wantKey
			case c == ',':
				state = wantElement
			case c == '}' && object, c == ']' && !object:
				r.close()
				if r.depth == 0 {
					return nil
				}
				continue
			case object:
				return r.fail(r.pos, `expected "," or "}" after a member, found %s`, r.found(r.pos))
			default:
				return r.fail(r.pos, `expected "," or "]" after an element, found %s`, r.found(r.pos))
			}
			r.comma = r.pos
			r.pos++
			continue

		case wantKey, firstKey:
			switch {
			case c == '"', r.five && c != '}':
				if err := r.key(c); err != nil {
					return err
				}
				state = wantValue
				continue
			case c == '}':
				if state == wantKey {
					r.notice(TrailingComma, r.nearest(), r.comma, r.comma+1)
				}
			default:
				return r.fail(r.pos, "expected a key in double quotes, found %s", r.found(r.pos))
			}

		case wantElement, firstElement, wantValue:
			switch {
			case c == '{' || c == '[':
				if err := r.push(c); err != nil {
					return err
				}
				state = firstElement
				if c == '{' {
					state = firstKey
				}
				continue
			case c == ']' && state != wantValue:
				if state == wantElement {
					r.notice(TrailingComma, r.nearest(), r.comma, r.comma+1)
				}
			default:
				if err := r.scalar(c); err != nil {
					return err
				}
				if r.depth == 0 {
					return nil
				}
				state = afterValue
				continue
			}
		}
		// A bracket that closes an empty container, or one after a comma.
		r.close()
		if r.depth == 0 {
			return nil
		}
		state = afterValue
	}
}

func (r *jsonReader) push(c byte) error {
	if r.depth == MaxDepth {
		return errorAt(r.src, TooDeep, r.pos, "arrays and objects nest more than %d deep", MaxDepth)
	}
	kind := Array
	if c == '{' {
		kind = Object
	}
	r.open[r.depth] = uint32(len(r.nodes) - r.base)
	r.depth++
	r.nodes = append(r.nodes, node{start: uint32(r.pos), kind: kind})
	r.pos++
	return nil
}

func (r *jsonReader) close() {
	r.pos++
	r.depth--
	i := r.open[r.depth]
	n := &r.nodes[r.base+int(i)]
	n.end = uint32(r.pos)
	n.next = uint32(len(r.nodes) - r.base)
	if n.kind == Object {
		r.duplicates(i)
	}
}

// duplicates notices every key that an earlier key of the object equals.
func (r *jsonReader) duplicates(object uint32) {
	nodes := r.nodes[r.base:]
	if fewDistinct(r.text, nodes, object) {
		return
	}
	r.keys.reset()
	for i := object + 1; i < nodes[object].next; i = nodes[i+1].next {
		r.keys.add(i, jsonText(r.text, nodes[i]))
	}
	r.keys.repeated(func(i uint32) {
		r.notice(DuplicateKey, int(i), int(nodes[i].start), int(nodes[i].end))
	})
}

// fewDistinct reports whether the object has few keys, as most have, all of them
// as they are written, and no two equal. That is quicker seen by comparing each
// with each.
func fewDistinct(text string, nodes []node, object uint32) bool {
	var keys [8]string
	n := 0
	for i := object + 1; i < nodes[object].next; i = nodes[i+1].next {
		k := nodes[i]
		if n == len(keys) || k.flags&(escaped|damaged) != 0 {
			return false
		}
		key := text[k.start:k.end]
		for _, earlier := range keys[:n] {
			if key == earlier {
				return false
			}
		}
		keys[n] = key
		n++
	}
	return true
}

// key reads a member's key and the colon behind it.
func (r *jsonReader) key(c byte) error {
	switch {
	case c == '"':
		if err := r.str(isKey); err != nil {
			return err
		}
	case c == '\'':
		if err := r.str5(isKey); err != nil {
			return err
		}
	case !r.bareKey():
		return r.fail(r.pos, "expected a key, found %s", r.found(r.pos))
	}
	if r.pos < len(r.text) && r.text[r.pos] == ':' {
		r.pos++
		return nil
	}
	if err := r.blanks(); err != nil {
		return err
	}
	if r.pos == len(r.text) || r.text[r.pos] != ':' {
		return r.fail(r.pos, `expected ":" after a key, found %s`, r.found(r.pos))
	}
	r.pos++
	return nil
}
