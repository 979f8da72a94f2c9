package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/scanner/manifest"
)

// theriac runs the program in a folder of its own with these files.
func theriac(t *testing.T, files map[string]string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	t.Setenv("GITHUB_STEP_SUMMARY", "") // that of the tests' own workflow
	t.Chdir(t.TempDir())
	for name, data := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs strings.Builder
	status = run(t.Context(), args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

const clean = `{"tools": [{"name": "add", "description": "Adds.", "inputSchema": {}}]}`

// Whatever a command line or a file name holds, the terminal sees none of it raw.
func TestHostileNames(t *testing.T) {
	const name = "x\x1b[2J\u202e\n.json"
	for _, args := range [][]string{{name}, {"scan", name}, {"scan", "--" + name}, {"scan", "--format", name, "x"}, {"explain", name},
		{"diff", name}, {"snapshot", name}, {"review", "--base", name}, {"scan", "--config", name, "x"}, {"scan", "bad" + name}} {
		status, stdout, stderr := theriac(t, map[string]string{"bad" + name: "{"}, args...)
		if status != failed {
			t.Errorf("%q: exit status %d", args, status)
		}
		if strings.ContainsAny(stdout+stderr, "\x1b\u202e") {
			t.Errorf("%q prints %q %q", args, stdout, stderr)
		}
		if strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q says more than one line: %q", args, stderr)
		}
	}
}

func TestTooLarge(t *testing.T) {
	files := map[string]string{"big.json": strings.Repeat(" ", manifest.MaxSize) + clean, "ok.json": clean}
	status, stdout, stderr := theriac(t, files, "scan", "big.json", "ok.json")
	if status != failed || !strings.Contains(stderr, "big.json") || !strings.Contains(stderr, "(too-large)") ||
		!strings.Contains(stdout, "scanned: 1 tool") {
		t.Errorf("exit status %d\n%s%s", status, stdout, stderr)
	}
}

func TestStdinFails(t *testing.T) {
	t.Setenv("GITHUB_STEP_SUMMARY", "")
	var out, errs strings.Builder
	status := run(t.Context(), []string{"scan", "-"}, iotest.ErrReader(os.ErrClosed), &out, &errs)
	if status != failed || !strings.Contains(errs.String(), "stdin") {
		t.Errorf("exit status %d, %q", status, errs.String())
	}
}

// A pipe that closes early is work not done.
func TestStdoutFails(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.json", []byte(clean), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"scan", "a.json"}, {"snapshot", "a.json", "-o", "-"}, {"rules"}, {"explain", "STRUCT005"}, {"version"}} {
		var errs strings.Builder
		if status := run(t.Context(), args, strings.NewReader(""), brokenPipe{}, &errs); status != failed || errs.Len() == 0 {
			t.Errorf("%q: exit status %d, %q", args, status, errs.String())
		}
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.json", []byte(clean), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"scan", "a.json"}, {"scan", "."}, {"review", "--base", ".", "--head", "."}} {
		var out, errs strings.Builder
		if status := run(ctx, args, strings.NewReader(""), &out, &errs); status != failed || out.Len() > 0 {
			t.Errorf("%q: exit status %d, printed %q", args, status, out.String())
		}
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	write := func(name, data string) {
		t.Helper()
		if err := writeFile(name, []byte(data)); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil || string(got) != data {
			t.Fatalf("%q, %v", got, err)
		}
	}
	write(file, "new")
	write(file, "newer")
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	write(link, "through a link")
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link is gone: %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := writeFile(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if err := writeFile(dir, []byte("x")); err == nil {
		t.Error("a folder was written to")
	}
	names, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(names) > 0 {
		t.Errorf("left behind: %v, %v", names, err)
	}
}

func TestParseEntry(t *testing.T) {
	for record, want := range map[string]review.Entry{
		"100644 blob 0a1b      12\ta b/c\td.json": {Path: "a b/c\td.json", Mode: review.ModeFile, ID: "0a1b", Size: 12},
		"160000 commit 0a1b       -\tsub":         {Path: "sub", Mode: review.ModeSubmodule, ID: "0a1b", Size: -1},
		"120000 blob 0a1b       3\tlink":          {Path: "link", Mode: review.ModeSymlink, ID: "0a1b", Size: 3},
	} {
		got, err := parseEntry(record)
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	for _, record := range []string{"", "100644 blob 0a1b 12", "100644 blob\tx", "a b c d e\tx"} {
		if e, err := parseEntry(record); err == nil {
			t.Errorf("%q is %+v", record, e)
		}
	}
}

// A folder as a tree shows nothing from outside of it.
func TestDirTree(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string]string{"outside/secret.json": "secret", "in/mcp/a.json": clean, "in/vendor/b.json": clean, "in/.git/config": "x"} {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"in/file.json": "../outside/secret.json", "in/folder": "../outside", "in/own.json": "mcp/a.json"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := openDir(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	entries, err := tree.Entries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range entries {
		got[e.Path] = e.Mode
	}
	want := map[string]string{"mcp/a.json": review.ModeFile, "file.json": review.ModeSymlink, "folder": review.ModeSymlink, "own.json": review.ModeSymlink}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, p := range []string{"file.json", "folder/secret.json", "../outside/secret.json", "nope"} {
		if data, err := tree.Read(t.Context(), p); err == nil {
			t.Errorf("%s: read %q", p, data)
		}
	}
	for _, p := range []string{"mcp", "nope", "."} {
		if e, err := tree.Stat(t.Context(), p); err == nil {
			t.Errorf("%s is %+v", p, e)
		}
	}
}

func TestSlashed(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range map[string]string{
		"a/b.json": "a/b.json", "./a//b.json": "a/b.json", "../x": "../x",
		filepath.Join(here, "a.json"): "a.json", filepath.Dir(here): filepath.ToSlash(filepath.Dir(here)),
	} {
		if got := slashed(p); got != want {
			t.Errorf("%q is %q, want %q", p, got, want)
		}
	}
}
