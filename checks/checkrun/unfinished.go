package checkrun

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/google/go-github/v66/github"
)

// Continue is Open for another attempt at a review. It goes on with a run that an
// earlier attempt left in progress, if that has no annotations yet; mine
// recognises those runs by their external ID. The other runs it cancels, once
// there is one to take their place: the commit must not look in between as if
// its review were over.
func Continue(ctx context.Context, svc Service, at Target, mine func(externalID string) bool) (*Run, error) {
	var run *Run
	var old []*github.CheckRun
	for left, err := range unfinished(ctx, svc, at.Owner, at.Repo, at.HeadSHA) {
		switch {
		case err != nil:
			return nil, err
		case !mine(left.GetExternalID()):
		case run == nil && left.GetOutput().GetAnnotationsCount() == 0:
			run = taken(svc, at, left)
		default:
			old = append(old, left)
		}
	}
	if run == nil {
		var err error
		if run, err = Open(ctx, svc, at); err != nil {
			return nil, err
		}
	}
	for _, left := range old {
		if _, err := taken(svc, at, left).Cancel(ctx, "This attempt at a review was interrupted. Another check run has the answer."); err != nil {
			return nil, err
		}
	}
	return run, nil
}

// taken is a run that somebody else opened.
func taken(svc Service, at Target, run *github.CheckRun) *Run {
	at.ExternalID = run.GetExternalID()
	return &Run{svc: svc, at: at, id: run.GetID(), posted: run.GetOutput().GetAnnotationsCount(), clock: clock{sleep: pause, now: time.Now}}
}

// CloseUnfinished completes runs of ours on a commit that a review left in
// progress, because its process died or it gave up: those whose external ID is
// mine. It returns how many it closed.
func CloseUnfinished(ctx context.Context, svc Service, at Target, mine func(externalID string) bool, c Conclusion, why string) (int, error) {
	n := 0
	for run, err := range unfinished(ctx, svc, at.Owner, at.Repo, at.HeadSHA) {
		if err != nil {
			return n, err
		}
		if !mine(run.GetExternalID()) {
			continue
		}
		title := "Cancelled"
		if c == Failure {
			title = "Could not review"
		}
		if _, err := taken(svc, at, run).complete(ctx, output(title, why), nil, c, nil); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// ExternalIDs returns those of all theriac's runs on a commit, finished or not,
// in no order: what earlier reviews of it were about.
func ExternalIDs(ctx context.Context, svc Service, owner, repo, sha string) ([]string, error) {
	var ids []string
	for run, err := range runs(ctx, svc, owner, repo, sha, nil) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, run.GetExternalID())
	}
	return ids, nil
}

// unfinished lists the runs of this App on a commit that are not completed. Only
// an App's own runs can carry its external IDs; others of the same name are told
// apart by those.
func unfinished(ctx context.Context, svc Service, owner, repo, sha string) iter.Seq2[*github.CheckRun, error] {
	return runs(ctx, svc, owner, repo, sha, github.String("in_progress"))
}

// runs lists the runs of our name on a commit, of any status if that is nil.
func runs(ctx context.Context, svc Service, owner, repo, sha string, status *string) iter.Seq2[*github.CheckRun, error] {
	return func(yield func(*github.CheckRun, error) bool) {
		o := &github.ListCheckRunsOptions{CheckName: github.String(Name), Filter: github.String("all"), Status: status, ListOptions: github.ListOptions{PerPage: runsPerPage}}
		var all []*github.CheckRun
		for {
			page, resp, err := svc.ListCheckRunsForRef(ctx, owner, repo, sha, o)
			if err != nil {
				yield(nil, fmt.Errorf("check runs on %s of %s/%s: %w", sha, owner, repo, err))
				return
			}
			all = append(all, page.CheckRuns...)
			if o.Page = resp.NextPage; o.Page == 0 {
				break
			}
		}
		// Only now: completing a run takes it out of the list being paged.
		for _, run := range all {
			if !yield(run, nil) {
				return
			}
		}
	}
}
