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

	refused bool // the server said no, in the words of JSON-RPC
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
	var at *url.Error
	switch refused := refusal(err); {
	case refused != nil:
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

// rejectedByTransport is the code of the error that the SDK wraps around what
// kept a request from being answered.
const rejectedByTransport = -32005

// refusal is the error that a server answered; nil for any other error.
func refusal(err error) *jsonrpc.Error {
	var refused *jsonrpc.Error
	if errors.As(err, &refused) && refused.Code != rejectedByTransport {
		return refused
	}
	return nil
}

// isRefusal reports whether an error of the Lister's is what the server answered.
func isRefusal(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.refused
}
