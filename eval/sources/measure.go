// Package sources measures what is read of a server's source against what the
// same server lists when it runs.
package sources

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/source"
)

// A Count is how many of the things that a server lists were found, and why the
// others were not.
type Count struct {
	Listed int            `json:"listed"`
	Found  int            `json:"identical"`
	Missed map[string]int `json:"missed"`
}

func (c *Count) miss(why string) {
	if c.Missed == nil {
		c.Missed = map[string]int{}
	}
	c.Missed[why]++
}

// Result is the figures of one server.
type Result struct {
	Files      int   `json:"files"` // source files that were read
	Bytes      int   `json:"bytes"`
	Tools      Count `json:"tools"`      // by identical description
	Parameters Count `json:"parameters"` // descriptions of parameters
	// Extra are tools that the source declares and the server does not list.
	Extra []string `json:"extra"`
	// Misses are what was missed, one a line, for a person.
	Misses []string `json:"misses"`
	// Documents are what was found in each file.
	Documents []*manifest.Document `json:"-"`
	// Faults are files that were not read to their end.
	Faults []*manifest.Error `json:"-"`
}

// Reasons for what was missed.
const (
	noTool        = "no declaration of that name"
	computed      = "the description is computed"
	differs       = "the description differs"
	noParameter   = "no parameter of that name"
	undescribed   = "the parameter has no description in the source"
	parameterDiff = "the parameter's description differs"
)

// folder gives the files of a directory.
type folder string

func (d folder) Read(p string) ([]byte, error) {
	if !filepath.IsLocal(p) {
		return nil, fs.ErrNotExist
	}
	return os.ReadFile(filepath.Join(string(d), filepath.FromSlash(p)))
}

// Measure reads the sources below a folder and compares them with a capture of
// what the server lists. The folder itself may be one that is left out elsewhere:
// a package as it is published has its readable sources in dist.
func Measure(dir, listing string) (*Result, error) {
	data, err := os.ReadFile(listing)
	if err != nil {
		return nil, err
	}
	var listed struct{ Tools []tool }
	if err := json.Unmarshal(data, &listed); err != nil {
		return nil, fmt.Errorf("%s: %w", listing, err)
	}
	r := &Result{}
	found := map[string][]*declared{}
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if d.Name() == "node_modules" || d.Name() == ".git" {
				return fs.SkipDir
			}
			return nil
		}
		if source.Candidate(rel) != "" && !strings.HasPrefix(string(source.Candidate(rel)), "made") {
			return nil
		}
		return r.read(dir, rel, found)
	})
	if err != nil {
		return nil, err
	}
	if len(listed.Tools) == 0 {
		return nil, errors.New(listing + ": lists no tools")
	}
	for _, t := range listed.Tools {
		r.compare(t, found[t.Name])
		delete(found, t.Name)
	}
	r.Extra = slices.Sorted(maps.Keys(found))
	return r, nil
}

// declared is a tool of a source file.
type declared struct {
	component *manifest.Component
	computed  map[string]source.Computed
}

func (r *Result) read(dir, rel string, found map[string][]*declared) error {
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(rel)))
	if err != nil {
		return err
	}
	reading, err := source.Read(rel, data, folder(dir))
	var fault *manifest.Error
	if errors.As(err, &fault) {
		r.Faults = append(r.Faults, fault)
		return nil
	}
	r.Files++
	r.Bytes += len(data)
	if reading.Fault != nil {
		r.Faults = append(r.Faults, reading.Fault)
	}
	if reading.Document == nil {
		return nil
	}
	r.Documents = append(r.Documents, reading.Document)
	for _, c := range reading.Document.Components {
		if c.Kind != manifest.Tool {
			continue
		}
		d := &declared{c, map[string]source.Computed{}}
		for _, x := range reading.Computed {
			if x.Kind == c.Kind && x.Name == c.Name {
				d.computed[x.Field] = x
			}
		}
		found[c.Name] = append(found[c.Name], d)
	}
	return nil
}

// tool is a tool as a server lists it.
type tool struct {
	Name, Description string
	InputSchema       any
}

func (r *Result) compare(t tool, found []*declared) {
	r.Tools.Listed++
	best, why := (*declared)(nil), noTool
	for _, d := range found {
		text := d.component.Node.Get("description")
		if same(text.Text(), t.Description) {
			best, why = d, ""
			break
		}
		if best == nil {
			best, why = d, differs
			if _, ok := d.computed["description"]; ok {
				why = computed
			}
		}
	}
	if why == "" {
		r.Tools.Found++
	} else {
		r.Tools.miss(why)
		line := fmt.Sprintf("tool %s: %s", t.Name, why)
		if best != nil && why == differs {
			line += fmt.Sprintf("\n    listed: %.200q\n    source: %.200q", t.Description, best.component.Node.Get("description").Text())
		}
		r.Misses = append(r.Misses, line)
	}
	r.parameters(t.Name, t.InputSchema, found, nil)
}

// same compares texts, but for blanks at both ends: SDKs differ on those.
func same(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }

// parameters compares the descriptions of a schema's properties at any depth.
func (r *Result) parameters(name string, schema any, found []*declared, path []string) {
	s, ok := schema.(map[string]any)
	if !ok || len(path) > 20 {
		return
	}
	props, _ := s["properties"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(props)) {
		v := props[key]
		p := append(path[:len(path):len(path)], "properties", key)
		if m, ok := v.(map[string]any); ok {
			if d, ok := m["description"].(string); ok && d != "" {
				r.parameter(name, d, found, p)
			}
			r.parameters(name, m, found, p)
		}
	}
	if items, ok := s["items"].(map[string]any); ok {
		r.parameters(name, items, found, append(path[:len(path):len(path)], "items"))
	}
}

func (r *Result) parameter(tool, text string, found []*declared, path []string) {
	r.Parameters.Listed++
	why := noTool
	said := ""
	for _, d := range found {
		n := d.component.Node.Get("inputSchema")
		for _, key := range path {
			n = n.Get(key)
		}
		switch got := n.Get("description"); {
		case !n.Valid():
			why = noParameter
		case !got.Valid():
			why = undescribed
		case same(got.Text(), text):
			r.Parameters.Found++
			return
		default:
			why, said = parameterDiff, got.Text()
		}
	}
	r.Parameters.miss(why)
	line := fmt.Sprintf("parameter %s %s: %s", tool, strings.Join(path, "."), why)
	if why == parameterDiff {
		line += fmt.Sprintf("\n    listed: %.200q\n    source: %.200q", text, said)
	}
	r.Misses = append(r.Misses, line)
}
