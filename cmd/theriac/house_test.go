package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// These tests hold the repository to its design: which package may know what.

const module = "github.com/theriac/theriac/"

// golist runs go list in the repository's root; each line has a package and what
// the template gives of it.
func golist(t *testing.T, args ...string) map[string][]string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not installed")
	}
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = "../.."
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	listed := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		listed[fields[0]] = fields[1:]
	}
	return listed
}

// below reports whether a package is one of the paths, or below one of them that
// does not end in a dollar sign.
func below(pkg string, paths ...string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		exact, is := strings.CutSuffix(p, "$")
		return pkg == exact || !is && strings.HasPrefix(pkg, p+"/")
	})
}

// Only these packages import these modules.
func TestWhoKnowsWhat(t *testing.T) {
	imports := golist(t, "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...")
	if len(imports) < 8 {
		t.Fatalf("only %d packages listed", len(imports))
	}
	for _, rule := range []struct {
		imported []string
		by       []string
	}{
		{[]string{"github.com/google/go-github", "github.com/bradleyfalzon/ghinstallation"},
			[]string{"app/hub", "checks/checkrun", "webhook"}},
		{[]string{"github.com/riverqueue"}, []string{"app/queue"}},
		{[]string{"github.com/modelcontextprotocol"}, []string{"scanner/live"}},
		{[]string{"modernc.org/sqlite", "github.com/jackc/pgx", "database/sql"}, []string{"app/queue"}},
		{[]string{"github.com/spf13/cobra"}, []string{"cmd", "eval"}},
		{[]string{"github.com/stretchr/testify"}, nil},
	} {
		for pkg, list := range imports {
			ours := strings.TrimPrefix(pkg, module)
			for _, dep := range list {
				if below(dep, rule.imported...) && !below(ours, rule.by...) {
					t.Errorf("%s imports %s; only %v may", ours, dep, rule.by)
				}
			}
		}
	}
}

// Imports go downwards: cmd → app → {webhook, checks, baseline} → scanner.
func TestImportsGoDownwards(t *testing.T) {
	floors := []struct {
		rooms []string
		may   []string // what else of the house may be imported
	}{
		{[]string{"scanner"}, []string{"scanner"}},
		{[]string{"webhook"}, []string{"webhook", "scanner"}},
		{[]string{"checks"}, []string{"checks", "scanner"}},
		{[]string{"baseline"}, []string{"baseline", "scanner"}},
		{[]string{"eval"}, []string{"eval", "baseline", "scanner"}},
		{[]string{"app"}, []string{"app", "webhook", "checks", "baseline", "scanner", "testdata"}}, // testdata: the demo's pull request
	}
	imports := golist(t, "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...")
	for pkg, list := range imports {
		ours := strings.TrimPrefix(pkg, module)
		for _, f := range floors {
			if !below(ours, f.rooms...) {
				continue
			}
			for _, dep := range list {
				if room, is := strings.CutPrefix(dep, module); is && !below(room, f.may...) {
					t.Errorf("%s imports %s, which is not below it", ours, room)
				}
			}
		}
	}
	// The core of the scanner knows no rule, and the rules know the core.
	for _, pkg := range []string{"scanner", "scanner/manifest", "scanner/text", "scanner/phrase"} {
		if slices.Contains(imports[module+pkg], module+"scanner/rules") {
			t.Errorf("%s imports the rules", pkg)
		}
	}
}

// What a package links, whoever imports it.
func TestWhatIsLinked(t *testing.T) {
	for _, c := range []struct {
		pkg string
		not []string
	}{
		{"./scanner/manifest", network},
		{"./scanner/rules", network}, // and with it scanner, text and phrase
		{"./baseline", network},
		{"./checks", network},
		{"./app/review", network},
		{"./app/config", network},
		{"./cmd/theriac", []string{"github.com/riverqueue", "modernc.org/sqlite", "github.com/jackc/pgx",
			"github.com/bradleyfalzon/ghinstallation", "github.com/prometheus", "github.com/go-chi",
			"github.com/google/go-github", "github.com/owenrumney/go-sarif", "github.com/xeipuuv"}},
	} {
		deps := golist(t, "-deps", "-f", "{{.ImportPath}}", c.pkg)
		if len(deps) < 10 {
			t.Fatalf("%s: only %d packages listed", c.pkg, len(deps))
		}
		for dep := range deps {
			if below(dep, c.not...) {
				t.Errorf("%s links %s", c.pkg, dep)
			}
		}
	}
}

// Who only reads files does not pay for HTTP: a package of net/http's size costs
// every start, used or not. It may come with what lists running servers and with
// their progress bar, which knows HTTP bodies, and with nothing else.
func TestHTTPIsForLiveServersOnly(t *testing.T) {
	imports := golist(t, "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./cmd/theriac")[module+"cmd/theriac"]
	rest := slices.DeleteFunc(imports, func(pkg string) bool {
		return pkg == module+"scanner/live" || pkg == "github.com/schollz/progressbar/v3"
	})
	if len(rest) < 10 {
		t.Fatalf("only %d imports listed", len(rest))
	}
	for dep := range golist(t, append([]string{"-deps", "-f", "{{.ImportPath}}"}, rest...)...) {
		if below(dep, "net/http", "crypto/tls", "crypto/x509") {
			t.Errorf("the command links %s without listing a server", dep)
		}
	}
}

// net/netip, beside net, only computes.
var network = []string{"net$", "net/http", "net/rpc", "net/smtp", "crypto/tls", "golang.org/x/net", "os/exec"}

// The folders at the root are the agreed ones.
func TestFolders(t *testing.T) {
	agreed := []string{"app", "baseline", "checks", "cmd", "deploy", "docs", "eval", "scanner", "testdata", "webhook"}
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if seen++; !slices.Contains(agreed, e.Name()) {
			t.Errorf("the folder %s is none of %v", e.Name(), agreed)
		}
	}
	if seen < 5 {
		t.Errorf("only %d folders seen", seen)
	}
}
