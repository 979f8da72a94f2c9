package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/theriac/theriac/app/queue"
)

// call runs the program.
func call(t *testing.T, environ []string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	status = run(t.Context(), args, environ, &out, &errs)
	return status, out.String(), errs.String()
}

// TestNothingSet: without settings the server does not start, and says of each
// what is missing, one line each.
func TestNothingSet(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{nil, {"serve"}} {
		status, out, errs := call(t, nil, args...)
		lines := strings.Split(strings.TrimSuffix(errs, "\n"), "\n")
		if status != 1 || out != "" || len(lines) != 3 {
			t.Errorf("%q: exit status %d, %q, %q", args, status, out, lines)
		}
		for _, line := range lines {
			if !strings.HasPrefix(line, "theriac-app: THERIAC_") {
				t.Errorf("%q", line)
			}
		}
	}
	if made, err := os.ReadDir("."); err != nil || len(made) != 0 {
		t.Errorf("files were made: %v, %v", made, err)
	}
}

func TestCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	tests := []struct {
		args        []string
		status      int
		out, stderr string // what is in them
	}{
		{[]string{"demo"}, 0, `Check run "theriac"`, ""},
		{[]string{"demo", "-v"}, 0, `Check run "theriac"`, `"msg":"check run completed"`},
		{[]string{"doctor"}, 1, "THERIAC_APP_ID", "BAD"},
		{[]string{"--version"}, 0, "0.", ""},
		{[]string{"--help"}, 0, "demo", ""},
		{[]string{"nonsense"}, 1, "", "nonsense"},
		{[]string{"backup"}, 1, "", "arg"},
		{[]string{"backup", "copy.db"}, 1, "", "theriac.db"},
	}
	for _, tt := range tests {
		status, out, errs := call(t, nil, tt.args...)
		if status != tt.status || !strings.Contains(out, tt.out) || !strings.Contains(errs, tt.stderr) {
			t.Errorf("%q: exit status %d\n%s\n%s", tt.args, status, out, errs)
		}
	}
}

// TestBackup copies a database that a server has open.
func TestBackup(t *testing.T) {
	folder := t.TempDir()
	url := "sqlite:" + filepath.Join(folder, "theriac.db")
	q, err := queue.Open(t.Context(), queue.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	if err := q.Remember(t.Context(), "fact", "kept", 0); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(folder, "copy.db")
	if status, _, errs := call(t, []string{"THERIAC_DATABASE_URL=" + url}, "backup", copied); status != 0 {
		t.Fatalf("exit status %d: %s", status, errs)
	}
	q2, err := queue.Open(t.Context(), queue.Config{URL: "sqlite:" + copied})
	if err != nil {
		t.Fatal(err)
	}
	defer q2.Close()
	if value, ok, err := q2.Recall(t.Context(), "fact"); value != "kept" || !ok || err != nil {
		t.Errorf("%q, %t, %v", value, ok, err)
	}
	if status, _, errs := call(t, []string{"THERIAC_DATABASE_URL=nonsense"}, "backup", copied); status != 1 || !strings.Contains(errs, "THERIAC_DATABASE_URL") {
		t.Errorf("exit status %d: %s", status, errs)
	}
}
