package hub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"github.com/bradleyfalzon/ghinstallation/v2"
	"github.com/google/go-github/v66/github"
)

// What a call to GitHub can end in, beside success. Whatever is none of these
// (a proxy's page, a reset connection, a cut answer, a 5xx) is worth another try.
var (
	// ErrGone: the installation was suspended or removed, or its repository was
	// taken out of it. Trying again is of no use until an event says otherwise.
	ErrGone = errors.New("the installation is suspended or removed")
	// ErrNotFound: GitHub knows no such thing, or not yet. It answers 404 for a
	// second or two about a pull request that it has just announced.
	ErrNotFound = errors.New("not found")
	// ErrPermission: the App was not granted what the call needs.
	ErrPermission = errors.New("permission missing")
	// ErrCredentials: GitHub refuses the App itself: a wrong key or App ID, or a
	// clock that is off by more than a minute.
	ErrCredentials = errors.New("GitHub refused the App's credentials")
	// ErrIncomplete: a tree or a list is larger than what can be read in full.
	ErrIncomplete = errors.New("too large to read in full")
)

// RetryAt says that GitHub asked to be left alone until At. It comes from the
// primary and the secondary rate limits and from a 5xx with Retry-After.
type RetryAt struct {
	At time.Time
	// Reason is for logs: which limit, and of what.
	Reason string
}

func (e *RetryAt) Error() string {
	return fmt.Sprintf("GitHub asks to wait until %s: %s", e.At.UTC().Format(time.RFC3339), e.Reason)
}

// Classify turns an error of go-github or ghinstallation into one of this
// package's, so that errors.Is and errors.As tell the kinds apart. It keeps the
// cause, gives any other error back as it is, and does no harm when done twice.
func Classify(err error) error {
	var (
		retry *RetryAt
		token *ghinstallation.HTTPError
		rate  *github.RateLimitError
		abuse *github.AbuseRateLimitError
		resp  *github.ErrorResponse
	)
	switch {
	case err == nil, typed(err), errors.As(err, &retry):
		return err
	case errors.As(err, &rate):
		return &RetryAt{At: rate.Rate.Reset.Time, Reason: "primary rate limit"}
	case errors.As(err, &abuse):
		wait := secondaryWait
		if abuse.RetryAfter != nil {
			wait = *abuse.RetryAfter
		}
		return &RetryAt{At: time.Now().Add(wait), Reason: "secondary rate limit"}
	case errors.As(err, &token) && token.Response != nil:
		return tokenError(token)
	case errors.As(err, &resp) && resp.Response != nil:
		return responseError(resp, err)
	}
	return err
}

func typed(err error) bool {
	for _, e := range []error{ErrGone, ErrNotFound, ErrPermission, ErrCredentials, ErrIncomplete, fs.ErrNotExist, context.Canceled} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// tokenError reads the refusal of POST /app/installations/N/access_tokens.
func tokenError(e *ghinstallation.HTTPError) error {
	message := bodyMessage(e.Response)
	switch code := e.Response.StatusCode; {
	case code == http.StatusUnauthorized:
		return fmt.Errorf("%w: %s (check the private key, the App ID and the clock)", ErrCredentials, message)
	case code == http.StatusForbidden && strings.Contains(strings.ToLower(message), "ip allow list"):
		return fmt.Errorf("%w: installation %d: %s", ErrPermission, e.InstallationID, message)
	case code == http.StatusForbidden, code == http.StatusNotFound:
		return fmt.Errorf("%w: installation %d: %s", ErrGone, e.InstallationID, message)
	case code == http.StatusUnprocessableEntity && strings.Contains(message, "permissions requested"):
		return fmt.Errorf("%w: installation %d: %s", ErrPermission, e.InstallationID, message)
	case code == http.StatusUnprocessableEntity:
		// The only other reason: the repository is not, or no longer, part of
		// the installation.
		return fmt.Errorf("%w: installation %d: %s", ErrGone, e.InstallationID, message)
	}
	return e
}

func responseError(e *github.ErrorResponse, err error) error {
	switch code := e.Response.StatusCode; {
	case code == http.StatusUnauthorized:
		return fmt.Errorf("%w: %w", ErrCredentials, err)
	case code == http.StatusForbidden && strings.Contains(e.Message, "suspended"),
		code == http.StatusUnavailableForLegalReasons:
		return fmt.Errorf("%w: %w", ErrGone, err)
	case code == http.StatusForbidden:
		// GitHub names what would have been enough; nobody guesses it from
		// "Resource not accessible by integration".
		if need := e.Response.Header.Get("X-Accepted-GitHub-Permissions"); need != "" {
			return fmt.Errorf("%w: needs %s: %w", ErrPermission, need, err)
		}
		return fmt.Errorf("%w: %w", ErrPermission, err)
	case code == http.StatusNotFound, code == http.StatusGone,
		code == http.StatusConflict && strings.Contains(e.Message, "empty"),
		code == http.StatusUnprocessableEntity && strings.Contains(e.Message, "No commit found"):
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return err
}
