package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/theriac/theriac/scanner/phrase/compile"
)

// A rule is a variable that holds a scanner.Rule.
type rule struct {
	variable, id string
	at           token.Position
}

// read finds the rules in the Go files of a folder and the sources of the phrase
// language in them and in its .phr files.
func read(dir string) (rules []rule, sources []compile.Source, err error) {
	shared, err := filepath.Glob(filepath.Join(dir, "*.phr"))
	if err != nil {
		return nil, nil, err
	}
	for _, path := range shared {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		sources = append(sources, compile.Source{Name: path, Text: string(data)})
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, nil, err
	}
	set := token.NewFileSet()
	var errs []error
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(filepath.Base(path), "zz_") {
			continue
		}
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, v := range ruleLiterals(f) {
			r, s, err := readRule(set, v)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			rules = append(rules, r)
			if s.Text != "" {
				sources = append(sources, s)
			}
		}
	}
	slices.SortFunc(rules, func(x, y rule) int { return cmp.Compare(x.id, y.id) })
	for i := 1; i < len(rules); i++ {
		if rules[i].id == rules[i-1].id {
			errs = append(errs, fmt.Errorf("%s: rule %s is declared already, at %s", rules[i].at, rules[i].id, rules[i-1].at))
		}
	}
	return rules, sources, errors.Join(errs...)
}

// A variable is a top-level variable whose value is a scanner.Rule literal.
type variable struct {
	name  *ast.Ident
	value *ast.CompositeLit
}

func ruleLiterals(f *ast.File) (all []variable) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			s := s.(*ast.ValueSpec)
			for i, v := range s.Values {
				if lit, ok := v.(*ast.CompositeLit); ok && i < len(s.Names) && isRule(lit.Type) {
					all = append(all, variable{s.Names[i], lit})
				}
			}
		}
	}
	return all
}

func isRule(t ast.Expr) bool {
	sel, ok := t.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Rule" {
		return false
	}
	pkg, ok := sel.X.(*ast.Ident)
	return ok && pkg.Name == "scanner"
}

func readRule(set *token.FileSet, v variable) (r rule, s compile.Source, err error) {
	r = rule{variable: v.name.Name, at: set.Position(v.name.Pos())}
	for _, e := range v.value.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok || key.Name != "ID" && key.Name != "Phrases" {
			continue
		}
		at := set.Position(kv.Value.Pos())
		lit, ok := kv.Value.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return r, s, fmt.Errorf("%s: %s must be one string literal: it is read without running the program", at, key.Name)
		}
		value, err := strconv.Unquote(lit.Value)
		if err != nil {
			return r, s, fmt.Errorf("%s: %w", at, err)
		}
		if key.Name == "ID" {
			r.id = value
		} else {
			s = compile.Source{Name: at.Filename, Text: value, Line: at.Line, Column: at.Column + 1}
		}
	}
	if r.id == "" {
		return r, s, fmt.Errorf("%s: rule %s has no ID", r.at, r.variable)
	}
	return r, s, nil
}

// ruleList is the Go file that lists the rules.
func ruleList(rules []rule) ([]byte, error) {
	var b strings.Builder
	b.WriteString("// Code generated from the rules of this folder. DO NOT EDIT.\n\npackage rules\n\n")
	b.WriteString("import \"github.com/theriac/theriac/scanner\"\n\n// all are the rules, by ID.\nvar all = [...]*scanner.Rule{\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "&%s, // %s\n", r.variable, r.id)
	}
	b.WriteString("}\n")
	return format.Source([]byte(b.String()))
}
