package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"mvdan.cc/sh/v3/shell"
)

// pages are what a newcomer reads.
func pages(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	return append(docs, "../../README.md", "../../CONTRIBUTING.md")
}

// holdFile compares a generated file with what stands on disk, or writes it.
func holdFile(t *testing.T, path, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s is not up to date (run this test with -update):\n%s", path, diff)
	}
}

// output runs theriac from the repository's root, where the README's commands are
// run, with 80 columns.
func output(t *testing.T, args ...string) string {
	t.Helper()
	t.Setenv("COLUMNS", "80")
	t.Chdir("../..")
	var out, errs bytes.Buffer
	if status := run(t.Context(), args, strings.NewReader(""), &out, &errs); status == failed {
		t.Fatalf("%q: %s", args, errs.String())
	}
	return out.String()
}

// TestDocsRules holds the table of rules to the rules.
func TestDocsRules(t *testing.T) {
	const path, begin, end = "../../docs/rules.md", "<!-- rules:", "<!-- end of rules -->"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	marker, rest, ok2 := strings.Cut(rest, "\n")
	_, after, ok3 := strings.Cut(rest, end)
	if !ok || !ok2 || !ok3 {
		t.Fatalf("%s has no table between %q and %q", path, begin, end)
	}
	var table bytes.Buffer
	if status := run(t.Context(), []string{"rules", "--format", "markdown"}, nil, &table, &table); status != 0 {
		t.Fatal(table.String())
	}
	holdFile(t, path, before+begin+marker+"\n\n"+table.String()+"\n"+end+after)
}

// TestReadmeIsShort: a newcomer reads it to the end.
func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(strings.Fields(string(text))); n > 1300 {
		t.Errorf("README has %d words; what is over 1,300 belongs into docs", n)
	}
}

// fence is a block of code of a page.
var fence = regexp.MustCompile("(?ms)^[ ]*```[a-z]*\n(.*?)^[ ]*```$")

// commandLines are the lines of a page's blocks that run theriac, without their
// comments.
func commandLines(t *testing.T, page string) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, block := range fence.FindAllStringSubmatch(string(text), -1) {
		for line := range strings.Lines(block[1]) {
			line = strings.TrimSpace(line)
			line = strings.TrimPrefix(line, "- run: ")
			line, _, _ = strings.Cut(line, "  #")
			line, _, _ = strings.Cut(line, " && git")
			line = strings.Replace(line, "go run ./cmd/theriac ", "theriac ", 1)
			if strings.HasPrefix(line, "theriac ") {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
	}
	return lines
}

// TestDocsCommands: every command of every page is one that theriac takes, and
// those that need no server are run on a repository that has the files they name.
func TestDocsCommands(t *testing.T) {
	all := 0
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages(t) {
		for _, line := range commandLines(t, page) {
			all++
			t.Run(filepath.Base(page)+"/"+line, func(t *testing.T) {
				args, err := shell.Fields(line, nil)
				if err != nil {
					t.Fatal(err)
				}
				args = args[1:]
				a := &app{stdin: strings.NewReader(""), stdout: new(bytes.Buffer), stderr: new(bytes.Buffer)}
				cmd, rest, err := a.command().Find(args)
				if err != nil || !cmd.HasParent() {
					t.Fatalf("no such command: %v", err)
				}
				if err := cmd.ParseFlags(rest); err != nil {
					t.Fatal(err)
				}
				if slices.ContainsFunc(rest, func(s string) bool {
					return strings.HasPrefix(s, "--server") || strings.HasPrefix(s, "--url") || strings.HasPrefix(s, "--live")
				}) {
					return // asks a server that is not here
				}
				exampleRepository(t, here)
				var out, errs bytes.Buffer
				if status := run(t.Context(), args, strings.NewReader(`{"tools": []}`), &out, &errs); status == failed {
					t.Errorf("exit status %d: %s", status, errs.String())
				}
			})
		}
	}
	if all < 10 {
		t.Errorf("%d commands on all pages", all)
	}
}

// exampleRepository makes the working directory one that has what the pages name.
func exampleRepository(t *testing.T, from string) {
	t.Helper()
	t.Chdir(t.TempDir())
	const manifest = `{"tools": [{"name": "add", "description": "Adds two numbers.", "inputSchema": {"type": "object"}}]}`
	for _, name := range []string{"server.json", "mcp/server.json", "base/mcp/server.json", "head/mcp/server.json"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(manifest), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const code = "from mcp.server.fastmcp import FastMCP\n\n@FastMCP(\"notes\").tool()\ndef search():\n    \"\"\"Searches the notes.\"\"\"\n"
	if err := os.CopyFS("src", fstest.MapFS{"app.py": {Data: []byte(code)}}); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS("testdata/pull", os.DirFS(filepath.Join(from, "../../testdata/pull"))); err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	if status := run(t.Context(), []string{"snapshot", "server.json", "mcp/server.json"}, strings.NewReader(""), &errs, &errs); status != passed {
		t.Fatal(errs.String())
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "first"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Skipf("git: %v: %s", err, out)
		}
	}
}
