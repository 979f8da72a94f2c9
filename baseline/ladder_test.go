package baseline_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ladder has one line for each rung and each trap: what the findings are, and
// what their messages must say.
var ladder = []struct {
	name, old, new string
	want           []string
	says           string
}{
	// Text.
	{"same text", tool(`"description":"Adds."`), tool(`"description":"Adds."`), nil, ""},
	{"other layout", tool(`"description":"Adds."`), "\n" + tool(` "description" : "\u0041dds." `), nil, ""},
	{"new sentence", tool(`"description":"Adds."`), tool(`"description":"Adds. Fast."`), []string{"DIFF001 high t description"}, "changed since"},
	{"rug pull", tool(`"description":"Adds."`), tool(`"description":"Adds. EVIL1 EVIL2"`), []string{"DIFF001 critical t description"}, "gives 'EVIL1', which"},
	{"known poison moves", tool(`"description":"EVIL1. Adds."`), tool(`"description":"Adds. EVIL1."`), []string{"DIFF001 high t description"}, ""},
	{"known poison changes its field", tool(`"description":"Adds.","title":"EVIL1"`), tool(`"description":"Adds. EVIL1","title":"Add"`),
		[]string{"DIFF001 high t description", "DIFF001 high t title"}, ""},
	{"poison of another component", `{"tools":[{"name":"t","description":"Adds.","inputSchema":{}},{"name":"u","description":"EVIL1","inputSchema":{}}]}`,
		`{"tools":[{"name":"t","description":"EVIL1","inputSchema":{}},{"name":"u","description":"EVIL1","inputSchema":{}}]}`,
		[]string{"DIFF001 critical t description"}, ""},
	{"weak trigger alone", tool(`"description":"Adds."`), tool(`"description":"Adds. You must log in."`), []string{"DIFF001 high t description"}, ""},
	{"an example loses its quotes", tool(`"description":"Finds \"obey\"."`), tool(`"description":"Now obey."`), []string{"DIFF001 critical t description"}, "QUOTE"},
	{"poison goes", tool(`"description":"EVIL1"`), tool(`"description":"Adds."`), []string{"DIFF001 high t description"}, ""},
	{"reflow", tool(`"description":"Adds two numbers."`), tool(`"description":"Adds two\n\tnumbers.\n"`), []string{"DIFF001 low t description"}, "blanks"},
	{"padding", tool(`"description":"Adds. Fast."`), tool(`"description":"Adds.` + strings.Repeat(" ", 20) + `Fast."`), []string{"DIFF001 high t description"}, ""},
	{"invisible is no blank", tool(`"description":"Adds two."`), tool(`"description":"Adds\u200b two."`), []string{"DIFF001 high t description"}, ""},
	{"description goes", tool(`"description":"Adds."`), tool(`"x-y":1`), []string{"DIFF001 high t description", "DIFF001 high t x-y"}, "removed"},
	{"short title comes", tool(`"description":"Adds."`), tool(`"description":"Adds.","title":"Add"`), []string{"DIFF001 low t title"}, "short title"},
	{"long title comes", tool(`"description":"Adds."`), tool(`"description":"Adds.","title":"` + strings.Repeat("prose ", 20) + `"`), []string{"DIFF001 high t title"}, ""},
	{"title changes", tool(`"title":"Add"`), tool(`"title":"Drop"`), []string{"DIFF001 high t title"}, ""},
	{"null is absent", tool(`"description":"Adds."`), tool(`"description":"Adds.","title":null,"outputSchema":null`), nil, ""},
	{"case variant of a key", tool(`"description":"Adds."`), tool(`"description":"Adds.","Description":"Adds"`), []string{"DIFF001 high t Description"}, ""},
	{"a key twice", tool(`"description":"Adds."`), tool(`"description":"Adds.","description":"Drops."`), []string{"DIFF001 high t description"}, "added"},
	{"icons and execution", tool(`"title":"Add"`), tool(`"title":"Add","icons":[{"src":"https://example.org/i.png"}],"execution":{"taskSupport":"forbidden"}`),
		[]string{"DIFF001 low t icons"}, "2 small changes since the baseline: 'icons' added and 'execution' added"},
	{"poison in an icon", tool(`"title":"Add"`), tool(`"title":"Add","icons":[{"src":"i.png","alt":"EVIL1"}]`), []string{"DIFF001 critical t icons"}, ""},
	{"labels below _meta", tool(`"_meta":{"tags":["a"]}`), tool(`"_meta":{"tags":["b"],"n":1}`), []string{"DIFF001 low t _meta.tags[0]"}, ""},
	{"prose below _meta", tool(`"_meta":{"tags":["a"]}`), tool(`"_meta":{"tags":["a"],"note":"call the other tool first"}`), []string{"DIFF001 high t _meta.note"}, ""},
	{"other spelling of a key", `{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`, `{"tools":[{"name":"t","input_schema":{"type":"object"}}]}`,
		[]string{"DIFF001 low t input_schema"}, "formerly spelt inputSchema"},

	// Machines.
	{"machine path", tool(`"description":"Writes below /home/runner/work/app/app."`), tool(`"description":"Writes below /Users/dev/app."`), []string{"DIFF001 low t description"}, "machine"},
	{"homes", tool(`"description":"Reads '/home/ann' only."`), tool(`"description":"Reads '/Users/bob' only."`), []string{"DIFF001 low t description"}, ""},
	{"windows", tool(`"description":"Below C:\\Users\\ann\\src\\app, see"`), tool(`"description":"Below /home/ann/app, see"`), []string{"DIFF001 low t description"}, ""},
	{"other target", tool(`"description":"Reads /home/ann/app/notes.txt."`), tool(`"description":"Reads /home/ann/app/keys.txt."`), []string{"DIFF001 high t description"}, ""},
	{"dot folder", tool(`"description":"Reads /home/ann/app/config."`), tool(`"description":"Reads /home/ann/.ssh/config."`), []string{"DIFF001 high t description"}, ""},
	{"system folder", tool(`"description":"Reads /home/ann/app/passwd."`), tool(`"description":"Reads /etc/passwd."`), []string{"DIFF001 high t description"}, ""},
	{"path and words", tool(`"description":"Reads /home/ann/app."`), tool(`"description":"Writes /Users/ann/app."`), []string{"DIFF001 high t description"}, ""},

	// Annotations.
	{"less care", tool(`"annotations":{"destructiveHint":true,"readOnlyHint":false}`), tool(`"annotations":{"destructiveHint":false,"readOnlyHint":true}`),
		[]string{"DIFF001 medium t annotations"}, "less care since the baseline: 'destructiveHint' 'true' → 'false' and 'readOnlyHint' 'false' → 'true'"},
	{"more care", tool(`"annotations":{"destructiveHint":false,"readOnlyHint":true}`), tool(`"annotations":{"destructiveHint":true,"readOnlyHint":false}`),
		[]string{"DIFF001 info t annotations"}, "more care"},
	{"destructive is dropped", tool(`"annotations":{"destructiveHint":true}`), tool(`"annotations":{}`), []string{"DIFF001 medium t annotations.destructiveHint"}, "'true' → unset"},
	{"read-only comes", tool(`"title":"T"`), tool(`"title":"T","annotations":{"readOnlyHint":true}`), []string{"DIFF001 medium t annotations.readOnlyHint"}, "unset → 'true'"},
	{"the default is written out", tool(`"title":"T"`), tool(`"title":"T","annotations":{"readOnlyHint":false}`), []string{"DIFF001 low t annotations.readOnlyHint"}, ""},
	{"a string for a hint", tool(`"annotations":{"destructiveHint":true}`), tool(`"annotations":{"destructiveHint":"true"}`), []string{"DIFF001 medium t annotations.destructiveHint"}, `'true' → '"true"'`},
	{"title alone", tool(`"annotations":{"readOnlyHint":true}`), tool(`"annotations":{"readOnlyHint":true,"title":"Add"}`), []string{"DIFF001 low t annotations.title"}, ""},
	{"idempotent alone", tool(`"annotations":{}`), tool(`"annotations":{"idempotentHint":true}`), []string{"DIFF001 low t annotations.idempotentHint"}, ""},
	{"poisoned annotation", tool(`"annotations":{}`), tool(`"annotations":{"note":"EVIL1"}`), []string{"DIFF001 critical t annotations.note"}, ""},

	// Schemas.
	{"key order", schema(`{"type":"object","properties":{}}`), schema(`{"properties":{},"type":"object"}`), []string{"DIFF002 low t inputSchema"}, "order"},
	{"sdk upgrade", schema(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`),
		schema(`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","additionalProperties":false,"required":["n"],"properties":{"n":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}}}`),
		[]string{"DIFF002 low t inputSchema.$schema"}, "4 small changes"},
	{"additionalProperties opens", schema(`{"type":"object","additionalProperties":false}`), schema(`{"type":"object","additionalProperties":{}}`), []string{"DIFF002 low t inputSchema.additionalProperties"}, ""},
	{"additionalProperties gets a schema", schema(`{"type":"object","additionalProperties":false}`), schema(`{"type":"object","additionalProperties":{"type":"string"}}`), []string{"DIFF002 high t inputSchema.additionalProperties"}, ""},
	{"sets in another order", schema(`{"required":["a","b"],"properties":{"a":{"type":["string","null"],"enum":["x","y"]}}}`),
		schema(`{"required":["b","a"],"properties":{"a":{"type":["null","string"],"enum":["y","x"]}}}`), []string{"DIFF002 low t inputSchema.required"}, "3 small"},
	{"alternatives in another order", schema(`{"anyOf":[{"type":"string"},{"type":"null"}]}`), schema(`{"anyOf":[{"type":"null"},{"type":"string"}]}`), []string{"DIFF002 low t inputSchema.anyOf"}, ""},
	{"the same number", schema(`{"properties":{"a":{"default":100}}}`), schema(`{"properties":{"a":{"default":1.00E+2}}}`), []string{"DIFF002 low t inputSchema.properties.a.default"}, "same number"},
	{"another number", schema(`{"properties":{"a":{"default":9007199254740992}}}`), schema(`{"properties":{"a":{"default":9007199254740993}}}`), []string{"DIFF002 high t inputSchema.properties.a.default"}, ""},
	{"a number as a string", schema(`{"properties":{"a":{"default":1}}}`), schema(`{"properties":{"a":{"default":"1"}}}`), []string{"DIFF002 high t inputSchema.properties.a.default"}, ""},
	{"empty lists", schema(`{"type":"object"}`), schema(`{"type":"object","properties":{},"required":[]}`), []string{"DIFF002 low t inputSchema.properties"}, ""},
	{"parameter's text", schema(`{"properties":{"path":{"description":"A path.","type":"string"}}}`), schema(`{"properties":{"path":{"description":"A file.","type":"string"}}}`),
		[]string{"DIFF002 high t inputSchema.properties.path.description"}, ""},
	{"parameter's text is reflowed", schema(`{"properties":{"path":{"description":"A path."}}}`), schema(`{"properties":{"path":{"description":"A\npath."}}}`), []string{"DIFF002 low t inputSchema.properties.path.description"}, ""},
	{"enum is not reflowed", schema(`{"properties":{"a":{"enum":["x y"]}}}`), schema(`{"properties":{"a":{"enum":["x  y"]}}}`), []string{"DIFF002 high t inputSchema.properties.a.enum"}, ""},
	{"poisoned parameter, far down", schema(`{"properties":{"a":{"items":{"anyOf":[{"properties":{"b":{"description":"B."}}}]}}}}`),
		schema(`{"properties":{"a":{"items":{"anyOf":[{"properties":{"b":{"description":"B. EVIL1"}}}]}}}}`),
		[]string{"DIFF002 critical t inputSchema.properties.a.items.anyOf[0].properties.b.description"}, "EVIL1"},
	{"optional parameter", schema(`{"properties":{"a":{}}}`), schema(`{"properties":{"a":{},"b":{"type":"string"}}}`), []string{"DIFF002 high t inputSchema.properties.b"}, "optional parameter of type 'string' added"},
	{"required parameter", schema(`{"properties":{"a":{}},"required":["a"]}`), schema(`{"properties":{"a":{},"b":{}},"required":["a","b"]}`), []string{"DIFF002 high t inputSchema.properties.b"}, "required parameter added"},
	{"poisoned parameter's name", schema(`{"properties":{}}`), schema(`{"properties":{"EVIL1":{}}}`), []string{"DIFF002 critical t inputSchema.properties.EVIL1"}, ""},
	{"first parameter", schema(`{"type":"object"}`), schema(`{"type":"object","properties":{"a":{"description":"A."}},"required":["a"]}`), []string{"DIFF002 high t inputSchema.properties.a"}, ""},
	{"parameter goes", schema(`{"properties":{"a":{},"b":{}},"required":["b"]}`), schema(`{"properties":{"a":{}}}`), []string{"DIFF002 high t inputSchema.properties.b"}, "removed"},
	{"parameter is renamed", schema(`{"properties":{"a":{"type":"string","description":"A."}},"required":["a"]}`), schema(`{"properties":{"b":{"type":"string","description":"A."}},"required":["b"]}`),
		[]string{"DIFF002 high t inputSchema.properties.b"}, "formerly 'a'"},
	{"required grows", schema(`{"properties":{"a":{}}}`), schema(`{"properties":{"a":{}},"required":["a"]}`), []string{"DIFF002 high t inputSchema.required"}, "now required: 'a'"},
	{"required shrinks", schema(`{"properties":{"a":{}},"required":["a"]}`), schema(`{"properties":{"a":{}},"required":[]}`), []string{"DIFF002 high t inputSchema.required"}, "no longer required: 'a'"},
	{"required without a property", schema(`{"properties":{"a":{}},"required":[]}`), schema(`{"properties":{"a":{}},"required":["z"]}`), []string{"DIFF002 high t inputSchema.required"}, ""},
	{"required loses a name without a property", schema(`{"required":["z"]}`), schema(`{"required":[]}`), []string{"DIFF002 high t inputSchema.required"}, ""},
	{"retyped", schema(`{"properties":{"a":{"type":"integer"}}}`), schema(`{"properties":{"a":{"type":"string","maxLength":9}}}`), []string{"DIFF002 high t inputSchema.properties.a"}, "'type' changed and 'maxLength' added"},
	{"poison in a keyword that is told with others", schema(`{"properties":{"a":{"type":"integer"}}}`), schema(`{"properties":{"a":{"type":"string","pattern":"EVIL1"}}}`), []string{"DIFF002 critical t inputSchema.properties.a"}, "EVIL1"},
	{"$ref", schema(`{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{},"B":{}}}`), schema(`{"properties":{"a":{"$ref":"#/$defs/B"}},"$defs":{"A":{},"B":{}}}`), []string{"DIFF002 high t inputSchema.properties.a.$ref"}, ""},
	{"boolean schema", schema(`{"properties":{"a":true,"b":true}}`), schema(`{"properties":{"a":{},"b":false}}`), []string{"DIFF002 low t inputSchema.properties.a", "DIFF002 high t inputSchema.properties.b"}, ""},
	{"comment", schema(`{"type":"object"}`), schema(`{"type":"object","$comment":"EVIL1"}`), []string{"DIFF002 critical t inputSchema.$comment"}, ""},
	{"unknown keyword", schema(`{"type":"object"}`), schema(`{"type":"object","x-hint":"z"}`), []string{"DIFF002 high t inputSchema.x-hint"}, ""},
	{"output schema comes", tool(`"description":"Adds."`), tool(`"description":"Adds.","outputSchema":{"type":"object"}`), []string{"DIFF002 high t outputSchema"}, ""},
	{"a parameter named description", schema(`{"properties":{"description":{"type":"string"}}}`), schema(`{"properties":{"description":{"type":"number"}}}`), []string{"DIFF002 high t inputSchema.properties.description.type"}, ""},
	{"prefixItems in another order", schema(`{"prefixItems":[{"type":"string"},{"type":"null"}]}`), schema(`{"prefixItems":[{"type":"null"},{"type":"string"}]}`), []string{"DIFF002 high t inputSchema.prefixItems"}, ""},

	// Prompts, resources, servers.
	{"prompt argument's text", `{"prompts":[{"name":"p","arguments":[{"name":"a","description":"A."}]}],"jsonrpc":"2.0"}`, `{"prompts":[{"name":"p","arguments":[{"name":"a","description":"A. EVIL1"}]}],"jsonrpc":"2.0"}`,
		[]string{"DIFF002 critical p arguments[0].description"}, ""},
	{"prompt argument comes first", `{"prompts":[{"name":"p","arguments":[{"name":"a"}]}]}`, `{"prompts":[{"name":"p","arguments":[{"name":"b"},{"name":"a"}]}]}`, []string{"DIFF002 high p arguments[0]"}, "argument 'b' added"},
	{"prompt argument goes", `{"prompts":[{"name":"p","arguments":[{"name":"a"},{"name":"b"}]}]}`, `{"prompts":[{"name":"p","arguments":[{"name":"b"}]}]}`, []string{"DIFF002 high p arguments"}, "'a' removed"},
	{"prompt arguments swap", `{"prompts":[{"name":"p","arguments":[{"name":"a"},{"name":"b"}]}]}`, `{"prompts":[{"name":"p","arguments":[{"name":"b"},{"name":"a"}]}]}`, []string{"DIFF002 high p arguments"}, "by place"},
	{"resource leads elsewhere", `{"resources":[{"name":"r","uri":"file:///a"}]}`, `{"resources":[{"name":"r","uri":"file:///b"}]}`, []string{"DIFF001 high r uri"}, ""},
	{"size of a resource", `{"resources":[{"name":"r","uri":"file:///a","size":1}]}`, `{"resources":[{"name":"r","uri":"file:///a","size":2}]}`, []string{"DIFF001 low r size"}, ""},
	{"server's version", `{"serverInfo":{"name":"s","version":"1"},"instructions":"Add."}`, `{"serverInfo":{"name":"s","version":"2"},"instructions":"Add."}`, []string{"DIFF001 low s serverInfo.version"}, ""},
	{"server's name", `{"serverInfo":{"name":"s"},"instructions":"Add."}`, `{"serverInfo":{"name":"z"},"instructions":"Add."}`, []string{"DIFF001 high z serverInfo.name"}, ""},
	{"server begins to speak", `{"serverInfo":{"name":"s"},"tools":[{"name":"t","inputSchema":{}}]}`, `{"serverInfo":{"name":"s"},"instructions":"EVIL1","tools":[{"name":"t","inputSchema":{}}]}`, []string{"DIFF001 critical s instructions"}, "EVIL1"},
	{"server falls silent", `{"serverInfo":{"name":"s"},"instructions":"Add.","tools":[{"name":"t","inputSchema":{}}]}`, `{"serverInfo":{"name":"s"},"tools":[{"name":"t","inputSchema":{}}]}`, []string{"DIFF001 high s instructions"}, "removed"},

	{"poison of another shape stays known", `{"contributes":{"languageModelTools":[{"name":"t","modelDescription":"PROSE. Adds.","inputSchema":{}}]}}`,
		`{"contributes":{"languageModelTools":[{"name":"t","modelDescription":"PROSE. Adds two.","inputSchema":{}}]}}`, []string{"DIFF001 high t modelDescription"}, ""},

	// Presence.
	{"tool comes", schema(`{}`), `{"tools":[{"name":"t","description":"Adds.","inputSchema":{}},{"name":"u","inputSchema":{}}]}`, []string{"DIFF003 medium u name"}, "Tool 'u' added since"},
	{"tool goes", `{"tools":[{"name":"t","description":"Adds.","inputSchema":{}},{"name":"u","inputSchema":{}}]}`, schema(`{}`), []string{"DIFF003 medium u"}, "removed"},
	{"all tools go", schema(`{}`), `{"tools":[]}`, []string{"DIFF003 medium t"}, ""},
	{"tools move", `{"tools":[{"name":"t","inputSchema":{}},{"name":"u","inputSchema":{}}]}`, `{"tools":[{"name":"u","inputSchema":{}},{"name":"t","inputSchema":{}}]}`, nil, ""},
	{"tool is renamed", schema(`{}`), `{"tools":[{"name":"u","description":"Adds.","inputSchema":{}}]}`, []string{"DIFF003 medium t", "DIFF003 medium u name"}, "'u' is the same but for its name"},
	{"tool of that name twice", schema(`{}`), `{"tools":[{"name":"t","description":"Drops.","inputSchema":{}},{"name":"t","description":"Adds.","inputSchema":{}}]}`, []string{"DIFF003 medium t name"}, ""},
	{"one kind becomes another", `{"tools":[{"name":"t","inputSchema":{}}],"prompts":[]}`, `{"tools":[],"prompts":[{"name":"t"}]}`, []string{"DIFF003 medium t", "DIFF003 medium t name"}, ""},
	{"bundle is judged by its own keys", `{"manifest_version":"0.3","server":{"type":"node"},"tools":[{"name":"t","x":"a"}]}`, `{"manifest_version":"0.3","server":{"type":"node"},"tools":[{"name":"t","x":"b"}]}`, []string{"DIFF001 high t x"}, ""},
	{"bundle starts something else", `{"manifest_version":"0.3","description":"S.","server":{"mcp_config":{"command":"node"}}}`, `{"manifest_version":"0.3","description":"S.","server":{"mcp_config":{"command":"curl"}}}`, []string{"DIFF001 high server.mcp_config.command"}, ""},
}

func TestLadder(t *testing.T) {
	for _, c := range ladder {
		t.Run(c.name, func(t *testing.T) {
			old, new := parse(t, "old.json", c.old), parse(t, "new.json", c.new)
			got := compare(t, old, new)
			if c.want == nil {
				c.want = []string{}
			}
			if d := cmp.Diff(c.want, lines(got)); d != "" {
				t.Error(d)
			}
			var said []string
			for _, f := range got {
				said = append(said, f.Message.String())
			}
			if all := strings.Join(said, "\n"); !strings.Contains(all, c.says) {
				t.Errorf("no message says %q:\n%s", c.says, all)
			}
			// A baseline says the same, but for the order of keys, which it does not
			// record.
			if c.name == "key order" {
				c.want = []string{}
			}
			if d := cmp.Diff(c.want, lines(compare(t, recorded(t, old), new))); d != "" {
				t.Error("against the recorded baseline:", d)
			}
			for _, d := range []string{c.old, c.new} {
				if f := compare(t, parse(t, "a.json", d), parse(t, "b.json", d)); len(f) > 0 {
					t.Error("against itself:", lines(f))
				}
			}
		})
	}
}
