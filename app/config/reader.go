package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/theriac/theriac/scanner"
)

// Parse reads a configuration. The error is [Errors]; with it comes no Config.
// known is every rule that there is: a rule that is named and missing in it is a
// fault.
func Parse(path string, data []byte, known *scanner.Set) (*Config, error) {
	r := &reader{path: path, known: known}
	c := Default()
	c.Path = path
	if root := r.document(data); root != nil {
		r.config(root, c)
	}
	if len(r.errs) > 0 {
		slices.SortStableFunc(r.errs, func(a, b *Error) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		return nil, r.errs
	}
	return c, nil
}

type reader struct {
	path  string
	known *scanner.Set
	lines []string
	errs  Errors
}

// document is the root of the file's only document, or nil.
func (r *reader) document(data []byte) *yaml.Node {
	whole := func(format string, args ...any) *yaml.Node {
		r.errs = append(r.errs, &Error{Path: r.path, Detail: fmt.Sprintf(format, args...)})
		return nil
	}
	switch {
	case len(data) > MaxSize:
		return whole("the file has %d bytes; at most %d are read", len(data), MaxSize)
	case !utf8.Valid(data):
		return whole("the file is not UTF-8")
	}
	r.lines = strings.Split(string(data), "\n")
	// YAML 1.1 counts these as line breaks and nobody else does: every line
	// after them would be told wrong.
	for i, line := range r.lines {
		line = strings.TrimSuffix(line, "\r")
		if at := strings.IndexAny(line, "\r\u0085\u2028\u2029"); at >= 0 {
			r.errs = append(r.errs, &Error{r.path, i + 1, units(line[:at]) + 1, "an unusual line break (a carriage return by itself, U+0085, U+2028 or U+2029): remove it"})
			return nil
		}
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	var doc, next yaml.Node
	err := d.Decode(&doc)
	empty := errors.Is(err, io.EOF)
	if err == nil {
		empty = doc.Content[0].ShortTag() == "!!null"
		err = d.Decode(&next)
	}
	switch {
	case err == nil:
		r.fault(&next, "a second YAML document: the configuration is one")
		return nil
	case errors.Is(err, io.EOF) && empty:
		return whole("the file is empty: want at least `version: %s`", Version)
	case errors.Is(err, io.EOF):
		return doc.Content[0]
	}
	line, detail := yamlPlace(err)
	if line == 0 {
		return whole("no valid YAML: %s", detail)
	}
	// A file that breaks off is at fault on the line after its last.
	r.errs = append(r.errs, &Error{r.path, min(line, len(r.lines)), 1, "no valid YAML: " + detail})
	return nil
}

// yamlPlace takes apart what the YAML reader says: "yaml: line 3: …", or without
// a line.
func yamlPlace(err error) (line int, detail string) {
	detail = strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(detail, "line "); ok {
		number, rest, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			return n, rest
		}
	}
	return 0, detail
}

func (r *reader) fault(n *yaml.Node, format string, args ...any) {
	// A value that is missing at the file's end stands on the line after it.
	line := min(max(n.Line, 1), len(r.lines))
	r.errs = append(r.errs, &Error{r.path, line, columnOf(r.lines[line-1], n.Column), fmt.Sprintf(format, args...)})
}

// columnOf turns a column in code points, from 1, into one in UTF-16 units. A
// byte order mark has no column.
func columnOf(line string, column int) int {
	n := 1
	for _, c := range strings.TrimPrefix(line, "\ufeff") {
		if column--; column < 1 {
			break
		}
		n += utf16.RuneLen(c)
	}
	return n
}

func units(s string) int {
	n := 0
	for _, c := range s {
		n += utf16.RuneLen(c)
	}
	return n
}

// members reads a mapping: each key goes to the reader of its value. Unknown and
// repeated keys are faults.
func (r *reader) members(n *yaml.Node, what string, fields []field) {
	if !r.is(n, yaml.MappingNode, what) {
		return
	}
	seen := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if !r.scalar(key, "a key of "+what) {
			continue
		}
		if first := seen[key.Value]; first != nil {
			r.fault(key, "%s stands twice in %s: first on line %d", show(key.Value), what, first.Line)
			continue
		}
		seen[key.Value] = key
		j := slices.IndexFunc(fields, func(f field) bool { return f.key == key.Value })
		if j < 0 {
			r.fault(key, "unknown key %s in %s: want %s", show(key.Value), what, names(fields))
			continue
		}
		fields[j].read(value)
	}
	for _, f := range fields {
		if f.required && seen[f.key] == nil {
			r.fault(n, "%s has no %s", what, f.key)
		}
	}
}

// A field is one key of a mapping and what reads its value.
type field struct {
	key      string
	required bool
	read     func(*yaml.Node)
}

func names(fields []field) string {
	var all []string
	for _, f := range fields {
		all = append(all, f.key)
	}
	return strings.Join(all, ", ")
}

// is reports, and complains, whether a node has the kind. Anchors, aliases and
// tags have no use here, and hide what a file says.
func (r *reader) is(n *yaml.Node, kind yaml.Kind, what string) bool {
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		r.fault(n, "anchors and aliases are not supported")
	case n.Style&yaml.TaggedStyle != 0:
		r.fault(n, "the tag %s is not supported", show(n.Tag))
	case n.Kind != kind:
		r.fault(n, "%s: want %s, got %s", what, kindName(kind, ""), kindName(n.Kind, n.ShortTag()))
	default:
		return true
	}
	return false
}

func kindName(k yaml.Kind, tag string) string {
	switch {
	case k == yaml.MappingNode:
		return "a mapping"
	case k == yaml.SequenceNode:
		return "a list"
	case tag == "!!null":
		return "nothing"
	case tag == "!!int" || tag == "!!float":
		return "a number"
	case tag == "!!bool":
		return "a boolean"
	case tag == "!!timestamp":
		return "a date"
	case tag == "!!merge":
		return "a merge key"
	}
	return "a string"
}

func (r *reader) scalar(n *yaml.Node, what string) bool {
	if !r.is(n, yaml.ScalarNode, what) {
		return false
	}
	if tag := n.ShortTag(); tag != "!!str" {
		hint := ""
		if tag != "!!null" {
			hint = "; put it in quotes"
		}
		r.fault(n, "%s: want a string, got %s%s", what, kindName(n.Kind, tag), hint)
		return false
	}
	return true
}

// filled is scalar for strings that must say something.
func (r *reader) filled(n *yaml.Node, what string) bool {
	if !r.scalar(n, what) {
		return false
	}
	if strings.TrimSpace(n.Value) == "" {
		r.fault(n, "%s is empty", what)
		return false
	}
	return true
}

// each reads a list.
func (r *reader) each(n *yaml.Node, what string, read func(*yaml.Node)) {
	if r.is(n, yaml.SequenceNode, what) {
		for _, e := range n.Content {
			read(e)
		}
	}
}

// show quotes what a file says; it is cut where it is long.
func show(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return strconv.QuoteToASCII(s)
}
