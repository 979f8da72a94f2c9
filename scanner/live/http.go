package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// web speaks with a server over HTTP.
type web struct {
	endpoint *url.URL
	header   http.Header // for the endpoint's own origin
}

// dial tries streamable HTTP; then, where the answer was a refusal or one of
// those by which clients know a server of another age (2025-11-25, transports,
// backwards compatibility), the newest protocol, which has no sessions, and the
// oldest, HTTP with SSE of 2024-11-05.
func (d *web) dial(ctx context.Context, t *talk) (*Lister, error) {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.MaxResponseHeaderBytes = 256 << 10
	c := &courier{base: base, web: d, talk: t, listing: ctx}
	client := &http.Client{Transport: c, CheckRedirect: checkRedirect}
	streamable := &mcp.StreamableClientTransport{
		Endpoint: d.endpoint.String(), HTTPClient: client, MaxEventSize: MaxBytes, DisableStandaloneSSE: true,
	}
	events := &mcp.SSEClientTransport{Endpoint: d.endpoint.String(), HTTPClient: client, MaxEventSize: MaxBytes}
	t.excuse = c.excuse
	var conns []mcp.Connection
	t.hangUp = func() {
		for _, conn := range conns {
			conn.Close()
		}
		base.CloseIdleConnections()
	}
	open := func(way mcp.Transport, greet func(*Lister, context.Context) error) (*Lister, error) {
		c.status.Store(0)
		conn, err := way.Connect(ctx)
		l := newLister(conn, t)
		if err != nil {
			return nil, l.fault(ctx, initialize, err)
		}
		conns = append(conns, conn)
		return l, greet(l, ctx)
	}
	l, err := open(streamable, (*Lister).hello)
	another := false
	switch c.status.Load() {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed:
		another = true
	}
	if err == nil || !another && !isRefusal(err) {
		return l, err
	}
	if l, newer := open(streamable, (*Lister).discover); newer == nil || ctx.Err() != nil {
		return l, newer
	}
	if !another {
		return nil, err
	}
	l, older := open(events, (*Lister).hello)
	var first, second *Error
	if errors.As(err, &first) && errors.As(older, &second) && ctx.Err() == nil {
		second.Detail = fmt.Sprintf("over streamable HTTP: %s; over SSE: %s", first.Detail, second.Detail)
	}
	return l, older
}

// checkRedirect follows redirects to anywhere but from TLS to plain text: what
// comes from there could be anybody's.
func checkRedirect(r *http.Request, via []*http.Request) error {
	switch {
	case len(via) > maxRedirects:
		return fmt.Errorf("more than %d redirects", maxRedirects)
	case via[0].URL.Scheme == "https" && r.URL.Scheme != "https":
		return errors.New("it redirects from https to " + r.URL.Scheme)
	}
	return nil
}

// courier carries every request of a listing: with the headers, under the
// listing's deadline, and on its budget.
type courier struct {
	base    http.RoundTripper
	web     *web
	talk    *talk
	listing context.Context
	status  atomic.Int64 // of the last answer that was an error
}

// RoundTrip implements [http.RoundTripper].
func (c *courier) RoundTrip(r *http.Request) (*http.Response, error) {
	if c.listing.Err() != nil {
		return nil, context.Cause(c.listing)
	}
	// The SDK makes some requests under no deadline: the one that ends a session.
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(c.listing, cancel)
	done := func() {
		stop()
		cancel()
	}
	r = r.Clone(ctx)
	c.dress(r)
	resp, err := c.base.RoundTrip(r)
	if err != nil {
		done()
		if cause := context.Cause(c.listing); cause != nil {
			err = cause
		}
		return nil, err
	}
	if resp.StatusCode >= 400 {
		c.status.Store(int64(resp.StatusCode))
	}
	resp.Body = &body{c.talk.budget.reader(resp.Body), resp.Body, done}
	return resp, nil
}

// dress sets the headers of a request. To another origin than the endpoint's go
// neither the user's nor what identifies the session, wherever the request comes
// from: a redirect, or the address that an SSE server names for messages.
func (c *courier) dress(r *http.Request) {
	r.Header.Set("User-Agent", clientName+"/"+c.talk.client)
	if v, ok := c.talk.version.Load().(string); ok && r.Header.Get(versionHeader) == "" {
		r.Header.Set(versionHeader, v)
	}
	if r.URL.Scheme != c.web.endpoint.Scheme || !strings.EqualFold(r.URL.Host, c.web.endpoint.Host) {
		for _, h := range []string{"Authorization", "Cookie", "Referer", sessionHeader, "Last-Event-Id"} {
			r.Header.Del(h)
		}
		return
	}
	for name, values := range c.web.header {
		if name == "Host" {
			r.Host = values[0]
			continue
		}
		r.Header[name] = values
	}
}

// Headers of the protocol (transports, streamable HTTP).
const (
	versionHeader = "Mcp-Protocol-Version"
	sessionHeader = "Mcp-Session-Id"
)

// excuse says what an answer that was an error means, in the words of HTTP.
func (c *courier) excuse(err error, doing string) string {
	status := int(c.status.Load())
	if status == 0 || refusal(err) != nil {
		return ""
	}
	s := fmt.Sprintf("%s: %d %s", doing, status, http.StatusText(status))
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		s += ` (pass credentials with --header "Authorization: …")`
	}
	return s
}

// body is a response's body that counts, and lets go of its request at the end.
type body struct {
	io.Reader
	from io.Closer
	done func()
}

func (b *body) Close() error {
	defer b.done()
	return b.from.Close()
}
