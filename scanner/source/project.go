package source

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/theriac/theriac/scanner/manifest"
)

// A Project knows which folders of a repository belong to MCP servers: those with
// a file of dependencies in which an SDK is named, and all below them. The zero
// Project knows none.
type Project struct{ folders map[string]bool }

// Add notes what a file of dependencies says (see [IsDependencyFile]).
func (p *Project) Add(file string, data []byte) {
	if p.folders == nil {
		p.folders = map[string]bool{}
	}
	dir := path.Dir(file)
	p.folders[dir] = p.folders[dir] || NamesSDK(file, data)
}

// IsServer reports whether a source file is one of an MCP server's: a file of
// dependencies beside or above it, or its own imports, name an SDK.
func (p *Project) IsServer(file string, data []byte) bool {
	return p.InServer(file) || ImportsSDK(file, data)
}

// suggestive are words in the paths of files that declare tools.
var suggestive = []string{"mcp", "server", "tool", "prompt", "resource", "agent"}

// Suggests reports whether a path alone makes it likely that a file declares
// something: worth reading it for its imports, where nothing else says that the
// repository is a server's.
func Suggests(file string) bool {
	low := strings.ToLower(file)
	return slices.ContainsFunc(suggestive, func(w string) bool { return strings.Contains(low, w) })
}

// InServer is IsServer without the file's own imports.
func (p *Project) InServer(file string) bool {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if p.folders[dir] {
			return true
		}
		if dir == "." || dir == "/" || dir == path.Dir(dir) {
			return false
		}
	}
}

// Names are the names of the tools that documents declare.
func Names(docs []*manifest.Document) (all []string) {
	seen := map[string]bool{}
	for _, d := range docs {
		for _, c := range d.Components {
			if c.Kind == manifest.Tool && !seen[c.Name] {
				seen[c.Name] = true
				all = append(all, c.Name)
			}
		}
	}
	return all
}

// Introduce lets the tools of documents know each other: they are of one server,
// as far as anybody can tell.
func Introduce(docs []*manifest.Document) {
	names := Names(docs)
	for _, d := range docs {
		own := map[string]bool{}
		for _, c := range d.Components {
			own[c.Name] = true
		}
		d.Siblings = nil
		for _, n := range names {
			if !own[n] {
				d.Siblings = append(d.Siblings, n)
			}
		}
	}
}

// shownComputed is how many computed texts are named one by one.
const shownComputed = 6

// Said says which of the file's texts are computed, for a person; "" for none.
func (r *Reading) Said() string {
	n := len(r.Computed)
	if n == 0 {
		return ""
	}
	partly := 0
	var each []string
	for _, c := range r.Computed {
		how := "not read"
		if c.Partly {
			how = "fixed parts read"
			partly++
		}
		if len(each) < shownComputed {
			line := r.Source.Location(c.Start, c.Start).StartLine
			each = append(each, fmt.Sprintf("line %d, %s of %s %s (%s)", line, c.Field, c.Kind, c.Name, how))
		}
	}
	more := ""
	if n > len(each) {
		more = fmt.Sprintf("; and %d more", n-len(each))
	}
	are, were := "are", "were"
	if n == 1 {
		are = "is"
	}
	if n-partly == 1 {
		were = "was"
	}
	what := fmt.Sprintf("%d of %d descriptions %s computed", n, r.Texts, are)
	switch {
	case partly == 0:
		what += fmt.Sprintf(" and %s not read", were)
	case partly < n:
		what += fmt.Sprintf(", of which %d %s not read", n-partly, were)
	default:
		what += ", of which the fixed parts were read"
	}
	return what + ": " + strings.Join(each, "; ") + more
}
