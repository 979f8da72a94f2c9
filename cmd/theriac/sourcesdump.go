package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/theriac/theriac/app/config"
	"github.com/theriac/theriac/scanner/manifest"
	"github.com/theriac/theriac/scanner/text"
)

// dumpSources writes what source files declare.
func (a *app) dumpSources(cmd *cobra.Command, paths []string, r *running, output string) error {
	switch {
	case r.given():
		return usagef(cmd, "--sources reads code, and asks no server")
	case len(paths) == 0:
		return usagef(cmd, "--sources: name a folder or a source file")
	}
	for _, p := range paths {
		if _, err := os.Stat(p); err != nil {
			return err
		}
	}
	d, err := readSources(cmd.Context(), paths, config.Default())
	if err != nil {
		return err
	}
	if len(d.documents) == 0 {
		return fmt.Errorf("%s: no tool, prompt or resource is declared there that theriac can read", strings.Join(slashedAll(paths), " "))
	}
	encoded, err := manifestOf(d.documents)
	if err != nil {
		return err
	}
	if err := a.write(output, text.EscapeJSON(encoded)); err != nil {
		return fmt.Errorf("write the dump: %w", err)
	}
	for _, n := range d.notes {
		a.complain("note: %s: %s", n.URI, n.Text)
	}
	incomplete := 0
	for _, m := range d.missing {
		if !m.Harmless {
			incomplete++
		}
		a.complain("not read to the end: %s:%d:%d: %s", m.URI, m.Line, m.Column, m.Detail)
	}
	if incomplete > 0 {
		return fmt.Errorf("the manifest is not complete: %d source files were not read to the end", incomplete)
	}
	return nil
}

// listsBy are the lists of a manifest, by what stands in them.
var listsBy = map[manifest.ComponentKind]string{
	manifest.Tool: "tools", manifest.Prompt: "prompts", manifest.Resource: "resources", manifest.ResourceTemplate: "resourceTemplates",
}

// manifestOf writes what documents declare as one manifest, as a server would
// list it: keys sorted, components in the order of files and in them. What is
// declared twice in the same words stands there once.
func manifestOf(docs []*manifest.Document) ([]byte, error) {
	out := map[string]any{"tools": []any{}}
	seen := map[string]bool{}
	for _, d := range docs {
		for _, c := range d.Components {
			v := plainValue(c.Node)
			key, ok := listsBy[c.Kind]
			if !ok {
				// A manifest is of one server: the first that says something.
				for k, x := range v.(map[string]any) {
					if _, said := out[k]; !said {
						out[k] = x
					}
				}
				continue
			}
			said, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			if mark := key + string(said); !seen[mark] {
				seen[mark] = true
				list, _ := out[key].([]any)
				out[key] = append(list, v)
			}
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(out)
	return b.Bytes(), err
}

// plainValue is a node as encoding/json writes it.
func plainValue(n manifest.Node) any {
	switch n.Kind() {
	case manifest.Object:
		m := map[string]any{}
		for x := range n.Members() {
			m[x.Key.Text()] = plainValue(x.Value)
		}
		return m
	case manifest.Array:
		list := []any{}
		for x := range n.Elements() {
			list = append(list, plainValue(x))
		}
		return list
	case manifest.String:
		return n.Text()
	case manifest.Number:
		return json.Number(n.Text())
	case manifest.Bool:
		return n.Text() == "true"
	}
	return nil
}
