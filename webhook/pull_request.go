package webhook

import (
	"errors"
	"time"
)

type pullRequestEvent struct {
	PullRequest *struct {
		Number    int    `json:"number"`
		UpdatedAt string `json:"updated_at"`
		Head      struct {
			SHA string `json:"sha"`
		} `json:"head"` // without repo, which is null once a fork is deleted
		Base struct {
			Ref string `json:"ref"`
			SHA string `json:"sha"`
		} `json:"base"`
	} `json:"pull_request"`
	Changes struct {
		Base *struct{} `json:"base"`
	} `json:"changes"`
}

func (p *pullRequestEvent) check() error {
	switch pr := p.PullRequest; {
	case pr == nil:
		return errors.New("pull_request is missing")
	case pr.Number <= 0:
		return errors.New("pull_request.number is missing")
	case !isSHA(pr.Head.SHA):
		return errors.New("pull_request.head.sha is not a commit")
	case !isSHA(pr.Base.SHA):
		return errors.New("pull_request.base.sha is not a commit")
	case !isRef(pr.Base.Ref):
		return errors.New("pull_request.base.ref is missing or no branch")
	}
	return nil
}

func (p *pullRequestEvent) decide(e Event) (Request, Reason) {
	pr := p.PullRequest
	request := Request{Kind: ReviewPull, PullRequest: pr.Number, Head: pr.Head.SHA, BaseRef: pr.Base.Ref, BaseSHA: pr.Base.SHA}
	if updated, err := time.Parse(time.RFC3339, pr.UpdatedAt); err == nil {
		request.UpdatedAt = updated // an event without a time is never late
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
		if p.Changes.Base == nil {
			return Request{}, ReasonSameBase
		}
		return request, ReasonRetargeted
	}
	return Request{}, ReasonOtherAction
}
