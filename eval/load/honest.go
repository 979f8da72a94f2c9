package load

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/theriac/theriac/eval/score"
)

// Prose is the class of honest items that are sections of documents and no tools.
const Prose = "prose"

// unitsFile lies beside the parts and names all tools of each unit.
const unitsFile = "units.jsonl.gz"

// HonestPath reads metadata that is taken to be honest: a folder of captures (see
// [Captures]), or a part of a sample, which is JSON Lines in gzip of {kind, group,
// unit, tool}. A unit of a part, which is one server or API, becomes one item:
// its source is the group, which is who publishes it, its class the kind. Tools
// of a unit that the sample leaves out stand in it by name alone, so that texts
// that speak of them speak of tools that the manifest lists.
func HonestPath(path string) ([]score.Item, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if info.IsDir() {
		items, err := Captures(path)
		for i := range items {
			items[i].Class = "mcp"
		}
		return items, err
	}
	names := map[string][]string{}
	err := eachLine(filepath.Join(filepath.Dir(path), unitsFile), func(line []byte) error {
		var u struct {
			Unit  string
			Tools []string
		}
		if err := json.Unmarshal(line, &u); err != nil {
			return err
		}
		names[u.Unit] = u.Tools
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	units := map[[2]string]*unit{}
	err = eachLine(path, func(line []byte) error {
		var r honestRow
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		u := units[[2]string{r.Kind, r.Unit}]
		if u == nil {
			u = &unit{kind: r.Kind, name: r.Unit, group: r.Group}
			units[[2]string{r.Kind, r.Unit}] = u
		}
		return u.add(r.Tool)
	})
	if err != nil {
		return nil, err
	}
	all := make([]*unit, 0, len(units))
	for _, u := range units {
		all = append(all, u)
	}
	slices.SortFunc(all, func(a, b *unit) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name)) })
	items := make([]score.Item, len(all))
	for i, u := range all {
		if items[i], err = u.item(names[u.name]); err != nil {
			return nil, fmt.Errorf("%s: unit %s: %w", path, u.name, err)
		}
	}
	return items, nil
}

type honestRow struct {
	Kind, Group, Unit string
	Tool              json.RawMessage
}

// unit is one server or API of a part.
type unit struct {
	kind, name, group string
	tools             []json.RawMessage
	have              map[string]bool
}

// noSchema is the schema of a tool that came without one, as the format of some
// sources has it.
const noSchema = `"inputSchema":{"type":"object"}`

func (u *unit) add(tool json.RawMessage) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(tool, &members); err != nil {
		return fmt.Errorf("tool is no object: %w", err)
	}
	var name string
	if json.Unmarshal(members["name"], &name) == nil {
		if u.have == nil {
			u.have = map[string]bool{}
		}
		u.have[name] = true
	}
	if _, ok := members["inputSchema"]; !ok {
		body := strings.TrimSuffix(strings.TrimSpace(string(tool)), "}")
		if len(members) > 0 {
			body += ","
		}
		tool = json.RawMessage(body + noSchema + "}")
	}
	u.tools = append(u.tools, tool)
	return nil
}

// item is the unit as a manifest, with the tools that are known by name only.
func (u *unit) item(names []string) (score.Item, error) {
	parts := slices.Clone(u.tools)
	for _, name := range names {
		if u.kind == Prose || u.have[name] {
			continue
		}
		quoted, err := json.Marshal(name)
		if err != nil {
			return score.Item{}, err
		}
		parts = append(parts, json.RawMessage(`{"name":`+string(quoted)+`,`+noSchema+`}`))
	}
	manifest := slices.Concat([]byte(`{"tools":[`), bytes.Join(rawBytes(parts), []byte(",")), []byte("]}"))
	return score.Item{ID: u.name, Source: u.group, Class: u.kind, Sampled: len(u.tools), Manifest: manifest}, nil
}

func rawBytes(parts []json.RawMessage) [][]byte {
	all := make([][]byte, len(parts))
	for i, p := range parts {
		all[i] = p
	}
	return all
}

// eachLine calls f for each line of a gzip file that is not empty. An error names
// the line.
func eachLine(path string, f func(line []byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	lines := bufio.NewReader(z)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if len(line) > maxLine {
			return fmt.Errorf("%s:%d: a line of more than %d bytes", path, n, maxLine)
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := f(line); err != nil {
				return fmt.Errorf("%s:%d: %w", path, n, err)
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
}
