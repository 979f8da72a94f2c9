package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner/rules"
)

// actionCommand is what action.yml runs. The Action's inputs come in variables,
// so that no text of a workflow's author, or of a pull request's, is ever part of
// a shell's script; what they mean is decided here, where it can be tested.
//
// Whatever the token may do, the verdict is the same: annotations and the job's
// summary need no permission, and this command calls nothing. Uploading SARIF is
// another step, whose failure is told and changes nothing.
func (a *app) actionCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "action",
		Short:  "Run as a GitHub Action: inputs come from THERIAC_INPUT_ variables",
		Hidden: true,
		Args:   arguments(0, 0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			sarif, err := sarifFile()
			if err == nil {
				err = a.actionRun(cmd.Context(), readInputs(os.Getenv), sarif)
			}
			if err != nil {
				a.actionFault(err)
			}
			return a.actionOutputs(sarif)
		},
	}
}

// inputs of the Action, as action.yml has them.
type actionInputs struct {
	manifests, servers []string // one a line
	url                string
	failOn, format     string
	rules, output      string
	baseline, config   string
	env, headers       []string // one a line
	timeout            string
	// head is the commit of a review, which arguments finds out.
	head string
}

func readInputs(getenv func(string) string) actionInputs {
	get := func(name string) string { return strings.TrimSpace(getenv("THERIAC_INPUT_" + name)) }
	lines := func(name string) (all []string) {
		for line := range strings.Lines(get(name)) {
			if line = strings.TrimSpace(line); line != "" {
				all = append(all, line)
			}
		}
		return all
	}
	return actionInputs{
		manifests: lines("MANIFEST"), servers: lines("SERVER"), url: get("URL"),
		failOn: get("FAIL_ON"), format: get("FORMAT"), rules: get("RULES"),
		output: get("OUTPUT"), baseline: get("BASELINE"), config: get("CONFIG"),
		env: lines("ENV"), headers: lines("HEADER"), timeout: get("TIMEOUT"),
	}
}

// check says what is wrong with an input, by the input's name: nobody who wrote a
// workflow knows of flags.
func (in *actionInputs) check() error {
	wrong := func(name, value, want string) error {
		return &titledError{"theriac: the input " + name + " is wrong", fmt.Errorf("%s: %q is none of %s", name, value, want)}
	}
	if _, err := config.Gate(in.failOn); in.failOn != "" && err != nil {
		return wrong("fail-on", in.failOn, "low, medium, high, critical")
	}
	if _, err := rules.All().Select(splitRules(in.rules)...); in.rules != "" && err != nil {
		return &titledError{"theriac: the input rules is wrong", err}
	}
	if in.format != "" && !slices.Contains(checks.Formats(), in.format) {
		return wrong("format", in.format, strings.Join(checks.Formats(), ", "))
	}
	return nil
}

// arguments is the command line that the inputs come to. Flags and values are
// one argument, so that no value is ever taken for a flag.
func (in *actionInputs) arguments(ctx context.Context, sarif string) ([]string, error) {
	if live := len(in.servers) > 0 || in.url != ""; !live && (len(in.env) > 0 || len(in.headers) > 0 || in.timeout != "") {
		return nil, errors.New("the inputs env, header and timeout are for a running server: set server or url")
	}
	subjects := 0
	for _, given := range []bool{len(in.manifests) > 0, len(in.servers) > 0, in.url != ""} {
		if given {
			subjects++
		}
	}
	command := "scan"
	if in.baseline != "" {
		command = "diff"
	}
	var args []string
	switch {
	case subjects > 1:
		return nil, errors.New("set one of the inputs manifest, server and url, or none to review the change")
	case subjects == 0 && in.baseline != "":
		return nil, errors.New("the input baseline needs one of manifest, server and url: a review reads the base branch's baselines by itself")
	case subjects == 0:
		change, err := changeOf(ctx, os.Getenv, &repo{"."})
		if err != nil {
			return nil, err
		}
		command = "review"
		args = append(args, "--base="+change.base, "--head="+change.head)
		in.head = change.head
	}
	for _, s := range in.servers {
		args = append(args, "--server="+s)
	}
	for flag, value := range map[string]string{"url": in.url, "fail-on": in.failOn, "rules": in.rules, "baseline": in.baseline,
		"config": in.config, "timeout": in.timeout} {
		if value != "" {
			args = append(args, "--"+flag+"="+value)
		}
	}
	for _, e := range in.env {
		args = append(args, "--env="+e)
	}
	for _, h := range in.headers {
		args = append(args, "--header="+h)
	}
	manifests, err := globs(in.manifests)
	if err != nil {
		return nil, err
	}
	args = append(args, "--format=github", "--also=sarif="+sarif)
	switch format := cmp.Or(in.format, "github"); {
	case in.output != "":
		args = append(args, "--also="+format+"="+in.output)
	case format != "github":
		args = append(args, "--also="+format+"="+stdoutName)
	}
	return append(append([]string{command}, args...), append([]string{"--"}, manifests...)...), nil
}

// globs puts files and folders in the place of the patterns that they match, ** for
// any folders. A pattern that matches nothing is a mistake, and no clean result.
func globs(patterns []string) (all []string, err error) {
	for _, p := range patterns {
		if _, err := os.Lstat(p); err == nil || !strings.ContainsAny(p, "*?[{") {
			all = append(all, p)
			continue
		}
		found, err := doublestar.FilepathGlob(p)
		// A baseline lies beside its manifest, and is none.
		found = slices.DeleteFunc(found, func(name string) bool { return strings.HasSuffix(name, ".baseline.json") })
		switch {
		case err != nil:
			return nil, &titledError{"theriac: the input manifest is wrong", fmt.Errorf("%q is no pattern of files: %w", p, err)}
		case len(found) == 0:
			return nil, &titledError{"theriac: the input manifest matches nothing", fmt.Errorf("%q matches no file", p)}
		}
		slices.Sort(found)
		all = append(all, found...)
	}
	return all, nil
}

// actionRun runs the command that the inputs stand for.
func (a *app) actionRun(ctx context.Context, in actionInputs, sarif string) error {
	if err := in.check(); err != nil {
		return err
	}
	args, err := in.arguments(ctx, sarif)
	if err != nil {
		return err
	}
	a.codeScanning = true
	a.link = linkTo(os.Getenv("GITHUB_SERVER_URL"), os.Getenv("GITHUB_REPOSITORY"), in.head)
	root := a.command()
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	return root.ExecuteContext(ctx)
}

// linkTo makes addresses of lines of a commit; nil where one of its parts is
// missing.
func linkTo(server, repository, head string) func(string, int, int) string {
	if server == "" || repository == "" || head == "" {
		return nil
	}
	return checks.BlobLink(server, repository, head)
}

// actionFault tells an error where people look who see a red cross: in the
// annotations and in the job's summary.
func (a *app) actionFault(err error) {
	a.status, a.reported = failed, nil
	title := "theriac could not run"
	var titled *titledError
	if errors.As(err, &titled) {
		title = titled.title
	}
	fmt.Fprintln(a.stdout, checks.WorkflowError(title, err.Error()))
	a.writeSummary([]byte("## " + title + "\n\n" + checks.MarkdownText(err.Error()) + "\n"))
}

// titledError is an error with a title of its own among the annotations.
type titledError struct {
	title string
	error
}

func (e *titledError) Unwrap() error { return e.error }

// sarifFile is a new file for the report, in the runner's folder for such, which
// is emptied after the job.
func sarifFile() (string, error) {
	f, err := os.CreateTemp(os.Getenv("RUNNER_TEMP"), "theriac-*.sarif")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// verdicts are the output for the exit statuses.
var verdicts = map[int]string{passed: "pass", gated: "fail", failed: "error"}

// actionOutputs sets the step's outputs. sarif-file is set only where there is a
// whole report in it.
func (a *app) actionOutputs(sarif string) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "verdict=%s\n", verdicts[a.status])
	if a.reported != nil {
		fmt.Fprintf(&out, "findings=%d\nsarif-file=%s\n", a.reported.Summary.Total(), sarif)
	}
	name := os.Getenv("GITHUB_OUTPUT")
	if name == "" {
		return errors.New("GITHUB_OUTPUT is not set: this command is for GitHub Actions")
	}
	if err := appendFile(name, out.Bytes()); err != nil {
		return fmt.Errorf("set the step's outputs: %w", err)
	}
	return nil
}
