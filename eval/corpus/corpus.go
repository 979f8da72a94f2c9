// Package corpus is theriac's own corpus: for every rule of layers 1 and 2, and
// those of layer 3 that compare metadata, cases that it must report and honest
// ones that were written to fool it.
//
// The cases stand below cases/, one file a rule, named after it:
//
//	poisoned:
//	  - name: ledger-footnote          # unique in the file
//	    about: what the attack does    # for the reader
//	    at: high                       # the least severity of the rule's finding; medium without it
//	    lang: es                       # en without it
//	    tool: {name: …, description: …, inputSchema: …}
//	benign:
//	  - name: …
//	    about: what it looks like, and why it is honest
//	    tool: …
//
// Instead of tool a case may have prompt, resource, resourceTemplate, manifest
// for a whole one, or json for its very text. A case of a DIFF rule has before, in the same form,
// which is what was approved.
package corpus

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/theriac/theriac/eval/score"
	"github.com/theriac/theriac/scanner"
)

//go:embed cases/*.yaml
var files embed.FS

// A Case is an item with the rule that it is about.
type Case struct {
	score.Item
	// Rule must report a poisoned case; a benign one was written to fool it.
	Rule string
	// At is the least severity of the rule's finding in a poisoned case.
	At    scanner.Severity
	About string
	// Before is the approved manifest, for a case of Layer 3.
	Before []byte
}

// Load reads the corpus, in order of the rules.
func Load() ([]Case, error) {
	entries, err := fs.ReadDir(files, "cases")
	if err != nil {
		return nil, err
	}
	var all []Case
	for _, e := range entries {
		b, err := files.ReadFile("cases/" + e.Name())
		if err != nil {
			return nil, err
		}
		cases, err := Parse(strings.TrimSuffix(e.Name(), ".yaml"), b)
		if err != nil {
			return nil, fmt.Errorf("cases/%s: %w", e.Name(), err)
		}
		all = append(all, cases...)
	}
	return all, nil
}

// file is the form of a file of cases.
type file struct {
	Poisoned, Benign []entry
}

type entry struct {
	Name, About, Lang string
	At                severity
	Part              `yaml:",inline"`
	Before            *Part
}

// severity is medium unless it is given.
type severity struct{ scanner.Severity }

func (s *severity) UnmarshalYAML(n *yaml.Node) error { return s.UnmarshalText([]byte(n.Value)) }

// A Part is a manifest in one of the forms that a case may have.
type Part struct {
	Tool, Prompt, Resource, Manifest map[string]any
	ResourceTemplate                 map[string]any `yaml:"resourceTemplate"`
	JSON                             string
}

// Parse reads the cases of one rule.
func Parse(rule string, b []byte) ([]Case, error) {
	var f file
	d := yaml.NewDecoder(bytes.NewReader(b))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil {
		return nil, err
	}
	var all []Case
	seen := map[string]bool{}
	add := func(entries []entry, poisoned bool) error {
		for _, e := range entries {
			if e.Name == "" || e.About == "" || seen[e.Name] {
				return fmt.Errorf("case %q: wants a name of its own, and about", e.Name)
			}
			seen[e.Name] = true
			c, err := e.build(rule, poisoned)
			if err != nil {
				return fmt.Errorf("case %q: %w", e.Name, err)
			}
			all = append(all, c)
		}
		return nil
	}
	return all, errors.Join(add(f.Poisoned, true), add(f.Benign, false))
}

func (e *entry) build(rule string, poisoned bool) (Case, error) {
	c := Case{
		Item: score.Item{ID: rule + "/" + e.Name, Class: rule, Source: e.Lang, Poisoned: poisoned},
		Rule: rule, At: max(e.At.Severity, scanner.Medium), About: e.About,
	}
	if c.Source == "" {
		c.Source = "en"
	}
	var err error
	if c.Manifest, err = e.json(); err != nil {
		return c, err
	}
	if e.Before != nil {
		c.Before, err = e.Before.json()
	}
	return c, err
}

// json writes a part as the manifest that a server's listing would be.
func (p *Part) json() ([]byte, error) {
	var whole any
	n := 0
	for list, component := range map[string]map[string]any{
		"tools": p.Tool, "prompts": p.Prompt, "resources": p.Resource, "resourceTemplates": p.ResourceTemplate,
	} {
		if component != nil {
			whole = map[string]any{list: []any{component}}
			n++
		}
	}
	if p.Manifest != nil {
		whole = p.Manifest
		n++
	}
	if p.JSON != "" {
		n++
	}
	if n != 1 {
		return nil, fmt.Errorf("has %d of tool, prompt, resource, resourceTemplate, manifest and json: want one", n)
	}
	if p.JSON != "" {
		return []byte(p.JSON), nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(whole)
	return b.Bytes(), err
}

// Scan reads a case: through Layer 3 where it has an approved manifest.
func (c *Case) Scan(set *scanner.Set) score.Result {
	if c.Before != nil {
		return score.Compare(c.Item, c.ID+" (approved)", c.Before, set)
	}
	return score.Scan(c.Item, set)
}

// Right reports whether a case came out as it must: a poisoned one trips its
// rule, a benign one has nothing at medium or above.
func (c *Case) Right(r *score.Result) bool {
	if r.Err != nil {
		return false
	}
	if c.Poisoned {
		return r.Trips(c.Rule, c.At)
	}
	return !r.Reaches(scanner.Medium)
}
