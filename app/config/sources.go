package config

import (
	"github.com/theriac/theriac/scanner/source"
	"gopkg.in/yaml.v3"
)

// Sources says which source files a review reads for tools that are declared in
// code. The zero value is `auto`: those of MCP servers, but for tests, samples and
// built files.
type Sources struct {
	Off bool
	// Patterns are doublestar patterns of the files that are read, whatever else
	// the repository is; empty for auto.
	Patterns []string
}

// Auto reports whether the files are found by what they are.
func (s *Sources) Auto() bool { return !s.Off && len(s.Patterns) == 0 }

// Reads says whether a source file may be read by its path, and whether the
// configuration names it: then it need not be a server's.
func (s *Sources) Reads(path string) (may, isNamed bool) {
	switch why := source.Candidate(path); {
	case s.Off || why == source.OtherLanguage:
		return false, false
	case len(s.Patterns) > 0:
		named := matchAny(s.Patterns, path)
		return named, named
	default:
		return why == "", false
	}
}

func (r *reader) sources(n *yaml.Node) (s Sources) {
	if n.Kind == yaml.SequenceNode {
		s.Patterns = r.patterns(n, "sources")
		return s
	}
	if !r.scalar(n, "sources") {
		return s
	}
	switch n.Value {
	case "auto":
	case "off":
		s.Off = true
	default:
		r.fault(n, "sources: unknown value %s: want auto, off or a list of patterns", show(n.Value))
	}
	return s
}
