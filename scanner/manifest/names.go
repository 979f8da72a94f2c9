package manifest

import (
	"path"
	"slices"
	"strings"
)

// A filePath is a path cut up and in lower case: names of files are compared
// without regard to case, as some file systems do.
type filePath struct {
	folders []string
	name    string
}

func cutPath(p string) filePath {
	folders := strings.Split(strings.ToLower(p), "/")
	last := len(folders) - 1
	return filePath{folders[:last], folders[last]}
}

func (p filePath) in(folder string) bool { return slices.Contains(p.folders, folder) }

func (p filePath) parent() string {
	if len(p.folders) == 0 {
		return ""
	}
	return p.folders[len(p.folders)-1]
}

// A namePattern is a form of file names, with what such a name says.
type namePattern struct {
	says Candidacy
	// globs are of [path.Match]; one must match.
	globs []string
	// parent, where it is set, is the name of the folder right above, and in that
	// of any folder above.
	parent, in string
}

func (n namePattern) match(p filePath) bool {
	if n.parent != "" && n.parent != p.parent() || n.in != "" && !p.in(n.in) {
		return false
	}
	return slices.ContainsFunc(n.globs, func(glob string) bool {
		ok, _ := path.Match(glob, p.name)
		return ok
	})
}

// probable and possible are names that say so by themselves.
func probable(globs ...string) []namePattern { return []namePattern{{says: Probable, globs: globs}} }
func possible(globs ...string) []namePattern { return []namePattern{{says: Possible, globs: globs}} }

// judge is the most that any of the patterns says of a path.
func judge(names []namePattern, p filePath) Candidacy {
	most := Unlikely
	for _, n := range names {
		if n.says > most && n.match(p) {
			most = n.says
		}
	}
	return most
}
