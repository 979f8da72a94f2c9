//go:build !windows

package live

import (
	"errors"
	"os"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// split cuts a command line into words as a POSIX shell does (XCU §2.2, quoting)
// and expands ~ (§2.6.1). Whatever a shell would have to run, look up or open is
// refused: passed on as text it would do something else than it says.
func split(line string) ([]string, error) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangPOSIX)).Parse(strings.NewReader(line), "")
	var bad syntax.ParseError
	switch {
	case errors.As(err, &bad):
		return nil, errors.New(bad.Text)
	case err != nil:
		return nil, err
	case len(file.Stmts) == 0:
		return nil, errors.New("want a command")
	}
	s := file.Stmts[0]
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(file.Stmts) > 1 || len(s.Redirs) > 0 || s.Background || s.Negated {
		return nil, errors.New("one command and its arguments are run, without a shell: for more, name one (sh -c '…')")
	}
	if len(call.Assigns) > 0 {
		return nil, errors.New("no shell runs the command: set variables with --env NAME=value")
	}
	config := &expand.Config{Env: expand.FuncEnviron(os.Getenv)}
	words := make([]string, len(call.Args))
	for i, w := range call.Args {
		if !isLiteral(w.Parts) {
			return nil, errors.New("no shell runs the command, so $ and ` mean nothing in it: quote them with '…', or name a shell (sh -c '…')")
		}
		if words[i], err = expand.Literal(config, w); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// isLiteral reports whether parts of a word mean what they say.
func isLiteral(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
		case *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if !isLiteral(p.Parts) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
