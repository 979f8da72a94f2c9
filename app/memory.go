package app

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/webhook"
)

// assumedMemory is what the process counts on where nobody says how much it may use, in bytes.
const assumedMemory = 1 << 30

// memoryLimit is how many bytes the process may use: GOMEMLIMIT, or the limit of its cgroup. In
// the second case Go's own limit is set a little below, so that the collector works harder before
// the kernel has to kill.
func memoryLimit() int64 {
	set := debug.SetMemoryLimit(-1) // asks only
	if set < math.MaxInt64 {
		return set
	}
	// No cgroup, none with a limit, another system: then there is none that could be known.
	limit, err := memlimit.FromCgroup()
	if err != nil || limit > math.MaxInt64/2 {
		return assumedMemory
	}
	debug.SetMemoryLimit(int64(limit / 10 * 9))
	return int64(limit)
}

// withMemory fills the two budgets in that are not set: a fifth of the memory for what is
// received, two fifths for what is reviewed. What is left is for the rest of the program, and for
// what the collector has not yet found to be free.
func (s Settings) withMemory() Settings {
	limit := memoryLimit()
	if s.WebhookMemory == 0 {
		s.WebhookMemory = max(limit/5, webhook.MinBudget)
	}
	if s.ReviewMemory == 0 {
		s.ReviewMemory = max(limit/5*2, hub.MinMemory)
	}
	return s
}

// readMemory reads a number of bytes as GOMEMLIMIT has them: 200MiB, 1GiB. Nothing stands for 0.
func readMemory(s string, least int64) (int64, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return 0, nil
	}
	digits, unit := s, int64(1)
	for suffix, size := range map[string]int64{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30} {
		if number, ok := strings.CutSuffix(s, suffix); ok {
			digits, unit = number, size
		}
	}
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || n <= 0 {
		return 0, errors.New("is not an amount of memory, such as 200MiB or 1GiB")
	}
	if n*unit < least {
		return 0, fmt.Errorf("is less than %d MiB, with which nothing could be done", least>>20)
	}
	return n * unit, nil
}
