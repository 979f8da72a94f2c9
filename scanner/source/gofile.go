package source

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	gotoken "go/token"
)

// goFile is a file of Go, as go/parser reads it.
type goFile struct {
	tree *ast.File
	file *gotoken.File
}

func parseGo(f *file) *goFile {
	files := gotoken.NewFileSet()
	tree, err := parser.ParseFile(files, f.path, f.src, parser.SkipObjectResolution|parser.ParseComments)
	g := &goFile{tree: tree}
	files.Iterate(func(t *gotoken.File) bool { g.file = t; return false })
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		f.broken = min(max(list[0].Pos.Offset, 0), len(f.src))
	}
	return g
}

// offset is a position in bytes of the source.
func (g *goFile) offset(p gotoken.Pos) int {
	if g.file == nil || !p.IsValid() {
		return 0
	}
	return max(0, min(int(p)-g.file.Base(), g.file.Size()))
}

// declare notes the constants, variables, types and functions of the file, and
// what functions give a name to with its value.
func (g *goFile) declare(f *file) {
	if g.tree == nil {
		return
	}
	for _, d := range g.tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			if fn.Recv == nil {
				f.bind(fn.Name.Name, &expr{kind: function, file: f, name: fn.Name.Name, code: fn}, g.offset(fn.Pos()))
			}
			if fn.Body != nil {
				g.locals(f, fn.Body)
			}
			continue
		}
		g.declaration(f, d)
	}
}

func (g *goFile) declaration(f *file, d ast.Decl) {
	list, ok := d.(*ast.GenDecl)
	if !ok {
		return
	}
	for _, s := range list.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if t, ok := s.Type.(*ast.StructType); ok {
				f.bind(s.Name.Name, &expr{kind: function, file: f, name: s.Name.Name, code: t}, g.offset(s.Pos()))
			}
		case *ast.ValueSpec:
			for i, n := range s.Names {
				switch embed := embedded(list, s); {
				case i < len(s.Values):
					f.bind(n.Name, g.expr(f, s.Values[i], "", 0), g.offset(n.Pos()))
				case embed != "":
					f.bind(n.Name, f.embeddedText(embed, g.offset(n.Pos()), g.offset(n.End())), g.offset(n.Pos()))
				}
			}
		}
	}
}

// locals notes the variables of a function's body. One that is given several
// values has the first; blocks inside the body count as the body.
func (g *goFile) locals(f *file, body *ast.BlockStmt) {
	f.scope = g.offset(body.End())
	defer func() { f.scope = 0 }()
	for _, s := range body.List {
		switch s := s.(type) {
		case *ast.DeclStmt:
			g.declaration(f, s.Decl)
		case *ast.AssignStmt:
			for i, left := range s.Lhs {
				if id, ok := left.(*ast.Ident); ok && s.Tok == gotoken.DEFINE && len(s.Lhs) == len(s.Rhs) {
					f.bind(id.Name, g.expr(f, s.Rhs[i], "", 0), g.offset(id.Pos()))
				}
			}
		}
	}
}

// expr makes an expression of the tree's. typ is the type that a literal without
// one has from what is around it.
func (g *goFile) expr(f *file, x ast.Expr, typ string, depth int) *expr {
	e := &expr{file: f, start: g.offset(x.Pos()), end: g.offset(x.End())}
	if depth > maxNesting {
		return e
	}
	switch x := x.(type) {
	case *ast.ParenExpr:
		return g.expr(f, x.X, typ, depth+1)
	case *ast.StarExpr:
		return g.expr(f, x.X, typ, depth+1)
	case *ast.UnaryExpr:
		if x.Op == gotoken.AND {
			return g.expr(f, x.X, typ, depth+1)
		}
		if lit, ok := x.X.(*ast.BasicLit); ok && x.Op == gotoken.SUB {
			e.kind, e.name = scalar, "-"+lit.Value
		}
	case *ast.BasicLit:
		switch x.Kind {
		case gotoken.STRING:
			e.kind, e.text = literal, f.decodeAt(e.start, e.end)
			if e.text == nil {
				e.kind = unknown
			}
		case gotoken.INT, gotoken.FLOAT:
			e.kind, e.name = scalar, x.Value
		}
	case *ast.Ident:
		e.kind, e.name = chain, x.Name
		if v, ok := scalars[x.Name]; ok {
			e.kind, e.name = scalar, v
		}
	case *ast.IndexExpr:
		return g.expr(f, x.X, typ, depth+1) // type arguments
	case *ast.SelectorExpr:
		g.step(f, e, x.X, depth)
		e.steps = append(e.steps, step{name: x.Sel.Name, at: g.offset(x.Sel.Pos())})
	case *ast.CallExpr:
		g.step(f, e, x.Fun, depth)
		var args []member
		for _, a := range x.Args {
			args = append(args, member{value: g.expr(f, a, "", depth+1)})
		}
		if n := len(e.steps); n > 0 && !e.steps[n-1].call {
			e.steps[n-1].call, e.steps[n-1].args = true, args
		} else {
			e.steps = append(e.steps, step{call: true, args: args, at: g.offset(x.Lparen)})
		}
	case *ast.FuncLit:
		e.kind, e.code = function, x
	case *ast.BinaryExpr:
		if x.Op == gotoken.ADD {
			e.kind, e.items = joined, g.operands(f, x, depth)
		}
	case *ast.CompositeLit:
		g.composite(f, e, x, typ, depth)
	}
	return e
}

// operands are the values that a chain of + joins: the tree leans to the left, and
// may be as long as the file.
func (g *goFile) operands(f *file, x *ast.BinaryExpr, depth int) (all []*expr) {
	var left ast.Expr = x
	var right []ast.Expr
	for {
		b, ok := left.(*ast.BinaryExpr)
		if !ok || b.Op != gotoken.ADD {
			break
		}
		right = append(right, b.Y)
		left = b.X
	}
	all = append(all, g.expr(f, left, "", depth+1))
	for i := len(right) - 1; i >= 0; i-- {
		all = append(all, g.expr(f, right[i], "", depth+1))
	}
	return all
}

// step puts what a selector or a call goes on from into a chain.
func (g *goFile) step(f *file, e *expr, x ast.Expr, depth int) {
	inner := g.expr(f, x, "", depth+1)
	e.kind = chain
	switch {
	case inner.kind == chain:
		e.name, e.head, e.steps = inner.name, inner.head, inner.steps
	default:
		e.head = inner
	}
}

func (g *goFile) composite(f *file, e *expr, x *ast.CompositeLit, typ string, depth int) {
	element := ""
	switch t := x.Type.(type) {
	case *ast.ArrayType:
		element = typeName(t.Elt)
		typ = ""
	case *ast.MapType:
		element = typeName(t.Value)
		typ = ""
	case nil:
	default:
		typ = typeName(t)
	}
	e.kind, e.typ = list, typ
	for _, elt := range x.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			e.items = append(e.items, g.expr(f, elt, element, depth+1))
			continue
		}
		key := g.expr(f, kv.Key, "", depth+1)
		m := member{keyed: true, value: g.expr(f, kv.Value, element, depth+1)}
		switch id, isName := kv.Key.(*ast.Ident); {
		case isName && typ != "":
			m.key = id.Name
		default:
			t := key.textAt(0)
			if t == nil || t.computed {
				continue
			}
			m.key, m.at = t.value, t
		}
		e.kind = object
		e.members = append(e.members, m)
	}
	if typ != "" || len(x.Elts) == 0 {
		if _, isArray := x.Type.(*ast.ArrayType); !isArray {
			e.kind = object
		}
	}
}

// typeName is the last part of a type's name, "" for one that has none.
func typeName(x ast.Expr) string {
	switch t := x.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.IndexExpr:
		return typeName(t.X)
	}
	return ""
}
