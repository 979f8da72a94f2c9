package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/theriac/theriac/app/hub/hubtest"
)

// takenOver is when a dead replica's job has been done by another, at the latest.
const takenOver = 30 * time.Second

var databases atomic.Int32

// newPostgres makes a database. .ci/run sets the variable, so nothing is skipped there.
func newPostgres(t *testing.T) string {
	t.Helper()
	server := os.Getenv("THERIAC_TEST_POSTGRES")
	if server == "" {
		t.Skip("THERIAC_TEST_POSTGRES is not set")
	}
	name := fmt.Sprintf("theriac_process_%d_%d", os.Getpid(), databases.Add(1))
	admin := func(statement string) {
		conn, err := pgx.Connect(context.Background(), server)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		if _, err := conn.Exec(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
	admin("CREATE DATABASE " + name)
	t.Cleanup(func() { admin("DROP DATABASE " + name + " WITH (FORCE)") })
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// hangs makes the next reading of a repository's files hang, and the function returned reports
// whether one does.
func hangs(gh *hubtest.Server, repo *hubtest.Repo) func() bool {
	const blobs = "/git/blobs/"
	before := gh.Started(repo, blobs)
	gh.Fail(hubtest.Fault{Path: "/repos/" + repo.FullName() + blobs, Hang: true})
	return func() bool { return gh.Started(repo, blobs) > before }
}

func deliver(t *testing.T, gh *hubtest.Server, p *process, pull *hubtest.Pull) {
	t.Helper()
	if d := gh.Deliver(t.Context(), p.url+"/webhook", gh.PullRequestEvent(pull, "opened")); d.Status != http.StatusAccepted {
		t.Fatalf("a delivery was answered %d", d.Status)
	}
}

// oneRun holds a repository to a single check run, with each annotation once.
func oneRun(t *testing.T, gh *hubtest.Server, repo *hubtest.Repo) {
	t.Helper()
	runs := gh.CheckRuns(repo)
	if len(runs) != 1 || runs[0].Conclusion != "failure" {
		t.Errorf("%d check runs: %+v", len(runs), runs)
		return
	}
	seen := map[string]bool{}
	for _, a := range runs[0].Annotations {
		key := fmt.Sprint(a)
		if seen[key] {
			t.Errorf("twice: %s", key)
		}
		seen[key] = true
	}
}

// TestTakenOver: a killed replica's job is done by another one soon.
func TestTakenOver(t *testing.T) {
	t.Parallel()
	gh := hubtest.New(t)
	database := newPostgres(t)
	repo, pull := change(gh, "acme", hubtest.Files{"mcp.json": hubtest.Text(poison)})
	first := launch(t, gh, database)
	reading := hangs(gh, repo)
	deliver(t, gh, first, pull)
	first.until("the review hangs", reading)
	second := launch(t, gh, database)
	first.kill()
	start := time.Now()
	second.until("taken over", func() bool { return completedRun(gh, repo) != nil })
	if took := time.Since(start); took > takenOver {
		t.Errorf("after %v", took)
	} else {
		t.Logf("after %v", took)
	}
	oneRun(t, gh, repo)
}

// TestTwoOnOneHost: the start of a second process takes nothing from the first, which lives.
func TestTwoOnOneHost(t *testing.T) {
	t.Parallel()
	gh := hubtest.New(t)
	database := newPostgres(t)
	repo, pull := change(gh, "acme", hubtest.Files{"mcp.json": hubtest.Text(poison)})
	other, otherPull := change(gh, "other", hubtest.Files{"mcp.json": hubtest.Text(poison)})
	first := launch(t, gh, database)
	reading := hangs(gh, repo)
	deliver(t, gh, first, pull)
	first.until("the review hangs", reading)
	second := launch(t, gh, database)
	deliver(t, gh, second, otherPull)
	second.until("another review", func() bool { return completedRun(gh, other) != nil })
	second.until("the review, after GitHub was silent for too long", func() bool { return completedRun(gh, repo) != nil })
	if first.count("took over")+second.count("took over") > 0 {
		t.Error("a living process's job was taken over")
	}
	oneRun(t, gh, repo)
	oneRun(t, gh, other)
}

// TestStopped: a process that was stopped for so long that another has its jobs ends itself when it
// goes on, instead of doing them a second time.
func TestStopped(t *testing.T) {
	t.Parallel()
	gh := hubtest.New(t)
	database := newPostgres(t)
	repo, pull := change(gh, "acme", hubtest.Files{"mcp.json": hubtest.Text(poison)})
	first := launch(t, gh, database)
	reading := hangs(gh, repo)
	deliver(t, gh, first, pull)
	first.until("the review hangs", reading)
	first.signal(syscall.SIGSTOP)
	second := launch(t, gh, database)
	second.until("taken over", func() bool { return completedRun(gh, repo) != nil })
	first.signal(syscall.SIGCONT)
	select {
	case <-first.done:
	case <-time.After(takenOver):
		t.Error("it goes on")
	}
	oneRun(t, gh, repo)
}

// TestPoisonPill: a job that kills its process does so five times, alone, and is given up in words.
// The job that ran beside it the first time is done.
func TestPoisonPill(t *testing.T) {
	t.Parallel()
	for _, store := range []string{"sqlite", "postgres"} {
		t.Run(store, func(t *testing.T) {
			t.Parallel()
			database := "sqlite:" + filepath.Join(t.TempDir(), "theriac.db")
			if store == "postgres" {
				database = newPostgres(t)
			}
			gh := hubtest.New(t)
			evil, evilPull := change(gh, "evil", hubtest.Files{"mcp.json": hubtest.Text(poison)})
			good, goodPull := change(gh, "good", hubtest.Files{"mcp.json": hubtest.Text(poison)})
			p := launch(t, gh, database)
			both := []func() bool{hangs(gh, evil), hangs(gh, good)}
			deliver(t, gh, p, evilPull)
			deliver(t, gh, p, goodPull)
			p.until("both are at work", func() bool { return both[0]() && both[1]() })
			deaths := 0
			for reading := hangs(gh, evil); ; reading = hangs(gh, evil) {
				p.kill()
				p = launch(t, gh, database)
				p.until("the pill, or the end of it", func() bool { return reading() || completedRun(gh, evil) != nil })
				if completedRun(gh, evil) != nil {
					break
				}
				if deaths++; deaths > 5 {
					t.Fatal("it is tried for ever")
				}
			}
			if deaths != 5 {
				t.Errorf("%d deaths of its own, want 5", deaths)
			}
			if run := completedRun(gh, evil); run.Conclusion != "failure" || !strings.Contains(run.Summary, "Could not review") || !strings.Contains(run.Summary, "ended 5 times") {
				t.Errorf("the pill's review: %s\n%s", run.Conclusion, run.Summary)
			}
			p.until("the bystander's review", func() bool { return completedRun(gh, good) != nil })
			oneRun(t, gh, good)
		})
	}
}

// TestSharedLimit: what GitHub told one replica, all of them keep.
func TestSharedLimit(t *testing.T) {
	t.Parallel()
	gh := hubtest.New(t)
	database := newPostgres(t)
	gh.Install("acme")
	replicas := []*process{launch(t, gh, database), launch(t, gh, database)}
	var repos []*hubtest.Repo
	var pulls []*hubtest.Pull
	for i := range 8 {
		repo := gh.Repo("acme", fmt.Sprintf("tools%d", i))
		repo.Commit("main", hubtest.Files{"README.md": hubtest.Text("# tools\n")})
		repo.Branch("change", "main")
		repo.Commit("change", hubtest.Files{"mcp.json": hubtest.Text(poison)})
		repos, pulls = append(repos, repo), append(pulls, repo.Open("main", "change"))
	}
	const pause = 4
	gh.Fail(hubtest.SecondaryLimit("/git/blobs/", pause))
	for i, pull := range pulls {
		deliver(t, gh, replicas[i%2], pull)
	}
	replicas[0].until("all reviews", func() bool {
		for _, repo := range repos {
			if completedRun(gh, repo) == nil {
				return false
			}
		}
		return true
	})
	var told time.Time
	for _, r := range gh.Requests() {
		if r.Status == http.StatusForbidden {
			told = r.At
		}
	}
	if told.IsZero() {
		t.Fatal("nobody was told")
	}
	early, after := 0, 0
	for _, r := range gh.Requests() {
		// What was on its way when GitHub said so cannot be called back.
		if since := r.At.Sub(told); since > 250*time.Millisecond && since < pause*time.Second-50*time.Millisecond && r.Installation != 0 {
			early++
		} else if since >= pause*time.Second-50*time.Millisecond {
			after++
		}
	}
	if early > 0 || after == 0 {
		t.Errorf("%d requests came too early, %d after the pause", early, after)
	}
	for i, p := range replicas {
		if p.count(`"check run completed"`) == 0 {
			t.Logf("replica %d had nothing to do", i)
		}
	}
}
