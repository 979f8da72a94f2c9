package load

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/theriac/theriac/eval/score"
)

// MCPTox reads a copy of the MCPTox release (arXiv:2508.14925): a JSON file, or
// a folder with some. The release holds, below servers, each server's honest
// tools as they stand in a system prompt (a member whose name begins with
// clean_system), and its poisoned tools (poisoned_tool), all as text:
//
//	Tool: NAME
//	Description: …
//	Arguments:
//	- NAME: …
//
// Equal texts, which the release repeats for every query, count once. A class is
// the attack's paradigm and its risk.
func MCPTox(path string) ([]score.Item, error) {
	files, err := jsonFiles(path)
	if err != nil {
		return nil, err
	}
	x := &toxReader{seen: map[string]bool{}}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var release any
		if err := json.Unmarshal(b, &release); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		x.walk(release, toxPlace{source: filepath.Base(file)})
	}
	if x.err == nil && !slices.ContainsFunc(x.items, func(i score.Item) bool { return i.Poisoned }) {
		x.err = fmt.Errorf("%s: no poisoned_tool in it", path)
	}
	return x.items, x.err
}

func jsonFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, err
	}
	var files []string
	err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(p) == ".json" {
			files = append(files, p)
		}
		return err
	})
	return files, err
}

// toxPlace is what is known from the objects around a text.
type toxPlace struct{ source, class string }

type toxReader struct {
	items []score.Item
	seen  map[string]bool
	err   error
}

func (x *toxReader) walk(v any, at toxPlace) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			x.walk(e, at)
		}
	case map[string]any:
		if m, ok := v["metadata"].(map[string]any); ok {
			paradigm, _ := m["paradigm"].(string)
			risk, _ := m["security risk"].(string)
			at.class = strings.TrimSpace(paradigm + " " + risk)
		}
		if s, ok := v["server_name"].(string); ok {
			at.source = s
		}
		// In order, so that a run can be repeated.
		for _, key := range slices.Sorted(maps.Keys(v)) {
			s, isText := v[key].(string)
			switch {
			case isText && key == "poisoned_tool":
				x.add(s, at, true)
			case isText && strings.HasPrefix(key, "clean_system"):
				for _, block := range toolBlocks(s) {
					x.add(block, at, false)
				}
			default:
				x.walk(v[key], at)
			}
		}
	}
}

func (x *toxReader) add(text string, at toxPlace, poisoned bool) {
	text = strings.TrimSpace(text)
	if text == "" || x.seen[text] {
		return
	}
	x.seen[text] = true
	class := "honest tool of the same server"
	if poisoned {
		class = cmp.Or(at.class, "unknown")
	}
	m, name, err := toolText(text)
	if err != nil {
		x.err = errors.Join(x.err, err)
		return
	}
	x.items = append(x.items, score.Item{
		ID: fmt.Sprintf("%s/%s#%x", at.source, name, digest(text)), Source: at.source, Class: class, Poisoned: poisoned, Manifest: m,
	})
}

const (
	toolMark        = "Tool: "
	descriptionMark = "Description:"
	argumentsMark   = "Arguments:"
)

// toolBlocks cuts a prompt at the lines that begin a tool. What stands before
// the first is the prompt's own.
func toolBlocks(prompt string) []string {
	parts := strings.Split("\n"+prompt, "\n"+toolMark)
	for i := range parts {
		parts[i] = toolMark + parts[i]
	}
	return parts[1:]
}

// toolText makes a manifest of a tool told as text.
func toolText(text string) (m []byte, name string, err error) {
	name, rest := "unnamed", text
	if after, ok := strings.CutPrefix(text, toolMark); ok {
		name, rest, _ = strings.Cut(after, "\n")
		name = strings.TrimSpace(name)
	}
	description, arguments := rest, ""
	if i := strings.LastIndex(rest, "\n"+argumentsMark); i >= 0 {
		description, arguments = rest[:i], rest[i+1+len(argumentsMark):]
	}
	description = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(description), descriptionMark))
	properties := map[string]any{}
	for line := range strings.Lines(arguments) {
		argument, doc, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "- "), ":")
		if ok && argument != "" {
			properties[argument] = map[string]any{"description": strings.TrimSpace(doc)}
		}
	}
	m, err = json.Marshal(map[string]any{"tools": []any{map[string]any{
		"name": name, "description": description, "inputSchema": map[string]any{"type": "object", "properties": properties},
	}}})
	return m, name, err
}

func digest(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:4]
}

// Split divides items by a hash of their content into a half that rules may be
// tuned on and one that is only measured. The halves don't depend on the order of
// the items or on what else is among them.
func Split(items []score.Item) (dev, holdout []score.Item) {
	for _, item := range items {
		if sum := sha256.Sum256(item.Manifest); sum[0]%2 == 0 {
			dev = append(dev, item)
		} else {
			holdout = append(holdout, item)
		}
	}
	return dev, holdout
}
