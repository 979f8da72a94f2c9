package hub_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/hub/hubtest"
)

func TestIdentity(t *testing.T) {
	w := newWorld(t)
	got, err := w.hub.Identity(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if got.Clock.IsZero() {
		t.Error("GitHub's clock is not told")
	}
	got.Clock = time.Time{}
	want := hub.Identity{ID: w.gh.AppID, Slug: "theriac", Name: "theriac", Permissions: hubtest.Granted, Events: hubtest.Events}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("identity (-want +got):\n%s", diff)
	}
}

func TestInstallations(t *testing.T) {
	w := newWorld(t)
	for range 100 {
		w.gh.Install("globex")
	}
	last := w.gh.Install("initech")
	last.Suspend(true)
	last.Grant("checks", "")
	all, err := w.hub.Installations(context.Background())
	if err != nil || len(all) != 102 {
		t.Fatalf("%d installations, %v", len(all), err)
	}
	if got := all[101]; got.Account != "initech" || !got.Suspended || got.Permissions["checks"] != "" || got.Permissions["contents"] != "read" {
		t.Errorf("%+v", got)
	}
}

// TestDeliveries: what the App missed can be asked for again.
func TestDeliveries(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	p := w.repo.Open("main", "change")
	up := false
	got := make(chan string, 1)
	app := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if !up {
			rw.WriteHeader(http.StatusBadGateway)
			return
		}
		rw.WriteHeader(http.StatusAccepted)
		got <- r.Header.Get("X-GitHub-Delivery")
	}))
	defer app.Close()
	for range 150 {
		w.gh.Deliver(ctx, app.URL, w.gh.PullRequestEvent(p, "synchronize"))
	}
	all, err := w.hub.Deliveries(ctx, time.Now().Add(-time.Hour))
	if err != nil || len(all) != 150 {
		t.Fatalf("%d deliveries, %v", len(all), err)
	}
	if d := all[0]; d.OK || d.StatusCode != 502 || d.Event != "pull_request" || d.Action != "synchronize" || d.ID <= all[149].ID {
		t.Errorf("%+v", d)
	}
	up = true
	if err := w.hub.Redeliver(ctx, all[149].ID); err != nil {
		t.Fatal(err)
	}
	if guid := <-got; guid != all[149].GUID {
		t.Errorf("redelivered %s, want %s", guid, all[149].GUID)
	}
	if err := w.hub.Redeliver(ctx, 1); err == nil {
		t.Error("redelivered what there is not")
	}
	if none, err := w.hub.Deliveries(ctx, time.Now().Add(time.Hour)); err != nil || len(none) != 0 {
		t.Errorf("%d deliveries of the future, %v", len(none), err)
	}
}

func TestConvert(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	code := w.gh.NewManifestCode()
	got, err := hub.Convert(ctx, w.gh.URL, "theriac/test", code)
	want := hub.Credentials{AppID: w.gh.AppID, Slug: "theriac", HTMLURL: "https://github.com/apps/theriac", PrivateKey: string(w.gh.PrivateKey), WebhookSecret: w.gh.WebhookSecret}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, credentials (-want +got):\n%s", err, diff)
	}
	if _, err := hub.Convert(ctx, w.gh.URL, "theriac/test", code); err == nil {
		t.Error("a code works twice")
	}
}
