package queue

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/theriac/theriac/webhook"
)

// Handler does the jobs.
type Handler interface {
	// Handle makes one attempt. Its context ends when the attempt takes too long, when
	// something newer cancels the job (context.Cause is then ErrSuperseded) or when the process
	// stops and SoftStop is over; it should then return soon. A superseded job should still
	// complete the check run that it opened, with a context of its own (context.WithoutCancel
	// and a deadline). What Handle returns is one of the four kinds of error, or nil for done;
	// the error's text goes into the log and the database, so it must quote nothing of a
	// repository's content.
	Handle(ctx context.Context, job Job) error
	// GiveUp is called when the last attempt has failed, by an error, a panic or a timeout, with
	// a context of its own. It should tell the world, that is, complete the job's check run as
	// failed. If it fails too, or never comes to be called because the process is killed, the
	// job is found among the Abandoned.
	GiveUp(ctx context.Context, job Job, cause error) error
}

// Job is one request, being worked on.
type Job struct {
	ID      int64
	Request webhook.Request
	// Delivery is the GUID that brought it; empty for requests from Requeue.
	Delivery string
	// Attempt counts from 1; attempts that ended in RetryAt do not count.
	Attempt, MaxAttempts int
	// Restarts is how often the job was started again because its process had ended under it,
	// Deaths how many of these ends were its own: it was alone in its process.
	Restarts, Deaths int
	// QueuedAt is when the request was stored.
	QueuedAt time.Time
	// Leftover are check runs that earlier attempts opened (RecordRun) and did not close. GitHub
	// appends annotations at every update, so none of them may be continued once it has any.
	Leftover []int64
}

// Last reports whether there is no attempt after this one.
func (j Job) Last() bool { return j.Attempt >= j.MaxAttempts }

// Attrs are the job's facts for a log line.
func (j Job) Attrs() []slog.Attr {
	attrs := []slog.Attr{slog.Int64("job", j.ID)}
	if j.Delivery != "" {
		attrs = append(attrs, slog.String("delivery", j.Delivery))
	}
	return append(attrs, j.Request.Attrs()...)
}

// jobKind is River's name for our jobs. There is one kind only: what a job is about is data.
const jobKind = "review"

// jobArgs is how a request is stored. Only IDs, names and SHAs: the database keeps them in clear.
// What is tagged unique makes two jobs the same.
type jobArgs struct {
	Request      webhook.Kind `json:"request" river:"unique"`
	Installation int64        `json:"installation"`
	RepositoryID int64        `json:"repository_id" river:"unique"`
	Owner        string       `json:"owner"`
	Name         string       `json:"name"`
	PullRequest  int          `json:"pull" river:"unique"`
	Head         string       `json:"head" river:"unique"`
	BaseRef      string       `json:"base_ref" river:"unique"`
	BaseSHA      string       `json:"base_sha" river:"unique"`
	Nonce        string       `json:"nonce" river:"unique"`
	UpdatedAt    int64        `json:"updated_at,omitempty"`
	CheckRun     int64        `json:"check_run,omitempty"`
	Button       string       `json:"button,omitempty"`
	Sender       string       `json:"sender,omitempty"`
	Delivery     string       `json:"delivery,omitempty"`
	QueuedAt     int64        `json:"queued_at"`
}

// Kind implements river.JobArgs.
func (jobArgs) Kind() string { return jobKind }

func argsOf(r webhook.Request, delivery string, now time.Time) jobArgs {
	return jobArgs{
		Request: r.Kind, Installation: r.Installation,
		RepositoryID: r.Repository.ID, Owner: r.Repository.Owner, Name: r.Repository.Name,
		PullRequest: r.PullRequest, Head: r.Head, BaseRef: r.BaseRef, BaseSHA: r.BaseSHA, Nonce: r.Nonce,
		UpdatedAt: millis(r.UpdatedAt), CheckRun: r.CheckRun, Button: r.Button, Sender: r.Sender,
		Delivery: delivery, QueuedAt: millis(now),
	}
}

func (a jobArgs) request() webhook.Request {
	return webhook.Request{
		Kind: a.Request, Installation: a.Installation,
		Repository:  webhook.Repository{ID: a.RepositoryID, Owner: a.Owner, Name: a.Name},
		PullRequest: a.PullRequest, Head: a.Head, BaseRef: a.BaseRef, BaseSHA: a.BaseSHA, Nonce: a.Nonce,
		UpdatedAt: fromMillis(a.UpdatedAt), CheckRun: a.CheckRun, Button: a.Button, Sender: a.Sender,
	}
}

func (a jobArgs) job(id int64) Job {
	return Job{ID: id, Request: a.request(), Delivery: a.Delivery, QueuedAt: fromMillis(a.QueuedAt)}
}

func (a jobArgs) encode() (string, error) {
	b, err := json.Marshal(a)
	return string(b), err
}

// Times are stored as milliseconds since 1970, which both stores compare alike; 0 is no time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
