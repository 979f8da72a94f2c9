package live

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What the source of this package may mention. Everything that can run, render
// or read something of a server's is on neither list, and neither is what has
// such methods: the SDK's Client, ClientSession, Server.
var (
	// fromSDK are the names of the SDK that are used, by package.
	fromSDK = map[string][]string{
		"github.com/modelcontextprotocol/go-sdk/mcp": {
			"Connection", "Transport", "StreamableClientTransport", "SSEClientTransport",
			"MetaKeyProtocolVersion", "MetaKeyClientInfo", "MetaKeyServerInfo", "MetaKeyClientCapabilities",
		},
		"github.com/modelcontextprotocol/go-sdk/jsonrpc": {
			"Message", "Request", "Response", "Error", "MakeID", "EncodeMessage", "DecodeMessage", "CodeMethodNotFound",
		},
	}
	// sent are the values of the constants of type method.
	sent = []string{
		"initialize", "notifications/initialized", "server/discover",
		"tools/list", "prompts/list", "resources/list", "resources/templates/list",
	}
	// answered are requests of the server's.
	answered = []string{"ping", "roots/list", "elicitation/create"}
	// otherwise are texts that look like methods and are none.
	otherwise = []string{"notifications/", "/list_changed", "/bin/sh"}
)

// acting is the names of methods and types, in any SDK, that do more than list.
var acting = regexp.MustCompile(`(?i)^(call_?tool|get_?prompt|read_?resource|complete|(un)?subscribe|subscriptions?_?listen|set_?(logging_?)?level|create_?message|sampl\w*|client_?session|new_?client|new_?server)$`)

// looksLikeMethod is a text that may be a method of the protocol.
var looksLikeMethod = regexp.MustCompile(`^(/?[a-z]+/[a-zA-Z_/]*|/[a-z_]+)$`)

// TestListsOnly holds the source to asking for lists: it parses every file that
// is compiled into the program.
func TestListsOnly(t *testing.T) {
	files := token.NewFileSet()
	parsed := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			return err
		}
		parsed++
		for _, fault := range faults(f) {
			t.Errorf("%s: %s", files.Position(fault.pos), fault.text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if parsed < 10 {
		t.Errorf("%d files were looked at", parsed)
	}
}

type fault struct {
	pos  token.Pos
	text string
}

// faults are the places of a file that could do more than list.
func faults(f *ast.File) (all []fault) {
	add := func(n ast.Node, text string) { all = append(all, fault{n.Pos(), text}) }
	sdk := map[string][]string{} // allowed names by the name that the package has in this file
	imports := map[*ast.BasicLit]bool{}
	for _, i := range f.Imports {
		imports[i.Path] = true
		path, _ := strconv.Unquote(i.Path.Value)
		names, known := fromSDK[path]
		switch {
		case !strings.Contains(path, "modelcontextprotocol/"):
		case !known, i.Name != nil && (i.Name.Name == "." || i.Name.Name == "_"):
			add(i, "imports "+path)
		case i.Name != nil:
			sdk[i.Name.Name] = names
		default:
			sdk[path[strings.LastIndexByte(path, '/')+1:]] = names
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if acting.MatchString(n.Name) {
				add(n, n.Name+" does more than list")
			}
		case *ast.SelectorExpr:
			if p, ok := n.X.(*ast.Ident); ok {
				if names, is := sdk[p.Name]; is && !slices.Contains(names, n.Sel.Name) {
					add(n, p.Name+"."+n.Sel.Name+" is not one of the names of the SDK that listing needs")
				}
			}
		case *ast.BasicLit:
			s, err := strconv.Unquote(n.Value)
			if n.Kind == token.STRING && err == nil && !imports[n] && looksLikeMethod.MatchString(s) &&
				!slices.Contains(slices.Concat(sent, answered, otherwise), s) {
				add(n, strconv.Quote(s)+" is no method that lists")
			}
		case *ast.CallExpr:
			// method(x) could make any.
			if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "method" {
				add(n, "makes a method")
			}
		}
		return true
	})
	return all
}

// TestListsOnlyNotices holds the test above to notice.
func TestListsOnlyNotices(t *testing.T) {
	const sdk = `import "github.com/modelcontextprotocol/go-sdk/mcp"; `
	for _, source := range []string{
		sdk + `func f(s *mcp.ClientSession) { s.CallTool(nil, nil) }`,
		sdk + `var c = mcp.NewClient(nil, nil)`,
		`import x "github.com/modelcontextprotocol/go-sdk/mcp"; var c x.Client`,
		`import . "github.com/modelcontextprotocol/go-sdk/mcp"`,
		`import "github.com/modelcontextprotocol/go-sdk/auth"`,
		`func (l *Lister) CallTool() {}`,
		`func (l *Lister) f() { l.readResource() }`,
		`const call method = "tools/call"`,
		`const get = "prompts/get"`,
		`var x = method("tools" + y)`,
		`var x = "resources/subscribe"`,
		`func f() { s.Complete() }`,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x; "+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(faults(f)) == 0 {
			t.Errorf("nothing is wrong with %s", source)
		}
	}
}

// A Lister has nothing to offer but what it does by itself.
func TestListerMethods(t *testing.T) {
	if n := reflect.TypeFor[*Lister]().NumMethod(); n != 0 {
		t.Errorf("Lister has %d exported methods", n)
	}
}
