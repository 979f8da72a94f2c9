package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/theriac/theriac/scanner/manifest"
)

// Reasons for a server that was not scanned.
const (
	Unreachable manifest.Reason = "unreachable"     // not started, not reached, or not initialised
	Partial     manifest.Reason = "partial-listing" // it broke off, or would not have ended
)

// An Error is a server whose lists could not be read, or not to their end.
type Error struct {
	Server string
	Reason manifest.Reason
	Detail string // one line, for a person; may quote what the server said
	// Stderr is the last of what the server wrote there, as it is; empty for
	// HTTP and for servers that came to listing.
	Stderr string
}

func (e *Error) Error() string { return e.Server + ": " + e.Detail }

// Causes of a listing's end that do not come from the connection.
var (
	errTooMuch = fmt.Errorf("it sent more than %d MiB", MaxBytes>>20)
	errTimeout = errors.New("timeout")
)

// describe says in one line what went wrong while a server was asked for
// something. ctx is the listing's: it knows why it ended.
func describe(ctx context.Context, err error, doing string, timeout time.Duration) string {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errTimeout):
		return fmt.Sprintf("no answer to %s within %v", doing, timeout)
	case errors.Is(cause, errTooMuch):
		return cause.Error()
	}
	var refused *jsonrpc.Error
	var at *url.Error
	switch {
	case errors.As(err, &refused):
		return fmt.Sprintf("it answered %s with the error %d: %q", doing, refused.Code, clip(refused.Message))
	case errors.As(err, &at):
		// The error names the URL, whose query may be a secret.
		return fmt.Sprintf("%s: %s", doing, clip(at.Err.Error()))
	case errors.Is(err, io.EOF):
		return "it closed the connection before it answered " + doing
	}
	return fmt.Sprintf("%s: %s", doing, clip(err.Error()))
}

// clip bounds what is quoted from a server, in characters.
func clip(s string) string {
	const most = 300
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// isAnswer reports whether an error is what the server answered.
func isAnswer(err error) bool {
	var refused *jsonrpc.Error
	return errors.As(err, &refused)
}
