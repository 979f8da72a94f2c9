package manifest

import (
	"bytes"
	"path"
	"slices"
)

// Candidacy is what a path alone says about whether a file holds MCP metadata.
type Candidacy uint8

const (
	// Unlikely files are not looked into: other formats, dependencies, build
	// output.
	Unlikely Candidacy = iota
	// ByContent files are JSON or YAML under any name: worth parsing where
	// [Sniff] finds something in them.
	ByContent
	// Possible files are named like MCP metadata, and like much else:
	// manifest.json, server.json, tools.yaml. They are always parsed; that one is
	// something else says nothing.
	Possible
	// Probable files are named like nothing else: mcp-tools.json. That one is
	// something else is worth a word.
	Probable
)

// skippedFolders hold what others wrote or a program made: no pull request's
// author answers for their text.
var skippedFolders = []string{".git", "node_modules", "vendor", "dist"}

// SkipFolder reports whether a folder of that name is not looked into.
func SkipFolder(name string) bool { return slices.Contains(skippedFolders, name) }

// Candidate judges a slash-separated path, relative to the repository's root.
//
// The names come from counts over public repositories: a name is Probable where
// nearly all files with it were MCP metadata or configuration.
func Candidate(p string) Candidacy {
	f := cutPath(p)
	if slices.ContainsFunc(f.folders, SkipFolder) || slices.Contains(lockFiles, f.name) {
		return Unlikely
	}
	says := Unlikely
	if slices.Contains(extensions, path.Ext(f.name)) {
		says = ByContent
	}
	for _, s := range shapes {
		says = max(says, s.named(f))
	}
	return says
}

var (
	extensions = []string{".json", ".jsonc", ".json5", ".jsonl", ".ndjson", ".yaml", ".yml", ".snap"}
	// lockFiles are those of package managers.
	lockFiles = []string{"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "packages.lock.json", "deno.lock", "bun.lock"}
)

// Sniff reports whether a file's bytes are worth parsing as MCP metadata: every
// shape that occurs under any name has a word that gives it away. It says yes too often rather than too seldom: to files in UTF-16, and to those
// that spell ASCII letters as escapes, as one may to keep a key from being found.
func Sniff(data []byte) bool {
	for _, s := range shapes {
		for _, word := range s.words {
			if bytes.Contains(data, []byte(word)) {
				return true
			}
		}
	}
	return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) ||
		escapesASCII(data)
}

// escapesASCII looks for \u0041 to \u007A in JSON and YAML, and for YAML's \x41.
// Two-digit escapes begin with 4 to 7 for every letter.
func escapesASCII(data []byte) bool {
	letter := func(at int) bool { return at < len(data) && data[at] >= '4' && data[at] <= '7' }
	for at := 0; ; {
		i := bytes.IndexByte(data[at:], '\\')
		if i < 0 || at+i+1 >= len(data) {
			return false
		}
		at += i + 1
		rest := data[at:]
		if bytes.HasPrefix(rest, []byte("u00")) && letter(at+3) || rest[0] == 'x' && letter(at+1) {
			return true
		}
		at++
	}
}
