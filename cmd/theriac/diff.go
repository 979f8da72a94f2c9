package main

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner/manifest"
)

func (a *app) diffCommand() *cobra.Command {
	var o reporting
	var r running
	var approved string
	cmd := &cobra.Command{
		Use:   "diff PATH | - | --server COMMAND | --url URL [--baseline FILE]",
		Short: "Compare a manifest with its approved baseline",
		Long: `Compare a manifest with its approved baseline, and scan what it says now.

Without --baseline it is NAME.baseline.json beside the manifest, or what the
configuration of --config maps it to. A baseline that does not fit its own hashes
is refused with exit status 2.`,
		Example: `  theriac diff mcp/server.json
  theriac diff mcp/server.json --baseline approved.json`,
		Args: oneSubject(&r),
		RunE: func(cmd *cobra.Command, args []string) error {
			server, err := r.one(cmd, args)
			if err != nil {
				return err
			}
			s, err := a.resolve(cmd, &o)
			if err != nil {
				return err
			}
			if server != nil {
				if approved == "" {
					return usagef(cmd, "--baseline is needed for a running server")
				}
				before, err := a.loadBaseline(approved)
				if err != nil {
					return err
				}
				s.liveFile = before.Source.URI
				report, err := a.diffServer(cmd.Context(), server, &r, s, before)
				if err != nil {
					return err
				}
				return a.finish(cmd, &o, s, comparison(before), report)
			}
			path := args[0]
			if approved == "" {
				if path == "-" {
					return usagef(cmd, "--baseline is needed for standard input")
				}
				approved = baseline.PathFor(path)
				if mapped, ok := s.config.Baselines[slashed(path)]; ok {
					approved = mapped
				}
			}
			before, err := a.loadBaseline(approved)
			if err != nil {
				return err
			}
			report, title, err := a.diff(cmd, s, path, before)
			if err != nil {
				return err
			}
			return a.finish(cmd, &o, s, title, report)
		},
	}
	r.flags(cmd)
	cmd.Flags().StringVar(&approved, "baseline", "", "approved baseline `FILE` (default NAME.baseline.json beside PATH)")
	o.flags(cmd)
	return cmd
}

// loadBaseline reads a baseline and verifies its hashes.
func (a *app) loadBaseline(path string) (*manifest.Document, error) {
	data, err := a.readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no baseline at %s: record one with `theriac snapshot`, or name it with --baseline", slashed(path))
	}
	if err != nil {
		return nil, fmt.Errorf("read the baseline: %w", err)
	}
	b, err := baseline.Load(slashed(path), data)
	if err != nil {
		return nil, err
	}
	return b.Document()
}

// comparison is the title of a report.
func comparison(approved *manifest.Document) string {
	return "comparison with the approved baseline " + approved.Source.URI
}

// diff compares and scans. A manifest that can't be read is told in the report.
func (a *app) diff(cmd *cobra.Command, s *settings, path string, before *manifest.Document) (_ *checks.Report, title string, _ error) {
	report := &checks.Report{}
	title = comparison(before)
	doc, err := a.readOne(cmd, path)
	var fault *manifest.Error
	switch {
	case errors.As(err, &fault):
		report.NotAnalysed = append(report.NotAnalysed, checks.NotAnalysed{URI: fault.URI, Reason: fault.Reason,
			Line: fault.Line, Column: fault.Column, Detail: fault.Detail})
	case err != nil:
		report.NotAnalysed = append(report.NotAnalysed, checks.NotAnalysed{URI: slashed(path), Reason: manifest.Unreadable, Detail: err.Error()})
	case stranger(before, doc) != nil:
		return nil, "", stranger(before, doc)
	default:
		review.Scan(report, doc, s.rules)
		review.Compare(report, before, doc, s.rules)
	}
	review.Accept(report, s.config, time.Now())
	report.Finish(s.failOn)
	return report, title, nil
}
