package baseline

import (
	"slices"
	"strings"
)

// Some servers write the directory that they run in into their descriptions.
// Captured on another machine, such a text differs in nothing else.

// sameButMachine reports whether two texts differ only in absolute paths that
// end alike and begin with directories that machines have for their users and
// their builds.
func sameButMachine(a, b string) bool {
	differs := false
	for {
		pathA, beforeA, restA := cutPath(a)
		pathB, beforeB, restB := cutPath(b)
		if beforeA != beforeB {
			return false
		}
		if pathA != pathB {
			if !samePlace(pathA, pathB) {
				return false
			}
			differs = true
		}
		if pathA == "" {
			return differs
		}
		a, b = restA, restB
	}
}

// cutPath finds the first absolute path in a text.
func cutPath(s string) (path, before, rest string) {
	for i := range len(s) {
		begins := s[i] == '/' || i+2 < len(s) && isLetter(s[i]) && s[i+1] == ':' && (s[i+2] == '\\' || s[i+2] == '/')
		if !begins || i > 0 && (inPath(s[i-1]) || s[i-1] == ':') {
			continue
		}
		end := i + 1
		if s[i] != '/' {
			end = i + 2
		}
		for end < len(s) && inPath(s[end]) {
			end++
		}
		for s[end-1] == '.' {
			end--
		}
		return s[i:end], s[:i], s[end:]
	}
	return "", s, ""
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func inPath(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || strings.IndexByte(`/\_-.+@~`, c) >= 0 || c >= 0x80
}

// samePlace reports whether two paths name the same thing below the
// directories of two machines.
func samePlace(a, b string) bool {
	x, y := split(a), split(b)
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	if len(x) == len(split(a)) { // nothing alike: only where both are homes
		return isHome(x) && isHome(y)
	}
	return isMachines(x) && isMachines(y)
}

func split(path string) []string {
	return slices.DeleteFunc(strings.Split(strings.ReplaceAll(path, `\`, "/"), "/"), func(s string) bool { return s == "" })
}

// roots are where homes and the working directories of builds lie; * is one name.
var roots = [][]string{
	{"home", "*"}, {"Users", "*"}, {"c:", "Users", "*"}, {"d:", "a"}, {"mnt", "c", "Users", "*"}, {"root"},
	{"github", "workspace"}, {"__w"}, {"builds"}, {"workspace"}, {"workspaces"}, {"app"}, {"usr", "src", "app"},
	{"tmp"}, {"private", "tmp"}, {"var", "folders"},
}

// homes counts the roots above that are one user's home.
const homes = 6

func isHome(path []string) bool {
	return slices.ContainsFunc(roots[:homes], func(root []string) bool { return len(path) == len(root) && below(path, root) })
}

// isMachines reports whether a path is a root or a plain directory not far
// below one. What begins with a dot is somebody's settings or keys.
func isMachines(path []string) bool {
	const far = 8
	return len(path) <= far &&
		!slices.ContainsFunc(path, func(s string) bool { return strings.HasPrefix(s, ".") }) &&
		slices.ContainsFunc(roots, func(root []string) bool { return below(path, root) })
}

func below(path, root []string) bool {
	if len(path) < len(root) {
		return false
	}
	for i, name := range root {
		if name != "*" && !strings.EqualFold(name, path[i]) {
			return false
		}
	}
	return true
}
