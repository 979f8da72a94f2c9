// Package load reads collections of labelled or published MCP metadata that a
// person obtained: JSON Lines of rows, folders of captures, and the public
// benchmarks. Nothing is downloaded and nothing is run; Python is read as text.
package load

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/theriac/theriac/eval/score"
)

// maxLine bounds a line of a JSON Lines file, in bytes.
const maxLine = 64 << 20

// row is a line: label, metadata and what is known about them.
type row struct {
	ID       string          `json:"id"`
	Source   string          `json:"source"`
	Kind     string          `json:"kind"`
	Label    string          `json:"label"`
	Class    string          `json:"attack_class"`
	Doubtful bool            `json:"doubtful"`
	Metadata json.RawMessage `json:"metadata"`
}

// RowsFile reads a file of rows; see [Rows].
func RowsFile(path string) ([]score.Item, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Rows(path, f)
}

// Rows reads JSON Lines of {label, metadata, attack_class, doubtful, source} and
// optionally id and kind. A label is "poisoned" or "benign". Metadata is one
// component, or a whole manifest, which is left as it is. An error names the
// line.
func Rows(name string, r io.Reader) ([]score.Item, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	var items []score.Item
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var x row
		if err := json.Unmarshal(line, &x); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if x.Label != "poisoned" && x.Label != "benign" {
			return nil, fmt.Errorf("%s:%d: label %q: want poisoned or benign", name, n, x.Label)
		}
		wrapped, err := wrap(x.Kind, x.Metadata)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if x.ID == "" {
			x.ID = fmt.Sprintf("%s:%d", name, n)
		}
		items = append(items, score.Item{
			ID: x.ID, Source: x.Source, Class: x.Class, Poisoned: x.Label == "poisoned", Doubtful: x.Doubtful, Manifest: wrapped,
		})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return items, nil
}

// lists are the members that hold components in what a server lists, by kind.
var lists = map[string]string{
	"tool": "tools", "prompt": "prompts", "resource": "resources", "resourceTemplate": "resourceTemplates",
}

// wrap makes a manifest of a component. Its bytes are kept as they are: repeated
// keys and escapes matter to the scanner. Without a kind, members that only one
// kind has decide, and else it is a tool.
func wrap(kind string, component json.RawMessage) ([]byte, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(component, &members); err != nil {
		return nil, fmt.Errorf("metadata is no object: %w", err)
	}
	for _, list := range lists {
		if m, ok := members[list]; ok && bytes.HasPrefix(bytes.TrimSpace(m), []byte("[")) {
			return component, nil
		}
	}
	if kind == "" {
		kind = kindOf(members)
	}
	list, ok := lists[kind]
	if !ok {
		return nil, fmt.Errorf("kind %q: want tool, prompt, resource or resourceTemplate", kind)
	}
	return fmt.Appendf(nil, `{"%s":[%s]}`, list, component), nil
}

func kindOf(members map[string]json.RawMessage) string {
	for _, k := range []struct{ member, kind string }{
		{"uri", "resource"}, {"uriTemplate", "resourceTemplate"}, {"arguments", "prompt"},
	} {
		if _, ok := members[k.member]; ok {
			return k.kind
		}
	}
	return "tool"
}
