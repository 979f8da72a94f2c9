package source

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Leaving says why a source file is not read; "" for one that is.
type Leaving string

const (
	OtherLanguage Leaving = "no source in a language that tools are read from"
	Dependency    Leaving = "somebody else's code"             // node_modules, vendor
	BuiltFile     Leaving = "made from other files by a build" // dist, bundles
	TestFile      Leaving = "a test or a sample"
)

// LeftOut says how many source files were left out, and why, for a person; "" for
// none.
func LeftOut(files map[Leaving]int) string {
	var each []string
	for _, why := range []Leaving{TestFile, BuiltFile, Dependency} {
		if n := files[why]; n > 0 {
			each = append(each, fmt.Sprintf("%d (%s)", n, why))
		}
	}
	if each == nil {
		return ""
	}
	return "Source files that were left out: " + strings.Join(each, ", ") + "."
}

// folders that are left out, by why.
var folders = map[string]Leaving{
	"node_modules": Dependency, "vendor": Dependency, "third_party": Dependency, "site-packages": Dependency, ".venv": Dependency, "venv": Dependency, ".git": Dependency,
	"dist": BuiltFile, "build": BuiltFile, "out": BuiltFile, ".next": BuiltFile, "target": BuiltFile, "__pycache__": BuiltFile,
	"test": TestFile, "tests": TestFile, "__tests__": TestFile, "testdata": TestFile, "fixtures": TestFile, "__mocks__": TestFile, "e2e": TestFile, "mocks": TestFile,
	"examples": TestFile, "example": TestFile, "samples": TestFile, "evals": TestFile, "benchmarks": TestFile,
}

// Candidate judges a slash-separated path, relative to the repository's root: ""
// for a source file that may declare what a server of this repository offers.
func Candidate(p string) Leaving {
	l := languageOf(p)
	if l == nil {
		return OtherLanguage
	}
	parts := strings.Split(strings.ToLower(p), "/")
	for _, folder := range parts[:len(parts)-1] {
		if why := folders[folder]; why != "" {
			return why
		}
	}
	base := parts[len(parts)-1]
	switch {
	case isTest(p):
		return TestFile
	case strings.Contains(base, ".min."), strings.Contains(base, ".bundle."), strings.HasSuffix(base, ".d.ts"),
		strings.HasSuffix(base, "_pb2.py"), strings.HasSuffix(base, ".pb.go"), strings.Contains(base, ".generated."):
		return BuiltFile
	}
	return ""
}

// minified is how long the lines of a file are on average, in bytes, from which
// on no person has written it.
const minified = 1000

// Built reports whether a file's content shows that a build made it: it says so,
// or its lines are too long for a person.
func Built(data []byte) bool {
	if len(data) < 20_000 {
		return false
	}
	lines := 1
	for _, b := range data {
		if b == '\n' {
			lines++
		}
	}
	return len(data)/lines > minified
}

// dependencies are the files that name what a project is made of.
var dependencies = []string{"package.json", "pyproject.toml", "setup.py", "setup.cfg", "Pipfile", "go.mod", "requirements.txt", "deno.json", "jsr.json"}

// IsDependencyFile reports whether a file of that name says what its project
// depends on.
func IsDependencyFile(p string) bool {
	base := path.Base(p)
	return slices.Contains(dependencies, base) || strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt")
}

// DependencyFiles are the paths at and above a source file where a file may stand
// that says what its project depends on, the nearest first.
func DependencyFiles(p string) (all []string) {
	l := languageOf(p)
	if l == nil {
		return nil
	}
	names := map[*language][]string{
		&python: {"pyproject.toml", "requirements.txt", "setup.py"}, &script: {"package.json"}, &golang: {"go.mod"},
	}[l]
	for dir := path.Dir(p); ; dir = path.Dir(dir) {
		for _, n := range names {
			all = append(all, path.Join(dir, n))
		}
		if dir == "." || dir == "/" {
			return all
		}
	}
}

// packages are how dependency files name the SDKs.
var packages = []string{
	"@modelcontextprotocol/", "fastmcp", "mcp-framework", "@mastra/mcp", "mcp-handler", "@vercel/mcp-adapter", "xmcp", "mcp-use", "muppet", "@rekog/mcp-nest",
	"mark3labs/mcp-go", "modelcontextprotocol/go-sdk", "metoro-io/mcp-golang", "ThinkInAIXYZ/go-mcp", "viant/mcp", "foxy-contexts",
}

// NamesSDK reports whether a dependency file names an MCP SDK.
func NamesSDK(p string, data []byte) bool {
	s := string(data)
	if slices.ContainsFunc(packages, func(name string) bool { return strings.Contains(s, name) }) {
		return true
	}
	if strings.HasSuffix(p, ".json") || strings.HasSuffix(p, ".mod") {
		return false
	}
	// Python's is named mcp, which is short: it stands alone, before a version.
	for rest := s; ; {
		i := strings.Index(rest, "mcp")
		if i < 0 {
			return false
		}
		before, after := rest[:i], rest[i+3:]
		if (before == "" || strings.ContainsAny(before[len(before)-1:], "\"'\n ,[")) && (after == "" || strings.ContainsAny(after[:1], "\"'\n\r =<>~!;[,")) &&
			!strings.HasSuffix(strings.TrimRight(before, "\"' "), "name =") {
			return true
		}
		rest = after
	}
}

// ImportsSDK reports whether a source file's own text names an MCP SDK.
func ImportsSDK(p string, data []byte) bool {
	l := languageOf(p)
	return l != nil && l.sdk(string(data))
}

// isTest reports whether a path is that of a test or of a sample.
func isTest(p string) bool {
	p = strings.ToLower(p)
	base := p[strings.LastIndexByte(p, '/')+1:]
	for _, mark := range []string{"_test.", ".test.", ".spec.", ".stories."} {
		if strings.Contains(base, mark) {
			return true
		}
	}
	return strings.HasPrefix(base, "test_") || base == "conftest.py"
}
