package live

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Processes that leave their group on purpose, with setsid, are found in two ways
// on Linux. What a server starts inherits its environment, and in that a mark that
// each listing has of its own. And what loses its parent becomes ours, since this
// process asks to be the reaper of its descendants (prctl(2),
// PR_SET_CHILD_SUBREAPER): a child in a session of its own is one that we did not
// start.
//
// A process that clears its environment stays hidden while its parent lives and
// is not ours. To catch that one too takes a container.

// markName is the variable that marks the processes of a listing.
const markName = "THERIAC_LISTING"

var (
	reaper    sync.Once
	listingMu sync.Mutex
	listings  int // under way
)

// beginListing is called before a server is started, endListing when its group was
// killed.
func beginListing() {
	reaper.Do(func() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })
	listingMu.Lock()
	listings++
	listingMu.Unlock()
}

// endListing ends what bears the mark, and, where no other listing is under way,
// every child in a session of its own.
func endListing(mark string) {
	listingMu.Lock()
	defer listingMu.Unlock()
	listings--
	for range escapeRounds {
		found := escaped(mark, listings == 0)
		if len(found) == 0 {
			return
		}
		for _, pid := range found {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(escapePause) // for what they started meanwhile
		for _, pid := range found {
			syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		}
	}
}

// A process that starts others as fast as it can is looked for so often.
const (
	escapeRounds = 20
	escapePause  = 5 * time.Millisecond
)

// escaped are the processes that bear the mark, and the children of this process
// in sessions of their own.
func escaped(mark string, orphans bool) (found []int) {
	own := os.Getpid()
	session, err := unix.Getsid(0)
	if err != nil {
		orphans = false
	}
	entries, err := os.ReadDir(proc())
	if err != nil {
		return nil
	}
	marked := []byte(markName + "=" + mark)
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == own {
			continue
		}
		environment, _ := os.ReadFile(proc(e.Name(), "environ")) // others' can't be read
		if hasVariable(environment, marked) {
			found = append(found, pid)
			continue
		}
		if state, parent, sid, ok := statOf(e.Name()); orphans && ok && parent == own && sid != session && state != "Z" {
			found = append(found, pid)
		}
	}
	return found
}

func hasVariable(environment, variable []byte) bool {
	for part := range bytes.SplitSeq(environment, []byte{0}) {
		if bytes.Equal(part, variable) {
			return true
		}
	}
	return false
}

// statOf reads the state, the parent and the session of a process (proc_pid_stat(5)).
func statOf(pid string) (state string, parent, session int, ok bool) {
	data, err := os.ReadFile(proc(pid, "stat"))
	if err != nil {
		return "", 0, 0, false
	}
	// The name of the program may hold anything, brackets and blanks too.
	_, rest, found := strings.Cut(string(data[max(0, bytes.LastIndexByte(data, ')')):]), " ")
	fields := strings.Fields(rest)
	if !found || len(fields) < 4 {
		return "", 0, 0, false
	}
	parent, err1 := strconv.Atoi(fields[1])
	session, err2 := strconv.Atoi(fields[3])
	return fields[0], parent, session, err1 == nil && err2 == nil
}

// proc is a path in the file system of processes (proc(5)).
func proc(names ...string) string {
	return filepath.Join(append([]string{string(filepath.Separator), "proc"}, names...)...)
}
