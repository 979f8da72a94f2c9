package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"golang.org/x/sync/errgroup"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/app/worker"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner/rules"
	"github.com/theriac/theriac/webhook"
)

// Server is the App, ready to run.
type Server struct {
	log      *slog.Logger
	metrics  *metrics
	queue    *queue.Queue
	worker   *worker.Worker
	listener net.Listener
	http     *http.Server
	stopping atomic.Bool
	refused  atomic.Pointer[string] // see noteRefused
	notReady quiet
	// ops answers whoever runs the server, where it has an address of its own.
	ops         *http.Server
	opsListener net.Listener
}

// Times of the server's life.
const (
	// drain is how long running jobs have after a SIGTERM before they are
	// interrupted and go back into the queue. With closeTime the whole takes less
	// than 20 seconds; Kubernetes waits 30.
	drain     = 15 * time.Second
	closeTime = 4 * time.Second
	// lostStatus is the exit status of a process whose jobs others have taken over.
	lostStatus = 3
	// janitorEvery: a round that finds nothing costs one query and no call.
	janitorEvery = 10 * time.Second
	// sweepSoon is when the second sweep follows the first, which may have come
	// before a load balancer believes that the server is there.
	sweepSoon  = time.Minute
	sweepEvery = time.Hour
	// afterFailure is when a round comes again that failed, if not earlier.
	afterFailure = 5 * time.Minute
)

// New wires the App together, opens its database and listens. It makes no call
// to GitHub.
func New(ctx context.Context, s Settings, log *slog.Logger) (_ *Server, err error) {
	s = s.withMemory()
	m := newMetrics()
	jobs, err := queue.Open(ctx, queue.Config{URL: s.DatabaseURL, SoftStop: drain, Log: log, Lost: func() { os.Exit(lostStatus) }})
	if err != nil {
		return nil, Fault{"THERIAC_DATABASE_URL", err.Error()}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, jobs.Close())
		}
	}()
	var holds hub.Holds
	if jobs.Shared() {
		holds = jobs
	}
	github, err := hub.New(hub.Options{
		AppID: s.AppID, PrivateKey: s.PrivateKey, URL: s.GitHubURL,
		UserAgent: "theriac/" + checks.Version, OnCall: m.call, Memory: s.ReviewMemory, Holds: holds,
	})
	if err != nil {
		return nil, err
	}
	m.registry.MustRegister(newQueueCollector(jobs))
	hook, err := webhook.New(webhook.Config{Secrets: s.Secrets, AppID: s.AppID, Queue: jobs, Log: log, Observe: m.delivery, Memory: s.WebhookMemory})
	if err != nil {
		return nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.Listen)
	if err != nil {
		return nil, Fault{"THERIAC_LISTEN", err.Error()}
	}
	server := &Server{log: log, metrics: m, queue: jobs, listener: listener}
	server.worker = worker.New(worker.Config{
		Hub: github, Queue: jobs, Rules: rules.All(), Log: log, Observe: m.answer, Redelivered: func(n int) { m.redeliveries.Add(float64(n)) }, Refused: server.noteRefused,
	})
	server.http = &http.Server{
		Handler:           server.routes(hook, s.OpsListen == ""),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second, // 25 MiB over a slow line
		WriteTimeout:      40 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	if s.OpsListen != "" {
		if server.opsListener, err = new(net.ListenConfig).Listen(ctx, "tcp", s.OpsListen); err != nil {
			return nil, errors.Join(Fault{"THERIAC_OPS_LISTEN", err.Error()}, listener.Close())
		}
		r := chi.NewRouter()
		server.opsRoutes(r, func(h http.Handler) http.Handler { return h })
		server.ops = &http.Server{
			Handler: r, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
			MaxHeaderBytes: 64 << 10, ErrorLog: server.http.ErrorLog,
		}
	}
	return server, nil
}

// OpsURL is where health, readiness and metrics are, without a path.
func (s *Server) OpsURL() string {
	if s.opsListener == nil {
		return s.URL()
	}
	return "http://" + s.opsListener.Addr().String()
}

// URL is where the server listens, without a path.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() }

// Run serves until ctx ends, then lets what runs come to its end, and closes the
// database. What could not end goes back into the queue. Deliveries are taken until
// that is over, since GitHub sends them once: they are stored, and done by another
// replica or after the restart.
func (s *Server) Run(ctx context.Context) error {
	s.log.InfoContext(ctx, "serving", slog.String("version", checks.Version), slog.String("listen", s.listener.Addr().String()),
		slog.String("webhook", s.URL()+"/webhook"))
	group, ctx := errgroup.WithContext(ctx)
	context.AfterFunc(ctx, func() { s.stopping.Store(true) })
	drained, done := context.WithCancel(context.WithoutCancel(ctx))
	group.Go(func() error { return serve(drained, s.log, s.http, s.listener) })
	if s.ops != nil {
		group.Go(func() error { return serve(drained, s.log, s.ops, s.opsListener) })
	}
	group.Go(func() error {
		defer done()
		return s.queue.Work(ctx, s.worker)
	})
	group.Go(func() error { return s.repeat(ctx, "janitor", s.worker.Janitor, janitorEvery) })
	group.Go(func() error { return s.repeat(ctx, "redelivery sweep", s.worker.Sweep, sweepSoon, sweepEvery) })
	err := errors.Join(group.Wait(), s.queue.Close())
	s.log.InfoContext(ctx, "stopped")
	return err
}

// serve answers HTTP until ctx ends.
func serve(ctx context.Context, log *slog.Logger, server *http.Server, listener net.Listener) error {
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		// Whoever is still sending has had no answer, and so no promise.
		log.WarnContext(ctx, "requests were cut off", slog.String("error", err.Error()))
		return server.Close()
	}
	return nil
}

// repeat makes rounds of what until ctx ends: one at once, and then one after
// each of the pauses, of which the last is repeated. What fails comes again.
func (s *Server) repeat(ctx context.Context, what string, round func(context.Context) error, pauses ...time.Duration) error {
	for {
		pause := pauses[0]
		if err := round(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, what+" failed", slog.String("error", err.Error()))
			pause = min(pause, afterFailure)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		if len(pauses) > 1 {
			pauses = pauses[1:]
		}
	}
}
