package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// answer is a result as the server sent it. It is read with the manifest's own
// reader, which keeps repeated keys and every spelling.
type answer struct{ root manifest.Node }

func readAnswer(m method, result json.RawMessage) (*answer, error) {
	tree, _, err := manifest.ReadJSON(string(m), result, MaxBytes)
	if err != nil {
		return nil, err
	}
	root := tree.Root()
	if root.Kind() != manifest.Object {
		return nil, errors.New("the result is no object")
	}
	a := &answer{root}
	// A result that asks for input first (SEP-2322) is none: we have none to give.
	if kind := a.get("resultType"); kind.Valid() && kind.Text() != "complete" {
		return nil, fmt.Errorf("the result is %q, not complete", clip(kind.Text()))
	}
	return a, nil
}

func (a *answer) get(key string) manifest.Node { return a.root.Get(key) }

// raw is a node as it stands in the answer.
func raw(n manifest.Node) string {
	start, end := n.Range()
	if n.Kind() == manifest.String {
		start, end = start-1, end+1 // its quotes
	}
	return n.Tree().Source().Text()[start:end]
}

// page is one answer to a list method.
type page struct {
	components []manifest.Node
	cursor     string // of the next page; empty at the end
}

// readPage reads the components under key, and the cursor. Keys are matched in
// any case and each time they occur: which of them a client goes by depends on
// the client.
func readPage(m method, key string, result json.RawMessage) (*page, error) {
	a, err := readAnswer(m, result)
	if err != nil {
		return nil, err
	}
	p := &page{}
	listed, cursors := false, 0
	for member := range a.root.Members() {
		v := member.Value
		switch name := member.Key.Text(); {
		case strings.EqualFold(name, key):
			// null is what servers in Go say for an empty list.
			if v.Kind() != manifest.Array && v.Kind() != manifest.Null {
				return nil, fmt.Errorf("%s is no list", key)
			}
			listed = true
			for e := range v.Elements() {
				if e.Kind() != manifest.Object {
					return nil, fmt.Errorf("%s holds what is no object", key)
				}
				p.components = append(p.components, e)
			}
		case strings.EqualFold(name, "nextCursor") && v.Kind() != manifest.Null:
			if v.Kind() != manifest.String {
				return nil, errors.New("nextCursor is no string")
			}
			p.cursor = v.Text()
			cursors++
		}
	}
	switch {
	case !listed:
		return nil, fmt.Errorf("there is no %s in the answer", key)
	case cursors > 1:
		return nil, errors.New("nextCursor is there more than once")
	}
	return p, nil
}
