package webhook

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

// storeTimeout bounds the one transaction of a request. GitHub hangs up after 10 seconds ("Best
// practices for using webhooks"); a clear 503 before that can be told from a broken line.
const storeTimeout = 8 * time.Second

// Config is what a Handler needs.
type Config struct {
	Secrets Secrets
	// AppID is the GitHub App's ID.
	AppID int64
	Queue Enqueuer
	// Log gets one line a delivery. Lines carry IDs and names, never text of a payload.
	Log *slog.Logger
	// Memory bounds the bytes of bodies that are held at once; below MinBudget, that is used.
	Memory int64
	// Observe, when set, is told about every request, for metrics.
	Observe func(Result)
}

// Result is what happened to one request. All of its strings come from closed sets, except that
// Event and Action are empty when the sender could not be believed.
type Result struct {
	Status        int
	Event, Action string
	Reason        Reason
	Outcome       Outcome
	Took          time.Duration
}

// Handler answers deliveries.
type Handler struct {
	cfg    Config
	budget *budget
}

// New makes a handler. It is an error to have no secret, no App ID or no queue.
func New(cfg Config) (*Handler, error) {
	switch {
	case cfg.Secrets.Len() == 0:
		return nil, errors.New("webhook: no secret")
	case cfg.AppID <= 0:
		return nil, errors.New("webhook: no App ID")
	case cfg.Queue == nil:
		return nil, errors.New("webhook: no queue")
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Handler{cfg: cfg, budget: newBudget(max(cfg.Memory, MinBudget))}, nil
}

// Routes registers POST /webhook, and POST / for hook URLs that were entered without a path.
func (h *Handler) Routes(r chi.Router) {
	r.Method(http.MethodPost, "/webhook", h)
	r.Method(http.MethodPost, "/", h)
}

// ServeHTTP answers one delivery, as the package comment says.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	res := &answer{log: h.cfg.Log}
	h.serve(res, w, r)
	res.Took = time.Since(start)
	res.log.LogAttrs(r.Context(), res.level, "delivery", append(res.attrs,
		slog.Int("status", res.Status), slog.String("outcome", res.text), slog.Duration("took", res.Took))...)
	if h.cfg.Observe != nil {
		h.cfg.Observe(res.Result)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(res.Status)
	_, _ = io.WriteString(w, res.text+"\n") // the sender may be gone; what is stored is stored
}

// answer collects what the response, the log line and the observer are told.
type answer struct {
	Result
	text  string
	log   *slog.Logger
	level slog.Level
	attrs []slog.Attr
}

func (a *answer) with(status int, level slog.Level, text string) {
	a.Status, a.level, a.text = status, level, text
}

func (h *Handler) serve(a *answer, w http.ResponseWriter, r *http.Request) {
	body, room, ok := h.verified(a, w, r)
	if !ok {
		return
	}
	defer room.release()
	// From here on the sender is GitHub, or somebody who shares our secret.
	guid, name := r.Header.Get("X-GitHub-Delivery"), r.Header.Get("X-GitHub-Event")
	if !isName(guid) {
		a.with(http.StatusBadRequest, slog.LevelWarn, "X-GitHub-Delivery is missing or no GUID")
		return
	}
	if !isWord(name) {
		a.with(http.StatusBadRequest, slog.LevelWarn, "X-GitHub-Event is missing or no event's name")
		return
	}
	a.attrs = append(a.attrs, slog.String("delivery", guid), slog.String("event", name))
	// A form is decoded into two copies.
	if isForm(r.Header.Get("Content-Type")) && !room.grow(r.Context(), 3*int64(len(body))) {
		w.Header().Set("Retry-After", "5")
		a.with(http.StatusServiceUnavailable, slog.LevelWarn, "not read, please deliver again: "+errNoRoom.Error())
		return
	}
	payload, err := payloadOf(r.Header.Get("Content-Type"), body)
	switch {
	case errors.Is(err, errMediaType):
		a.with(http.StatusUnsupportedMediaType, slog.LevelWarn, err.Error())
		return
	case err != nil:
		a.with(http.StatusBadRequest, slog.LevelWarn, err.Error())
		return
	}
	event, err := Parse(name, guid, h.cfg.AppID, payload)
	if err != nil {
		a.with(http.StatusBadRequest, slog.LevelWarn, err.Error())
		return
	}
	h.decided(a, r.Context(), event)
}

// decided stores what the event asks for and gives the answer.
func (h *Handler) decided(a *answer, ctx context.Context, event Event) {
	request, reason := Decide(event)
	a.Event, a.Reason = event.Name, reason
	if isWord(event.Action) {
		a.Action = event.Action
		a.attrs = append(a.attrs, slog.String("action", event.Action))
	}
	if request.Kind == Nothing {
		if event.family != nil { // Parse has looked at the names
			a.attrs = append(a.attrs, Request{Installation: event.Installation, Repository: event.Repository}.Attrs()...)
		}
		a.Outcome = Ignored
		level := slog.LevelInfo
		if reason == ReasonNoInstallation {
			level = slog.LevelWarn
		}
		a.with(http.StatusAccepted, level, "ignored: "+string(reason))
		return
	}
	a.attrs = append(a.attrs, request.Attrs()...)
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	outcome, err := h.cfg.Queue.Enqueue(ctx, Delivery{GUID: event.GUID, Event: event.Name}, request)
	if err != nil {
		a.attrs = append(a.attrs, slog.String("error", err.Error()))
		a.with(http.StatusServiceUnavailable, slog.LevelError, "not stored, please deliver again")
		return
	}
	a.Outcome = outcome
	a.with(http.StatusAccepted, slog.LevelInfo, string(outcome)+": "+string(reason))
}
