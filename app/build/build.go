// Package build says which program this is: version, commit and date.
package build

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/theriac/theriac/checks"
)

// commit and date are set by the linker where a program is built from a copy
// without git's history (-X): the container image. date is RFC 3339.
var commit, date string

// Info is what is known of a build. Commit and Date are empty where nobody said
// and the go command could not tell.
type Info struct {
	Version string // without a v, as reports give it
	Commit  string // full; with -dirty where files differed from it
	// Date is when the commit was made, RFC 3339 and UTC. It stands for the build
	// too: the same commit gives the same bytes, whenever it is built.
	Date string
	Go   string // go1.26.0
	OS   string // GOOS/GOARCH
}

// Read gives what the linker or, else, the go command left in this program.
func Read() Info {
	i := Info{Version: checks.Version, Commit: commit, Date: date, Go: runtime.Version(), OS: runtime.GOOS + "/" + runtime.GOARCH}
	about, ok := debug.ReadBuildInfo()
	if !ok || i.Commit != "" {
		return i
	}
	i.stamp(about.Settings)
	return i
}

// stamp takes what `go build` wrote down of the repository (go help buildvcs).
func (i *Info) stamp(settings []debug.BuildSetting) {
	dirty := ""
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			i.Commit = s.Value
		case "vcs.time":
			i.Date = s.Value
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "-dirty"
			}
		}
	}
	if i.Commit != "" {
		i.Commit += dirty
	}
}

// String is one line: "0.1.0 (commit 0123abc of 2026-01-02T03:04:05Z, go1.26.0 linux/amd64)".
func (i Info) String() string {
	from := "commit unknown"
	if i.Commit != "" {
		from = "commit " + i.Commit
		if i.Date != "" {
			from += " of " + i.Date
		}
	}
	return fmt.Sprintf("%s (%s, %s %s)", i.Version, from, i.Go, i.OS)
}
