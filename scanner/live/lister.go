package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/theriac/theriac/scanner/manifest"
)

// A Lister asks a server what it lists. It can do nothing else: [method] is all
// that it may send, and there is nothing in that to run, render or read.
type Lister struct {
	conn mcp.Connection
	talk *talk
	last float64 // the ID of the last request

	// meta goes with every request where the protocol wants it; see discover.
	meta map[string]any
	// greeting is what the server said of itself.
	greeting *answer
	// changed holds the lists that changed since they were asked for.
	changed map[method]bool
}

// method is a method or notification that a Lister sends.
type method string

// All that is ever sent to a server.
const (
	initialize    method = "initialize"
	initialized   method = "notifications/initialized"
	discover      method = "server/discover"
	listTools     method = "tools/list"
	listPrompts   method = "prompts/list"
	listResources method = "resources/list"
	listTemplates method = "resources/templates/list"
)

// Protocol versions. The first is asked for in initialize; the second did away
// with initialize (SEP-2575).
const (
	sessionVersion   = "2025-11-25"
	stateless        = "2026-07-28"
	clientName       = "theriac"
	ping             = "ping" // is answered, never sent
	listChanged      = "/list_changed"
	notificationPart = "notifications/"
)

func newLister(c mcp.Connection, t *talk) *Lister {
	return &Lister{conn: c, talk: t, changed: map[method]bool{}}
}

// hello opens the session: initialize, which every server so far knows, or
// server/discover where a server refuses it.
func (l *Lister) hello(ctx context.Context) error {
	client := map[string]any{"name": clientName, "version": l.talk.client}
	result, err := l.call(ctx, initialize, map[string]any{
		"protocolVersion": sessionVersion, "clientInfo": client, "capabilities": map[string]any{},
	})
	if err == nil {
		return l.greet(ctx, result)
	}
	var refused *jsonrpc.Error
	if !errors.As(err, &refused) {
		return l.fault(ctx, initialize, err)
	}
	l.meta = map[string]any{
		mcp.MetaKeyProtocolVersion: stateless, mcp.MetaKeyClientInfo: client, mcp.MetaKeyClientCapabilities: map[string]any{},
	}
	result, err2 := l.call(ctx, discover, map[string]any{})
	if err2 != nil {
		if ctx.Err() != nil {
			return l.fault(ctx, discover, err2)
		}
		return l.fault(ctx, initialize, err)
	}
	if l.greeting, err = readAnswer(discover, result); err != nil {
		return l.fault(ctx, discover, err)
	}
	return nil
}

func (l *Lister) greet(ctx context.Context, result json.RawMessage) (err error) {
	if l.greeting, err = readAnswer(initialize, result); err != nil {
		return l.fault(ctx, initialize, err)
	}
	version := l.greeting.get("protocolVersion")
	if version.Kind() != manifest.String || version.Text() == "" || !isToken(version.Text()) {
		return l.fault(ctx, initialize, errors.New("the answer names no protocol version"))
	}
	l.talk.version.Store(version.Text())
	if err := l.notify(ctx, initialized); err != nil {
		return l.fault(ctx, initialized, err)
	}
	return nil
}

// fault is an error that says what the server was asked for.
func (l *Lister) fault(ctx context.Context, m method, err error) error {
	reason := Partial
	if m == initialize || m == initialized || m == discover {
		reason = Unreachable
	}
	doing := string(m)
	detail := ""
	if ctx.Err() == nil {
		detail = l.talk.excuse(err, doing)
	}
	if detail == "" {
		detail = describe(ctx, err, doing, l.talk.timeout)
	}
	return &Error{Reason: reason, Detail: detail}
}

func (l *Lister) notify(ctx context.Context, m method) error {
	return l.conn.Write(ctx, &jsonrpc.Request{Method: string(m)})
}

// call sends a request and waits for its answer. Whatever the server sends
// meanwhile is taken note of, answered where the protocol demands it, or
// refused.
func (l *Lister) call(ctx context.Context, m method, params map[string]any) (json.RawMessage, error) {
	l.last++
	id, err := jsonrpc.MakeID(l.last)
	if err != nil {
		return nil, err
	}
	if l.meta != nil {
		params["_meta"] = l.meta
	}
	encoded, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	if err := l.conn.Write(ctx, &jsonrpc.Request{ID: id, Method: string(m), Params: encoded}); err != nil {
		return nil, err
	}
	for {
		message, err := l.conn.Read(ctx)
		if err != nil {
			return nil, err
		}
		switch message := message.(type) {
		case *jsonrpc.Response:
			switch {
			case message.ID != id: // a late answer, or nobody's
			case message.Error != nil:
				return nil, message.Error
			case len(message.Result) == 0:
				return nil, errors.New("the answer has neither a result nor an error")
			default:
				return message.Result, nil
			}
		case *jsonrpc.Request:
			if err := l.respond(ctx, message); err != nil {
				return nil, err
			}
		}
	}
}

// respond deals with what a server asks of a client. We declare no capability,
// so there is nothing to ask but whether we are there.
func (l *Lister) respond(ctx context.Context, r *jsonrpc.Request) error {
	if !r.IsCall() {
		if list, ok := strings.CutSuffix(strings.TrimPrefix(r.Method, notificationPart), listChanged); ok {
			l.changed[method(list+"/list")] = true
			l.changed[listTemplates] = l.changed[listResources]
		}
		return nil
	}
	answer := &jsonrpc.Response{ID: r.ID, Result: json.RawMessage("{}")}
	if r.Method != ping {
		answer = &jsonrpc.Response{ID: r.ID, Error: &jsonrpc.Error{
			Code: jsonrpc.CodeMethodNotFound, Message: fmt.Sprintf("%s only lists: no %s", clientName, clip(r.Method)),
		}}
	}
	return l.conn.Write(ctx, answer)
}
