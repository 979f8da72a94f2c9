package worker_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/app/queue"
	"github.com/theriac/theriac/app/worker"
	"github.com/theriac/theriac/scanner/rules"
	"github.com/theriac/theriac/webhook"
)

// patience is how long a test waits for what should happen at once.
const patience = time.Minute

// A world is everything between GitHub's event and GitHub's check run, as it
// really runs: webhook handler, queue on SQLite, worker, hub, and a GitHub with
// one repository.
type world struct {
	t    *testing.T
	gh   *hubtest.Server
	app  *hubtest.Installation
	repo *hubtest.Repo
	hook string

	stop     func() // as open returns it
	database string
	queue    *queue.Queue
	hub      *hub.Hub
	worker   *worker.Worker
	wire     *wire
	lines    *lines
}

// newWorld makes a world. change, where there is one, changes the queue's
// settings.
func newWorld(t *testing.T, change ...func(*queue.Config)) *world {
	t.Helper()
	t.Parallel()
	w := &world{t: t, gh: hubtest.New(t), wire: &wire{}, lines: newLines(), database: filepath.Join(t.TempDir(), "theriac.db")}
	w.app = w.gh.Install("acme")
	w.repo = w.gh.Repo("acme", "tools")
	w.repo.Commit("main", hubtest.Files{"README.md": hubtest.Text("# tools\n")})
	w.open(change...)
	return w
}

// open opens the database, or opens it again, and puts a worker on it. w.stop
// then ends the work as a SIGTERM would, with no time to spare.
func (w *world) open(change ...func(*queue.Config)) {
	w.t.Helper()
	cfg := queue.Config{
		URL: "sqlite:" + w.database, SoftStop: time.Millisecond, Log: slog.New(w.lines),
		Backoff: func(int) time.Duration { return 0 },
	}
	for _, f := range change {
		f(&cfg)
	}
	var err error
	if w.queue, err = queue.Open(w.t.Context(), cfg); err != nil {
		w.t.Fatal(err)
	}
	if w.hub, err = hub.New(hub.Options{AppID: w.gh.AppID, PrivateKey: w.gh.PrivateKey, URL: w.gh.URL, UserAgent: "theriac/test", Transport: w.wire}); err != nil {
		w.t.Fatal(err)
	}
	w.worker = worker.New(worker.Config{Hub: w.hub, Queue: w.queue, Rules: rules.All(), Log: cfg.Log})
	secrets, err := webhook.ParseSecrets(w.gh.WebhookSecret)
	if err != nil {
		w.t.Fatal(err)
	}
	handler, err := webhook.New(webhook.Config{Secrets: secrets, AppID: w.gh.AppID, Queue: w.queue, Log: cfg.Log})
	if err != nil {
		w.t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	w.hook = server.URL + "/webhook"
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.queue.Work(ctx, w.worker) }()
	w.stop = sync.OnceFunc(func() {
		server.Close()
		cancel()
		if err := <-done; err != nil {
			w.t.Errorf("work: %v", err)
		}
		if err := w.queue.Close(); err != nil {
			w.t.Errorf("close: %v", err)
		}
	})
	w.t.Cleanup(w.stop)
}

// until looks again and again until something is so.
func (w *world) until(what string, so func() bool) {
	w.t.Helper()
	deadline := time.After(patience)
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for !so() {
		select {
		case <-deadline:
			w.t.Fatalf("in vain: %s\n%s", what, w.lines.all())
		case <-look.C:
		}
	}
}

// deliver sends an event, which has to be accepted.
func (w *world) deliver(e hubtest.Event) {
	w.t.Helper()
	if d := w.gh.Deliver(w.t.Context(), w.hook, e); d.Status != http.StatusAccepted {
		w.t.Fatalf("%s %s: answered %d", d.Event, d.Action, d.Status)
	}
}

// pull commits files to a branch of its own and opens a pull request to main.
func (w *world) pull(branch string, files hubtest.Files) *hubtest.Pull {
	w.repo.Branch(branch, "main")
	w.repo.Commit(branch, files)
	return w.repo.Open("main", branch)
}

// ended waits until an attempt at a job has ended, and says how: "done",
// "superseded", "gone", "failed", "given up", "interrupted".
func (w *world) ended() string {
	w.t.Helper()
	return w.lines.wait(w.t, "job")["outcome"]
}

// review delivers the opening of a pull request and waits for its check run.
func (w *world) review(p *hubtest.Pull) hubtest.CheckRun {
	w.t.Helper()
	w.deliver(w.gh.PullRequestEvent(p, "opened"))
	return w.answer("done")
}

// answer waits for the end of an attempt and returns the newest check run.
func (w *world) answer(want string) hubtest.CheckRun {
	w.t.Helper()
	if got := w.ended(); got != want {
		w.t.Fatalf("the job ended as %q, want %q\n%s", got, want, w.lines.all())
	}
	runs := w.gh.CheckRuns(w.repo)
	if len(runs) == 0 {
		w.t.Fatal("no check run")
	}
	return runs[len(runs)-1]
}

// wantRuns compares all check runs so far, oldest first, by conclusion, or by
// status where there is none.
func (w *world) wantRuns(want ...string) {
	w.t.Helper()
	var got []string
	for _, run := range w.gh.CheckRuns(w.repo) {
		state := run.Conclusion
		if run.Status != "completed" {
			state = run.Status
		}
		got = append(got, state)
	}
	if !slices.Equal(got, want) {
		w.t.Errorf("check runs %q, want %q\n%s", got, want, w.lines.all())
	}
}

// kind names the kind of a handler's error.
func kind(err error) string {
	switch {
	case err == nil:
		return "done"
	case errors.Is(err, queue.ErrSuperseded):
		return "superseded"
	case errors.Is(err, queue.ErrGone):
		return "gone"
	case strings.Contains(err.Error(), "to be tried again at "):
		return "retry"
	}
	return "failed: " + err.Error()
}
