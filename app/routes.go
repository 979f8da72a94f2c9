package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/webhook"
)

// routes are the paths that the world may ask for: POST /webhook and POST /, and
// those of operations too where these have no address of their own.
func (s *Server) routes(hook *webhook.Handler, opsToo bool) http.Handler {
	r := chi.NewRouter()
	hook.Routes(r)
	if opsToo {
		s.opsRoutes(r, onLoopback)
	}
	return r
}

// onLoopback lets only this machine ask, and no proxy on it pass others' questions on.
func onLoopback(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at, err := netip.ParseAddrPort(r.RemoteAddr)
		forwarded := r.Header.Get("X-Forwarded-For") + r.Header.Get("Forwarded") + r.Header.Get("X-Real-Ip") + r.Header.Get("Via")
		if err != nil || !at.Addr().Unmap().IsLoopback() || forwarded != "" {
			plain(w, http.StatusForbidden, "for this machine only: see THERIAC_OPS_LISTEN")
			return
		}
		h.ServeHTTP(w, r)
	})
}

// opsRoutes are the paths for whoever runs the server. guard stands before the metrics.
func (s *Server) opsRoutes(r chi.Router, guard func(http.Handler) http.Handler) {
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok") })
	r.Get("/readyz", s.ready)
	r.Method(http.MethodGet, "/metrics", guard(promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, // a database that is away must not hide the rest
	})))
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
		// What is wrong is the operator's to know; anybody may ask here.
		s.notReady.log(ctx, s.log, err)
		what := "database"
		if errors.Is(err, queue.ErrDisk) {
			what = "disk"
		}
		plain(w, http.StatusServiceUnavailable, what)
		return
	}
	text := "ready"
	if refused := s.refused.Load(); refused != nil {
		text += ", but " + *refused
	}
	plain(w, http.StatusOK, text)
}

// quiet logs an error that comes with every probe once in a while.
type quiet struct {
	mu   sync.Mutex
	last time.Time
}

func (q *quiet) log(ctx context.Context, log *slog.Logger, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if time.Since(q.last) < time.Minute {
		return
	}
	q.last = time.Now()
	log.WarnContext(ctx, "not ready", slog.String("error", err.Error()))
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
