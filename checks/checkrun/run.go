package checkrun

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/go-github/v66/github"

	"github.com/theriac/theriac/checks"
)

// Name is the check run's name: what branch protection requires. It never
// changes, or a required check would wait for ever.
const Name = "theriac"

// Service is what a run needs of *github.ChecksService.
type Service interface {
	CreateCheckRun(ctx context.Context, owner, repo string, o github.CreateCheckRunOptions) (*github.CheckRun, *github.Response, error)
	UpdateCheckRun(ctx context.Context, owner, repo string, id int64, o github.UpdateCheckRunOptions) (*github.CheckRun, *github.Response, error)
	GetCheckRun(ctx context.Context, owner, repo string, id int64) (*github.CheckRun, *github.Response, error)
	ListCheckRunsForRef(ctx context.Context, owner, repo, ref string, o *github.ListCheckRunsOptions) (*github.ListCheckRunsResults, *github.Response, error)
}

// A Conclusion is how a run ends. A required check lets success, skipped and
// neutral pass, so theriac uses none of the last two.
// https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/collaborating-on-repositories-with-code-quality-features/troubleshooting-required-status-checks
type Conclusion string

const (
	Success   Conclusion = "success"
	Failure   Conclusion = "failure"
	Cancelled Conclusion = "cancelled"
	// ActionRequired waits for an approval; a required check does not let it pass.
	ActionRequired Conclusion = "action_required"
)

// An Action is a button on a completed run.
type Action struct {
	Label       string // at most 20 characters
	Description string // at most 40
	Identifier  string // at most 20; comes back with the event
}

// A Target says where a run goes.
type Target struct {
	Owner, Repo string
	HeadSHA     string
	// ExternalID carries our key through GitHub: events about the run bring it
	// back. It must be another one for each attempt at a review.
	ExternalID string
}

// A Verdict is what a run says in the end. Summary and Text are markdown, and
// clipped where they are too long.
type Verdict struct {
	Conclusion    Conclusion
	Title         string
	Summary, Text string
	Annotations   []checks.Annotation
	// Actions are at most three buttons.
	// https://docs.github.com/en/rest/checks/runs#create-a-check-run (actions)
	Actions []Action
}

func (v Verdict) actions() []*github.CheckRunAction {
	var out []*github.CheckRunAction
	for _, a := range v.Actions {
		out = append(out, &github.CheckRunAction{Label: a.Label, Description: a.Description, Identifier: a.Identifier})
	}
	return out
}

func (v Verdict) output(left int) *github.CheckRunOutput {
	note := ""
	if left > 0 {
		note = fmt.Sprintf("\n\nand %d more without an annotation.\n", left)
	}
	o := output(v.Title, checks.Clip(v.Summary, checks.MaxOutputBytes-len(note))+note)
	if v.Text != "" {
		o.Text = github.String(checks.Clip(v.Text, checks.MaxOutputBytes))
	}
	return o
}

func output(title, summary string) *github.CheckRunOutput {
	// GitHub refuses an output without either.
	title, summary = cmp.Or(title, Name), cmp.Or(summary, title, Name)
	return &github.CheckRunOutput{
		Title:   github.String(checks.Clip(title, checks.MaxTitleBytes)),
		Summary: github.String(checks.Clip(summary, checks.MaxOutputBytes)),
	}
}

// A Run is one check run in progress. Each review has its own: GitHub adds every
// update's annotations to those before, and a finished run can't be reopened.
type Run struct {
	svc Service
	at  Target
	id  int64
	// posted counts the annotations sent, shown is GitHub's count of them.
	posted, shown int
	// doubtful: an answer was lost, so a second run may have come into being.
	doubtful bool
	clock
}

// clock is a run's time, so that tests need not wait.
type clock struct {
	sleep func(context.Context, time.Duration) error
	now   func() time.Time
}

// ID is GitHub's number of the run.
func (r *Run) ID() int64 { return r.id }

// A request whose fate is unknown is sent at most this often, with retryWait
// between, four times as long each time.
const (
	tries     = 3
	retryWait = 250 * time.Millisecond
)

// Open makes a new run, in progress. If GitHub's answer is lost, Open looks
// whether the run is there before it asks for another.
func Open(ctx context.Context, svc Service, at Target) (*Run, error) {
	return open(ctx, svc, at, clock{sleep: pause, now: time.Now})
}

func open(ctx context.Context, svc Service, at Target, c clock) (*Run, error) {
	r := &Run{svc: svc, at: at, clock: c}
	err := r.settle(ctx, func() error {
		run, _, err := svc.CreateCheckRun(ctx, at.Owner, at.Repo, github.CreateCheckRunOptions{
			Name: Name, HeadSHA: at.HeadSHA, ExternalID: &at.ExternalID,
			Status: github.String("in_progress"), StartedAt: &github.Timestamp{Time: r.now()},
			Output: output("Reviewing", "Reading what this change does to MCP metadata."),
		})
		if err != nil {
			return err
		}
		r.id = run.GetID()
		return named(r.id != 0)
	}, func() (bool, error) {
		r.doubtful = true
		var err error
		r.id, err = r.find(ctx)
		return r.id != 0, err
	})
	if err != nil {
		return nil, fmt.Errorf("opening a check run on %s of %s/%s: %w", at.HeadSHA, at.Owner, at.Repo, err)
	}
	return r, nil
}

// find looks for the run that a lost answer may have made: ours by its external
// ID, in progress, and without annotations.
func (r *Run) find(ctx context.Context) (id int64, err error) {
	for run, e := range unfinished(ctx, r.svc, r.at.Owner, r.at.Repo, r.at.HeadSHA) {
		if e != nil {
			return 0, e
		}
		if run.GetExternalID() == r.at.ExternalID && run.GetOutput().GetAnnotationsCount() == 0 {
			id = run.GetID()
		}
	}
	return id, nil
}

// An Outcome is how a run was completed.
type Outcome struct {
	Conclusion Conclusion
	Sent       int // annotations
	Shown      int // annotations by GitHub's count; fewer than Sent if it dropped some
}

// Complete posts the verdict. It asks stillHead last thing before, and cancels
// the run if the head has moved: a verdict on an old head must not stand as the
// pull request's.
//
// After an error the run may be unfinished and have some annotations. Don't go
// on with it: open a new one and close this with CloseUnfinished.
func (r *Run) Complete(ctx context.Context, v Verdict, stillHead func(context.Context) (bool, error)) (Outcome, error) {
	marks, left := place(v.Annotations)
	out := v.output(left)
	for len(marks) > AnnotationsPerRequest {
		if err := r.update(ctx, out, marks[:AnnotationsPerRequest], "", nil); err != nil {
			return Outcome{}, err
		}
		marks = marks[AnnotationsPerRequest:]
		if err := r.sleep(ctx, writePause); err != nil {
			return Outcome{}, err
		}
	}
	switch ok, err := stillHead(ctx); {
	case err != nil:
		return Outcome{}, err
	case !ok:
		return r.Cancel(ctx, "The head of the pull request has moved. The newer commit has a check run of its own.")
	}
	return r.complete(ctx, out, marks, v.Conclusion, v.actions())
}

// Amend puts other words into the summary of a run that Complete has completed.
// Its conclusion and its annotations stay.
func (r *Run) Amend(ctx context.Context, v Verdict) error {
	_, left := place(v.Annotations)
	_, _, err := r.svc.UpdateCheckRun(ctx, r.at.Owner, r.at.Repo, r.id, github.UpdateCheckRunOptions{Name: Name, Output: v.output(left), Actions: v.actions()})
	if err != nil {
		return fmt.Errorf("amending check run %d of %s/%s: %w", r.id, r.at.Owner, r.at.Repo, err)
	}
	return nil
}

// Cancel completes the run without a verdict and says why.
func (r *Run) Cancel(ctx context.Context, why string) (Outcome, error) {
	return r.complete(ctx, output("Cancelled", why), nil, Cancelled, nil)
}

func (r *Run) complete(ctx context.Context, out *github.CheckRunOutput, marks []*github.CheckRunAnnotation, c Conclusion, actions []*github.CheckRunAction) (Outcome, error) {
	if err := r.update(ctx, out, marks, c, actions); err != nil {
		return Outcome{}, err
	}
	if r.shown < r.posted {
		// Its own answer may be older than what it has stored.
		run, _, err := r.svc.GetCheckRun(ctx, r.at.Owner, r.at.Repo, r.id)
		if err == nil {
			r.shown = run.GetOutput().GetAnnotationsCount()
		}
	}
	o := Outcome{Conclusion: c, Sent: r.posted, Shown: r.shown}
	if !r.doubtful {
		return o, nil
	}
	_, err := CloseUnfinished(ctx, r.svc, r.at, func(id string) bool { return id == r.at.ExternalID }, Cancelled,
		"This run was made twice by a lost answer; see the other one.")
	return o, err
}

// update sends one batch of annotations, and with a conclusion completes the run.
func (r *Run) update(ctx context.Context, out *github.CheckRunOutput, batch []*github.CheckRunAnnotation, c Conclusion, actions []*github.CheckRunAction) error {
	o := github.UpdateCheckRunOptions{Name: Name, Status: github.String("in_progress")}
	if c != "" {
		o.Status, o.Conclusion = github.String("completed"), github.String(string(c))
		o.CompletedAt = &github.Timestamp{Time: r.now()}
		o.Actions = actions
	}
	with := *out
	with.Annotations = batch
	o.Output = &with
	want := r.posted + len(batch)
	err := r.settle(ctx, func() error {
		run, _, err := r.svc.UpdateCheckRun(ctx, r.at.Owner, r.at.Repo, r.id, o)
		if err != nil {
			return err
		}
		r.shown = run.GetOutput().GetAnnotationsCount()
		return named(run.GetID() == r.id)
	}, func() (bool, error) {
		run, _, err := r.svc.GetCheckRun(ctx, r.at.Owner, r.at.Repo, r.id)
		r.shown = run.GetOutput().GetAnnotationsCount()
		return r.shown >= want && (c == "" || run.GetStatus() == "completed"), err
	})
	if err != nil {
		return fmt.Errorf("updating check run %d of %s/%s: %w", r.id, r.at.Owner, r.at.Repo, err)
	}
	r.posted = want
	return nil
}

// settle sends a write until it is known to have had its effect once. A refusal
// is final. After any other error (a 5xx, a reset, a cut answer) the write may or
// may not have happened, and sending it again would do it twice: so done looks
// first.
func (r *Run) settle(ctx context.Context, send func() error, done func() (bool, error)) error {
	for try := 0; ; try++ {
		err := send()
		if err == nil || refused(err) {
			return err
		}
		if e := r.sleep(ctx, retryWait<<(2*try)); e != nil {
			return errors.Join(err, e)
		}
		switch ok, e := done(); {
		case e != nil:
			return errors.Join(err, e)
		case ok:
			return nil
		case try == tries-1:
			return err
		}
	}
}

// refused reports an answer that says that nothing happened.
func refused(err error) bool {
	var r *github.ErrorResponse
	return errors.As(err, &r) && r.Response != nil && r.Response.StatusCode/100 == 4
}

func named(ok bool) error {
	if !ok {
		return errors.New("GitHub's answer does not name the run")
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
