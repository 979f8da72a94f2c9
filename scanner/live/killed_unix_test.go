//go:build unix

package live

import (
	"bufio"
	"os"
	"os/exec"
	"testing"
)

// A scanner that is killed in the midst of a listing leaves nothing behind: not
// the server, not what the server started, not even where both ignore every
// signal and the end of their stdin.
func TestKilled(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	life := newLife(t)
	scanner := exec.Command(exe)
	scanner.Env = append(os.Environ(), fakeVar+"=a scanner", scannedVar+"="+life.env())
	out, err := scanner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := scanner.Start(); err != nil {
		t.Fatal(err)
	}
	processes := life.await(t, 2)
	scanner.Process.Kill()
	if _, err := bufio.NewReader(out).ReadString('\n'); err == nil {
		t.Error("the scanner came to an end by itself")
	}
	scanner.Wait()
	gone(t, processes)
}
