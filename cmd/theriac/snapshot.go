package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	var check bool
	var r running
	cmd := &cobra.Command{
		Use:   "snapshot PATH... | - | --server COMMAND | --url URL [-o FILE]",
		Short: "Record approved baselines of manifests",
		Long: `Record what manifests say as approved baselines, which diff and review compare
with from then on.

Read a manifest before you record it. A baseline is kept like a lock file: it lies
beside its manifest as NAME.baseline.json, where it is found without configuration
(or where the configuration's baselines says), and a change to the manifest brings
it up to date in the same commit. PATH is a manifest or a folder, of which every
manifest is recorded. Standard input and a running server have no place of their
own: their baseline goes to stdout, or to -o FILE, as does that of one manifest.

With --check nothing is written. The exit status is 1 where a baseline does not fit
its manifest, or where a manifest that you name has none: for CI and pre-commit.`,
		Example: `  theriac snapshot mcp/server.json
  theriac snapshot .
  theriac snapshot --check .
  theriac snapshot --server "node dist/index.js" -o server.baseline.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case r.given() || slices.Equal(args, []string{"-"}) || output != "":
				if check {
					return usagef(cmd, "--check compares manifests with the baselines beside them: name manifests or folders, and no -o")
				}
				return a.snapshotOne(cmd, &r, args, output)
			case len(args) == 0:
				return usagef(cmd, "nothing to record: name manifests or folders, - for standard input, or a server with --server or --url")
			}
			return a.snapshotAll(cmd, args, check)
		},
	}
	r.flags(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "", "write the baseline of the only manifest to `FILE`, - for stdout")
	cmd.Flags().BoolVar(&check, "check", false, "write nothing, and exit 1 where a baseline does not fit its manifest")
	return cmd
}

// snapshotOne records the only subject of a command line.
func (a *app) snapshotOne(cmd *cobra.Command, r *running, args []string, output string) error {
	if err := oneSubject(r)(cmd, args); err != nil {
		return err
	}
	doc, err := a.readSubject(cmd, r, args)
	if err != nil {
		return err
	}
	return a.record(doc, cmp.Or(output, stdoutName))
}

// record writes the baseline of a document.
func (a *app) record(doc *manifest.Document, to string) error {
	b, err := baseline.Snapshot(doc)
	if err != nil {
		return err
	}
	data, err := b.Encode()
	if err != nil {
		return err
	}
	if err := a.write(to, data); err != nil {
		return fmt.Errorf("write the baseline: %w", err)
	}
	a.wrote(to, "the baseline of "+checks.CountComponents(doc).String())
	a.warn(doc)
	return nil
}

// snapshotAll records every manifest of the paths beside it, or checks that it is
// recorded.
func (a *app) snapshotAll(cmd *cobra.Command, paths []string, check bool) error {
	c, err := ownConfig()
	if err != nil {
		return err
	}
	in, err := gather(cmd.Context(), paths, c, false)
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for _, p := range paths {
		named[slashed(p)] = true
	}
	var faults []error
	for _, m := range in.missing {
		faults = append(faults, faultOf(m))
	}
	found := 0
	for i := range in.files {
		doc, m := in.files[i].read(a.stdin)
		switch {
		case m != nil && !m.Harmless:
			faults = append(faults, faultOf(*m)) // half a manifest is nothing to approve
		case doc != nil:
			found++
			at := c.BaselinePath(in.files[i].URI)
			if check {
				err = a.checkBaseline(doc, at, named[in.files[i].URI])
			} else {
				err = a.record(doc, at)
			}
			if err != nil {
				faults = append(faults, err)
			}
		}
	}
	if found == 0 && len(faults) == 0 {
		faults = append(faults, fmt.Errorf("%s: no MCP metadata found", strings.Join(slashedAll(paths), " ")))
	}
	return errors.Join(faults...)
}

func faultOf(m checks.NotAnalysed) error {
	return &manifest.Error{URI: m.URI, Reason: m.Reason, Line: m.Line, Column: m.Column, Detail: m.Detail}
}

// checkBaseline tells of a baseline that does not fit its manifest. must says that
// there has to be one.
func (a *app) checkBaseline(doc *manifest.Document, at string, must bool) error {
	uri := doc.Source.URI
	data, err := os.ReadFile(at)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !must:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		a.status = gated
		a.complain("%s has no baseline at %s: theriac snapshot %s records it", uri, at, uri)
		return nil
	case err != nil:
		return err
	}
	b, err := baseline.Load(at, data)
	if err != nil {
		return err
	}
	approved, err := b.Document()
	if err != nil {
		return err
	}
	fits, err := baseline.Fits(approved, doc)
	if err != nil {
		return err
	}
	if !fits {
		a.status = gated
		a.complain("%s does not fit %s: theriac snapshot %s brings it up to date", at, uri, uri)
	}
	return nil
}

// ownConfig is the configuration in the working directory, which says where
// baselines lie and what is ignored. What is recorded is one's own: unlike a scan,
// it may trust it.
func ownConfig() (*config.Config, error) {
	for _, name := range config.Names() {
		data, err := os.ReadFile(filepath.FromSlash(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read the configuration: %w", err)
		}
		return config.Parse(name, data, rules.All())
	}
	return config.Default(), nil
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
