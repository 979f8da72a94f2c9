package main

import (
	"context"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

func (a *app) scanCommand() *cobra.Command {
	var o reporting
	var r running
	var sort, trace, sources bool
	cmd := &cobra.Command{
		Use:   "scan PATH... | - | --server COMMAND | --url URL",
		Short: "Scan manifests for hidden instructions",
		Long: `Scan manifests for hidden instructions.

PATH is a manifest or a folder. A file that you name and that is no MCP metadata
is an error, but with --if-manifest, which is for programs that pass every file
that changed, such as pre-commit. A folder is walked for files that are recognised as MCP metadata;
.git, node_modules, vendor and dist are left out. - reads standard input.

With --sources, tools that are declared in code are read too: in Python, TypeScript,
JavaScript and Go, in folders of MCP servers (package.json, pyproject.toml, go.mod
and their like name an SDK) and in files that import one. Nothing is run. Tests,
samples and built files are left out, and that is said; so is a description that
the program computes.

A running server is asked what it lists, and for nothing else: no tool is called,
no prompt rendered, no resource read.

Configuration is read only where --config names it: a folder that is scanned may
be somebody else's, and must not decide what is found in it. The patterns in it
mean paths from the working directory.`,
		Example: `  theriac scan server_manifest.json
  theriac scan --fail-on medium --format sarif -o theriac.sarif .
  npx some-server --list-tools | theriac scan -
  theriac scan --sources .
  theriac scan --server "npx -y @modelcontextprotocol/server-everything"
  theriac scan --url https://mcp.example.com/mcp --header "Authorization: Bearer …"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			servers, err := r.servers(cmd, args)
			switch {
			case err != nil:
				return err
			case len(args) == 0 && servers == nil:
				return usagef(cmd, "nothing to scan: name a manifest, a folder, - for standard input, or a server with --server or --url")
			}
			s, err := a.resolve(cmd, &o)
			if err != nil {
				return err
			}
			var report *checks.Report
			if servers != nil {
				report, err = a.scanServers(cmd.Context(), servers, &r, s)
			} else {
				report, err = a.scan(cmd.Context(), args, sort, sources, s)
			}
			if err != nil {
				return err
			}
			if trace {
				if err := a.trace(cmd, args, servers != nil, sources, &o, report, s); err != nil {
					return err
				}
			}
			return a.finish(cmd, &o, s, "", report)
		},
	}
	cmd.Flags().BoolVar(&sort, "if-manifest", false, "skip files that you name and that are no MCP metadata, as in a folder")
	cmd.Flags().BoolVar(&trace, "trace", false, "before the report, say of each component with a finding how it came about")
	cmd.Flags().BoolVar(&sources, "sources", false, "also read tools that are declared in code")
	r.flags(cmd)
	o.flags(cmd)
	return cmd
}

// scan scans the paths; sort is --if-manifest, sources is --sources.
func (a *app) scan(ctx context.Context, paths []string, sort, sources bool, s *settings) (*checks.Report, error) {
	a.hintConfig(s)
	all := paths
	var code *declared
	if sources {
		var err error
		if code, err = readSources(ctx, paths, s.config); err != nil {
			return nil, err
		}
		_, paths = splitSources(paths)
	}
	in, err := gather(ctx, paths, s.config, sort)
	if err != nil {
		return nil, err
	}
	for _, f := range in.files {
		if f.path != "-" && (f.Asked || f.Named || f.Candidate >= manifest.Possible) {
			a.noteInput(f.path)
		}
	}
	report := &checks.Report{Notes: in.notes, NotAnalysed: in.missing}
	for _, part := range scanAll(ctx, in.files, s.rules, a) {
		report.Sources = append(report.Sources, part.Sources...)
		report.Findings = append(report.Findings, part.Findings...)
		report.NotAnalysed = append(report.NotAnalysed, part.NotAnalysed...)
		report.Notes = append(report.Notes, part.Notes...)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if code != nil {
		scanSources(report, code, s.rules)
	}
	a.noteSources("", report)
	switch nothing := len(report.Sources) == 0 && !report.Incomplete() && len(in.notes) == 0; {
	case nothing && sort:
		report.Notes = append(report.Notes, checks.Note{Text: "None of the files is MCP metadata."})
	case nothing && len(report.NotAnalysed) > 0:
		// Each of them is told, with its reason; and nothing else was there.
		for i := range report.NotAnalysed {
			report.NotAnalysed[i].Harmless = false
		}
	case nothing:
		// Nothing was scanned, which is not the same as clean.
		report.NotAnalysed = append(report.NotAnalysed, checks.NotAnalysed{
			URI: strings.Join(slashedAll(all), " "), Reason: manifest.Unrecognised, Detail: "no MCP metadata found",
		})
	}
	review.Accept(report, s.config, time.Now())
	report.Finish(s.failOn)
	return report, nil
}

// scanAll scans the files, several at a time; the parts are in their order.
func scanAll(ctx context.Context, files []input, rules *scanner.Set, a *app) []checks.Report {
	parts := make([]checks.Report, len(files))
	var next atomic.Int64
	var held memory
	p := a.progress("scanning", len(files))
	defer p.stop()
	work := func() {
		for ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= len(files) {
				return
			}
			doc, missing := files[i].read(a.stdin)
			if missing != nil {
				parts[i].NotAnalysed = append(parts[i].NotAnalysed, *missing)
			}
			if doc != nil {
				doc.Siblings = files[i].siblings(doc)
				release := held.hold(len(doc.Source.Text()))
				review.Scan(&parts[i], doc, rules)
				release()
			}
			p.step()
		}
	}
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
	return parts
}

// hintConfig says on stderr that there is a configuration which is not used.
func (a *app) hintConfig(s *settings) {
	if s.given {
		return
	}
	for _, name := range config.Names() {
		if _, err := os.Stat(name); err == nil {
			a.complain("note: %s is not read without --config %s", name, name)
		}
	}
}

func slashedAll(paths []string) []string {
	all := make([]string, len(paths))
	for i, p := range paths {
		all[i] = slashed(p)
	}
	return all
}
