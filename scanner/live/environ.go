package live

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
)

// What servers get from our environment: the variables that the MCP SDKs for
// TypeScript and Python pass on by default (getDefaultEnvironment,
// get_default_environment), and on Unix what else says where things are and in
// which language: TMPDIR, LANG, TZ.
var (
	unixEnviron    = []string{"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "TMPDIR", "LANG", "TZ"}
	windowsEnviron = []string{"APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE",
		"PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "USERNAME", "USERPROFILE"}
)

func minimalEnviron() []string {
	names := unixEnviron
	if runtime.GOOS == "windows" {
		names = windowsEnviron
	}
	var env []string
	for _, name := range names {
		// A value that begins like this is a function that a shell exported.
		if v, ok := os.LookupEnv(name); ok && !strings.HasPrefix(v, "()") {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// addEnv sets one variable, given as NAME=value or as NAME of ours.
func addEnv(env []string, e string) ([]string, error) {
	name, value, found := strings.Cut(e, "=")
	switch {
	case name == "", strings.ContainsRune(e, 0):
		return nil, fmt.Errorf("want NAME=value, got %q", clip(name))
	case !found:
		if value, found = os.LookupEnv(name); !found {
			return nil, fmt.Errorf("%s is not set here: want NAME=value, or the name of a variable that is", clip(name))
		}
	}
	env = slices.DeleteFunc(env, func(old string) bool { return strings.HasPrefix(old, name+"=") })
	return append(env, name+"="+value), nil
}
