package webhook_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/webhook"
)

const testSecret = "s3cr3t"

// store is an Enqueuer that remembers what it was given.
type store struct {
	deliveries []webhook.Delivery
	requests   []webhook.Request
	err        error
}

func (s *store) Enqueue(_ context.Context, d webhook.Delivery, r webhook.Request) (webhook.Outcome, error) {
	if s.err != nil {
		return "", s.err
	}
	s.deliveries, s.requests = append(s.deliveries, d), append(s.requests, r)
	return webhook.Queued, nil
}

type fixture struct {
	store   store
	log     bytes.Buffer
	results []webhook.Result
	router  chi.Router
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{router: chi.NewRouter()}
	h, err := webhook.New(webhook.Config{
		Secrets: secrets(t, testSecret), AppID: ourApp, Queue: &f.store,
		Log:     slog.New(slog.NewJSONHandler(&f.log, nil)),
		Observe: func(r webhook.Result) { f.results = append(f.results, r) },
	})
	if err != nil {
		t.Fatal(err)
	}
	h.Routes(f.router)
	return f
}

// delivery is a well-signed pull_request event, to be spoiled.
func delivery(body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/webhook", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-GitHub-Event", "pull_request")
	r.Header.Set("X-GitHub-Delivery", guid)
	r.Header.Set("X-Hub-Signature-256", sign(testSecret, []byte(body)))
	return r
}

func (f *fixture) send(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	f.router.ServeHTTP(w, r)
	return w
}

var opened = string(payload("pull_request", "opened", pullJSON))

func TestHandler(t *testing.T) {
	form := "payload=" + url.QueryEscape(opened)
	big := strings.Repeat("x", webhook.MaxBody)
	for _, test := range []struct {
		name   string
		body   string
		spoil  func(*http.Request)
		status int
		answer string
	}{
		{"accepted", opened, nil, 202, "queued: a head to review"},
		{"at the root", opened, func(r *http.Request) { r.URL.Path = "/" }, 202, "queued: a head to review"},
		{"with a charset", opened, func(r *http.Request) { r.Header.Set("Content-Type", "Application/JSON; charset=utf-8") }, 202, "queued: a head to review"},
		{"form", form, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }, 202, "queued: a head to review"},
		{"ignored", string(payload("pull_request", "closed", pullJSON)), nil, 202, "ignored: not an action that theriac acts on"},
		{"other event", "{}", func(r *http.Request) { r.Header.Set("X-GitHub-Event", "watch") }, 202, "ignored: not an event that theriac acts on"},
		{"ping", `{"zen":"x"}`, func(r *http.Request) { r.Header.Set("X-GitHub-Event", "ping") }, 202, "ignored: a ping"},

		{"wrong signature", opened, func(r *http.Request) { r.Header.Set("X-Hub-Signature-256", sign("other", []byte(opened))) }, 401, "the signature does not hold: is the webhook secret the same here and at GitHub?"},
		{"no signature", opened, func(r *http.Request) { r.Header.Del("X-Hub-Signature-256") }, 401, "no signature"},
		{"two signatures", opened, func(r *http.Request) { r.Header.Add("X-Hub-Signature-256", sign("other", []byte(opened))) }, 401, "no signature"},
		{"SHA-1 only", opened, func(r *http.Request) {
			r.Header.Del("X-Hub-Signature-256")
			r.Header.Set("X-Hub-Signature", "sha1=01dc10d0c83e72ed246219cdd91669667fe2ca59")
		}, 401, "no signature"},
		{"short signature", opened, func(r *http.Request) { r.Header.Set("X-Hub-Signature-256", "sha256=00") }, 401, "the signature is not a SHA-256 one"},
		{"form's payload signed instead of the body", form, func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("X-Hub-Signature-256", sign(testSecret, []byte(opened)))
		}, 401, "the signature does not hold: is the webhook secret the same here and at GitHub?"},

		{"as large as may be", big, nil, 400, "pull_request payload: not JSON at byte 1"},
		{"too large", big + "x", nil, 413, "over 25 MiB"},
		{"too large, length unknown", big + "x", func(r *http.Request) { r.ContentLength = -1 }, 413, "over 25 MiB"},
		{"other type", opened, func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415, "want application/json or application/x-www-form-urlencoded"},
		{"no type", opened, func(r *http.Request) { r.Header.Del("Content-Type") }, 415, "want application/json or application/x-www-form-urlencoded"},
		{"multipart", opened, func(r *http.Request) { r.Header.Set("Content-Type", "multipart/form-data; boundary=x") }, 415, "want application/json or application/x-www-form-urlencoded"},
		{"other type, other signature", opened, func(r *http.Request) {
			r.Header.Set("Content-Type", "text/plain")
			r.Header.Set("X-Hub-Signature-256", sign("other", []byte(opened)))
		}, 401, "the signature does not hold: is the webhook secret the same here and at GitHub?"},
		{"form without payload", "x=1", func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }, 400, "the form has 0 fields named payload, want 1"},
		{"form with two", form + "&" + form, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }, 400, "the form has 2 fields named payload, want 1"},
		{"form broken", "payload=%zz", func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }, 400, "the form cannot be decoded"},
		{"no GUID", opened, func(r *http.Request) { r.Header.Del("X-GitHub-Delivery") }, 400, "X-GitHub-Delivery is missing or no GUID"},
		{"GUID with a newline", opened, func(r *http.Request) { r.Header.Set("X-GitHub-Delivery", "a\nb") }, 400, "X-GitHub-Delivery is missing or no GUID"},
		{"no event", opened, func(r *http.Request) { r.Header.Del("X-GitHub-Event") }, 400, "X-GitHub-Event is missing or no event's name"},
		{"broken JSON", `{"action":"opened",`, nil, 400, "pull_request payload: not JSON at byte 19"},
		{"empty", "", nil, 400, "pull_request payload: not JSON at byte 0"},
		{"body cut off", opened, func(r *http.Request) {
			r.Body = io.NopCloser(io.MultiReader(strings.NewReader("{"), brokenReader{}))
		}, 400, "the body ended early"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t)
			r := delivery(test.body)
			if test.spoil != nil {
				test.spoil(r)
			}
			w := f.send(r)
			if got := strings.TrimSuffix(w.Body.String(), "\n"); w.Code != test.status || got != test.answer {
				t.Errorf("%d %q, want %d %q", w.Code, got, test.status, test.answer)
			}
			if stored := strings.HasPrefix(test.answer, "queued"); len(f.store.requests) > 0 != stored {
				t.Errorf("%d requests stored", len(f.store.requests))
			}
			if len(f.results) != 1 || f.results[0].Status != test.status {
				t.Errorf("observed %+v", f.results)
			}
			if lines := strings.Count(f.log.String(), "\n"); lines != 1 {
				t.Errorf("%d log lines:\n%s", lines, &f.log)
			}
		})
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

func TestHandlerStores(t *testing.T) {
	f := newFixture(t)
	f.send(delivery(opened))
	if diff := cmp.Diff([]webhook.Delivery{{GUID: guid, Event: "pull_request"}}, f.store.deliveries); diff != "" {
		t.Errorf("deliveries (-want +got):\n%s", diff)
	}
	if r := f.store.requests; len(r) != 1 || r[0].PullRequest != 7 || r[0].Head != headSHA || r[0].Installation != 9 {
		t.Errorf("requests %+v", r)
	}
	want := webhook.Result{Status: 202, Event: "pull_request", Action: "opened", Reason: webhook.ReasonHead, Outcome: webhook.Queued}
	got := f.results[0]
	got.Took = 0
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

// GitHub has to see a failure, or nobody could ask it to deliver again.
func TestHandlerStoreFails(t *testing.T) {
	f := newFixture(t)
	f.store.err = errors.New("disk full")
	if w := f.send(delivery(opened)); w.Code != http.StatusServiceUnavailable || strings.Contains(w.Body.String(), "disk") {
		t.Errorf("%d %q, want 503 without the cause", w.Code, w.Body)
	}
	if !strings.Contains(f.log.String(), "disk full") {
		t.Errorf("the cause is not in the log: %s", &f.log)
	}
}

func TestHandlerMethods(t *testing.T) {
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete} {
		f := newFixture(t)
		r := delivery(opened)
		r.Method = method
		if w := f.send(r); w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d, want 405", method, w.Code)
		}
	}
}

// Text in a payload is anybody's; the log has IDs and names that GitHub checks.
func TestHandlerLogs(t *testing.T) {
	f := newFixture(t)
	f.send(delivery(opened))
	noInstallation := strings.Replace(opened, `,"installation":{"id":9}`, "", 1)
	f.send(delivery(noInstallation))
	broken := strings.Replace(opened, `"number":7`, `"number":"secret title"`, 1)
	f.send(delivery(broken))
	log := f.log.String()
	for _, want := range []string{
		`"level":"INFO","msg":"delivery","delivery":"` + guid + `","event":"pull_request","action":"opened","installation":9,"repository":"acme/tools","pull":7,"head":"` + headSHA + `","status":202`,
		`"level":"WARN","msg":"delivery","delivery":"` + guid + `","event":"pull_request","action":"opened","repository":"acme/tools","status":202,"outcome":"ignored: not from an installed App, but from a webhook set up by hand"`,
		`"status":400`,
	} {
		if !strings.Contains(log, want) {
			t.Errorf("no %s in the log:\n%s", want, log)
		}
	}
	for _, never := range []string{"secret title", "topic", testSecret} {
		if strings.Contains(log, never) {
			t.Errorf("%q is in the log:\n%s", never, log)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	good := webhook.Config{Secrets: secrets(t, testSecret), AppID: ourApp, Queue: &store{}}
	for name, spoil := range map[string]func(*webhook.Config){
		"no secret": func(c *webhook.Config) { c.Secrets = webhook.Secrets{} },
		"no App ID": func(c *webhook.Config) { c.AppID = 0 },
		"no queue":  func(c *webhook.Config) { c.Queue = nil },
	} {
		cfg := good
		spoil(&cfg)
		if _, err := webhook.New(cfg); err == nil || err.Error() != "webhook: "+name {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// FuzzHandler: whatever arrives, there is one answer out of the list, one log line, and something
// is stored only for a request whose signature holds, and then at most once, with a request that
// can be worked on.
func FuzzHandler(f *testing.F) {
	f.Add("pull_request", "application/json", []byte(opened), true)
	f.Add("pull_request", "application/x-www-form-urlencoded", []byte("payload="+url.QueryEscape(opened)), true)
	f.Add("check_run", "application/json", payload("check_run", "rerequested", runJSON("4711", `"{}"`, ourPull)), true)
	f.Add("check_suite", "application/json", payload("check_suite", "rerequested", suiteJSON("4711", "")), true)
	f.Add("merge_group", "application/json", payload("merge_group", "destroyed", groupJSON), true)
	f.Add("installation_repositories", "application/json", payload("installation_repositories", "removed", `"repositories_removed":[{"id":1},null]`), true)
	f.Add("installation", "application/json", payload("installation", "deleted", ""), false)
	f.Add("ping", "text/plain", []byte("null"), true)
	f.Fuzz(func(t *testing.T, event, contentType string, body []byte, signed bool) {
		fix := newFixture(t)
		r := delivery(string(body))
		r.Header["X-Github-Event"] = []string{event}
		r.Header["Content-Type"] = []string{contentType}
		if !signed {
			r.Header.Set("X-Hub-Signature-256", sign("other", body))
		}
		w := fix.send(r)
		switch {
		case !signed && w.Code != http.StatusUnauthorized:
			t.Errorf("unsigned, and answered with %d", w.Code)
		case signed && w.Code != 202 && w.Code != 400 && w.Code != 415:
			t.Errorf("answered with %d", w.Code)
		case len(fix.store.requests) > 1 || len(fix.store.requests) == 1 && w.Code != 202:
			t.Errorf("%d requests stored, answer %d", len(fix.store.requests), w.Code)
		case strings.Count(fix.log.String(), "\n") != 1:
			t.Errorf("log:\n%s", &fix.log)
		}
		for _, r := range fix.store.requests {
			head := len(r.Head) == 40 || len(r.Head) == 64
			switch r.Kind {
			case webhook.ReviewPull, webhook.ReviewGroup, webhook.RerunCommit, webhook.Approve, webhook.CancelGroup:
				if !head || r.Repository.ID <= 0 || strings.Count(r.Repository.FullName(), "/") != 1 || r.Installation <= 0 {
					t.Errorf("stored %+v", r)
				}
				if (r.Kind == webhook.ReviewPull) != (r.PullRequest > 0) && r.Kind != webhook.Approve {
					t.Errorf("stored %+v", r)
				}
			case webhook.InstallationGone, webhook.InstallationBack, webhook.RepositoriesGone:
				if r.Installation <= 0 {
					t.Errorf("stored %+v", r)
				}
			default:
				t.Errorf("stored a request of kind %q", r.Kind)
			}
		}
	})
}
