// Package compile turns sources of the phrase language, which package phrase
// documents, into a [phrase.Program], and programs into Go files. Only
// generators and tests import it: a program starts with its tables in place.
package compile

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/theriac/theriac/scanner/phrase"
)

// A Source is a text in the phrase language.
type Source struct {
	Name string // the file, for errors
	Text string
	// Line and Column are where Text begins in the file, from 1; 0 is taken for
	// 1. Columns count bytes.
	Line, Column int
}

// An Error is a fault in a source.
type Error struct {
	Name         string
	Line, Column int // from 1; columns count bytes
	Message      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Message)
}

// Compile compiles the sources together. Classes and signals are shared between
// them, whatever their order. Its error joins an *[Error] for each declaration
// that has a fault.
func Compile(sources ...Source) (*phrase.Program, error) {
	f, err := parse(sources)
	if err != nil {
		return nil, err
	}
	return assemble(f)
}

// A file is all that the sources declare.
type file struct {
	classes  map[string]*class
	order    []*class // as declared
	more     []*class // members for classes of these names
	patterns []*pattern
}

type class struct {
	name    string
	at      place
	body    *node
	mark    mark
	concept bool // it is noticed wherever it stands, too
}

type pattern struct {
	signal string
	at     place
	body   *node // a sequence
}

// A mark is how far a class has been resolved.
type mark uint8

const (
	untouched mark = iota
	underway
	done
	failed
)

func parse(sources []Source) (*file, error) {
	f := &file{classes: map[string]*class{}}
	var errs []error
	for _, s := range sources {
		for _, d := range split(s) {
			if err := f.declare(d); err != nil {
				errs = append(errs, err)
			}
		}
	}
	for _, m := range f.more {
		if c := f.classes[m.name]; c != nil {
			c.body.kids = append(c.body.kids, m.body.kids...)
			c.concept = c.concept || m.concept
		} else if len(errs) == 0 { // else the declaration may be what has the fault
			errs = append(errs, m.at.errorf("class %s is extended, but not declared", m.name))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	add := func(err error) {
		if err != nil && !errors.Is(err, errElsewhere) {
			errs = append(errs, err)
		}
	}
	for _, c := range f.order {
		add(f.resolveClass(c))
	}
	add(f.concepts())
	for _, p := range f.patterns {
		add(f.resolvePattern(p))
	}
	return f, errors.Join(errs...)
}

// signals are the names of all signals in alphabetical order, so that a new
// pattern moves few numbers.
func (f *file) signals() []string {
	names := map[string]bool{}
	for _, p := range f.patterns {
		names[p.signal] = true
	}
	return slices.Sorted(maps.Keys(names))
}
