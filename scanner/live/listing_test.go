package live

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/theriac/theriac/scanner/manifest"
)

// Numbers, escapes and repeated keys stay what they were.
func TestExact(t *testing.T) {
	a, err := readAnswer(initialize, json.RawMessage(`{"serverInfo":{"name":"x"},"protocolVersion":"1"}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := readPage(listTools, "tools", json.RawMessage(`{"Tools":[{"name":"b","n":1.0e2,"s":"\u200b\ud800é","n":12345678901234567890}],"tools":[{"name":"a"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	l := &Listing{Server: &Server{Name: "x"}, greeting: a}
	l.components[0] = p.components
	if err := l.assemble(); err != nil {
		t.Fatal(err)
	}
	want := `{
  "protocolVersion": "1",
  "serverInfo": {
    "name": "x"
  },
  "tools": [
    {
      "n": 1.0e2,
      "n": 12345678901234567890,
      "name": "b",
      "s": "\u200b\ud800é"
    },
    {
      "name": "a"
    }
  ]
}
`
	if diff := cmp.Diff(want, string(l.Manifest)); diff != "" {
		t.Error(diff)
	}
}

// A manifest that indentation would make a thousand times as large is refused
// before it is.
func TestIndentationBomb(t *testing.T) {
	deep := strings.Repeat("[", 900) + strings.Repeat("]", 900)
	p, err := readPage(listTools, "tools", json.RawMessage(`{"tools":[{"name":"a","x":[`+strings.Repeat(deep+",", 10_000)+deep+`]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	greeting, err := readAnswer(initialize, json.RawMessage(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	l := &Listing{Server: &Server{Name: "x"}, greeting: greeting}
	l.components[0] = p.components
	var fault *manifest.Error
	if err := l.assemble(); !errors.As(err, &fault) || fault.Reason != manifest.TooLarge {
		t.Errorf("error %v", err)
	}
	if n := cap(l.Manifest); n > 3*manifest.MaxSize {
		t.Errorf("it took %d bytes to refuse it", n)
	}
}
