package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/theriac/theriac/app/hub/hubtest"
)

// patience bounds every wait of these tests.
const patience = 2 * time.Minute

// The test binary is theriac-app too: a process of its own, which can be killed.
const asProgram = "THERIAC_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// A process is a running theriac-app.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	url  string
	done chan struct{} // closed when it has ended

	mu    sync.Mutex
	lines []map[string]any
}

// keyFile writes a server's key where a process finds it.
func keyFile(t *testing.T, gh *hubtest.Server) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "key.pem")
	if err := os.WriteFile(name, gh.PrivateKey, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// freePort is one that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// launch starts a process on a database and waits until it is ready.
func launch(t *testing.T, gh *hubtest.Server, database string, more ...string) *process {
	t.Helper()
	listen := freePort(t)
	p := &process{t: t, url: "http://" + listen, cmd: exec.Command(os.Args[0]), done: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), append([]string{asProgram + "=1", "THERIAC_APP_ID=" + strconv.FormatInt(gh.AppID, 10),
		"THERIAC_PRIVATE_KEY_FILE=" + keyFile(t, gh), "THERIAC_WEBHOOK_SECRET=" + gh.WebhookSecret, "THERIAC_GITHUB_URL=" + gh.URL,
		"THERIAC_LISTEN=" + listen, "THERIAC_DATABASE_URL=" + database}, more...)...)
	log, err := p.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.done)
		lines := bufio.NewScanner(log)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var line map[string]any
			if json.Unmarshal(lines.Bytes(), &line) != nil {
				line = map[string]any{"msg": lines.Text()}
			}
			p.mu.Lock()
			p.lines = append(p.lines, line)
			p.mu.Unlock()
		}
		_ = p.cmd.Wait() // killed, mostly
	}()
	t.Cleanup(p.kill)
	p.until("ready", func() bool {
		resp, err := http.Get(p.url + "/readyz")
		if err != nil {
			return false
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	return p
}

// kill ends the process as the kernel does, and waits until it is gone.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may be gone
	<-p.done
}

// alive reports whether the process runs.
func (p *process) alive() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// count is how many lines of its log have all of the words.
func (p *process) count(words ...string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
lines:
	for _, line := range p.lines {
		text, _ := json.Marshal(line) // was JSON a moment ago
		for _, w := range words {
			if !strings.Contains(string(text), w) {
				continue lines
			}
		}
		n++
	}
	return n
}

// until looks again and again until something is so, which has to be while the process lives.
func (p *process) until(what string, so func() bool) {
	p.t.Helper()
	deadline := time.After(patience)
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for !so() {
		select {
		case <-deadline:
			p.t.Fatalf("in vain: %s\n%s", what, p.tail())
		case <-p.done:
			p.t.Fatalf("the process ended before: %s\n%s", what, p.tail())
		case <-look.C:
		}
	}
}

func (p *process) tail() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b strings.Builder
	for _, line := range p.lines[max(0, len(p.lines)-20):] {
		fmt.Fprintln(&b, line)
	}
	return b.String()
}

// peak is the most memory that the process has held at once, in MiB, by the kernel's word.
func (p *process) peak() int {
	p.t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kib, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(rest, "kB")))
			if err != nil {
				p.t.Fatal(err)
			}
			return kib >> 10
		}
	}
	p.t.Fatal("the kernel does not say")
	return 0
}

// signal sends a signal.
func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// TestRestore: a copy that was made while a review was at work goes on where that was.
func TestRestore(t *testing.T) {
	t.Parallel()
	gh := hubtest.New(t)
	folder := t.TempDir()
	repo, pull := change(gh, "acme", hubtest.Files{"mcp.json": hubtest.Text(poison)})
	database := "sqlite:" + filepath.Join(folder, "theriac.db")
	p := launch(t, gh, database)
	reading := hangs(gh, repo)
	deliver(t, gh, p, pull)
	p.until("the review hangs", reading)
	copied := filepath.Join(folder, "copy.db")
	if status, _, errs := call(t, []string{"THERIAC_DATABASE_URL=" + database}, "backup", copied); status != 0 {
		t.Fatalf("exit status %d: %s", status, errs)
	}
	p.kill() // and its disk is lost
	p = launch(t, gh, "sqlite:"+copied)
	p.until("the review", func() bool { return completedRun(gh, repo) != nil })
	oneRun(t, gh, repo)
	deliver(t, gh, p, pull) // known: the copy has it
	p.until("the log line", func() bool { return p.count("duplicate") > 0 })
}
