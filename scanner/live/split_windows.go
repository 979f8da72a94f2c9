package live

import (
	"errors"

	"golang.org/x/sys/windows"
)

// split cuts a command line by the rules that programs on Windows go by, where a
// backslash belongs to a path.
func split(line string) ([]string, error) {
	words, err := windows.DecomposeCommandLine(line)
	if err == nil && len(words) == 0 {
		err = errors.New("want a command")
	}
	return words, err
}
