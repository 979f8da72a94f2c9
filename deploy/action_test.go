package deploy_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// step is one of a workflow or of the Action.
type step struct {
	Name  string
	If    string
	Uses  string
	Run   string
	Shell string
	Env   map[string]string
	With  map[string]string
}

// workflows are their jobs' steps by file; the Action's are among them.
func workflows(t *testing.T) map[string][]step {
	t.Helper()
	names, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil || len(names) < 3 {
		t.Fatalf("%v, %v", names, err)
	}
	all := map[string][]step{"../action.yml": action(t).Runs.Steps}
	for _, name := range names {
		var w struct {
			Jobs map[string]struct{ Steps []step }
		}
		if err := yaml.Unmarshal(read(t, name), &w); err != nil {
			t.Fatal(err)
		}
		for _, job := range w.Jobs {
			all[name] = append(all[name], job.Steps...)
		}
	}
	return all
}

type actionFile struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

func action(t *testing.T) actionFile {
	t.Helper()
	var a actionFile
	if err := yaml.Unmarshal(read(t, "../action.yml"), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// A tag can be moved to other code, a commit can't.
func TestPinned(t *testing.T) {
	pinned := regexp.MustCompile(`(?m)uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	commits := map[string]string{}
	for name, steps := range workflows(t) {
		uses := 0
		for _, s := range steps {
			if s.Uses == "" || s.Uses == "./" {
				continue
			}
			uses++
			action, commit, _ := strings.Cut(s.Uses, "@")
			if other, ok := commits[action]; ok && other != commit {
				t.Errorf("%s is used at %s and %s", action, commit, other)
			}
			commits[action] = commit
		}
		if got := len(pinned.FindAll(read(t, name), -1)); got != uses {
			t.Errorf("%s: %d of %d actions are pinned by commit, with their version beside", name, got, uses)
		}
	}
}

// What somebody else can write must not become part of a script.
func TestNothingIsInterpolated(t *testing.T) {
	for name, steps := range workflows(t) {
		for _, s := range steps {
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: an expression in the script %q: pass it as a variable", name, s.Run)
			}
		}
	}
}

func TestAction(t *testing.T) {
	a := action(t)
	if a.Runs.Using != "composite" {
		t.Errorf("runs using %s", a.Runs.Using)
	}
	var review, upload, tell *step
	for i, s := range a.Runs.Steps {
		switch {
		case strings.HasSuffix(s.Run, `action`):
			review = &a.Runs.Steps[i]
		case strings.HasPrefix(s.Uses, "github/codeql-action/upload-sarif@"):
			upload = &a.Runs.Steps[i]
		case strings.Contains(s.Run, "::warning"):
			tell = &a.Runs.Steps[i]
		}
		if s.Run != "" && s.Shell != "bash" {
			t.Errorf("%s: shell %q", s.Name, s.Shell)
		}
	}
	if review == nil || upload == nil || tell == nil {
		t.Fatal("steps are missing")
	}

	// Every input reaches the program, but for the one that the upload asks for.
	var inputs, passed []string
	for name := range a.Inputs {
		if name != "sarif" {
			inputs = append(inputs, name)
		}
	}
	for variable, value := range review.Env {
		name := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(variable, "THERIAC_INPUT_"), "_", "-"))
		if value != "${{ inputs."+name+" }}" {
			t.Errorf("%s is %s", variable, value)
		}
		passed = append(passed, name)
	}
	slices.Sort(inputs)
	slices.Sort(passed)
	if want := []string{"baseline", "config", "env", "fail-on", "format", "header", "manifest", "output", "rules", "server", "timeout", "url"}; !slices.Equal(inputs, want) || !slices.Equal(passed, want) {
		t.Errorf("inputs %v, passed %v, want %v", inputs, passed, want)
	}
	for _, name := range []string{"findings", "sarif-file", "verdict"} {
		if a.Outputs[name].Value != "${{ steps.review.outputs."+name+" }}" {
			t.Errorf("output %s is %q", name, a.Outputs[name].Value)
		}
	}
	if len(a.Outputs) != 3 {
		t.Errorf("%d outputs", len(a.Outputs))
	}

	// The upload comes after the verdict, whatever that was, and can't change it.
	if a.Inputs["sarif"].Default != "true" || !strings.Contains(upload.If, "!cancelled()") || !strings.Contains(upload.If, "inputs.sarif == 'true'") {
		t.Errorf("the upload takes place if %s", upload.If)
	}
	if !regexp.MustCompile(`continue-on-error: true\n\s+uses: github/codeql-action/upload-sarif@`).Match(read(t, "../action.yml")) {
		t.Error("a refused upload fails the job")
	}
	if !strings.Contains(tell.If, "steps.upload.outcome == 'failure'") {
		t.Errorf("a refused upload is told if %s", tell.If)
	}
}
