package live

import (
	"context"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

func init() {
	// Servers that leave a child behind in a session of its own: one as it comes, one
	// without the environment that would give it away, whose parent is gone.
	behaviours["leaves the group"] = func() {
		exe, _ := os.Executable()
		child := exec.Command(exe)
		child.Env = append(os.Environ(), fakeVar+"=forever")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		child.Start()
		listing(func(string) string { return tools("", "alpha") }).stdio()
	}
	behaviours["leaves the group unseen"] = func() {
		exe, _ := os.Executable()
		child := exec.Command(exe)
		child.Env = []string{fakeVar + "=forever", aliveVar + "=" + os.Getenv(aliveVar)}
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		child.Start()
		listing(func(string) string { return tools("", "alpha") }).stdio()
	}
}

// What a server starts in a session of its own ends with the listing.
func TestEscaped(t *testing.T) {
	for _, name := range []string{"leaves the group", "leaves the group unseen"} {
		t.Run(name, func(t *testing.T) {
			life := newLife(t)
			done := make(chan error, 1)
			go func() {
				_, err := List(context.Background(), fakeServer(t, name, life.env()), patient)
				done <- err
			}()
			processes := life.await(t, 2)
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			gone(t, processes)
		})
	}
}
