package live

import (
	"context"
	"errors"
	"fmt"

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

// all reads the four lists. Those that change meanwhile are read again; a list
// that never comes to rest is an error.
func (l *Lister) all(ctx context.Context) (*Listing, error) {
	found := &Listing{greeting: l.greeting}
	for round, again := 0, true; again; round++ {
		again = false
		for i, x := range lists {
			if round > 0 && !l.changed[x.method] {
				continue
			}
			if round == maxRounds {
				return nil, l.fault(ctx, x.method, fmt.Errorf("the list changed %d times while it was read", maxRounds))
			}
			again = true
			l.changed[x.method] = false
			found.components[i] = nil
			components, err := l.one(ctx, x, MaxComponents-found.count())
			if err != nil {
				return nil, err
			}
			found.components[i] = components
		}
	}
	for _, c := range found.components {
		if c != nil {
			return found, nil
		}
	}
	return nil, l.fault(ctx, listTools, errors.New("it answered none of its lists"))
}

// one reads one list to its end: what it holds, or nil where the server has no
// such list.
//
// A list that the server did not declare is asked for all the same, because
// clients do. Any error, or silence, then means that there is none.
func (l *Lister) one(ctx context.Context, x list, most int) ([]manifest.Node, error) {
	declared := l.declares(x.capability)
	asked := ctx
	if !declared {
		var cancel context.CancelFunc
		asked, cancel = context.WithTimeout(ctx, l.talk.grace)
		defer cancel()
	}
	all := []manifest.Node{}
	cursor, seen := "", map[string]bool{}
	for n := 1; ; n++ {
		params := map[string]any{}
		if n > 1 {
			params["cursor"] = cursor
		}
		result, err := l.call(asked, x.method, params)
		refused := refusal(err)
		switch {
		case err == nil:
		case ctx.Err() != nil, n > 1:
			return nil, l.page(ctx, x, n, err)
		case !declared && asked.Err() != nil:
			l.talk.note("it did not answer %s, which it does not say it has", x.method)
			return nil, nil
		case refused != nil && (!declared || x.method != listTools && refused.Code == jsonrpc.CodeMethodNotFound):
			return nil, nil
		default:
			return nil, l.page(ctx, x, n, err)
		}
		asked = ctx // it has the list: from now on it has to tell all of it
		p, err := readPage(x.method, x.key, result)
		if err != nil {
			return nil, l.page(ctx, x, n, err)
		}
		all = append(all, p.components...)
		switch cursor = p.cursor; {
		case len(all) > most:
			err = fmt.Errorf("it lists more than %d components", MaxComponents)
		case cursor == "":
			return all, nil
		case seen[cursor]:
			err = fmt.Errorf("the cursor %q came twice: the list would never end", clip(cursor))
		case n == MaxPages:
			err = fmt.Errorf("the list has more than %d pages", MaxPages)
		}
		if err != nil {
			return nil, l.page(ctx, x, n, err)
		}
		seen[cursor] = true
	}
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

// declares reports whether the server said that it has something.
func (l *Lister) declares(capability string) bool {
	v := l.greeting.get("capabilities").Get(capability)
	return v.Valid() && v.Kind() != manifest.Null
}
