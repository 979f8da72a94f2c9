package load

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// A Pair is two consecutive releases of one package.
type Pair struct {
	Package  string
	Old, New Release
}

// A Release is one version's capture.
type Release struct {
	Version string
	File    string // the base name
	Data    []byte
}

// History reads folders of captures named PACKAGE@VERSION.json and pairs each
// version with the next one of its package, in order of semantic versions. A
// version that stands in several folders is read once. Packages with a single
// version give no pair.
func History(dirs ...string) ([]Pair, error) {
	releases := map[string][]Release{}
	for _, dir := range dirs {
		names, err := filepath.Glob(filepath.Join(dir, "*.json"))
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("%s: no JSON files", dir)
		}
		for _, name := range names {
			base := filepath.Base(name)
			pkg, version, ok := splitVersion(strings.TrimSuffix(base, ".json"))
			if !ok {
				return nil, fmt.Errorf("%s: not named PACKAGE@VERSION.json with a semantic version", name)
			}
			if slices.ContainsFunc(releases[pkg], func(r Release) bool { return r.Version == version }) {
				continue
			}
			b, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			releases[pkg] = append(releases[pkg], Release{version, base, b})
		}
	}
	var pairs []Pair
	for pkg, all := range releases {
		slices.SortFunc(all, func(a, b Release) int { return semver.Compare("v"+a.Version, "v"+b.Version) })
		for i := 1; i < len(all); i++ {
			pairs = append(pairs, Pair{pkg, all[i-1], all[i]})
		}
	}
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), semver.Compare("v"+a.New.Version, "v"+b.New.Version))
	})
	return pairs, nil
}

// splitVersion splits at the last @: scoped packages begin with one.
func splitVersion(s string) (pkg, version string, ok bool) {
	i := strings.LastIndexByte(s, '@')
	if i <= 0 {
		return "", "", false
	}
	pkg, version = s[:i], s[i+1:]
	return pkg, version, semver.IsValid("v" + version)
}
