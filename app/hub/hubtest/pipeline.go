package hubtest

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type exchangeKey struct{}

// An exchange is one request and what is to be answered.
type exchange struct {
	body         []byte
	route        string
	installation int64
	reply        reply
	at           time.Time // when it came in
}

// serve takes a request all the way: headers, faults, handler, answer.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, archivePath) {
		s.archive(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client went away
	}
	// GitHub Enterprise Server has its API below /api/v3; this answers at both.
	r.URL.Path = strings.TrimPrefix(r.URL.Path, "/api/v3")
	r.URL.RawPath = strings.TrimPrefix(r.URL.RawPath, "/api/v3")

	x := &exchange{body: body, reply: notFound, at: time.Now()}
	s.mu.Lock()
	s.started = append(s.started, r.URL.Path)
	s.mu.Unlock()
	f := s.takeFault(r)
	if f != nil && f.before(s, w, r) {
		s.log(r, x, f.Status)
		return
	}
	switch {
	case r.UserAgent() == "" || strings.HasPrefix(r.UserAgent(), "Go-http-client"):
		s.complain("%s %s: User-Agent %q", r.Method, r.URL.Path, r.UserAgent())
		x.reply = fail(http.StatusForbidden, "Please make sure your request has a User-Agent header")
	default:
		if v := r.Header.Get("X-GitHub-Api-Version"); v != "2022-11-28" {
			s.complain("%s %s: X-GitHub-Api-Version %q", r.Method, r.URL.Path, v)
		}
		// The mux answers for what it does not know; only the exchange counts.
		_, pattern := s.mux.Handler(r)
		if pattern == "" {
			s.complain("%s %s: no such endpoint here", r.Method, r.URL.Path)
		} else {
			s.mux.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x)))
		}
	}
	if f != nil && f.after(w, x.reply) {
		s.log(r, x, 0)
		return
	}
	s.log(r, x, x.reply.status)
	x.reply.send(w)
}

func (s *Server) complain(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violate(format, args...)
}

func (s *Server) log(r *http.Request, x *exchange, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, Request{Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Route: x.route, Status: status, Installation: x.installation, At: x.at})
}

// bytes returns the body as it goes out.
func (r reply) bytes() []byte {
	switch b := r.body.(type) {
	case nil:
		return nil
	case []byte:
		return b
	}
	data, err := json.Marshal(r.body)
	if err != nil {
		panic(err) // a handler made something that is no JSON
	}
	return data
}

func (r reply) send(w http.ResponseWriter) {
	data, h := r.bytes(), w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("X-RateLimit-Limit", "5000")
	h.Set("X-RateLimit-Remaining", "4999")
	h.Set("X-RateLimit-Reset", strconv.FormatInt(time.Now().Add(time.Hour).Unix(), 10))
	h.Set("X-RateLimit-Resource", "core")
	for k, v := range r.header {
		h.Set(k, v)
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(r.status)
	w.Write(data)
}
