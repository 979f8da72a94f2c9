package hubtest

import (
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A Fault is a way in which GitHub misbehaves, for requests that match.
type Fault struct {
	Method string // "" for any
	Path   string // a part of the path; "" for any
	Skip   int    // how many matching requests go well first
	Times  int    // how often; 0 for once

	// Status, Message and Header are the answer, and the request has no effect.
	Status  int
	Message string
	Header  map[string]string
	// HTML: a proxy's page, with Status.
	HTML bool
	// Reset: the connection breaks and the request has no effect.
	Reset bool
	// Hang: no answer until the client or the server goes away.
	Hang bool
	// Lost: the request has its effect, but the connection breaks before the
	// answer. Cut: half of the answer comes.
	Lost, Cut bool
}

// RateLimit is the primary limit, over at a time.
func RateLimit(path string, reset time.Time) Fault {
	return Fault{Path: path, Status: http.StatusForbidden, Message: "API rate limit exceeded for installation.", Header: map[string]string{
		"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": strconv.FormatInt(reset.Unix(), 10), "X-RateLimit-Resource": "core"}}
}

// SecondaryLimit is the secondary limit; after is the Retry-After in seconds.
func SecondaryLimit(path string, after int) Fault {
	return Fault{Path: path, Status: http.StatusForbidden, Message: "You have exceeded a secondary rate limit.", Header: map[string]string{"Retry-After": strconv.Itoa(after)}}
}

// Fail adds a fault. Faults are looked through in the order they were added.
func (s *Server) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.Times = max(f.Times, 1)
	s.faults = append(s.faults, &f)
}

// Mend takes all faults away.
func (s *Server) Mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

func (s *Server) takeFault(r *http.Request) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		if f.Times == 0 || f.Method != "" && f.Method != r.Method || !strings.Contains(r.URL.Path, f.Path) {
			continue
		}
		if f.Skip > 0 {
			f.Skip--
			continue
		}
		f.Times--
		return f
	}
	return nil
}

// before plays the faults that come instead of the effect.
func (f *Fault) before(s *Server, w http.ResponseWriter, r *http.Request) bool {
	switch {
	case f.Lost, f.Cut:
		return false
	case f.Reset:
		breakOff(w)
	case f.Hang:
		select {
		case <-r.Context().Done():
		case <-s.stop:
		}
		breakOff(w)
	case f.HTML:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(f.Status)
		w.Write([]byte("<html><body><h1>Bad Gateway</h1></body></html>"))
	default:
		answer := fail(f.Status, "%s", f.Message)
		answer.header = f.Header
		answer.send(w)
	}
	return true
}

// after plays the faults that come once the effect is there.
func (f *Fault) after(w http.ResponseWriter, r reply) bool {
	if f.Cut {
		data := r.bytes()
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		w.WriteHeader(r.status)
		w.Write(data[:len(data)/2])
		http.NewResponseController(w).Flush()
	}
	breakOff(w)
	return true
}

// breakOff closes the connection without an answer.
func breakOff(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // the same, said to net/http
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	conn.Close()
}

// Started counts the requests about a repository with a part of a path that have
// come in, answered or not.
func (s *Server) Started(r *Repo, part string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, path := range s.started {
		if strings.HasPrefix(path, "/repos/"+r.FullName()+"/") && strings.Contains(path, part) {
			n++
		}
	}
	return n
}
