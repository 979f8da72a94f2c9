package hub_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/hub/hubtest"
)

func TestDeletedFork(t *testing.T) {
	w := newWorld(t)
	w.repo.Branch("mallory:evil", "main")
	w.repo.Commit("mallory:evil", hubtest.Files{"mcp/server.json": hubtest.Text("{}")})
	p := w.repo.Open("main", "mallory:evil")
	p.DeleteFork()
	pull, sides, changes := w.review(p)
	if pull.HeadRef != "evil" || pull.Author != "mallory" || len(changes) != 1 || read(t, sides.Head, "mcp/server.json") != "{}" {
		t.Errorf("%+v, %v", pull, changes)
	}
}

func TestFreshness(t *testing.T) {
	at := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	live := hub.Pull{Open: true, HeadSHA: "new", BaseRef: "main", UpdatedAt: at}
	closed := live
	closed.Open = false
	tests := []struct {
		name       string
		pull       hub.Pull
		head, base string
		event      time.Time
		want       hub.Freshness
	}{
		{"same", live, "new", "main", at, hub.Current},
		{"same, whatever the time", live, "new", "main", at.Add(-time.Hour), hub.Current},
		{"no base known", live, "new", "", at, hub.Current},
		{"pushed since", live, "old", "main", at.Add(-time.Second), hub.Superseded},
		{"retargeted since", live, "new", "release", at.Add(-time.Second), hub.Superseded},
		{"API older than the event", live, "newer", "main", at.Add(time.Second), hub.Behind},
		{"in one second", live, "old", "main", at, hub.Behind},
		{"no event", live, "old", "main", time.Time{}, hub.Superseded},
		{"closed", closed, "new", "main", at, hub.Closed},
		{"closed, and no event", closed, "new", "main", time.Time{}, hub.Closed},
		{"reopened since the API looked", closed, "new", "main", at.Add(time.Second), hub.Behind},
	}
	for _, tt := range tests {
		if got := tt.pull.Freshness(tt.head, tt.base, tt.event); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestOpenPullsAt(t *testing.T) {
	w := newWorld(t)
	w.repo.Branch("release", "main")
	sha := w.repo.Commit("change", hubtest.Files{"x": hubtest.Text("x")})
	w.repo.Branch("mallory:same", sha)
	w.repo.Branch("child", sha)
	w.repo.Commit("child", hubtest.Files{"y": hubtest.Text("y")}) // contains the commit, is not at it
	w.repo.Open("main", "change")
	w.repo.Open("release", "change")
	w.repo.Open("main", "child")
	closed := w.repo.Open("main", "change")
	closed.Close()
	fork := w.repo.Open("main", "mallory:same")
	check := func(want ...int) {
		t.Helper()
		pulls, err := w.open().OpenPullsAt(context.Background(), sha)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, p := range pulls {
			got = append(got, p.Number)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("pull requests (-want +got):\n%s", diff)
		}
	}
	check(1, 2, fork.Number)
	twin := w.repo.Open("release", "mallory:same")
	twin.Unlink() // that others are linked does not hide it
	check(1, 2, fork.Number, twin.Number)

	// GitHub links no pull request to the commit: they are looked for.
	w.repo.Branch("mallory:based", "main")
	sha = w.repo.Commit("mallory:based", hubtest.Files{"z": hubtest.Text("z")})
	unlinked := w.repo.Open("main", "mallory:based")
	unlinked.Unlink()
	for range 100 {
		w.repo.Open("main", "child") // newer ones fill the first page
	}
	check(unlinked.Number)
}

func TestMayWrite(t *testing.T) {
	w := newWorld(t)
	for permission, want := range map[string]bool{"admin": true, "write": true, "read": false, "none": false} {
		w.repo.SetPermission("octocat", permission)
		if got, err := w.open().MayWrite(context.Background(), "octocat"); got != want || err != nil {
			t.Errorf("%s: %t, %v", permission, got, err)
		}
	}
}
