package source

import (
	"path"
	"slices"
	"strings"
)

// Files gives other files of the same tree, by slash-separated paths from its
// root. An error stands for a file that is not there, or that is not to be read: a
// path may lead out of the tree.
type Files interface {
	Read(path string) ([]byte, error)
}

// module is the file that an import of this one means; nil where it is none of
// the tree, or none is to be read.
func (f *file) module(name string) *file {
	for _, p := range f.candidates(name) {
		if g := f.set.file(p); g != nil {
			return g
		}
	}
	return nil
}

// candidates are the paths that an import may mean.
func (f *file) candidates(name string) (all []string) {
	dir := path.Dir(f.path)
	switch f.lang {
	case &script:
		if !strings.HasPrefix(name, ".") {
			return nil
		}
		p := path.Join(dir, name)
		stem := p
		for _, ext := range []string{".js", ".mjs", ".cjs", ".jsx"} {
			stem = strings.TrimSuffix(stem, ext)
		}
		if stem == p {
			for _, ext := range []string{".ts", ".tsx", ".js", ".mjs"} {
				all = append(all, p+ext)
			}
			return append(all, p, p+"/index.ts", p+"/index.js")
		}
		return append(all, p, stem+".ts", stem+".tsx", stem+".mts")
	case &python:
		rest := strings.TrimLeft(name, ".")
		dots := len(name) - len(rest)
		below := strings.ReplaceAll(rest, ".", "/")
		if dots == 0 {
			// An absolute import: the package stands in this folder or above it.
			for d := dir; ; d = path.Dir(d) {
				all = append(all, path.Join(d, below+".py"), path.Join(d, below, "__init__.py"))
				if d == "." || d == "/" || len(all) > 20 {
					return all
				}
			}
		}
		for range dots - 1 {
			dir = path.Dir(dir)
		}
		if below == "" {
			return []string{path.Join(dir, "__init__.py")}
		}
		return []string{path.Join(dir, below+".py"), path.Join(dir, below, "__init__.py")}
	}
	return nil
}

// file reads another file of the tree, once.
func (s *set) file(p string) *file {
	if s.files == nil {
		return nil
	}
	if f, ok := s.read[p]; ok {
		return f
	}
	l := languageOf(p)
	if l == nil || s.bytes > maxImported {
		return nil
	}
	data, err := s.files.Read(p)
	s.read[p] = nil
	if err != nil {
		return nil
	}
	if s.bytes += len(data); s.bytes > maxImported {
		return nil
	}
	f := newFile(p, l, string(data), s)
	s.read[p] = f
	return f
}

// imported are the files that were looked into beside one, in order.
func (s *set) imported(own string) (all []string) {
	for p, f := range s.read {
		if f != nil && p != own {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	return all
}
