package source

import (
	"path"
	"slices"
	"strings"
)

// A language is what the engine has to know of one.
type language struct {
	name       string
	extensions []string
	// prefixes are the letters that may stand right before a quote.
	prefixes string
	// Comments: to the end of the line, and from begin to end.
	line, begin, end string
	triple           bool // ''' and """ quote texts of several lines
	templates        bool // `…${…}…`
	regexps          bool // /…/ may be a regular expression
	blocks           bool // { } hold statements, where else indentation does
	// tops are words that begin a statement at the very left, and nothing inside
	// brackets: brackets that are open there were never closed.
	tops []string
	// operators are words that are operators, so that a value goes on after them.
	operators []string
	// hints are what a file with a declaration holds at least one of.
	hints []string
	// sdks are how imports of an MCP SDK look.
	sdks []string
}

var python = language{
	name: "Python", extensions: []string{".py", ".pyi"},
	prefixes: "rRbBfFuUtT", line: "#", triple: true,
	tops:      []string{"def", "class", "@", "async"},
	operators: []string{"if", "else", "or", "and", "not", "in", "is", "lambda", "await", "for"},
	hints:     []string{"tool", "Tool", "prompt", "Prompt", "resource", "Resource", "instructions", "inputSchema", "input_schema"},
	sdks:      []string{"import mcp", "from mcp", "fastmcp", "modelcontextprotocol", "mcp_agent", "mcp.server", "mcp.types"},
}

var script = language{
	name: "TypeScript", extensions: []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"},
	line: "//", begin: "/*", end: "*/", templates: true, regexps: true, blocks: true,
	tops:      []string{"export", "import", "function", "class"},
	operators: []string{"as", "satisfies", "in", "of", "instanceof", "typeof", "await", "new", "void", "delete", "return", "case", "yield", "throw"},
	hints:     []string{"ool", "rompt", "esource", "inputSchema", "instructions", "parameters"},
	sdks:      []string{"@modelcontextprotocol/", "fastmcp", "mcp-framework", "@mastra/mcp", "mcp-handler", "@vercel/mcp-adapter", "xmcp", "mcp-use", "muppet", "@rekog/mcp-nest"},
}

// golang is read by go/parser: only what concerns whole files is said here.
var golang = language{
	name: "Go", extensions: []string{".go"},
	hints: []string{"Tool", "Prompt", "Resource", "Instructions"},
	sdks:  []string{"github.com/mark3labs/mcp-go", "modelcontextprotocol/go-sdk", "metoro-io/mcp-golang", "ThinkInAIXYZ/go-mcp", "viant/mcp", "strowk/foxy-contexts", "grafana/mcp-grafana"},
}

var languages = []*language{&python, &script, &golang}

// languageOf is the language that a file's name promises; nil for another one.
func languageOf(p string) *language {
	ext := strings.ToLower(path.Ext(p))
	for _, l := range languages {
		if slices.Contains(l.extensions, ext) {
			return l
		}
	}
	return nil
}

// hinted reports whether a text may hold a declaration.
func (l *language) hinted(text string) bool {
	return slices.ContainsFunc(l.hints, func(word string) bool { return strings.Contains(text, word) })
}

// sdk reports whether a text names an MCP SDK of the language.
func (l *language) sdk(text string) bool {
	return slices.ContainsFunc(l.sdks, func(name string) bool { return strings.Contains(text, name) })
}

// SameLanguage reports whether two files are of one language, by their names.
func SameLanguage(a, b string) bool { return languageOf(a) != nil && languageOf(a) == languageOf(b) }
