package worker

import (
	"context"

	"github.com/theriac/theriac/app/hub"
	"github.com/theriac/theriac/app/queue"
)

// askGroup is the question of a merge group: its own commit, with everything
// that the queue would merge in one go. It is reviewed for real. Each of its
// pull requests passed alone, but nobody has seen yet what they make together.
func askGroup(repo *hub.Repo, job queue.Job, baseRef, baseSHA string) *question {
	q := newQuestion(repo, job)
	q.id.BaseRef, q.id.BaseSHA = baseRef, baseSHA
	q.changes = func(context.Context) ([]change, error) { return []change{{base: baseSHA}}, nil }
	q.still = func(context.Context) (bool, error) { return true, nil } // its commit never moves
	return q
}
