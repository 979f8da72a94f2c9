//go:build unix

package live

import (
	"os"
	"os/exec"
	"syscall"
)

// group is a process group (POSIX XBD 3.290) that lives no longer than this
// process.
//
// Its leader is a guard: a shell that waits for the end of a pipe whose other
// end only this process holds. When this process is gone, however it went, the
// kernel closes the pipe and the guard kills the group. PR_SET_PDEATHSIG, the
// usual means, reaches the first process alone, and npx and uvx leave the server
// to a second one; also only Linux has it.
//
// As long as the guard is not waited for, its number stands for this group and
// no other, so that the group can be signalled at any time.
//
// A process that leaves the group on purpose (setsid) gets away from it; see
// [endListing] for what is done about that.
type group struct {
	id    int
	guard *exec.Cmd // nil where there is no shell
	hold  *os.File  // closed, the guard kills the group
}

// The guard outlives the signals that ask the group to end.
const guardScript = `trap '' HUP INT TERM; read -r _; kill -s KILL -- "-$$"`

// startInGroup starts the command in a group of its own.
func startInGroup(cmd *exec.Cmd) (*group, error) {
	g := &group{}
	g.startGuard()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: g.id}
	if err := cmd.Start(); err != nil {
		g.kill()
		g.release()
		return nil, err
	}
	if g.guard == nil {
		g.id = cmd.Process.Pid
	}
	return g, nil
}

// startGuard starts the guard if it can. In an image without a shell the group
// is led by the server, and a SIGKILL of ours leaves it with a closed stdin.
func (g *group) startGuard() {
	theirs, hold, err := os.Pipe()
	if err != nil {
		return
	}
	defer theirs.Close()
	guard := exec.Command("/bin/sh", "-c", guardScript)
	guard.Stdin, guard.Env, guard.Dir = theirs, []string{}, "/"
	guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if guard.Start() != nil {
		hold.Close()
		return
	}
	g.id, g.guard, g.hold = guard.Process.Pid, guard, hold
}

func (g *group) terminate() { g.signal(syscall.SIGTERM) }
func (g *group) kill()      { g.signal(syscall.SIGKILL) }

func (g *group) signal(s syscall.Signal) {
	if g.id > 0 {
		syscall.Kill(-g.id, s)
	}
}

// release lets go of the group, which must have been killed.
func (g *group) release() {
	if g.guard != nil {
		g.guard.Wait()
		g.hold.Close()
	}
}
