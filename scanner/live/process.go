package live

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"
)

// process is a server that was started, with everything that it started.
type process struct {
	cmd    *exec.Cmd
	group  *group
	in     *os.File // its stdin
	out    *os.File // its stdout
	stderr tail
	mark   string // in the environment of all that it starts

	// exited is closed when the command has ended and its group with it.
	exited chan struct{}
	// said is closed when stderr is read to its end.
	said chan struct{}
}

// start starts a command in a process group of its own.
func start(words, env []string) (_ *process, err error) {
	p := &process{
		cmd: exec.Command(words[0], words[1:]...), stderr: tail{most: maxStderr},
		exited: make(chan struct{}), said: make(chan struct{}), mark: rand.Text(),
	}
	p.cmd.Env = append(slices.Clip(env), markName+"="+p.mark)
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
	}()
	pipe := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
		}
		return r, w
	}
	stdin, in := pipe()
	out, stdout := pipe()
	talk, stderr := pipe()
	theirs = append(theirs, stdin, stdout, stderr)
	p.in, p.out = in, out
	if err == nil {
		p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = stdin, stdout, stderr
		beginListing()
		if p.group, err = startInGroup(p.cmd); err != nil {
			endListing(p.mark)
		}
	}
	if err != nil {
		for _, f := range []*os.File{in, out, talk} {
			f.Close()
		}
		return nil, err
	}
	go func() {
		defer close(p.said)
		io.Copy(&p.stderr, talk)
		talk.Close()
	}()
	go func() {
		p.cmd.Wait()
		// What it leaves behind would hold the pipes open, and more.
		p.group.kill()
		close(p.exited)
	}()
	return p, nil
}

// end ends the process and its group, and returns when they are gone. In peace,
// the process first gets the time to end by itself when its stdin is closed, as the
// protocol asks clients to do (transports, stdio, shutdown). told is how long it
// may take when it is told to end, which some need to clean up: a container must
// not stay behind.
func (p *process) end(peace context.Context, told time.Duration) {
	p.in.Close()
	if !p.gone(peace, leaveByItself) {
		p.group.terminate()
		p.gone(context.Background(), told)
	}
	p.group.kill()
	<-p.exited
	p.group.release()
	endListing(p.mark)
	p.out.Close()
}

// gone waits for the end of the process.
func (p *process) gone(ctx context.Context, most time.Duration) bool {
	if ctx.Err() != nil {
		most = 0
	}
	t := time.NewTimer(most)
	defer t.Stop()
	select {
	case <-p.exited:
		return true
	case <-ctx.Done():
	case <-t.C:
	}
	return false
}

// exitState says how the process ended; empty while it runs.
func (p *process) exitState() string {
	select {
	case <-p.exited:
		return p.cmd.ProcessState.String()
	default:
		return ""
	}
}

// lastWords is the end of its stderr. Call it after end: then nobody writes any
// more, but for a process that left the group with the pipe in its hand.
func (p *process) lastWords() string {
	t := time.NewTimer(leaveWhenTold)
	defer t.Stop()
	select {
	case <-p.said:
	case <-t.C:
	}
	return p.stderr.String()
}

// ended is the error for a connection whose process is gone.
func (p *process) ended(doing string) string {
	return fmt.Sprintf("it ended (%s) before it answered %s", p.exitState(), doing)
}
