package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/rules"
)

// reporting is the flags of the commands that end in a report.
type reporting struct {
	format, failOn, rules, output, config, color string
	also                                         []string // FORMAT=FILE
	verbose                                      bool
}

func (o *reporting) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "text", "format of the report: "+strings.Join(checks.Formats(), ", "))
	f.StringVar(&o.failOn, "fail-on", "", "exit 1 for findings from this severity on: low, medium, high, critical (default high)")
	f.StringVar(&o.rules, "rules", "", "rules to run by ID or name, or with a minus sign not to: STRUCT005,STRUCT007 or -SCHEMA002")
	f.StringVarP(&o.output, "output", "o", "", "write the report to `FILE` instead of stdout, which - means")
	f.Func("also", "write the report once more, as `FORMAT=FILE`, - for stdout; may be repeated", func(also string) error {
		o.also = append(o.also, also)
		return nil
	})
	f.StringVar(&o.config, "config", "", "read the configuration from `FILE`, a .github/theriac.yml that you trust, or HEAD for that of the last commit")
	f.BoolVar(&o.verbose, "verbose", false, "in text: every finding, with its offsets and categories")
	f.StringVar(&o.color, "color", "auto", "colour in text: auto, always, never; auto means on a terminal, unless NO_COLOR is set")
	complete(cmd)
}

// settings is what the flags and the configuration come to.
type settings struct {
	config *config.Config // as --config has it; the default without
	given  bool           // --config was
	all    *scanner.Set
	rules  *scanner.Set // the ones to run
	names  []string     // of --rules; empty without
	failOn scanner.Severity
	forced bool // --fail-on was given
	// liveFile stands for a running server where a report needs a file.
	liveFile string
}

// resolve reads the flags and the configuration. What the command line says
// replaces what the configuration says.
func (a *app) resolve(cmd *cobra.Command, o *reporting) (*settings, error) {
	if !slices.Contains(checks.Formats(), o.format) {
		return nil, usagef(cmd, "--format: %w", unknownWord("format", o.format, checks.Formats()))
	}
	if !slices.Contains(colors, o.color) {
		return nil, usagef(cmd, "--color: %w", unknownWord("value", o.color, colors))
	}
	for _, also := range o.also {
		format, file, _ := strings.Cut(also, "=")
		if !slices.Contains(checks.Formats(), format) || file == "" {
			return nil, usagef(cmd, "--also %q: want FORMAT=FILE, with a format of %s", also, strings.Join(checks.Formats(), ", "))
		}
	}
	s := &settings{config: config.Default(), all: rules.All()}
	var err error
	switch {
	case o.config == headConfig:
		if s.config, err = a.configOfHead(cmd.Context(), s.all); err != nil {
			return nil, err
		}
		s.given = true
	case o.config != "":
		data, err := a.readFile(o.config)
		if err != nil {
			return nil, fmt.Errorf("read the configuration: %w", err)
		}
		if s.config, err = config.Parse(slashed(o.config), data, s.all); err != nil {
			return nil, err
		}
		s.given = true
	}
	chosen := s.config.Rules
	if cmd.Flags().Changed("rules") {
		if s.names = splitRules(o.rules); len(s.names) == 0 {
			return nil, usagef(cmd, "--rules names no rule")
		}
		if s.names, err = ruleIDs(s.all, s.names); err != nil {
			return nil, usagef(cmd, "--rules: %w", err)
		}
		chosen = s.names
	}
	if s.rules = s.all; len(chosen) > 0 {
		if s.rules, err = s.all.Select(chosen...); err != nil {
			return nil, usagef(cmd, "--rules: %w", err)
		}
	}
	s.failOn = s.config.FailOn
	if cmd.Flags().Changed("fail-on") {
		if s.failOn, err = config.Gate(o.failOn); err != nil {
			return nil, usagef(cmd, "--fail-on: %w", unknownWord("severity", o.failOn, gates()))
		}
		s.forced = true
	}
	return s, nil
}

func splitRules(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// finish writes the report, names on stderr what was not analysed, and sets the
// exit status.
func (a *app) finish(cmd *cobra.Command, o *reporting, s *settings, title string, r *checks.Report) error {
	options := checks.Options{
		Title: title, Rules: s.rules.Rules(), OmitAccepted: a.codeScanning, LiveFile: s.liveFile,
		Color: o.output == "" && useColor(o.color, a.stdout), MaxPerLevel: annotationsPerStep(),
		Verbose: o.verbose, Width: a.width(), Link: a.link,
	}
	if err := a.report(cmd.Context(), o.output, o.format, r, options); err != nil {
		return err
	}
	a.wrote(o.output, "the report ("+o.format+")")
	options.Color = o.color == "always"
	for _, also := range o.also {
		format, file, _ := strings.Cut(also, "=")
		if err := a.report(cmd.Context(), file, format, r, options); err != nil {
			return err
		}
	}
	a.reported = r
	a.stepSummary(cmd.CommandPath(), r)
	for _, n := range r.NotAnalysed {
		if n.Harmless {
			continue
		}
		at := n.URI
		if n.Line > 0 {
			at = fmt.Sprintf("%s:%d:%d", n.URI, n.Line, n.Column)
		}
		a.complain("not analysed: %s: %s (%s)", at, n.Detail, n.Reason)
	}
	switch {
	case r.Incomplete():
		a.status = failed
	case r.Gate.Failed:
		a.status = gated
	}
	return nil
}

// report writes a report to stdout or, named, to a file.
func (a *app) report(ctx context.Context, file, format string, r *checks.Report, options checks.Options) error {
	if format == "sarif" || format == "github" {
		r, options = a.rooted(ctx, r, options)
	}
	var out bytes.Buffer
	err := checks.Write(&out, format, r, options)
	if err == nil {
		err = a.write(file, out.Bytes())
	}
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

// width is how many columns a text report may have: COLUMNS, else the terminal's,
// else the default.
func (a *app) width() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := a.stdout.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil {
			return n
		}
	}
	return checks.DefaultWidth
}

// annotationsPerStep bounds workflow commands where GitHub reads them.
func annotationsPerStep() int {
	if os.Getenv("GITHUB_ACTIONS") == "true" {
		return checks.AnnotationsPerStep
	}
	return 0
}

// maxStepSummary keeps a step's summary, in bytes, below GitHub's limit of 1 MiB
// and leaves room for what other programs of the step wrote.
// https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#step-isolation-and-limits
const maxStepSummary = 512 << 10

// stepSummary adds the report to the summary of a workflow's step, where there
// is one. That it can't be written is told, and changes no verdict.
func (a *app) stepSummary(title string, r *checks.Report) {
	name := os.Getenv("GITHUB_STEP_SUMMARY")
	if name == "" {
		return
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "## %s\n\n", title)
	if err := checks.Write(&out, "markdown", r, checks.Options{MaxBytes: maxStepSummary, Link: a.link}); err != nil {
		a.complain("the step's summary could not be written: %v", err)
		return
	}
	a.writeSummary(append(out.Bytes(), '\n'))
}

// writeSummary adds to the summary of a workflow's step, where there is one.
func (a *app) writeSummary(data []byte) {
	if name := os.Getenv("GITHUB_STEP_SUMMARY"); name != "" {
		if err := appendFile(name, data); err != nil {
			a.complain("the step's summary could not be written: %v", err)
		}
	}
}

// useColor decides about colour: a flag that says always or never wins over the
// environment. https://no-color.org
func useColor(mode string, w io.Writer) bool {
	if mode != "auto" {
		return mode == "always"
	}
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isatty.IsTerminal(f.Fd())
}
