package main

import (
	"errors"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what the commands print into the transcripts and golden files")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"theriac": main, "fake-mcp": fakeMCP})
}

// TestTranscripts runs every command as a person does, on files that stand in
// the transcript.
func TestTranscripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			// The README's command, as it stands there.
			pull := filepath.FromSlash("testdata/pull")
			if err := os.CopyFS(filepath.Join(e.WorkDir, pull), os.DirFS(filepath.Join("..", "..", pull))); err != nil {
				return err
			}
			server := httptest.NewServer(fakeHTTP("pages"))
			e.Defer(server.Close)
			e.Vars = append(e.Vars, "MCP_URL="+server.URL+"/mcp?key=s3cret")
			// So wide that no line that a transcript looks for is wrapped.
			e.Vars = append(e.Vars, "COLUMNS=200")
			// git as on a machine where nobody has configured it.
			e.Vars = append(e.Vars,
				"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
				"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org",
				"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
			)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status},
	})
}

// status runs theriac and holds it to an exit status: status 2 scan nope.json.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: status NUMBER [ARGUMENT...]")
	}
	got := 0
	err := ts.Exec("theriac", args[1:]...)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("theriac: %v", err)
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("theriac %s: exit status %d, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}
