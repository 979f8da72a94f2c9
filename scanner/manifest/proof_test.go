package manifest

import (
	"strings"
	"testing"
)

// proofs are what proves by itself to be MCP metadata, with where its component
// stands and what it is.
var proofs = []struct {
	text, pointer string
	kind          ComponentKind
}{
	{`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}`, "/result/tools/0", Tool},
	{`{"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"a"}]}}`, "/result/prompts/0", Prompt},
	{`{"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"a:b","name":"c"}]}}`, "/result/resources/0", Resource},
	{`{"jsonrpc":"2.0","id":1,"result":{"resourceTemplates":[{"uriTemplate":"a:{b}"}]}}`, "/result/resourceTemplates/0", ResourceTemplate},
	{`{"log":[{"at":1,"got":{"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"a"}]}}}]}`, "/log/0/got/result/prompts/0", Prompt},
	{`[{"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"a"}]}}]`, "/0/result/prompts/0", Prompt},
	{`{"prompts/list":{"prompts":[{"name":"a"}]}}`, "/prompts~1list/prompts/0", Prompt},
	{`{"prompts":[{"name":"a","arguments":[]}]}`, "/prompts/0", Prompt},
	{`{"prompts":[{"name":"a","arguments":["b"]}]}`, "/prompts/0", Prompt},
	{`{"prompts":[{"name":"a","description":"b"}]}`, "/prompts/0", Prompt},
	{`[{"name":"a","arguments":[{"name":"b","required":true}]}]`, "/0", Prompt},
	{`{"name":"a","arguments":[{"name":"b","required":true}]}`, "", Prompt},
	{`{"resources":[{"uri":"a:b","name":"c"}]}`, "/resources/0", Resource},
	{`[{"uri":"a:b","name":"c","description":"d"}]`, "/0", Resource},
	{`{"resourceTemplates":[{"uriTemplate":"a:{b}","name":"c"}]}`, "/resourceTemplates/0", ResourceTemplate},
	{`{"tools":[{"name":"a","description":"b"}]}`, "/tools/0", Tool},
	{`{"tools":[{"name":"a","description":"b","inputSchema":null}]}`, "/tools/0", Tool},
	{`{"name":"a","description":"b","inputSchema":null}`, "", Tool},
	{`{"name":"a","description":"b","inputSchema":"c"}`, "", Tool},
	{`{"tools":[{"tool":"a","description":"b","params":{"c":{"type":"string"}}}]}`, "/tools/0", Tool},
	{`{"tools":{"group":[{"name":"a","description":"b","parameters":[]}]}}`, "/tools/group/0", Tool},
	{`{"tools":{"a":{"description":"b","inputSchema":{}}}}`, "/tools/a", Tool},
	{`{"tools":{"a":{"description":"b","params":{}}}}`, "/tools/a", Tool},
	{`{"deep":{"deeper":{"tools":[{"name":"a","description":"b","parameters":{}}]}}}`, "/deep/deeper/tools/0", Tool},
	{`[{"name":"a","description":"b","parameters":{}}]`, "/0", Tool},
	{`[{"name":"read_file","description":"b"},{"name":"add","description":"b"}]`, "/1", Tool},
	{`[{"type":"function","function":{"name":"a","description":"b","parameters":{}}}]`, "/0/function", Tool},
	{`{"type":"function","function":{"name":"a","description":"b","parameters":{}}}`, "/function", Tool},
	{`{"tools":[{"type":"function","function":{"name":"a"}}]}`, "/tools/0/function", Tool},
	{`{"tools":[{"type":"function","name":"a","parameters":{}}]}`, "/tools/0", Tool},
	{`{"tools":[{"functionDeclarations":[{"name":"a"}]}]}`, "/tools/0/functionDeclarations/0", Tool},
	{`{"manifest_version":"0.3","name":"a","server":{},"tools":[{"name":"b"}]}`, "/tools/0", Tool},
	{`{"mcpb_version":"0.1","name":"a","server":{},"tools":[{"name":"b"}]}`, "/tools/0", Tool},
	{"tools:\n  a:\n    kind: x\n    source: y\n    description: z\n", "/tools/a", Tool},
	{"kind: tools\nname: a\ntype: x\ndescription: y\n", "", Tool},
	{"prompts:\n- name: a\n  description: b\n", "/prompts/0", Prompt},
	{`{"messages":[{"role":"user"}],"tools":[{"name":"a","inputSchema":{}}]}`, "/tools/0", Tool},
}

// What proves what it is does so under every name that a file may have.
func TestProofs(t *testing.T) {
	for _, p := range proofs {
		for _, name := range []string{"x.json", "dump", "a/b/answer.json", "manifest-full.json", "server/tools.json", "dump.yaml"} {
			if strings.HasSuffix(name, "json") && p.text[0] != '{' && p.text[0] != '[' {
				continue
			}
			if !Sniff([]byte(p.text)) {
				t.Errorf("%s is not looked into", p.text)
			}
			d, err := Parse(name, []byte(p.text), Options{})
			if err != nil || len(d.Components) == 0 {
				t.Errorf("%s: %s: %v", name, p.text, err)
				continue
			}
			if c := d.Components[len(d.Components)-1]; c.Pointer != p.pointer || c.Kind != p.kind {
				t.Errorf("%s: %s: a %s at %q, want a %s at %q", name, p.text, c.Kind, c.Pointer, p.kind, p.pointer)
			}
		}
	}
}

// What comes close to MCP metadata is told of.
func TestResemblance(t *testing.T) {
	for text, want := range map[string]string{
		`{"tools":[{"id":1,"description":"Reads all the notes."}]}`:                             `"/tools"`,
		`{"a":[{"inputSchema":{"type":"object"}}]}`:                                             `"/a/0"`,
		`{"agent":{"tools":{"x":{"description":"Reads all the notes."}}}}`:                      `"/agent/tools"`,
		`{"jsonrpc":"2.0","id":1,"result":{"tools":{"a":1}}}`:                                   "the protocol's",
		`{"skills":[{"inputSchema":{"type":"object"},"description":"Reads all of the notes"}]}`: "",
		`{"tools":["a","b"]}`:                                                  "",
		`{"resources":[{"description":"A b c d"}]}`:                            "",
		`{"openapi":"3.1.0","tools":[{"description":"Reads all the notes."}]}`: "",
	} {
		_, err := Parse("x.json", []byte(text), Options{})
		fault, _ := err.(*Error)
		switch {
		case fault == nil || fault.Reason != Unrecognised:
			t.Errorf("%s: %v", text, err)
		case fault.Resembles != (want != "") || !strings.Contains(fault.Detail, want):
			t.Errorf("%s: %q, want it to name %q", text, fault.Detail, want)
		}
	}
}
