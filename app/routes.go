package app

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/webhook"
)

// routes are all paths that the server answers.
func (s *Server) routes(hook *webhook.Handler) http.Handler {
	r := chi.NewRouter()
	hook.Routes(r) // POST /webhook and POST /
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok") })
	r.Get("/readyz", s.ready)
	r.Method(http.MethodGet, "/metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, // a database that is away must not hide the rest
	}))
	return r
}

// readyTimeout bounds the look at the database, below the second that
// Kubernetes gives a probe if nobody says otherwise.
const readyTimeout = 900 * time.Millisecond

// ready says 200 if deliveries can be taken and are worked on, and else 503 with
// what is missing. That GitHub refuses the App is told beside a 200: a server that
// is taken out of rotation would lose deliveries that it can keep until somebody
// has mended it. No repository is named, since anybody may ask.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if s.stopping.Load() {
		plain(w, http.StatusServiceUnavailable, "stopping")
		return
	}
	if err := s.queue.Ready(ctx); err != nil {
		plain(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	text := "ready"
	if refused := s.refused.Load(); refused != nil {
		text += ", but " + *refused
	}
	plain(w, http.StatusOK, text)
}

// noteRefused keeps what GitHub last thought of the App, for ready.
func (s *Server) noteRefused(err error) {
	var text string
	switch {
	case errors.Is(err, hub.ErrCredentials):
		text = "GitHub refuses the App's credentials: see theriac-app doctor"
	case errors.Is(err, hub.ErrPermission):
		text = "the App lacks a permission: see theriac-app doctor"
	default:
		s.refused.Store(nil)
		return
	}
	s.refused.Store(&text)
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text+"\n") // whoever asked may be gone
}
