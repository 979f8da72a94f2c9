package live

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/rules"
)

// npmVersion is the version of the servers that are installed, and that the
// dumps are of.
const npmVersion = "2026.8.31"

// TestPublished lists published servers of the protocol's own project, which it
// installs from the npm registry, and holds what is found in them to what is
// found in dumps of the same versions:
//
//	THERIAC_TEST_NPM=1 THERIAC_TEST_DUMPS=folder go test -run Published ./scanner/live
//
// The folder has @modelcontextprotocol__server-NAME@VERSION.json. Without it,
// the servers are listed all the same.
func TestPublished(t *testing.T) {
	if os.Getenv("THERIAC_TEST_NPM") != "1" {
		t.Skip("installs packages: wants THERIAC_TEST_NPM=1")
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not installed")
	}
	servers := []string{"everything", "filesystem", "memory", "sequential-thinking"}
	home, files := t.TempDir(), t.TempDir()
	install := []string{"install", "--prefix", home, "--silent", "--no-audit", "--no-fund"}
	for _, name := range servers {
		install = append(install, "@modelcontextprotocol/server-"+name+"@"+npmVersion)
	}
	if out, err := exec.Command(npm, install...).CombinedOutput(); err != nil {
		t.Fatalf("npm install: %v\n%s", err, out)
	}
	program := func(name string) string { return filepath.Join(home, "node_modules", ".bin", "mcp-server-"+name) }

	for _, name := range servers {
		t.Run(name, func(t *testing.T) {
			line := "'" + program(name) + "'"
			if name == "filesystem" {
				line += " '" + files + "'"
			}
			s, err := Command(line, "MEMORY_FILE_PATH="+filepath.Join(files, "memory.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			asDumped(t, name, s)
		})
	}
	for transport, path := range map[string]string{"streamableHttp": "/mcp", "sse": "/sse"} {
		t.Run("everything over "+transport, func(t *testing.T) {
			asDumped(t, "everything", mustURL(t, "http://"+served(t, program("everything"), transport)+path))
		})
	}
}

// served starts a server that listens, and gives its address when it does.
func served(t *testing.T, program, transport string) string {
	t.Helper()
	// Whoever else takes the port in between makes the server fail, not the test
	// pass.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	_, port, _ := net.SplitHostPort(address)
	cmd := exec.Command(program, transport)
	cmd.Env = append(minimalEnviron(), "PORT="+port)
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	var said strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		fmt.Fprintln(&said, lines.Text())
		if strings.Contains(lines.Text(), port) {
			return address
		}
	}
	t.Fatalf("the server does not listen:\n%s", said.String())
	return ""
}

// asDumped lists a server and compares what is found in it with what is found
// in its dump.
func asDumped(t *testing.T, name string, s *Server) {
	t.Helper()
	l, err := List(t.Context(), s, patient)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := l.Document()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d components, notes %q", len(doc.Components), l.Notes)
	folder := os.Getenv("THERIAC_TEST_DUMPS")
	if folder == "" {
		return
	}
	dump := filepath.Join(folder, "@modelcontextprotocol__server-"+name+"@"+npmVersion+".json")
	data, err := os.ReadFile(dump)
	if err != nil {
		t.Fatal(err)
	}
	dumped, err := manifest.Parse(filepath.Base(dump), data, manifest.Options{Named: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(findings(t, dumped), findings(t, doc)); diff != "" {
		t.Errorf("found in the dump and in the server:\n%s", diff)
	}
}

// findings are the findings in a document, and its components, without what
// differs between a file and a server.
func findings(t *testing.T, d *manifest.Document) map[string]int {
	t.Helper()
	found, err := scanner.Scan(d, rules.All())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	for _, c := range d.Components {
		if c.Kind == manifest.Server {
			continue // the dumps say more of it: the package's name and version
		}
		all[fmt.Sprintf("%s %s has %d texts", c.Kind, c.Name, len(c.Texts))]++
	}
	for _, f := range found {
		all[fmt.Sprintf("%s %s %s %s at %s %v: %q, %s", f.Severity, f.Rule.ID, f.Component, f.Field, f.Pointer, f.Span, f.Text, f.Fingerprint)]++
	}
	return all
}
