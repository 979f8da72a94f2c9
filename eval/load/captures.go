package load

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/theriac/theriac/eval/score"
)

// Captures reads a folder of what published servers list, one JSON file a
// server, all of them taken to be honest.
func Captures(dir string) ([]score.Item, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no JSON files", dir)
	}
	slices.Sort(names)
	items := make([]score.Item, 0, len(names))
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		base := filepath.Base(name)
		items = append(items, score.Item{ID: base, Source: packageOf(b, base), Manifest: b})
	}
	return items, nil
}

// packageOf is the package that a capture says it is of, or its file's name.
func packageOf(b []byte, base string) string {
	var head struct {
		Package string `json:"package"`
	}
	if json.Unmarshal(b, &head) == nil && head.Package != "" {
		return head.Package
	}
	return base
}
