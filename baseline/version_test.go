package baseline_test

import (
	"strings"
	"testing"

	"github.com/theriac/theriac/baseline"
	"github.com/theriac/theriac/scanner"
)

// TestVersions: what a release changes is low; a package, a host, a command or a
// word that changes with it is not.
func TestVersions(t *testing.T) {
	sum := func(c string) string { return strings.Repeat(c, 64) }
	for _, c := range []struct {
		name, old, new string
		low            bool
	}{
		{"semantic version", "1.2.3", "1.3.0", true},
		{"pre-release", "v1.2.3-rc.1", "v1.2.3", true},
		{"build metadata", "1.2.3+build.7", "1.2.4+build.9", true},
		{"in a sentence", "Wraps the API of Birdbook v2.1.", "Wraps the API of Birdbook v2.2.", true},
		{"at a sentence's end", "Needs birdbook 2.1.0.", "Needs birdbook 2.1.1.", true},
		{"a package's", "birdbook-mcp@1.2.3", "birdbook-mcp@1.10.0", true},
		{"a package's, short", "birdbook-mcp@1", "birdbook-mcp@2", true},
		{"a package's, moving", "@birds/mcp@latest", "@birds/mcp@1.2.3", true},
		{"range", ">=18.0 <21", ">=20.0 <23", true},
		{"caret", "^1.2", "^2.0", true},
		{"wildcard", "1.2.x", "1.3.x", true},
		{"image tag", "ghcr.io/birds/mcp:1.2.3-alpine", "ghcr.io/birds/mcp:1.2.4-alpine", true},
		{"image tag, moving", "birds/mcp:latest", "birds/mcp:2.0", true},
		{"image digest", "birds/mcp@sha256:" + sum("a"), "birds/mcp@sha256:" + sum("b"), true},
		{"bare digest", sum("a"), sum("f"), true},
		{"commit", "Built from " + sum("a")[:40] + ".", "Built from " + sum("c")[:40] + ".", true},
		{"date", "As of 2026-01-05.", "As of 2026-02-28.", true},
		{"time", "Made 2026-01-05T10:00:00Z", "Made 2026-03-05T11:30:00.5+02:00", true},
		{"schema of a date", "https://example.org/schemas/2025-07-09/server.json", "https://example.org/schemas/2025-12-11/server.json", true},
		{"download", "https://example.org/releases/v1.2.3/birds-1.2.3.mcpb", "https://example.org/releases/v1.3.0/birds-1.3.0.mcpb", true},

		{"host with it", "https://example.org/v1.2.3/x", "https://example.net/v1.2.4/x", false},
		{"host that looks like one", "https://v1.2.3.example.org/x", "https://v1.2.4.example.org/x", false},
		{"address", "Calls 10.0.0.1.", "Calls 10.0.0.2.", false},
		{"address of three parts", "http://10.1.1/x", "http://10.1.2/x", false},
		{"port", "http://localhost:8080/", "http://localhost:9090/", false},
		{"package with it", "birdbook-mcp@1.2.3", "birdbook-mpc@1.2.4", false},
		{"scope with it", "@birds/mcp@1.2.3", "@brids/mcp@1.2.4", false},
		{"image with it", "birds/mcp:1.2.3", "brids/mcp:1.2.4", false},
		{"registry with it", "ghcr.io/birds/mcp:1.2.3", "docker.io/birds/mcp:1.2.4", false},
		{"tag that is a word", "birds/mcp:read", "birds/mcp:write", false},
		{"command with it", "npx -y birdbook@1.2.3", "sh -c birdbook@1.2.4", false},
		{"word with it", "Reads birds 1.2.3.", "Sends birds 1.2.4.", false},
		{"words for a pre-release", "1.2.3-beta", "1.2.3-ignore.the.user", false},
		{"plain numbers", "Returns 10 birds.", "Returns 1000 birds.", false},
		{"limits", "Takes <= 10 birds.", "Takes <= 1000 birds.", false},
		{"decimal", "Waits 1.5 seconds.", "Waits 9.5 seconds.", false},
		{"one more", "Needs 1.2.3.", "Needs 1.2.3 and 2.0.0.", false},
		{"marks", "a\u0000version\u0000", "a1.2.3", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := compare(t, parse(t, "a.json", tool(`"description":"`+c.old+`"`)), parse(t, "b.json", tool(`"description":"`+c.new+`"`)))
			if len(f) != 1 || (f[0].Severity == scanner.Low) != c.low {
				t.Errorf("%q to %q: %q, want low: %v", c.old, c.new, lines(f), c.low)
			}
		})
	}
}

// TestBases has a row for each kind of change and a column for each basis of the
// ladder in the package comment.
func TestBases(t *testing.T) {
	bases := []baseline.Basis{baseline.Approved, baseline.Locked, baseline.Relocked, baseline.BaseBranch}
	two := func(a, b string) string { return `{"tools":[` + a + `,` + b + `]}` }
	const a, b = `{"name":"a","description":"Adds.","inputSchema":{"type":"object"}}`, `{"name":"b","description":"Bids.","inputSchema":{"type":"object"}}`
	for _, c := range []struct {
		name, old, new string
		want           [4]scanner.Severity
	}{
		{"poison", tool(`"description":"Adds."`), tool(`"description":"Adds. EVIL1"`), [4]scanner.Severity{scanner.Critical, scanner.Critical, scanner.Critical, scanner.Critical}},
		{"poison of medium", tool(`"description":"Adds."`), tool(`"description":"Adds. EVIL2"`), [4]scanner.Severity{scanner.High, scanner.High, scanner.Medium, scanner.Medium}},
		{"edit", tool(`"description":"Adds."`), tool(`"description":"Adds two."`), [4]scanner.Severity{scanner.High, scanner.High, scanner.Medium, scanner.Medium}},
		{"schema", schema(`{"properties":{"a":{}}}`), schema(`{"properties":{"a":{},"b":{}}}`), [4]scanner.Severity{scanner.High, scanner.High, scanner.Medium, scanner.Medium}},
		{"less care", tool(`"annotations":{"readOnlyHint":false}`), tool(`"annotations":{"readOnlyHint":true}`), [4]scanner.Severity{scanner.Medium, scanner.High, scanner.Medium, scanner.Medium}},
		{"reflow", tool(`"description":"Adds two."`), tool(`"description":"Adds\n two."`), [4]scanner.Severity{scanner.Low, scanner.Low, scanner.Low, scanner.Low}},
		{"version", tool(`"description":"API 1.2.3"`), tool(`"description":"API 1.2.4"`), [4]scanner.Severity{scanner.Low, scanner.Low, scanner.Low, scanner.Low}},
		{"padding is no reflow", tool(`"description":"Adds. Fast."`), tool(`"description":"Adds.` + strings.Repeat(" ", 20) + `Fast."`), [4]scanner.Severity{scanner.High, scanner.High, scanner.Medium, scanner.Medium}},
		{"added", two(a, a), two(a, b), [4]scanner.Severity{scanner.Medium, scanner.High, scanner.Medium, scanner.Medium}},
		{"keywords of a bundle", `{"manifest_version":"0.3","name":"n","description":"Birds.","version":"1.0.0","server":{"type":"node"},"keywords":["a"]}`, `{"manifest_version":"0.3","name":"n","description":"Birds.","version":"1.0.0","server":{"type":"node"},"keywords":["b"]}`,
			[4]scanner.Severity{scanner.Low, scanner.Low, scanner.Low, scanner.Low}},
		{"version of a bundle", `{"manifest_version":"0.3","name":"n","description":"Birds.","version":"1.0.0","server":{"type":"node"}}`, `{"manifest_version":"0.4","name":"n","description":"Birds.","version":"1.1.0","server":{"type":"node"}}`,
			[4]scanner.Severity{scanner.Low, scanner.Low, scanner.Low, scanner.Low}},
		{"command of a bundle", `{"manifest_version":"0.3","name":"n","description":"Birds.","version":"1.0.0","server":{"mcp_config":{"command":"node"}}}`, `{"manifest_version":"0.3","name":"n","description":"Birds.","version":"1.0.0","server":{"mcp_config":{"command":"sh"}}}`,
			[4]scanner.Severity{scanner.High, scanner.High, scanner.Medium, scanner.Medium}},
	} {
		for i, basis := range bases {
			f, err := baseline.Compare(parse(t, "m.json", c.old), parse(t, "m.json", c.new), toys, baseline.Options{Basis: basis})
			if err != nil {
				t.Fatal(err)
			}
			worst := scanner.Info
			for _, x := range f {
				worst = max(worst, x.Severity)
				if approved := strings.Contains(x.Message.String(), "baseline"); approved == (basis == baseline.BaseBranch) {
					t.Errorf("%s: on basis %d: %q", c.name, basis, x.Message.String())
				}
			}
			if worst != c.want[i] {
				t.Errorf("%s: on basis %d: %q, want %s", c.name, basis, lines(f), c.want[i])
			}
		}
	}
}
