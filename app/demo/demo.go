// Package demo shows theriac-app at work without an account, a key or a network:
// a GitHub in this very process, a pull request with a poisoned manifest, and the
// server as it really runs.
package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/theriac/theriac/app"
	"github.com/theriac/theriac/app/hub/hubtest"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/testdata"
	"github.com/theriac/theriac/webhook"
)

// patience is how long the demo waits for its check run.
const patience = time.Minute

// Run plays the demo and writes the resulting check run to out.
func Run(ctx context.Context, out io.Writer, log *slog.Logger) error {
	github := hubtest.Start()
	defer github.Close()
	pull, repo, err := open(github)
	if err != nil {
		return err
	}
	server, stop, err := serve(ctx, github, log)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "A pull request is opened: %s#%d.\n", repo.FullName(), pull.Number)
	delivery := github.Deliver(ctx, server.URL()+"/webhook", github.PullRequestEvent(pull, "opened"))
	fmt.Fprintf(out, "GitHub delivers the event; theriac-app answers %d and sets to work.\n\n", delivery.Status)
	run, err := wait(ctx, github, repo)
	if err == nil {
		show(out, run)
	}
	return errors.Join(err, stop())
}

// open makes a repository and a pull request of the files in testdata.
func open(github *hubtest.Server) (*hubtest.Pull, *hubtest.Repo, error) {
	base, err := files("pull/base")
	if err != nil {
		return nil, nil, err
	}
	head, err := files("pull/head")
	if err != nil {
		return nil, nil, err
	}
	github.Install("acme")
	repo := github.Repo("acme", "notebook")
	repo.Commit("main", base)
	repo.Branch("faster-search", "main")
	repo.Commit("faster-search", head)
	return repo.Open("main", "faster-search"), repo, nil
}

func files(folder string) (hubtest.Files, error) {
	sub, err := fs.Sub(testdata.Pull, folder)
	if err != nil {
		return nil, err
	}
	all := hubtest.Files{}
	err = fs.WalkDir(sub, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(sub, path)
		all[path] = hubtest.Text(string(data))
		return err
	})
	return all, err
}

// serve starts theriac-app. stop ends it and takes its database away.
func serve(ctx context.Context, github *hubtest.Server, log *slog.Logger) (_ *app.Server, stop func() error, err error) {
	folder, err := os.MkdirTemp("", "theriac-demo-")
	if err != nil {
		return nil, nil, err
	}
	secrets, err := webhook.ParseSecrets(github.WebhookSecret)
	if err != nil {
		return nil, nil, err
	}
	server, err := app.New(ctx, app.Settings{
		AppID: github.AppID, PrivateKey: github.PrivateKey, Secrets: secrets, GitHubURL: github.URL,
		Listen: "127.0.0.1:0", DatabaseURL: "sqlite:" + filepath.Join(folder, "demo.db"),
	}, log)
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(folder))
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- server.Run(ctx) }()
	return server, func() error {
		cancel()
		return errors.Join(<-done, os.RemoveAll(folder))
	}, nil
}

// wait waits for the check run to be completed.
func wait(ctx context.Context, github *hubtest.Server, repo *hubtest.Repo) (hubtest.CheckRun, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		for _, run := range github.CheckRuns(repo) {
			if run.Status == "completed" {
				return run, nil
			}
		}
		select {
		case <-ctx.Done():
			return hubtest.CheckRun{}, errors.New("the demo's check run was not completed; theriac-app demo --verbose shows the log")
		case <-look.C:
		}
	}
}

// show writes a check run as text. What comes from the manifest is made harmless
// already, for GitHub; the terminal gets it line by line all the same.
func show(out io.Writer, run hubtest.CheckRun) {
	line := func(indent, text string) {
		for s := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
			fmt.Fprintln(out, strings.TrimRight(indent+checks.EscapeTerminal(s), " "))
		}
	}
	fmt.Fprintf(out, "Check run %q on %s: %s\n", run.Name, run.HeadSHA[:7], run.Conclusion)
	line("  ", run.Title)
	fmt.Fprintf(out, "\nAnnotations, on the lines of the pull request:\n")
	for _, a := range run.Annotations {
		place := fmt.Sprintf("%s:%d", a.Path, a.StartLine)
		if a.StartColumn != nil {
			place += fmt.Sprintf(":%d", *a.StartColumn)
		}
		fmt.Fprintf(out, "\n  %s  %s  %s\n", checks.EscapeTerminal(place), a.Level, checks.EscapeTerminal(a.Title))
		line("    ", a.Message)
	}
	fmt.Fprintf(out, "\nSummary, as GitHub renders it below the check:\n\n")
	line("  ", run.Summary)
	fmt.Fprintf(out, "\nTry it on a real repository without a public host: go run ./cmd/theriac review --repo DIR (what the check run would say\nof the branch that is checked out there). To have it on your own pull requests: theriac-app setup\n")
}
