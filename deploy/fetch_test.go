package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fetch runs the script of action.yml's first step with a fake gh, a shell script.
func fetch(t *testing.T, ref, gh string) (status int, outputs, said, program string) {
	t.Helper()
	for _, tool := range []string{"bash", "git", "tar"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	temp, bin := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "gh"), []byte("#!/bin/sh\n"+gh), 0o777); err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", `source "$GITHUB_ACTION_PATH/deploy/action-fetch.sh"`)
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "RUNNER_TEMP="+temp, "RUNNER_OS=Linux", "RUNNER_ARCH=X64",
		"GITHUB_ACTION_PATH="+here, "GITHUB_OUTPUT="+filepath.Join(temp, "output"), "ACTION_REF="+ref, "ACTION_REPOSITORY=theriac/theriac")
	out, _ := cmd.CombinedOutput()
	set, _ := os.ReadFile(filepath.Join(temp, "output"))
	made, _ := os.ReadFile(filepath.Join(temp, "theriac-action", "theriac"))
	return cmd.ProcessState.ExitCode(), string(set), string(out), string(made)
}

// download is a gh that has the release; what it says of the attestation comes
// after.
const download = `
if [ "$1" = release ]; then
  while [ $# -gt 1 ]; do
    case "$1" in --dir) dir=$2 ;; --pattern) name=$2 ;; esac
    shift
  done
  printf program > "$dir/theriac" && tar -czf "$dir/$name" -C "$dir" theriac && rm "$dir/theriac"
  exit
fi
`

func TestActionFetch(t *testing.T) {
	key := regexp.MustCompile(`(?m)^sources=[0-9a-f]{40}$`)
	for _, c := range []struct {
		name, ref, gh string
		status        int
		built         string
		said, program string
	}{
		{"a commit is built", strings.Repeat("a", 40), "exit 1", 0, "built=false", "", ""},
		{"a branch is built", "main", download + "exit 0", 0, "built=false", "", ""},
		{"a release that is not there is built", "v1.2.3", "exit 1", 0, "built=false", "", ""},
		{"a release with its attestation", "v1.2.3", download + "exit 0", 0, "built=true", "", "program"},
		{"a release without one", "v1.2.3", download + "exit 1", 1, "", "::error title=theriac could not run::", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, outputs, said, program := fetch(t, c.ref, c.gh)
			if status != c.status || !strings.Contains(outputs, c.built) || !strings.Contains(said, c.said) || program != c.program {
				t.Errorf("exit status %d, outputs %q, program %q\n%s", status, outputs, program, said)
			}
			if status == 0 && !key.MatchString(outputs) {
				t.Errorf("no key for the cache: %q", outputs)
			}
		})
	}
}
