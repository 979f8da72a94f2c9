package worker

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/checks"
	"github.com/theriac/theriac/scanner"
	"github.com/theriac/theriac/scanner/manifest"
)

// A part is the review of one change.
type part struct {
	change
	report *checks.Report
	// there has the files of the report; true are those of the head commit.
	there map[string]bool
	// link makes addresses of lines at the head commit.
	link func(path string, start, end int) string
}

// review reviews every change of a question.
func (w *Worker) review(ctx context.Context, q *question) ([]part, error) {
	changes, err := q.changes(ctx)
	if err != nil {
		return nil, err
	}
	var parts []part
	for _, c := range changes {
		p, err := w.reviewOne(ctx, q, c)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}

func (w *Worker) reviewOne(ctx context.Context, q *question, c change) (part, error) {
	sides, err := q.repo.Sides(ctx, c.base, q.head)
	if err != nil {
		return part{}, err
	}
	var files []hub.Change
	if c.pull.Number != 0 {
		files, err = q.repo.Changes(ctx, c.pull, sides)
	} else if files = sides.Changes; files == nil {
		files, err = q.repo.Diff(ctx, sides.Base, sides.Head)
	}
	if err != nil {
		return part{}, err
	}
	if err := prefetch(ctx, sides, files); err != nil {
		return part{}, err
	}
	report, err := review.Run(ctx, review.Input{
		Base: sides.Base, Tip: sides.Tip, Head: sides.Head, Changes: files, Rules: w.Rules, Now: w.now(),
		Approval: w.approval(q, c.pull),
	})
	if err != nil {
		return part{}, err
	}
	there, err := present(ctx, sides.Head, report)
	p := part{change: c, report: report, there: there}
	page := checks.BlobLink(w.Hub.Web(), q.job.Request.Repository.FullName(), q.head)
	p.link = func(path string, start, end int) string {
		if !there[path] {
			return ""
		}
		return page(path, start, end)
	}
	return p, err
}

// prefetch has the files of a large change come together. Which ones a review
// reads in the end also depends on the configuration; those are read one by one.
func prefetch(ctx context.Context, sides hub.Sides, files []hub.Change) error {
	var before, after []string
	for _, c := range files {
		if manifest.Candidate(c.OldPath) != manifest.Unlikely {
			before = append(before, c.OldPath)
		}
		if manifest.Candidate(c.Path) != manifest.Unlikely {
			after = append(after, c.Path)
		}
	}
	if err := sides.Head.Prefetch(ctx, after); err != nil {
		return err
	}
	return sides.Base.Prefetch(ctx, before)
}

// present finds out which of the files that a report speaks of are in the head
// commit. A manifest or baseline that the change removes is not: GitHub shows
// annotations of it nowhere, and code scanning refuses a report with a result in
// it. The summary has them all.
func present(ctx context.Context, head *hub.Tree, r *checks.Report) (map[string]bool, error) {
	there := map[string]bool{}
	for _, f := range r.Findings {
		there[f.Source] = false
	}
	for _, n := range r.NotAnalysed {
		there[n.URI] = false
	}
	for path := range there {
		e, err := head.Stat(ctx, path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		there[path] = err == nil && e.Mode != review.ModeSubmodule
	}
	return there, nil
}

// annotations are the report's that have a place in the head commit.
func (p part) annotations() []checks.Annotation {
	return slices.DeleteFunc(p.report.Annotations(), func(a checks.Annotation) bool { return !p.there[a.Path] })
}

// scannable is the report as far as code scanning can place it.
func (p part) scannable() *checks.Report {
	r := *p.report
	r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f scanner.Finding) bool { return !p.there[f.Source] })
	r.NotAnalysed = slices.DeleteFunc(slices.Clone(r.NotAnalysed), func(n checks.NotAnalysed) bool { return !p.there[n.URI] })
	return &r
}
