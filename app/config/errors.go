package config

import (
	"fmt"
	"strings"
)

// An Error is one fault of a configuration.
type Error struct {
	Path string
	// Line and Column are the place, from 1; the column counts UTF-16 code units,
	// as editors and GitHub do. Both are 0 where the file as a whole is meant.
	Line, Column int
	Detail       string // what is wrong, and what would be right
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Detail
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Detail)
}

// Errors are the faults of one file, in the order of the file.
type Errors []*Error

func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, x := range e {
		lines[i] = x.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the faults to errors.As.
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, x := range e {
		all[i] = x
	}
	return all
}
