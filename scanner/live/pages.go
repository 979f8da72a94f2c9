package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/theriac/theriac/scanner/manifest"
)

// A list is one of the four that a server may have.
type list struct {
	method     method
	key        string // of the components in an answer, and in the manifest
	capability string // that a server declares for it
}

var lists = [...]list{
	{listTools, "tools", "tools"},
	{listPrompts, "prompts", "prompts"},
	{listResources, "resources", "resources"},
	{listTemplates, "resourceTemplates", "resources"},
}

// all reads the four lists, and again until they have come to rest.
func (l *Lister) all(ctx context.Context) (*Listing, error) {
	found := &Listing{greeting: l.greeting}
	for i, x := range l.order() {
		if err := l.reread(ctx, found, i, x); err != nil {
			return nil, err
		}
	}
	switch {
	case found.answered():
		if err := l.settle(ctx, found); err != nil {
			return nil, err
		}
		return found, nil
	case l.lost != nil:
		return nil, l.fault(ctx, listTools, l.lost)
	}
	return nil, l.fault(ctx, listTools, errors.New("it answered none of its lists"))
}

// reread reads one list, in the place of what was read before.
func (l *Lister) reread(ctx context.Context, found *Listing, i int, x list) error {
	l.changed[x.method] = false
	found.components[i] = nil
	components, err := l.one(ctx, x, MaxComponents-found.count())
	if err != nil {
		return err
	}
	found.components[i] = components
	return nil
}

// order yields the lists with their places, those first that the server
// declares: a request for another may be the last that it answers.
func (l *Lister) order() iter.Seq2[int, list] {
	return func(yield func(int, list) bool) {
		for _, declared := range []bool{true, false} {
			for i, x := range lists {
				if l.declares(x) == declared && !yield(i, x) {
					return
				}
			}
		}
	}
}

// one reads one list to its end: what it holds, or nil where the server has no
// such list.
//
// A list that the server did not declare is asked for all the same, because
// clients do. Any error, or silence, then means that there is none.
func (l *Lister) one(ctx context.Context, x list, most int) ([]manifest.Node, error) {
	result, err := l.first(ctx, x)
	if err != nil || result == nil {
		return nil, err
	}
	all := []manifest.Node{}
	seen := map[string]bool{}
	for n := 1; ; n++ {
		p, err := readPage(x.method, x.key, result)
		if err != nil {
			return nil, l.page(ctx, x, n, err)
		}
		all = append(all, p.components...)
		switch {
		case len(all) > most:
			err = fmt.Errorf("it lists more than %d components", MaxComponents)
		case p.cursor == "":
			return all, nil
		case seen[p.cursor]:
			err = fmt.Errorf("the cursor %q came twice: the list would never end", clip(p.cursor))
		case n == MaxPages:
			err = fmt.Errorf("the list has more than %d pages", MaxPages)
		}
		if err != nil {
			return nil, l.page(ctx, x, n, err)
		}
		seen[p.cursor] = true
		if result, err = l.call(ctx, x.method, map[string]any{"cursor": p.cursor}); err != nil {
			return nil, l.page(ctx, x, n+1, err)
		}
	}
}

// first asks for the first page of a list; nil where the server has no such
// list.
func (l *Lister) first(ctx context.Context, x list) (json.RawMessage, error) {
	if l.declares(x) {
		result, err := l.call(ctx, x.method, map[string]any{})
		refused := refusal(err)
		switch {
		case refused != nil && refused.Code == jsonrpc.CodeMethodNotFound && x.method != listTools:
			// Servers declare resources and know no templates, or declare all that
			// their framework could do.
			return nil, nil
		case err != nil:
			return nil, l.page(ctx, x, 1, err)
		}
		return result, nil
	}
	if l.lost != nil {
		return nil, nil
	}
	brief, cancel := context.WithTimeout(ctx, l.talk.grace)
	defer cancel()
	result, err := l.call(brief, x.method, map[string]any{})
	switch {
	case err == nil:
		return result, nil
	case ctx.Err() != nil:
		return nil, l.page(ctx, x, 1, err)
	case refusal(err) != nil:
		return nil, nil
	case brief.Err() == nil:
		l.lost = err
	}
	l.talk.note("it did not answer %s, which it does not say it has", x.method)
	return nil, nil
}

// page is the error of one page of a list.
func (l *Lister) page(ctx context.Context, x list, n int, err error) error {
	fault := l.fault(ctx, x.method, err)
	var e *Error
	if n > 1 && errors.As(fault, &e) {
		e.Detail += fmt.Sprintf(" (page %d)", n)
	}
	return fault
}

// declares reports whether the server said that it has a list.
func (l *Lister) declares(x list) bool {
	v := l.greeting.get("capabilities").Get(x.capability)
	return v.Valid() && v.Kind() != manifest.Null
}
