package build

import (
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func TestStamp(t *testing.T) {
	set := func(pairs ...string) (settings []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			settings = append(settings, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return settings
	}
	for _, c := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, "1.2.3 (commit unknown, go1.26.0 linux/amd64)"},
		{set("vcs.modified", "true"), "1.2.3 (commit unknown, go1.26.0 linux/amd64)"},
		{set("vcs.revision", "0123abc"), "1.2.3 (commit 0123abc, go1.26.0 linux/amd64)"},
		{set("vcs.modified", "false", "vcs.revision", "0123abc", "vcs.time", "2026-01-02T03:04:05Z"),
			"1.2.3 (commit 0123abc of 2026-01-02T03:04:05Z, go1.26.0 linux/amd64)"},
		{set("vcs.modified", "true", "vcs.revision", "0123abc", "vcs.time", "2026-01-02T03:04:05Z"),
			"1.2.3 (commit 0123abc-dirty of 2026-01-02T03:04:05Z, go1.26.0 linux/amd64)"},
	} {
		i := Info{Version: "1.2.3", Go: "go1.26.0", OS: "linux/amd64"}
		i.stamp(c.settings)
		if got := i.String(); got != c.want {
			t.Errorf("%v:\n%s\nwant\n%s", c.settings, got, c.want)
		}
	}
}

// The linker's flags in the Dockerfile name these variables; a flag for a name
// that is not there would change nothing and say nothing.
func TestLinkerSays(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not installed")
	}
	bin := filepath.Join(t.TempDir(), "theriac")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "-ldflags",
		"-X github.com/theriac/theriac/app/build.commit=0123abc -X github.com/theriac/theriac/app/build.date=2026-01-02T03:04:05Z",
		"../../cmd/theriac")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(bin, "version").Output()
	if err != nil || !strings.Contains(string(out), " (commit 0123abc of 2026-01-02T03:04:05Z, go1.") {
		t.Errorf("%s%v", out, err)
	}
}
