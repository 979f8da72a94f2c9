package webhook

import (
	"context"
	"log/slog"
	"time"
)

// Kind says what a Request asks for.
type Kind string

const (
	// Nothing: the event needs no work.
	Nothing Kind = ""
	// ReviewPull: review Head of PullRequest against BaseRef.
	ReviewPull Kind = "pull_request"
	// ReviewGroup: review Head of a merge queue against BaseSHA.
	ReviewGroup Kind = "merge_group"
	// RerunCommit: review Head again, where the event does not say what it belongs to (heads in
	// forks, several pull requests). Whoever does it finds that out: from the external_id of our
	// earlier check runs on Head, and from the open pull requests that have it.
	RerunCommit Kind = "commit"
	// Approve: Sender approved what a check run on Head showed, by what Button says.
	Approve Kind = "approve"
	// CancelGroup: the merge group with this Head is no more, nobody waits for its review.
	CancelGroup Kind = "merge_group_gone"
	// InstallationGone: the App was removed or suspended; its work is to be dropped.
	InstallationGone Kind = "installation_gone"
	// InstallationBack: the App was installed, unsuspended or given its permissions.
	InstallationBack Kind = "installation_back"
	// RepositoriesGone: the App lost access to the repositories in Removed.
	RepositoriesGone Kind = "repositories_gone"
)

// How somebody approves.
const (
	// ButtonApprove is the identifier of the check run's action (at most 20 characters).
	// https://docs.github.com/en/rest/checks/runs#create-a-check-run (actions)
	ButtonApprove = "approve"
	// ByReview is an approving review of the pull request.
	ByReview = "review"
)

// Repository names a repository. The ID survives renames and transfers, so it is what keys are
// made of; owner and name are what URLs need. Both are checked to be plain names by Parse.
type Repository struct {
	ID    int64  `json:"id"`
	Owner string `json:"owner"`
	Name  string `json:"name"`
}

// FullName is owner/name.
func (r Repository) FullName() string {
	if r.Owner == "" && r.Name == "" {
		return ""
	}
	return r.Owner + "/" + r.Name
}

// Request is what a delivery asks for: IDs, SHAs and names, never text of a payload.
// Which fields are set depends on Kind.
type Request struct {
	Kind         Kind
	Installation int64
	Repository   Repository
	// PullRequest is the pull request's number in Repository, the base repository.
	PullRequest int
	// Head is the commit that check runs belong to.
	Head string
	// BaseRef is the base branch's name without refs/heads/.
	BaseRef string
	// BaseSHA is the base branch's tip when the event happened (not the merge base). Empty on
	// re-runs of a pull request, which take the base as it is now.
	BaseSHA string
	// UpdatedAt is the pull request's updated_at: the event's own time, in whole seconds. It
	// orders events that arrive out of order. Zero where the event has none.
	UpdatedAt time.Time
	// Nonce makes a request for a re-run different from every other one. It is the GUID of the
	// delivery, so that a redelivery of the same press is still the same request.
	Nonce string
	// CheckRun is the check run that was pressed or is to be run again.
	CheckRun int64
	// Button says how Sender, a login, approved: ButtonApprove or ByReview.
	Button string
	Sender string
	// Removed are IDs of repositories.
	Removed []int64
}

// Attrs are the request's facts for a log line, under the names that all of theriac-app uses.
func (r Request) Attrs() []slog.Attr {
	var attrs []slog.Attr
	if r.Installation != 0 {
		attrs = append(attrs, slog.Int64("installation", r.Installation))
	}
	if name := r.Repository.FullName(); name != "" {
		attrs = append(attrs, slog.String("repository", name))
	}
	if r.PullRequest != 0 {
		attrs = append(attrs, slog.Int("pull", r.PullRequest))
	}
	if r.Head != "" {
		attrs = append(attrs, slog.String("head", r.Head))
	}
	return attrs
}

// Delivery is one sending of an event. A redelivery has the GUID of the first one.
type Delivery struct {
	GUID  string
	Event string
}

// Outcome is what became of a request that was handed to the queue.
type Outcome string

const (
	// Queued: a job was made; an older one for the same subject was cancelled.
	Queued Outcome = "queued"
	// Duplicate: the same question is being answered already, or has been.
	Duplicate Outcome = "duplicate"
	// Redelivered: this delivery was received before.
	Redelivered Outcome = "redelivered"
	// Stale: something newer about the same subject was received before.
	Stale Outcome = "stale"
	// Cancelled: the request took work away instead of asking for some.
	Cancelled Outcome = "cancelled"
	// Noted: recorded, no work follows.
	Noted Outcome = "noted"
	// Ignored: never handed to the queue.
	Ignored Outcome = "ignored"
)

// Enqueuer keeps requests. It returns only after the request is stored durably together with
// the delivery's GUID, in one transaction; on an error neither is stored.
type Enqueuer interface {
	Enqueue(ctx context.Context, delivery Delivery, request Request) (Outcome, error)
}
