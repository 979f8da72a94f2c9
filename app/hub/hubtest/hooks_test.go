package hubtest_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/theriac/theriac/app/hub/hubtest"
)

// TestSign is GitHub's own example.
// https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
func TestSign(t *testing.T) {
	want := "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
	if got := hubtest.Sign("It's a Secret to Everybody", []byte("Hello, World!")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestEvents: each event is signed, and says what an App must know.
func TestEvents(t *testing.T) {
	c := newClient(t)
	var got struct {
		Action       string
		Number       int
		Installation struct{ ID int64 }
		Repository   struct{ ID int64 }
		PullRequest  struct{ Head struct{ SHA string } } `json:"pull_request"`
		Changes      struct{ Base any }
		CheckRun     struct {
			ExternalID string `json:"external_id"`
		} `json:"check_run"`
		CheckSuite struct {
			HeadSHA string `json:"head_sha"`
		} `json:"check_suite"`
		MergeGroup struct {
			HeadSHA string `json:"head_sha"`
			BaseSHA string `json:"base_sha"`
		} `json:"merge_group"`
	}
	status := http.StatusAccepted
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if r.Header.Get("X-Hub-Signature-256") != hubtest.Sign(c.gh.WebhookSecret, body) {
			t.Error("wrong signature")
		}
		if err := json.Unmarshal(body, &got); err != nil {
			t.Error(err)
		}
		w.WriteHeader(status)
	}))
	defer app.Close()
	ctx := context.Background()
	if d := c.gh.Deliver(ctx, app.URL, c.gh.PullRequestEvent(c.pull, "edited")); d.Status != 202 || d.Event != "pull_request" || d.Action != "edited" {
		t.Errorf("%+v", d)
	}
	if got.Number != 1 || got.PullRequest.Head.SHA != c.pull.HeadSHA() || got.Installation.ID != c.app.ID || got.Repository.ID != c.repo.ID || got.Changes.Base == nil {
		t.Errorf("%+v", got)
	}
	c.gh.Deliver(ctx, app.URL, c.gh.CheckRunEvent(c.repo, hubtest.CheckRun{ID: 1, ExternalID: "x"}, "rerequested"))
	c.gh.Deliver(ctx, app.URL, c.gh.CheckSuiteEvent(c.repo, c.pull.HeadSHA(), "rerequested"))
	c.gh.Deliver(ctx, app.URL, c.gh.MergeGroupEvent(c.repo, "main", c.pull.HeadSHA(), "checks_requested"))
	c.gh.Deliver(ctx, app.URL, c.gh.InstallationEvent(c.app, "suspend"))
	if got.CheckRun.ExternalID != "x" || got.CheckSuite.HeadSHA != c.pull.HeadSHA() || got.MergeGroup.HeadSHA != c.pull.HeadSHA() ||
		got.MergeGroup.BaseSHA != c.repo.Tip("main") || got.Action != "suspend" {
		t.Errorf("%+v", got)
	}
	status = http.StatusInternalServerError
	if d := c.gh.Deliver(ctx, app.URL, c.gh.PullRequestEvent(c.pull, "opened")); d.Status != 500 {
		t.Errorf("%+v", d)
	}
	app.Close()
	if d := c.gh.Deliver(ctx, app.URL, c.gh.PullRequestEvent(c.pull, "opened")); d.Status != 0 {
		t.Errorf("%+v", d)
	}
	if n := len(c.gh.Deliveries()); n != 7 {
		t.Errorf("%d deliveries, want 7", n)
	}
}
