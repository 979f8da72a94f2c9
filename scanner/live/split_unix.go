//go:build !windows

package live

import (
	"errors"
	"os"
	"strings"

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
	words := make([]string, len(call.Args))
	for i, w := range call.Args {
		text, ok := unquote(w.Parts, false)
		if !ok {
			return nil, errors.New("no shell runs the command, so $ and ` mean nothing in it: quote them with '…', or name a shell (sh -c '…')")
		}
		words[i] = text
	}
	return words, nil
}

// unquote removes the quotes from parts of a word (XCU §2.6.7). ok is false for
// what a shell would expand.
func unquote(parts []syntax.WordPart, quoted bool) (text string, ok bool) {
	for i, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			s := p.Value
			if !quoted && i == 0 && strings.HasPrefix(s, "~/") {
				// §2.6.1, tilde expansion
				if home := os.Getenv("HOME"); home != "" {
					s = s[1:]
					text += home
				}
			}
			text += unescape(s, quoted)
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
			text += p.Value
		case *syntax.DblQuoted:
			inner, ok := unquote(p.Parts, true)
			if p.Dollar || !ok {
				return "", false
			}
			text += inner
		default:
			return "", false
		}
	}
	return text, true
}

// unescape removes backslashes: all that quote something (§2.2.1), or in double
// quotes those before what is special there (§2.2.3).
func unescape(s string, quoted bool) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (!quoted || strings.IndexByte("$`\"\\\n", s[i+1]) >= 0) {
			if i++; s[i] == '\n' {
				continue // the line goes on
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
