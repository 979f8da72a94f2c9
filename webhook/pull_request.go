package webhook

import (
	"errors"

	"github.com/google/go-github/v66/github"
)

type pullRequestEvent struct{ github.PullRequestEvent }

func (p *pullRequestEvent) check() error {
	pr := p.GetPullRequest()
	switch {
	case pr == nil:
		return errors.New("pull_request is missing")
	case pr.GetNumber() <= 0:
		return errors.New("pull_request.number is missing")
	case !isSHA(pr.GetHead().GetSHA()):
		return errors.New("pull_request.head.sha is not a commit")
	case !isSHA(pr.GetBase().GetSHA()):
		return errors.New("pull_request.base.sha is not a commit")
	case pr.GetBase().GetRef() == "":
		return errors.New("pull_request.base.ref is missing")
	}
	return nil
}

// decide never looks at head.repo: it is null once a fork is deleted, and all that a review
// needs is in the base repository.
func (p *pullRequestEvent) decide(e Event) (Request, Reason) {
	pr := p.GetPullRequest()
	request := Request{
		Kind:        ReviewPull,
		PullRequest: pr.GetNumber(),
		Head:        pr.GetHead().GetSHA(),
		BaseRef:     pr.GetBase().GetRef(),
		BaseSHA:     pr.GetBase().GetSHA(),
		UpdatedAt:   pr.GetUpdatedAt().Time,
	}
	switch e.Action {
	case "opened", "synchronize", "ready_for_review":
		return request, ReasonHead
	case "reopened":
		// Asked anew: whatever was answered before the pull request was closed may rest on rules
		// and a baseline of long ago.
		request.Nonce = e.GUID
		return request, ReasonHead
	case "edited":
		// Same head, other base: another question. Other edits are of title and body, which a
		// review does not read.
		if p.GetChanges().GetBase() == nil {
			return Request{}, ReasonSameBase
		}
		return request, ReasonRetargeted
	}
	return Request{}, ReasonOtherAction
}
