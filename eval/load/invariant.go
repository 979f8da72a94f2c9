package load

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/theriac/theriac/eval/score"
)

// A Reference is a tool of the reference attacks. Before is set where the server
// declares the tool twice, an honest text first: a sleeper.
type Reference struct {
	score.Item
	Before *score.Item
}

// References reads a copy of the reference attacks that came with the disclosure
// of tool poisoning: a folder of Python servers, each a working attack. They are
// read as text and never run.
//
// What a server declares last is taken to be poisoned. What it declares earlier
// under the same name is the honest face of a sleeper.
func References(dir string) ([]Reference, error) {
	var all []Reference
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".py":
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		tools, err := pyTools(rel, string(b))
		if err != nil {
			return err
		}
		more, err := references(filepath.ToSlash(rel), tools)
		all = append(all, more...)
		return err
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: no Python file declares a tool", dir)
	}
	return all, err
}

func references(file string, tools []pyTool) ([]Reference, error) {
	var all []Reference
	last := map[string]int{}
	for _, t := range tools {
		m, err := t.manifest()
		if err != nil {
			return nil, err
		}
		item := score.Item{
			ID: fmt.Sprintf("%s:%d#%s", file, t.line, t.name), Source: file, Class: "reference attack", Poisoned: true, Manifest: m,
		}
		if i, ok := last[t.name]; ok {
			before := all[i].Item
			before.Poisoned, before.Class = false, "sleeper, asleep"
			all[i] = Reference{Item: item, Before: &before}
			continue
		}
		last[t.name] = len(all)
		all = append(all, Reference{Item: item})
	}
	return all, nil
}

// manifest writes a tool as a server's listing would have it.
func (t *pyTool) manifest() ([]byte, error) {
	properties := map[string]any{}
	for _, p := range t.params {
		member := map[string]any{}
		if p.doc != "" {
			member["description"] = p.doc
		}
		properties[p.name] = member
	}
	component := map[string]any{"name": t.name, "description": t.doc}
	if t.kind == "tool" {
		component["inputSchema"] = map[string]any{"type": "object", "properties": properties}
	}
	return json.Marshal(map[string]any{lists[t.kind]: []any{component}})
}
