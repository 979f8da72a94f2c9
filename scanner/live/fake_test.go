package live

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The test binary is the server that the tests start: with fakeVar set it plays
// that behaviour and runs no test.
const (
	fakeVar    = "THERIAC_FAKE"         // name in behaviours
	logVar     = "THERIAC_FAKE_LOG"     // a file to which every method is added that the server is asked
	scannedVar = "THERIAC_FAKE_SCANNED" // for "a scanner": the environment of its server
	readyVar   = "THERIAC_FAKE_READY"   // file 3 is closed when the process is up
	aliveVar   = "THERIAC_FAKE_ALIVE"   // an address to which every process keeps a connection while it lives
)

func TestMain(m *testing.M) {
	name := os.Getenv(fakeVar)
	if name == "" {
		os.Exit(m.Run())
	}
	if address := os.Getenv(aliveVar); address != "" {
		c, err := net.Dial("tcp", address)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		// The connection is closed by the end of the process and nothing else.
		fmt.Fprintf(c, "%d\n", os.Getpid())
		defer c.Close()
	}
	if os.Getenv(readyVar) != "" {
		os.NewFile(3, "ready").Close()
	}
	behaviours[name]()
}

// role is what a fake says to a request: the rest of a JSON-RPC response from
// "result" or "error" on, or nothing.
type role func(method string, params map[string]any) string

const hello = `"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"fake","version":"1"},` +
	`"capabilities":{"tools":{},"prompts":{},"resources":{}},"instructions":"Ask away."}`

const notFound = `"error":{"code":-32601,"message":"Method not found"}`

// tools is a result with tools of these names, and a cursor.
func tools(cursor string, names ...string) string {
	var all []string
	for _, n := range names {
		all = append(all, fmt.Sprintf(`{"name":%q,"description":"Does %s.","inputSchema":{"type":"object"}}`, n, n))
	}
	s := `"result":{"tools":[` + strings.Join(all, ",") + `]`
	if cursor != "" {
		s += fmt.Sprintf(`,"nextCursor":%q`, cursor)
	}
	return s + "}"
}

// listing answers initialize, and tools/list with what list says for a cursor.
func listing(list func(cursor string) string) role {
	return func(method string, params map[string]any) string {
		switch method {
		case "initialize":
			return hello
		case "tools/list":
			cursor, _ := params["cursor"].(string)
			return list(cursor)
		}
		return notFound
	}
}

// respond makes the response to one message; "" for none.
func (a role) respond(message []byte) string {
	var m struct {
		ID     json.RawMessage
		Method string
		Params map[string]any
	}
	if err := json.Unmarshal(message, &m); err != nil {
		return `{"jsonrpc":"2.0","id":0,"error":{"code":-32700,"message":"Parse error"}}`
	}
	record(m.Method)
	if m.ID == nil || m.Method == "" {
		return ""
	}
	said := a(m.Method, m.Params)
	if said == "" {
		return ""
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, m.ID, said)
}

func record(method string) {
	name := os.Getenv(logVar)
	if name == "" || method == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		fmt.Fprintln(f, method)
		f.Close()
	}
}

// stdio serves on stdin and stdout until stdin ends.
func (a role) stdio() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		if s := a.respond(line); s != "" {
			fmt.Println(s)
		}
	}
}

// forever blocks a process that ends only when it is ended.
func forever() {
	signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	for {
		time.Sleep(time.Hour)
	}
}

// child starts the test binary once more, as a process that a server leaves
// behind: it ignores signals, and holds the server's stdout and stderr. It returns when
// that is up.
func child() {
	exe, _ := os.Executable()
	c := exec.Command(exe)
	c.Env = append(os.Environ(), fakeVar+"=forever", readyVar+"=1")
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	r, w, err := os.Pipe()
	if err == nil {
		c.ExtraFiles = []*os.File{w}
		err = c.Start()
	}
	if err != nil {
		panic(err)
	}
	w.Close()
	r.Read(make([]byte, 1)) // until the child is up
}

// flood writes the same text without end.
func flood(text string) {
	block := strings.Repeat(text, 1+(64<<10)/len(text))
	for {
		if _, err := io.WriteString(os.Stdout, block); err != nil {
			return
		}
	}
}

// fakeServer is a server that plays a behaviour.
func fakeServer(t *testing.T, name string, env ...string) *Server {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Command("'"+exe+"'", append(env, fakeVar+"="+name)...)
	if err != nil {
		t.Fatal(err)
	}
	s.Name = "fake " + name
	return s
}

// asked reads the log of a fake server.
func asked(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(strings.FieldsSeq(string(data)))
}
