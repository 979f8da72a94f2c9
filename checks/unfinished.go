package checks

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/google/go-github/v66/github"
)

// CloseUnfinished completes runs of ours on a commit that a review left in
// progress, because its process died or it gave up: those whose external ID is
// mine. It returns how many it closed.
func CloseUnfinished(ctx context.Context, svc RunService, at Target, mine func(externalID string) bool, c Conclusion, why string) (int, error) {
	n := 0
	for run, err := range unfinished(ctx, svc, at.Owner, at.Repo, at.HeadSHA) {
		if err != nil {
			return n, err
		}
		if !mine(run.GetExternalID()) {
			continue
		}
		left := &Run{svc: svc, at: at, id: run.GetID(), posted: run.GetOutput().GetAnnotationsCount(), clock: clock{sleep: pause, now: time.Now}}
		title := "Cancelled"
		if c == Failure {
			title = "Could not review"
		}
		if _, err := left.complete(ctx, output(title, why), nil, c); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// ExternalIDs returns those of all theriac's runs on a commit, finished or not,
// in no order: what earlier reviews of it were about.
func ExternalIDs(ctx context.Context, svc RunService, owner, repo, sha string) ([]string, error) {
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
func unfinished(ctx context.Context, svc RunService, owner, repo, sha string) iter.Seq2[*github.CheckRun, error] {
	return runs(ctx, svc, owner, repo, sha, github.String("in_progress"))
}

// runs lists the runs of our name on a commit, of any status if that is nil.
func runs(ctx context.Context, svc RunService, owner, repo, sha string, status *string) iter.Seq2[*github.CheckRun, error] {
	return func(yield func(*github.CheckRun, error) bool) {
		o := &github.ListCheckRunsOptions{CheckName: github.String(RunName), Filter: github.String("all"), Status: status, ListOptions: github.ListOptions{PerPage: runsPerPage}}
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
