package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

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
	// announced is how often the server said that a list changed.
	announced int
	// lost is why there is no connection any more, where a request ended it that
	// the server need not know.
	lost error
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

const (
	// The last protocol version with initialize, and the first without it
	// (SEP-2575).
	sessionVersion = "2025-11-25"
	stateless      = "2026-07-28"

	clientName = "theriac"
)

func newLister(c mcp.Connection, t *talk) *Lister {
	return &Lister{conn: c, talk: t, changed: map[method]bool{}}
}

// hello opens a session with initialize, which every server knows so far but
// for those that [Lister.discover] is for.
func (l *Lister) hello(ctx context.Context) error {
	result, err := l.call(ctx, initialize, map[string]any{
		"protocolVersion": sessionVersion, "clientInfo": l.client(), "capabilities": capabilities,
	})
	if err == nil {
		l.greeting, err = readAnswer(initialize, result)
	}
	if err != nil {
		return l.fault(ctx, initialize, err)
	}
	version := l.greeting.get("protocolVersion")
	if version.Kind() != manifest.String || !isToken(version.Text()) {
		return l.fault(ctx, initialize, errors.New("the answer names no protocol version"))
	}
	l.talk.version.Store(version.Text())
	if err := l.conn.Write(ctx, &jsonrpc.Request{Method: string(initialized)}); err != nil {
		return l.fault(ctx, initialized, err)
	}
	return nil
}

// discover asks a server of the newest protocol what it is. There are no
// sessions: every request says who asks.
func (l *Lister) discover(ctx context.Context) error {
	l.meta = map[string]any{
		mcp.MetaKeyProtocolVersion: stateless, mcp.MetaKeyClientInfo: l.client(), mcp.MetaKeyClientCapabilities: capabilities,
	}
	result, err := l.call(ctx, discover, map[string]any{})
	if err == nil {
		l.greeting, err = readAnswer(discover, result)
	}
	if err != nil {
		return l.fault(ctx, discover, err)
	}
	return nil
}

func (l *Lister) client() map[string]any {
	return map[string]any{"name": clientName, "version": l.talk.client}
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
	return &Error{Reason: reason, Detail: detail, refused: refusal(err) != nil}
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

// respond deals with what a server says or asks by itself.
func (l *Lister) respond(ctx context.Context, r *jsonrpc.Request) error {
	if !r.IsCall() {
		for _, x := range lists {
			if r.Method == "notifications/"+x.capability+"/list_changed" {
				l.changed[x.method] = true
				l.announced++
			}
		}
		return nil
	}
	answer := &jsonrpc.Response{ID: r.ID}
	if result, ok := replies[r.Method]; ok {
		answer.Result = json.RawMessage(result)
	} else {
		answer.Error = &jsonrpc.Error{
			Code: jsonrpc.CodeMethodNotFound, Message: fmt.Sprintf("%s only lists: no %s", clientName, clip(r.Method)),
		}
	}
	return l.conn.Write(ctx, answer)
}

// replies are the answers to what servers may ask of a client: that we are
// there, that no folder is open, and that nobody fills in a form. Everything
// else is refused.
var replies = map[string]string{
	"ping":               `{}`,
	"roots/list":         `{"roots":[]}`,
	"elicitation/create": `{"action":"decline"}`,
}

// capabilities are what hosts declare that can do everything. Servers show some
// tools to such clients only, and those are as much a danger to their users.
var capabilities = map[string]any{
	"roots": map[string]any{}, "sampling": map[string]any{}, "elicitation": map[string]any{},
}
