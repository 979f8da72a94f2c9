package live

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/scanner/manifest"
)

// FuzzListing makes a manifest of whatever a server may answer to tools/list.
// What encoding/json reads from it must be what it reads from the answer, and a
// second pass over the manifest must change nothing.
func FuzzListing(f *testing.F) {
	for _, s := range []string{
		`{"tools":[]}`, `{"tools":null,"nextCursor":"x"}`, `{"tools":[{"name":"a","inputSchema":{"b":[1,2.50,"\u00e9\\"]}}]}`,
		`{"tools":[{"b":1,"a":{"d":[],"c":{}}}, {"z":"é` + "\u200b" + `\n"}],"_meta":{"x":1}}`, `{"tools":[{"a":1,"a":2}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, result []byte) {
		if !json.Valid(result) {
			return
		}
		p, err := readPage(listTools, "tools", result)
		if err != nil {
			return
		}
		greeting, err := readAnswer(initialize, []byte(`{"protocolVersion":"1","serverInfo":{"name":"x"}}`))
		if err != nil {
			t.Fatal(err)
		}
		l := &Listing{Server: &Server{Name: "x"}, greeting: greeting}
		l.components[0] = append([]manifest.Node{}, p.components...)
		if err := l.assemble(); err != nil {
			t.Fatalf("%v\n%s", err, result)
		}
		components := []any{}
		for _, c := range p.components {
			components = append(components, decode(t, []byte(raw(c))))
		}
		got := decode(t, l.Manifest).(map[string]any)["tools"]
		if diff := cmp.Diff(any(components), got); diff != "" {
			t.Errorf("read from the answer and from the manifest:\n%s", diff)
		}
		again, err := readAnswer(listTools, l.Manifest)
		if err != nil {
			t.Fatal(err)
		}
		if second := append(appendSorted(nil, again.root, "\n"), '\n'); !bytes.Equal(second, l.Manifest) {
			t.Errorf("the second pass changes the manifest:\n%s", cmp.Diff(string(l.Manifest), string(second)))
		}
		if _, err := l.Document(); err != nil {
			t.Errorf("%v\n%s", err, l.Manifest)
		}
	})
}

func decode(t *testing.T, data []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return v
}

// FuzzLine feeds the reader of stdout lines of any kind: it takes what is a
// message and counts what is none.
func FuzzLine(f *testing.F) {
	for _, s := range []string{`{"jsonrpc":"2.0","id":1,"result":{}}`, `[{"jsonrpc":"2.0","method":"x"}]`, `[]`, `[1]`, `{}`, `hello`, ``, `{"jsonrpc":"2.0","id":null,"error":{}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		line = bytes.TrimSpace(line)
		c := &lineConn{closed: make(chan struct{})}
		messages := c.parse(line)
		skipped, _ := c.skippedLines()
		outcomes := 0
		for _, happened := range []bool{len(messages) > 0, skipped == 1, c.failed() != nil, len(line) == 0} {
			if happened {
				outcomes++
			}
		}
		if outcomes != 1 {
			t.Errorf("%q: %d messages, %d skipped, failure %v", line, len(messages), skipped, c.failed())
		}
		if len(messages) > 0 && !json.Valid(line) {
			t.Errorf("%q is no JSON and was taken", line)
		}
	})
}
