package live

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stdio starts a server and speaks with it over its stdin and stdout. The SDK's
// CommandTransport is not used: it gives up at the first line that is no
// message, where many servers print a banner, and it ends one process, not a
// group.
type stdio struct{ words, env []string }

func (d *stdio) dial(ctx context.Context, t *talk) (*Lister, error) {
	p, err := start(d.words, d.env)
	if err != nil {
		return nil, &Error{Reason: Unreachable, Detail: fmt.Sprintf("it could not be started: %v", startFault(err))}
	}
	c := newLineConn(p, t.budget)
	// A server that does not read would block a write for ever.
	stop := context.AfterFunc(ctx, func() { p.in.Close() })
	t.hangUp = func() {
		stop()
		c.Close()
		p.end(ctx, t.rest)
	}
	t.excuse = func(err error, doing string) string {
		if errors.Is(err, io.EOF) || errors.Is(err, errPipe) {
			p.gone(ctx, leaveWhenTold)
			if p.exitState() != "" {
				return p.ended(doing)
			}
		}
		return ""
	}
	t.stderr = p.lastWords
	t.skipped = c.skippedLines
	l := newLister(c, t)
	if err = l.hello(ctx); isRefusal(err) {
		if newer := l.discover(ctx); newer == nil || ctx.Err() != nil {
			err = newer
		}
	}
	return l, err
}

// startFault is why a command could not be started, without its name.
func startFault(err error) error {
	var look *exec.Error
	var open *fs.PathError
	switch {
	case errors.As(err, &look):
		return look.Err
	case errors.As(err, &open):
		return open.Err
	}
	return err
}

// errPipe is a write to a server that reads no more.
var errPipe = errors.New("its stdin is closed")

// lineConn is JSON-RPC messages, one a line (transports, stdio). Lines that are
// none are skipped and counted.
type lineConn struct {
	process  *process
	messages chan jsonrpc.Message
	closed   chan struct{}
	close    sync.Once

	mu      sync.Mutex
	failure error // why messages is closed; io.EOF at the end of stdout
	skipped int
	first   string // of the skipped lines
}

var _ mcp.Connection = (*lineConn)(nil)

func newLineConn(p *process, b *budget) *lineConn {
	// The buffer lets a server go on that writes much before it reads.
	c := &lineConn{process: p, messages: make(chan jsonrpc.Message, 64), closed: make(chan struct{})}
	go c.read(bufio.NewReaderSize(b.reader(p.out), 64<<10))
	return c
}

// read reads messages until the end of stdout.
func (c *lineConn) read(r *bufio.Reader) {
	defer close(c.messages)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil && err != io.EOF {
			line = nil // half a line
		}
		for _, m := range c.parse(bytes.TrimSpace(line)) {
			select {
			case c.messages <- m:
			case <-c.closed:
				return
			}
		}
		if err != nil {
			c.fail(err)
			return
		}
	}
}

// parse reads a line: a message, or several in a batch (protocol version
// 2025-03-26 only, but harmless).
func (c *lineConn) parse(line []byte) []jsonrpc.Message {
	if len(line) == 0 {
		return nil
	}
	switch line[0] {
	case '{':
		m, err := jsonrpc.DecodeMessage(line)
		if err == nil {
			return []jsonrpc.Message{m}
		}
		if isResponse(line) {
			// It means to be an answer: to wait for another would be in vain.
			c.fail(fmt.Errorf("it sent a response that is no valid JSON-RPC: %w", err))
			c.stop()
			return nil
		}
	case '[':
		if all := parseBatch(line); all != nil {
			return all
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.skipped++; c.skipped == 1 {
		c.first = string(line[:min(len(line), 1000)])
	}
	return nil
}

// parseBatch reads messages in an array; nil where one of them is none.
func parseBatch(line []byte) (all []jsonrpc.Message) {
	var parts []json.RawMessage
	if json.Unmarshal(line, &parts) != nil {
		return nil
	}
	for _, part := range parts {
		m, err := jsonrpc.DecodeMessage(part)
		if err != nil {
			return nil
		}
		all = append(all, m)
	}
	return all
}

// isResponse reports whether a line that can't be decoded says of itself that it
// is a response.
func isResponse(line []byte) bool {
	var m struct {
		Version string          `json:"jsonrpc"`
		Method  json.RawMessage `json:"method"`
	}
	return json.Unmarshal(line, &m) == nil && m.Version == "2.0" && m.Method == nil
}

func (c *lineConn) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failure == nil {
		c.failure = err
	}
}

func (c *lineConn) failed() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failure
}

// skippedLines is how many lines were no messages, and the first of them.
func (c *lineConn) skippedLines() (int, string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.skipped, c.first
}

// Read implements [mcp.Connection].
func (c *lineConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case m, ok := <-c.messages:
		if ok {
			return m, nil
		}
		return nil, c.failed()
	case <-c.closed:
		if err := c.failed(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
}

// Write implements [mcp.Connection].
func (c *lineConn) Write(ctx context.Context, m jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	if _, err := c.process.in.Write(append(data, '\n')); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return errPipe
	}
	return nil
}

func (c *lineConn) stop() { c.close.Do(func() { close(c.closed) }) }

// Close implements [mcp.Connection]. It leaves the process alone.
func (c *lineConn) Close() error {
	c.stop()
	return nil
}

// SessionID implements [mcp.Connection].
func (c *lineConn) SessionID() string { return "" }
