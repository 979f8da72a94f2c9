package manifest

import "fmt"

// Reason says why a file was not analysed.
type Reason string

const (
	TooLarge      Reason = "too-large"       // over MaxSize
	TooDeep       Reason = "too-deep"        // nested over MaxDepth
	Unparsable    Reason = "unparsable"      // no JSON, JSONC or YAML
	Undecodable   Reason = "undecodable"     // no text in a known encoding
	Unrecognised  Reason = "unrecognised"    // parsed, but no MCP metadata
	Skipped       Reason = "skipped"         // known, and without text for a model, or with such as is read on demand only
	Unreadable    Reason = "unreadable"      // could not be opened or read
	NotRegular    Reason = "not-regular"     // a symbolic link, submodule, device
	LargeFileLink Reason = "git-lfs-pointer" // the content lies in Git LFS
)

// An Error is a file that was not analysed, or not to its end.
type Error struct {
	URI    string
	Reason Reason
	// Line and Column are the place, from 1, in the units of [Location]; 0
	// where the whole file is meant.
	Line, Column int
	// Resembles is set where a file that was not recognised looks like MCP metadata
	// all the same.
	Resembles bool
	Detail    string // what is wrong, for a person
}

func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d:%d: %s", e.URI, e.Line, e.Column, e.Detail)
	}
	return e.URI + ": " + e.Detail
}

// errorAt is an Error at a byte of the source's text.
func errorAt(s *Source, reason Reason, offset int, format string, args ...any) *Error {
	at := s.Location(offset, offset)
	return &Error{URI: s.URI, Reason: reason, Line: at.StartLine, Column: at.StartColumn,
		Detail: fmt.Sprintf(format, args...)}
}
