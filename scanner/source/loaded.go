package source

import (
	"path"
	"slices"
	"strings"
)

// textFiles are the endings of files that hold a text for a model.
var textFiles = []string{".md", ".txt", ".markdown", ".prompt", ".mdx", ".xml", ".j2"}

// loaded is the text of a file that is read by a path of literals, relative to
// the file that reads it. It stands in no place of this one.
func (e *expr) loaded(args []*expr) *text {
	f := e.file
	var names []string
	e.literals(&names, 0)
	i := slices.IndexFunc(names, func(n string) bool {
		return slices.Contains(textFiles, strings.ToLower(path.Ext(n)))
	})
	if i < 0 || f.set.files == nil {
		return nil
	}
	rel := path.Join(append([]string{path.Dir(f.path)}, names[:i+1]...)...)
	return f.loadedFrom(rel, e.start, e.end)
}

func (f *file) loadedFrom(rel string, start, end int) *text {
	if f.set.files == nil || f.set.bytes > maxImported {
		return nil
	}
	data, err := f.set.files.Read(rel)
	if err != nil {
		return nil
	}
	f.set.bytes += len(data)
	return &text{value: string(data), start: start, end: end}
}

// literals are the literals of a chain of calls, in order, that may be parts of
// a path.
func (e *expr) literals(into *[]string, depth int) {
	if e == nil || depth > 8 || len(*into) > 20 {
		return
	}
	switch e.kind {
	case literal:
		*into = append(*into, e.text.value)
	case chain:
		e.head.literals(into, depth+1)
		for _, s := range e.steps {
			for _, a := range s.args {
				a.value.literals(into, depth+1)
			}
		}
	case list, joined:
		for _, i := range e.items {
			i.literals(into, depth+1)
		}
	case unknown:
		// Path(__file__).parent / "prompts" / "a.md"
		for i := e.from; i < e.to && i < len(e.file.tokens) && i < e.from+40; i++ {
			if e.file.kind(i) == quoted {
				if t := e.file.decode(e.file.tokens[i]); t != nil {
					*into = append(*into, t.value)
				}
			}
		}
	}
}
