package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
)

// A Server is one server to list: a command to start, or a URL.
type Server struct {
	// Name is what reports call the server: the command line as it was given,
	// or the URL without what may be secret in it (user, query, fragment).
	Name string

	dialer dialer
}

// dialer is a way to a server, to the point where it has said hello.
type dialer interface {
	dial(ctx context.Context, t *talk) (*Lister, error)
}

// Command is a server that is started and spoken with over its stdin and
// stdout. The line is split as a shell does it, with quotes and backslashes, but
// no shell runs: anything that would need one is an error.
//
// env has NAME=value, or NAME alone for the value that this process has, which
// keeps a secret off the command line. Beside them the server gets a minimal
// environment, as the MCP SDKs give: not ours, which may hold tokens.
func Command(line string, env ...string) (*Server, error) {
	words, err := split(line)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", line, err)
	}
	d := &stdio{words: words, env: minimalEnviron()}
	for _, e := range env {
		if d.env, err = addEnv(d.env, e); err != nil {
			return nil, err
		}
	}
	return &Server{strings.TrimSpace(line), d}, nil
}

// URL is a server that is spoken with over HTTP: streamable HTTP, or the older
// transport over SSE where the server knows no other. headers have "Name:
// value"; they are sent to the URL's host only, wherever it redirects to.
func URL(address string, headers ...string) (*Server, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, errors.New("the URL can't be parsed") // the error would quote it, secrets included
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return nil, fmt.Errorf("%s: want an http or https URL", u.Redacted())
	}
	d := &web{endpoint: u, header: http.Header{}}
	for _, h := range headers {
		name, value, found := strings.Cut(h, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !found || !isToken(name) {
			return nil, fmt.Errorf(`want a header as "Name: value", got one that begins with %q`, clip(name))
		}
		if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
			return nil, fmt.Errorf("the header %s holds a control character", name)
		}
		d.header.Add(textproto.CanonicalMIMEHeaderKey(name), value)
	}
	shown := *u
	shown.User, shown.RawQuery, shown.ForceQuery, shown.Fragment, shown.RawFragment = nil, "", false, "", ""
	return &Server{shown.String(), d}, nil
}

// isToken tests for a header's name (RFC 9110 §5.6.2).
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	})
}

// HTTP reports whether the server is spoken with over HTTP.
func (s *Server) HTTP() bool {
	_, is := s.dialer.(*web)
	return is
}

// Same reports whether both are asked in the same way, so that asking one is
// enough.
func (s *Server) Same(t *Server) bool {
	switch a := s.dialer.(type) {
	case *stdio:
		b, ok := t.dialer.(*stdio)
		return ok && slices.Equal(a.words, b.words)
	case *web:
		b, ok := t.dialer.(*web)
		return ok && a.endpoint.String() == b.endpoint.String()
	}
	return false
}
