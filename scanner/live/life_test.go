package live

import (
	"bufio"
	"net"
	"os"
	"testing"
	"time"
)

// life tells of the processes of a fake server.
type life struct {
	listener *net.TCPListener
	// brief is set for servers that have so little time that they may be ended
	// before they are up.
	brief bool
}

func newLife(t *testing.T) *life {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return &life{listener: l.(*net.TCPListener)}
}

func (l *life) env() string { return aliveVar + "=" + l.listener.Addr().String() }

// await accepts the connections of n processes and returns when they are open.
func (l *life) await(t *testing.T, n int) []*bufio.Reader {
	t.Helper()
	var all []*bufio.Reader
	for range n {
		l.listener.SetDeadline(time.Now().Add(20 * time.Second))
		c, err := l.listener.Accept()
		if os.IsTimeout(err) && l.brief {
			t.Skip("this machine is too busy to start a process")
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		r := bufio.NewReader(c)
		if _, err := r.ReadString('\n'); err != nil {
			t.Fatalf("a process died before it said hello: %v", err)
		}
		c.SetReadDeadline(time.Now().Add(20 * time.Second))
		all = append(all, r)
	}
	return all
}

// gone fails the test unless the processes are gone.
func gone(t *testing.T, all []*bufio.Reader) {
	t.Helper()
	for i, r := range all {
		// A process that is killed resets its connection where bytes were left.
		if _, err := r.ReadByte(); err == nil || os.IsTimeout(err) {
			t.Errorf("process %d of %d is still there (%v)", i+1, len(all), err)
		}
	}
}
