package webhook

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Event is a delivery that was understood.
type Event struct {
	// Name is the X-GitHub-Event header, GUID the X-GitHub-Delivery header.
	Name, GUID string
	// Action is the payload's action; empty for events that have none.
	Action string
	// Installation is 0 when the event does not come from an installed App, but from a webhook
	// that somebody set up in a repository or organization by hand.
	Installation int64
	// Repository is empty for events that concern none.
	Repository Repository
	// AppID is ours; check runs and suites of other Apps are none of our business.
	AppID int64

	family family
}

// family is the part of a payload that only events of one name have. Its types list what is read
// and nothing else. go-github's events would do, but they read every member of a payload, and a
// single one of another type than expected (GitHub's own example of check_run.rerequested has one)
// would lose the event.
type family interface {
	// check says what is missing, before anything is decided.
	check() error
	// decide is asked only for events of an installation.
	decide(e Event) (Request, Reason)
}

// newFamily is the list of events that theriac acts on.
func newFamily(name string) family {
	switch name {
	case "pull_request":
		return new(pullRequestEvent)
	case "check_run":
		return new(checkRunEvent)
	case "check_suite":
		return new(checkSuiteEvent)
	case "pull_request_review":
		return new(pullRequestReviewEvent)
	case "merge_group":
		return new(mergeGroupEvent)
	case "installation":
		return new(installationEvent)
	case "installation_repositories":
		return new(installationRepositoriesEvent)
	}
	return nil
}

// Parse reads a payload of the event called name. It is an error if it is not JSON, or if it is
// of a known event and lacks what every such event has. Errors name the member, never its value.
func Parse(name, guid string, appID int64, payload []byte) (Event, error) {
	var envelope struct {
		Action       string `json:"action"`
		Installation id     `json:"installation"`
		Repository   struct {
			id
			Name  string `json:"name"`
			Owner struct {
				Login string `json:"login"`
			} `json:"owner"`
		} `json:"repository"`
	}
	if err := json.Unmarshal(payload, &envelope); err != nil {
		return Event{}, fmt.Errorf("%s payload: %w", name, jsonError(err))
	}
	repository := envelope.Repository
	e := Event{
		Name: name, GUID: guid, AppID: appID, Action: envelope.Action, Installation: envelope.Installation.ID,
		Repository: Repository{ID: repository.ID, Owner: repository.Owner.Login, Name: repository.Name},
		family:     newFamily(name),
	}
	if e.family == nil {
		return e, nil
	}
	if !isWord(e.Action) {
		return Event{}, fmt.Errorf("%s payload: action is missing or no word", name)
	}
	if err := json.Unmarshal(payload, e.family); err != nil {
		return Event{}, fmt.Errorf("%s payload: %w", name, jsonError(err))
	}
	if err := e.family.check(); err != nil {
		return Event{}, fmt.Errorf("%s payload: %w", name, err)
	}
	if needsRepository(name) {
		if r := e.Repository; r.ID <= 0 || !isName(r.Owner) || !isName(r.Name) {
			return Event{}, fmt.Errorf("%s payload: repository is missing or not named as GitHub names them", name)
		}
	}
	return e, nil
}

func needsRepository(name string) bool {
	return name != "installation" && name != "installation_repositories"
}

// jsonError says where JSON went wrong without quoting any of it: what json's own errors quote
// may be somebody's text.
func jsonError(err error) error {
	switch err := err.(type) {
	case *json.SyntaxError:
		return fmt.Errorf("not JSON at byte %d", err.Offset)
	case *json.UnmarshalTypeError:
		return fmt.Errorf("%s has the wrong type, want %v", cmp.Or(err.Field, "the whole"), err.Type.Kind())
	}
	return fmt.Errorf("not readable as JSON (%T)", err)
}

// id is all that is read of many an object.
type id struct {
	ID int64 `json:"id"`
}

// isSHA accepts what can go into a URL as a commit: 40 hexadecimal digits, or 64 in a repository
// that uses SHA-256.
func isSHA(s string) bool {
	return (len(s) == 40 || len(s) == 64) && onlyOf(s, "0123456789abcdef")
}

// isWord accepts the names of actions and events: lower case, underscores.
func isWord(s string) bool {
	return s != "" && len(s) <= 64 && onlyOf(s, "abcdefghijklmnopqrstuvwxyz0123456789_")
}

// isLogin accepts what GitHub allows as a login, with the suffix of an App's.
func isLogin(s string) bool { return isName(strings.TrimSuffix(s, "[bot]")) }

// isName accepts what GitHub allows as an owner's or repository's name. It keeps slashes and
// control characters out of URLs and logs, whatever the sender's idea of a name is.
func isName(s string) bool {
	if s == "" || len(s) > 100 || s == "." || s == ".." {
		return false
	}
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}

// isRef accepts what git allows as a branch's name, in GitHub's length: it goes into URLs, into the
// database and into texts. https://git-scm.com/docs/git-check-ref-format
func isRef(s string) bool {
	if s == "" || len(s) > 255 || !utf8.ValidString(s) || s == "@" || strings.HasSuffix(s, ".lock") || strings.HasSuffix(s, ".") {
		return false
	}
	if strings.HasPrefix(s, "/") || strings.HasSuffix(s, "/") {
		return false
	}
	for _, bad := range []string{"..", "//", "@{", "/."} {
		if strings.Contains(s, bad) {
			return false
		}
	}
	return !strings.HasPrefix(s, ".") && strings.IndexFunc(s, func(r rune) bool {
		return strings.ContainsRune(" ~^:?*[\\", r) || unicode.IsControl(r)
	}) < 0
}

func onlyOf(s, set string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune(set, r) }) < 0
}
