package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/rules"
)

func (a *app) snapshotCommand() *cobra.Command {
	var output string
	var r running
	cmd := &cobra.Command{
		Use:   "snapshot PATH | - | --server COMMAND | --url URL [-o FILE]",
		Short: "Record an approved baseline of a manifest",
		Long: `Record what a manifest says as an approved baseline, which diff and review
compare with from then on.

Read the manifest before you record it. By convention the baseline lies beside
its manifest as NAME.baseline.json; there it is found without configuration.`,
		Example: `  theriac snapshot mcp/server.json -o mcp/server.baseline.json
  theriac snapshot --server "node dist/index.js" -o server.baseline.json`,
		Args: oneSubject(&r),
		RunE: func(cmd *cobra.Command, args []string) error {
			doc, err := a.readSubject(cmd, &r, args)
			if err != nil {
				return err
			}
			b, err := baseline.Snapshot(doc)
			if err != nil {
				return err
			}
			data, err := b.Encode()
			if err != nil {
				return err
			}
			if err := a.write(output, data); err != nil {
				return fmt.Errorf("write the baseline: %w", err)
			}
			a.warn(doc)
			return nil
		},
	}
	r.flags(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "", "write the baseline to `FILE` instead of stdout")
	return cmd
}

// warn says what a person should have read before approving it.
func (a *app) warn(doc *manifest.Document) {
	var r checks.Report
	review.Scan(&r, doc, rules.All())
	r.Finish(scanner.High)
	if r.Gate.Failed || r.Incomplete() {
		a.complain("note: what you record as approved has findings: %s; see theriac scan", r.Summary)
	}
}

// readOne reads the only manifest of a command line: a file, standard input, or
// a folder in which one is found. A file that breaks off is an error: half a
// manifest is nothing to approve or to compare.
func (a *app) readOne(cmd *cobra.Command, path string) (*manifest.Document, error) {
	in, err := gather(cmd.Context(), []string{path}, config.Default(), false)
	if err != nil {
		return nil, err
	}
	missing := in.missing
	var docs []*manifest.Document
	for i := range in.files {
		doc, m := in.files[i].read(a.stdin)
		if m != nil && !m.Harmless {
			missing = append(missing, *m)
		}
		if doc != nil {
			docs = append(docs, doc)
		}
	}
	switch {
	case len(missing) > 0:
		m := missing[0]
		return nil, &manifest.Error{URI: m.URI, Reason: m.Reason, Line: m.Line, Column: m.Column, Detail: m.Detail}
	case len(docs) == 0:
		return nil, fmt.Errorf("%s: no MCP metadata found", slashed(path))
	case len(docs) > 1:
		var names []string
		for _, d := range docs[:min(len(docs), 5)] {
			names = append(names, d.Source.URI)
		}
		return nil, usagef(cmd, "%s holds %d manifests: name one of %s", slashed(path), len(docs), strings.Join(names, ", "))
	}
	a.noteInput(filepath.FromSlash(docs[0].Source.URI))
	return docs[0], nil
}
