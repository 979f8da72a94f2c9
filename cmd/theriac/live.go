package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner/live"
	"github.com/theriac/theriac/scanner/manifest"
)

// running is the flags of the commands that can ask a running server.
type running struct {
	commands, env, headers []string
	url                    string
	seconds                float64
}

func (r *running) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	several := func(to *[]string, name, usage string) {
		f.Func(name, usage, func(s string) error {
			*to = append(*to, s)
			return nil
		})
	}
	several(&r.commands, "server", "start a server with `COMMAND`, split like a shell's but run without one, and read what it lists over stdio; may be repeated")
	f.StringVar(&r.url, "url", "", "read what the server at `URL` lists, over streamable HTTP or SSE")
	several(&r.env, "env", "set `NAME=VALUE` for --server, which gets a minimal environment; NAME alone takes the value from here; may be repeated")
	several(&r.headers, "header", "send a header, `\"Name: value\"`, to --url; may be repeated")
	f.Float64Var(&r.seconds, "timeout", live.DefaultTimeout.Seconds(), "give up on a server after so many `SECONDS`")
}

// given reports whether servers are to be asked, in place of paths.
func (r *running) given() bool { return len(r.commands) > 0 || r.url != "" }

// servers are the servers of the command line, each once. paths are what else
// it names. The result is empty where no server is asked for.
func (r *running) servers(cmd *cobra.Command, paths []string) ([]*live.Server, error) {
	switch {
	case len(r.commands) == 0 && len(r.env) > 0:
		return nil, usagef(cmd, "--env is for --server")
	case r.url == "" && len(r.headers) > 0:
		return nil, usagef(cmd, "--header is for --url")
	case !(r.seconds > 0) || r.seconds > math.MaxInt32:
		return nil, usagef(cmd, "--timeout: want a number of seconds above 0")
	case !r.given():
		return nil, nil
	case len(paths) > 0:
		return nil, usagef(cmd, "%s: paths and running servers are read one without the other", paths[0])
	}
	var all []*live.Server
	add := func(flag string, s *live.Server, err error) error {
		if err != nil {
			return usagef(cmd, "--%s: %w", flag, err)
		}
		for _, t := range all {
			if s.Same(t) {
				return nil
			}
		}
		all = append(all, s)
		return nil
	}
	for _, line := range r.commands {
		s, err := live.Command(line, r.env...)
		if err := add("server", s, err); err != nil {
			return nil, err
		}
	}
	if r.url != "" {
		s, err := live.URL(r.url, r.headers...)
		if err := add("url", s, err); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// one is the only server of a command line.
func (r *running) one(cmd *cobra.Command, paths []string) (*live.Server, error) {
	all, err := r.servers(cmd, paths)
	if len(all) > 1 {
		return nil, usagef(cmd, "want one server, got %d", len(all))
	}
	if len(all) == 0 {
		return nil, err
	}
	return all[0], nil
}

// oneSubject wants one manifest or one server.
func oneSubject(r *running) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if r.given() {
			return nil // servers says what is wrong
		}
		return arguments(1, 1, "one manifest, - for standard input, or a server with --server or --url")(cmd, args)
	}
}

// readSubject reads the only manifest or server of a command line.
func (a *app) readSubject(cmd *cobra.Command, r *running, args []string) (*manifest.Document, error) {
	server, err := r.one(cmd, args)
	switch {
	case err != nil:
		return nil, err
	case server == nil:
		return a.readOne(cmd, args[0])
	}
	_, doc, err := a.list(cmd.Context(), server, r)
	return doc, err
}

// atOnce is how many servers are asked at the same time.
const atOnce = 4

// ask lists the servers, in their order: a listing, or the error in its place.
func (a *app) ask(ctx context.Context, servers []*live.Server, r *running) ([]*live.Listing, []error) {
	found, errs := make([]*live.Listing, len(servers)), make([]error, len(servers))
	o := live.Options{Timeout: time.Duration(r.seconds * float64(time.Second)), Client: checks.Version}
	p := a.progress("asking servers", len(servers))
	turn := make(chan struct{}, atOnce)
	var group sync.WaitGroup
	for i, s := range servers {
		group.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			found[i], errs[i] = live.List(ctx, s, o)
			p.step()
		})
	}
	group.Wait()
	p.stop()
	for i, s := range servers {
		if found[i] != nil {
			for _, n := range found[i].Notes {
				a.complain("note: %s: %s", s.Name, n)
			}
		}
	}
	return found, errs
}

// lastWords shows what a server wrote on stderr before it failed to start.
func (a *app) lastWords(err error) {
	var e *live.Error
	if !errors.As(err, &e) || e.Stderr == "" {
		return
	}
	a.complain("%s wrote on stderr:", e.Server)
	for line := range strings.Lines(e.Stderr) {
		fmt.Fprintf(a.stderr, "  | %s\n", checks.EscapeTerminal(strings.TrimRight(line, "\r\n")))
	}
}

// scanServers scans what the servers list, together. A server that can't be
// listed whole is told as not analysed.
func (a *app) scanServers(ctx context.Context, servers []*live.Server, r *running, s *settings) (*checks.Report, error) {
	a.hintConfig(s)
	a.live = true
	report := &checks.Report{}
	found, errs := a.ask(ctx, servers, r)
	var docs []*manifest.Document
	for i, l := range found {
		doc, err := document(l, errs[i])
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			a.lastWords(err)
			report.NotAnalysed = append(report.NotAnalysed, notListed(err))
			continue
		}
		var part checks.Report
		review.Scan(&part, doc, s.rules)
		asLive(&part, servers[i])
		report.Sources = append(report.Sources, part.Sources...)
		report.Findings = append(report.Findings, part.Findings...)
		report.NotAnalysed = append(report.NotAnalysed, part.NotAnalysed...)
		report.Notes = append(report.Notes, part.Notes...)
		docs = append(docs, doc)
	}
	sharedNames(report, docs, s.rules)
	review.Accept(report, s.config, time.Now())
	report.Finish(s.failOn)
	return report, nil
}

// list reads the one server.
func (a *app) list(ctx context.Context, s *live.Server, r *running) (*live.Listing, *manifest.Document, error) {
	found, errs := a.ask(ctx, []*live.Server{s}, r)
	doc, err := document(found[0], errs[0])
	a.lastWords(err)
	return found[0], doc, err
}

func document(l *live.Listing, err error) (*manifest.Document, error) {
	if err != nil {
		return nil, err
	}
	return l.Document()
}

// notListed is what to tell of a server that was not listed.
func notListed(err error) checks.NotAnalysed {
	n := checks.NotAnalysed{Reason: live.Unreachable, Detail: err.Error()}
	var e *live.Error
	if errors.As(err, &e) {
		n.URI, n.Reason, n.Detail = e.Server, e.Reason, e.Detail
	}
	return n
}

// asLive makes the report of a listing that of a server: it has no file whose
// lines could be shown.
func asLive(r *checks.Report, s *live.Server) {
	kind := checks.Stdio
	if s.HTTP() {
		kind = checks.HTTP
	}
	for i := range r.Sources {
		if x := &r.Sources[i]; x.URI == s.Name {
			x.Kind, x.Text = kind, nil
		}
	}
	for i := range r.Notes {
		r.Notes[i].Line = 0
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Source == s.Name {
			f.Location = nil
			for i := range f.Also {
				f.Also[i].Location = nil
			}
		}
	}
}

// diffServer compares what a server lists with what was approved.
func (a *app) diffServer(ctx context.Context, server *live.Server, r *running, s *settings, before *manifest.Document) (*checks.Report, error) {
	a.hintConfig(s)
	a.live = true
	report := &checks.Report{}
	_, doc, err := a.list(ctx, server, r)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		report.NotAnalysed = append(report.NotAnalysed, notListed(err))
	case stranger(before, doc) != nil:
		return nil, stranger(before, doc)
	default:
		review.Scan(report, doc, s.rules)
		review.Compare(report, before, doc, s.rules)
		asLive(report, server)
	}
	review.Accept(report, s.config, time.Now())
	report.Finish(s.failOn)
	return report, nil
}
