package worker

import (
	"context"
	"errors"
	"io/fs"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/review"
	"github.com/theriac/theriac/checks"
)

// A part is the review of one change.
type part struct {
	change
	report *checks.Report
	// marks are the report's annotations that have a place in the head commit.
	marks []checks.Annotation
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
	} else {
		files, err = q.repo.Diff(ctx, sides.Base, sides.Head)
	}
	if err != nil {
		return part{}, err
	}
	report, err := review.Run(ctx, review.Input{
		Base: sides.Base, Tip: sides.Tip, Head: sides.Head, Changes: files, Rules: w.Rules, Now: w.now(),
	})
	if err != nil {
		return part{}, err
	}
	marks, err := placed(ctx, sides.Head, report.Annotations())
	return part{c, report, marks}, err
}

// placed drops the annotations of files that the head commit does not have, such
// as a baseline that the change removes: GitHub takes them and shows them
// nowhere. The summary has them all.
func placed(ctx context.Context, head *hub.Tree, all []checks.Annotation) ([]checks.Annotation, error) {
	there := map[string]bool{}
	var marks []checks.Annotation
	for _, a := range all {
		ok, known := there[a.Path]
		if !known {
			_, err := head.Stat(ctx, a.Path)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			ok = err == nil
			there[a.Path] = ok
		}
		if ok {
			marks = append(marks, a)
		}
	}
	return marks, nil
}
