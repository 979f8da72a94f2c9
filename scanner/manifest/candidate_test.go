package manifest

import "testing"

func TestCandidate(t *testing.T) {
	for p, want := range map[string]Candidacy{
		"mcp-tools.json":                         Probable,
		"a/b/MCP-Tools.json":                     Probable,
		".cursor/mcp.json":                       Probable,
		"public/.well-known/mcp/tools.json":      Probable,
		".well-known/mcp.json":                   Probable,
		"pkg/__toolsnaps__/issue.snap":           Probable,
		"web/server-card.json":                   Probable,
		"manifest.json":                          Possible,
		"ext/manifest.json":                      Possible,
		"tools.yml":                              Possible,
		"appPackage/acme-plugin.json":            Possible,
		".claude-plugin/plugin.json":             Possible,
		"plugin.json":                            ByContent,
		"docs/anything.yaml":                     ByContent,
		"testdata/x.snap":                        ByContent,
		"log.ndjson":                             ByContent,
		"site/.well-known/server-card":           Probable,
		"servers/x/server.yaml":                  Possible,
		"tools.json":                             Possible,
		".codex/config.toml":                     Possible,
		"config.toml":                            ByContent,
		".claude/skills/x/SKILL.md":              Possible,
		"package.json":                           ByContent,
		"main.go":                                Unlikely,
		"README.md":                              Unlikely,
		"package-lock.json":                      Unlikely,
		"web/node_modules/x/mcp-tools.json":      Unlikely,
		"vendor/x/tools.json":                    Unlikely,
		"dist/manifest.json":                     Unlikely,
		"distribution/manifest.json":             Possible,
		"":                                       Unlikely,
		"json":                                   AnyText,
		"mcp-tools.json/inner":                   AnyText,
		"logs/answer.txt":                        AnyText,
		"tools.json.bak":                         AnyText,
		"image.png":                              Unlikely,
		"a/mcpb-resources/de-DE.json":            Possible,
		"build/my.mcpb.json":                     Possible,
		"k8s/vendors/mcp-server.yaml":            Probable,
		"docs/.well-known/mcp/server-card.jsonc": ByContent,
	} {
		if got := Candidate(p); got != want {
			t.Errorf("Candidate(%q) = %d, want %d", p, got, want)
		}
	}
}

func TestSniff(t *testing.T) {
	for data, want := range map[string]bool{
		`{"tools":[{"name":"x","inputSchema":{}}]}`:                                      true,
		"tools:\n  - input_schema: {}":                                                   true,
		`{"mcpServers":{}}`:                                                              true,
		`{"contributes":{"languageModelTools":[]}}`:                                      true,
		`{"type":"application/mcp-server-card+json"}`:                                    true,
		`"https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"`: true,
		`{"in\u0070utSchema":{}}`:                                                        true,
		`"in\x70utSchema": {}`:                                                           true,
		`{"n":"caf\u00e9"}`:                                                              false,
		`{"n":"a\\\u2014"}`:                                                              false,
		`{"name":"x","tools":[]}`:                                                        true,
		`{"name":"x","scripts":{}}`:                                                      false,
		"\xff\xfe{\x00":                                                                  true,
		"\xfe\xff\x00{":                                                                  true,
		`\`:                                                                              false,
		``:                                                                               false,
	} {
		if got := Sniff([]byte(data)); got != want {
			t.Errorf("Sniff(%q) = %v, want %v", data, got, want)
		}
	}
}
